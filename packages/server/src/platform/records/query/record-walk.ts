/** Walks along an index in batches: each statement reads a bounded number of entries, whatever they match. */
import {
  type KeyedRow,
  type KeyFilter,
  type KeyPlace,
  type KeyRange,
  keyAfter,
  keyBelow,
  placeAhead,
  rowsDownward,
  rowsOfKeys,
  rowsUpward,
} from '../../../store/platform/record-keys.ts';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { Reader } from '../../../store/store.ts';
import { compareKeys } from './sort-key.ts';

export type Batches<Row extends RecordRow> = AsyncIterable<readonly Row[]>;

/** Upwards by key, then by id. Rows for which the other filters do not hold are left out. */
export async function* walkUp(
  view: Reader,
  slot: number,
  range: KeyRange,
  after: KeyPlace | undefined,
  rowsAtOnce: number,
  others: readonly KeyFilter[] = [],
): Batches<KeyedRow> {
  let place = after;
  do {
    // Where rows are left out, a number of rows does not bound the entries that are read.
    const isFiltered = others.length > 0;
    const until = isFiltered ? await placeAhead(view, slot, range, place, rowsAtOnce) : undefined;
    const page = { after: place, until, limit: rowsAtOnce, others };
    const rows: readonly KeyedRow[] = await rowsUpward(view, slot, range, page);
    yield rows;
    const last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
    place = isFiltered ? until : last && { key: last.sort_key, id: last.id };
  } while (place !== undefined);
}

/**
 * Downwards by key, but upwards by id where the key is the same. A key that a batch would cut is left out of it
 * and read alone, since it may have very many records.
 */
export async function* walkDown(
  view: Reader,
  slot: number,
  range: KeyRange,
  after: KeyPlace | undefined,
  rowsAtOnce: number,
  others: readonly KeyFilter[] = [],
): Batches<KeyedRow> {
  let { to } = range;
  if (after !== undefined && compareKeys(after.key, to) < 0) {
    to = after.key;
    if (compareKeys(after.key, range.from) >= 0)
      yield* walkKeys(view, slot, [after.key], { order: 'oldest', afterId: after.id }, rowsAtOnce);
  }
  for (;;) {
    const left = { from: range.from, to };
    const cutKey = await keyBelow(view, slot, left, rowsAtOnce);
    const whole = cutKey === undefined ? left : { from: keyAfter(cutKey), to };
    yield await rowsDownward(view, slot, whole, others);
    if (cutKey === undefined) return;
    yield* walkKeys(view, slot, [cutKey], { order: 'oldest', afterId: undefined }, rowsAtOnce);
    to = cutKey;
  }
}

/** The records of some keys, by id. */
export async function* walkKeys(
  view: Reader,
  slot: number,
  keys: readonly string[],
  page: { readonly order: 'oldest' | 'newest'; readonly afterId: string | undefined },
  rowsAtOnce: number,
): Batches<KeyedRow> {
  let { afterId } = page;
  do {
    const rows: readonly KeyedRow[] = await rowsOfKeys(view, slot, keys, {
      order: page.order,
      afterId,
      limit: rowsAtOnce,
    });
    yield rows;
    afterId = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
  } while (afterId !== undefined);
}

/** The smallest range around some. */
export function hullOf(ranges: readonly KeyRange[]): KeyRange {
  return ranges.reduce((one, other) => ({
    from: lower(one.from, other.from),
    to: higher(one.to, other.to),
  }));
}

export function intersectionOf(one: KeyRange, other: KeyRange): KeyRange {
  return { from: higher(one.from, other.from), to: lower(one.to, other.to) };
}

function lower(one: string, other: string): string {
  return compareKeys(one, other) < 0 ? one : other;
}

function higher(one: string, other: string): string {
  return compareKeys(one, other) < 0 ? other : one;
}
