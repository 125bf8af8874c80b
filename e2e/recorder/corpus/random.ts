/** Chance with a seed: the same seed always makes the same cases. */
export interface Random {
  /** From 0 to below `limit`. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Some of the items, in their order; at least one. */
  readonly some: <Item>(items: readonly Item[], most?: number) => Item[];
  readonly shuffle: <Item>(items: readonly Item[]) => Item[];
}

export function createRandom(seed: string): Random {
  let state = [...seed].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619),
    7,
  );
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const shuffle = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, place: next() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ item }) => item);
  return {
    below,
    chance: (share) => next() < share,
    pick,
    shuffle,
    some: (items, most = items.length) => {
      const kept = new Set(shuffle(items).slice(0, 1 + below(most)));
      return items.filter((item) => kept.has(item));
    },
  };
}
