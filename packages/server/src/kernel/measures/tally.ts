/** Counts by name since the start; every count begins at 0. */
interface Tally<Name extends string> {
  readonly count: (name: Name) => void;
  readonly counts: () => { readonly [name in Name]: number };
}

export function createTally<Name extends string>(names: readonly Name[]): Tally<Name> {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  return {
    count: (name) => {
      counts[name] += 1;
    },
    counts: () => counts,
  };
}
