/** Sorting and gathering of millions of small numbers, in steps that let others in. */

/** How many numbers are moved in one step. */
export const placesInStep = 65_536;

const digitBits = 11;
const digits = 2 ** digitBits;
const hashBits = 32;

/** Hashes in ascending order, the places they come from, and the place that each of them goes to. */
export function* ranking(hashes: Uint32Array) {
  let order = new Uint32Array(hashes.length);
  for (let at = 0; at < order.length; at += 1) {
    if (at % placesInStep === 0) yield;
    order[at] = at;
  }
  // Digit by digit from the last: a sort that can be stopped anywhere, and equal ones keep their order.
  for (let shift = 0; shift < hashBits; shift += digitBits) {
    const next = new Uint32Array(digits + 1);
    for (let at = 0; at < hashes.length; at += 1) {
      if (at % placesInStep === 0) yield;
      const digit = (((hashes[at] ?? 0) >>> shift) & (digits - 1)) + 1;
      next[digit] = (next[digit] ?? 0) + 1;
    }
    for (let digit = 0; digit < digits; digit += 1)
      next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0);
    const sorted = new Uint32Array(hashes.length);
    for (let at = 0; at < order.length; at += 1) {
      if (at % placesInStep === 0) yield;
      const place = order[at] ?? 0;
      const digit = ((hashes[place] ?? 0) >>> shift) & (digits - 1);
      const to = next[digit] ?? 0;
      sorted[to] = place;
      next[digit] = to + 1;
    }
    order = sorted;
  }
  const rank = new Uint32Array(hashes.length);
  for (let at = 0; at < order.length; at += 1) {
    if (at % placesInStep === 0) yield;
    rank[order[at] ?? 0] = at;
  }
  return {
    order,
    rank,
    sorted: yield* gathering(new Uint32Array(hashes.length), (place) => hashes[place] ?? 0, order),
  };
}

export function* gathering<T extends Uint32Array | Uint8Array>(
  into: T,
  from: (place: number) => number,
  order: Uint32Array,
): Generator<undefined, T> {
  for (let at = 0; at < order.length; at += 1) {
    if (at % placesInStep === 0) yield;
    into[at] = from(order[at] ?? 0);
  }
  return into;
}

/** The places of things of one rank together, in their order; `starts` has one more at the end. */
export function* countingSort(things: NumberList, rank: Uint32Array) {
  const starts = new Uint32Array(rank.length + 1);
  for (let at = 0; at < things.length(); at += 1) {
    if (at % placesInStep === 0) yield;
    const key = (rank[things.at(at)] ?? 0) + 1;
    starts[key] = (starts[key] ?? 0) + 1;
  }
  for (let key = 0; key < rank.length; key += 1) {
    if (key % placesInStep === 0) yield;
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  }
  const next = starts.slice();
  const order = new Uint32Array(things.length());
  for (let at = 0; at < things.length(); at += 1) {
    if (at % placesInStep === 0) yield;
    const key = rank[things.at(at)] ?? 0;
    const place = next[key] ?? 0;
    order[place] = at;
    next[key] = place + 1;
  }
  return { starts, order };
}

interface HashTable {
  readonly get: (hash: number) => number | undefined;
  readonly set: (hash: number, value: number) => void;
}

const tables = 256;

/** Numbers by their hashes, in many small tables: a single large one stands still whenever it grows. */
export function createHashTable(): HashTable {
  const parts = Array.from({ length: tables }, () => new Map<number, number>());
  const partOf = (hash: number) => parts[hash % tables] as Map<number, number>;
  return {
    get: (hash) => partOf(hash).get(hash),
    set: (hash, value) => void partOf(hash).set(hash, value),
  };
}

/** Whole numbers in pieces: a single array of millions stands still whenever it grows. */
export interface NumberList {
  readonly length: () => number;
  readonly at: (place: number) => number;
  readonly set: (place: number, value: number) => void;
  readonly push: (value: number) => void;
}

const pieceBits = 14;
const pieceLength = 2 ** pieceBits;

export function createNumberList(): NumberList {
  const pieces: Uint32Array[] = [];
  let length = 0;
  const set = (place: number, value: number): void => {
    const piece = pieces[place >>> pieceBits];
    if (piece !== undefined) piece[place & (pieceLength - 1)] = value;
  };
  return {
    length: () => length,
    at: (place) => pieces[place >>> pieceBits]?.[place & (pieceLength - 1)] ?? 0,
    set,
    push: (value) => {
      if (length >>> pieceBits === pieces.length) pieces.push(new Uint32Array(pieceLength));
      set(length, value);
      length += 1;
    },
  };
}
