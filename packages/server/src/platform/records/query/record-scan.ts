/** Candidates for an answer, batch by batch in the order in which they are wanted. */
import {
  type KeyBounds,
  type KeyedRow,
  type KeyPlace,
  type KeyRanges,
  keyBelow,
  placeAhead,
  rowsDownward,
  rowsOfKey,
  rowsUpward,
} from '../../../store/platform/record-keys.ts';
import { type RecordRow, recordsQuery } from '../../../store/platform/records.ts';
import type { Reader, Snapshot } from '../../../store/store.ts';
import { compareKeys } from './sort-key.ts';

export type Batches<Row extends RecordRow> = AsyncIterable<readonly Row[]>;
type IdOrder = 'oldest' | 'newest';

/** All records, by id. Few are cheaper to read at once than in batches. */
export async function* scanAll(
  view: Snapshot,
  resourceId: string,
  page: { readonly order: IdOrder; readonly afterId?: string | undefined },
  few: boolean,
): Batches<RecordRow> {
  const query = recordsQuery(resourceId, page);
  if (few) yield await view.all<RecordRow>(query);
  else yield* view.each<RecordRow>(query);
}

/** Upwards by key, then by id. */
export async function* scanUp(
  view: Reader,
  slot: number,
  bounds: KeyBounds,
  after: KeyPlace | undefined,
  rowsAtOnce: number,
  /** Left out where they do not hold; what is read at once stays bounded by the walked index. */
  others: readonly KeyRanges[] = [],
): Batches<KeyedRow> {
  let place = after;
  if (others.length > 0)
    for (;;) {
      const until = await placeAhead(view, slot, bounds, place, rowsAtOnce);
      const page = { after: place, limit: rowsAtOnce, others, ...(until && { until }) };
      yield await rowsUpward(view, slot, bounds, page);
      if (until === undefined) return;
      place = until;
    }
  for (;;) {
    const rows = await rowsUpward(view, slot, bounds, { after: place, limit: rowsAtOnce });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    place = { key: last.sort_key, id: last.id };
  }
}

/**
 * Downwards by key, but upwards by id inside of one key. The index has both downwards: keys that end inside of a
 * batch are turned around, and the one that goes beyond it is read by itself.
 */
export async function* scanDown(
  view: Reader,
  slot: number,
  bounds: KeyBounds,
  after: KeyPlace | undefined,
  rowsAtOnce: number,
  others: readonly KeyRanges[] = [],
): Batches<KeyedRow> {
  let left = bounds;
  let group: { readonly key: string; readonly afterId?: string } | undefined;
  if (after !== undefined) {
    if (isWithin(after.key, bounds)) group = { key: after.key, afterId: after.id };
    else if (compareKeys(after.key, bounds.from) <= 0) return;
  }
  for (;;) {
    if (group !== undefined) {
      yield* scanKey(
        view,
        slot,
        group.key,
        { order: 'oldest', afterId: group.afterId },
        rowsAtOnce,
      );
      left = { ...left, to: group.key, isToOpen: true };
    }
    const lastKey = await keyBelow(view, slot, left, rowsAtOnce);
    const whole = lastKey === undefined ? left : { ...left, from: lastKey, isFromOpen: true };
    const rows = await rowsDownward(view, slot, whole, rowsAtOnce, others);
    if (rows.length > 0) yield turnedInside(rows);
    if (lastKey === undefined) return;
    group = { key: lastKey };
  }
}

/** The records of one key, by id. */
async function* scanKey(
  view: Reader,
  slot: number,
  key: string,
  page: { readonly order: IdOrder; readonly afterId?: string | undefined },
  rowsAtOnce: number,
): Batches<KeyedRow> {
  let { afterId } = page;
  for (;;) {
    const wanted = { order: page.order, afterId, limit: rowsAtOnce };
    const rows = await rowsOfKey(view, slot, key, wanted);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    afterId = rows.at(-1)?.id;
  }
}

/** The records of several keys, by id: one step of whichever is next. */
export async function* scanKeys(
  view: Reader,
  slot: number,
  keys: readonly string[],
  page: { readonly order: IdOrder; readonly afterId?: string | undefined },
  rowsAtOnce: number,
): Batches<KeyedRow> {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) {
    yield* scanKey(view, slot, only, page, rowsAtOnce);
    return;
  }
  const each = Math.ceil(rowsAtOnce / keys.length) + 1;
  const heads = keys.map((key) => openHead(scanKey(view, slot, key, page, each)));
  await Promise.all(heads.map((head) => head.fill()));
  const isBefore = (one: KeyedRow, other: KeyedRow) =>
    page.order === 'newest' ? one.id > other.id : one.id < other.id;
  let batch: KeyedRow[] = [];
  for (;;) {
    let next: Head | undefined;
    for (const head of heads) {
      const row = head.row();
      const best = next?.row();
      if (row !== undefined && (best === undefined || isBefore(row, best))) next = head;
    }
    const row = next?.row();
    if (next === undefined || row === undefined) break;
    batch.push(row);
    await next.drop();
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Head = ReturnType<typeof openHead>;

/** The first row of some batches that has not been taken. */
function openHead(batches: Batches<KeyedRow>) {
  const iterator = batches[Symbol.asyncIterator]();
  let rows: readonly KeyedRow[] = [];
  let at = 0;
  const fill = async () => {
    const step = await iterator.next();
    rows = step.done === true ? [] : step.value;
    at = 0;
  };
  return {
    row: () => rows[at],
    fill,
    drop: async () => {
      at += 1;
      if (at === rows.length) await fill();
    },
  };
}

function isWithin(key: string, { from, isFromOpen, to, isToOpen }: KeyBounds): boolean {
  const above = compareKeys(key, from);
  const below = compareKeys(key, to);
  return (
    (above > 0 || (above === 0 && isFromOpen !== true)) &&
    (below < 0 || (below === 0 && isToOpen !== true))
  );
}

function turnedInside(rows: readonly KeyedRow[]): readonly KeyedRow[] {
  const turned: KeyedRow[] = [];
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    while (to < rows.length && rows[to]?.sort_key === rows[from]?.sort_key) to += 1;
    turned.push(...rows.slice(from, to).reverse());
    from = to;
  }
  return turned;
}
