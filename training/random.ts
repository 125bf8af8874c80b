/** Reproducible random numbers. */
export interface Random {
  /** From 0 to 1. */
  readonly next: () => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T | undefined;
  readonly shuffled: <T>(items: readonly T[]) => T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)],
    shuffled: (items) =>
      items
        .map((item) => ({ item, order: next() }))
        .toSorted((one, other) => one.order - other.order)
        .map(({ item }) => item),
  };
}
