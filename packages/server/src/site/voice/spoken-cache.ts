/** Speeches that were spoken whole, within a number of bytes; the longest unused goes first. */
export interface SpokenCache {
  readonly get: (name: string) => Spoken | undefined;
  readonly keep: (name: string, spoken: Spoken) => void;
  readonly bytes: () => number;
}

export interface Spoken {
  readonly voice: string;
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

export function createSpokenCache(bytesMax: number): SpokenCache {
  // A map keeps the order in which entries were set.
  const kept = new Map<string, Spoken>();
  let bytes = 0;
  const forget = (name: string): void => {
    bytes -= kept.get(name)?.samples.byteLength ?? 0;
    kept.delete(name);
  };
  return {
    bytes: () => bytes,
    get: (name) => {
      const found = kept.get(name);
      if (found === undefined) return undefined;
      kept.delete(name);
      kept.set(name, found);
      return found;
    },
    keep: (name, spoken) => {
      if (spoken.samples.byteLength > bytesMax) return;
      forget(name);
      kept.set(name, spoken);
      bytes += spoken.samples.byteLength;
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) break;
        forget(oldest);
      }
    },
  };
}
