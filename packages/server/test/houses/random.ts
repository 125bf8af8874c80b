/** Numbers that look random and come again with the same seed (mulberry32). */
export interface Random {
  readonly seed: number;
  /** From 0 up to and without `end`. */
  readonly below: (end: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly bytes: (length: number) => Uint8Array;
}

export function createRandom(seed: number = Date.now() % 2 ** 31): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number) => next() % end;
  return {
    seed,
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    bytes: (length) => {
      const words = new Uint32Array(Math.ceil(length / 4));
      for (let index = 0; index < words.length; index += 1) words[index] = next();
      return new Uint8Array(words.buffer, 0, length);
    },
  };
}
