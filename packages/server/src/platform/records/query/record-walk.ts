/** Walks along an index in batches: each statement reads a bounded number of records. */

import { compareCodePoints } from '../../../kernel/formats/code-points.ts';
import { type BatchConditions, withAllowed } from '../../../store/platform/record-access.ts';
import {
  type KeyedRow,
  type KeyPlace,
  type KeyRange,
  keyAfter,
  keyBelow,
  rowsDownward,
  rowsOfKeys,
  rowsUpward,
} from '../../../store/platform/record-keys.ts';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { Reader } from '../../../store/store.ts';

export type Batches<Row extends RecordRow> = AsyncIterable<readonly Row[]>;

export interface WalkSteps {
  /** The rows of one statement. */
  readonly rowsAtOnce: number;
  /** Other rows are left out of the batches. */
  readonly conditions: BatchConditions;
}

/** Upwards by key, then by id. */
export function walkUp(
  view: Reader,
  slot: number,
  range: KeyRange,
  after: KeyPlace | undefined,
  { rowsAtOnce, conditions }: WalkSteps,
): Batches<KeyedRow> {
  return inBatches(rowsAtOnce, (last) => {
    const place = last === undefined ? after : { key: last.sort_key, id: last.id };
    return rowsUpward(view, slot, range, place, rowsAtOnce, conditions);
  });
}

/**
 * Downwards by key, but upwards by id if the key is the same. A key that a batch would cut is left out of it
 * and read alone, since it may have very many records.
 */
export async function* walkDown(
  view: Reader,
  slot: number,
  range: KeyRange,
  after: KeyPlace | undefined,
  steps: WalkSteps,
): Batches<KeyedRow> {
  const { rowsAtOnce, conditions } = steps;
  let { to } = range;
  if (after !== undefined && compareCodePoints(after.key, to) < 0) {
    to = after.key;
    if (compareCodePoints(after.key, range.from) >= 0)
      yield* walkKeys(view, slot, [after.key], { order: 'oldest', afterId: after.id }, steps);
  }
  for (;;) {
    const left = { from: range.from, to };
    const cutKey = await keyBelow(view, slot, left, rowsAtOnce);
    const whole = cutKey === undefined ? left : { from: keyAfter(cutKey), to };
    yield withAllowed(await rowsDownward(view, slot, whole, conditions));
    if (cutKey === undefined) return;
    yield* walkKeys(view, slot, [cutKey], { order: 'oldest', afterId: undefined }, steps);
    to = cutKey;
  }
}

/** The records of some keys, by id. */
export function walkKeys(
  view: Reader,
  slot: number,
  keys: readonly string[],
  { order, afterId }: { readonly order: 'oldest' | 'newest'; readonly afterId: string | undefined },
  { rowsAtOnce, conditions }: WalkSteps,
): Batches<KeyedRow> {
  return inBatches(rowsAtOnce, (last) =>
    rowsOfKeys(view, slot, keys, {
      order,
      afterId: last?.id ?? afterId,
      limit: rowsAtOnce,
      conditions,
    }),
  );
}

/** `read` gets the last row of the previous batch. */
async function* inBatches(
  rowsAtOnce: number,
  read: (last: KeyedRow | undefined) => Promise<readonly KeyedRow[]>,
): Batches<KeyedRow> {
  let last: KeyedRow | undefined;
  do {
    const rows = await read(last);
    yield withAllowed(rows);
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** The smallest range that contains all of these. */
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
  return compareCodePoints(one, other) < 0 ? one : other;
}

function higher(one: string, other: string): string {
  return compareCodePoints(one, other) < 0 ? other : one;
}
