/** An LRU set of names: the sites that an engine holds, or the questions that a server remembers. */
export interface Recency {
  /** Also makes the name the most recent one. */
  readonly has: (name: string) => boolean;
  readonly add: (name: string) => void;
}

export function createRecency(countMax: number): Recency {
  const names = new Set<string>();
  const touch = (name: string): void => {
    names.delete(name);
    names.add(name);
  };
  return {
    has: (name) => {
      const isKnown = names.has(name);
      if (isKnown) touch(name);
      return isKnown;
    },
    add: (name) => {
      touch(name);
      const [oldest] = names;
      if (names.size > countMax && oldest !== undefined) names.delete(oldest);
    },
  };
}
