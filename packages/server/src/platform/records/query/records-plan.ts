/**
 * Which index finds the records of a query. Key columns are shared by all resources, so the planners of the
 * engines know nothing of one of them: the choice is made here, by counts that stop at a limit.
 */
import { limits } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';
import { countEntries, countRows, type KeyBounds } from '../../../store/platform/record-keys.ts';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { readIndexes } from '../record-index.ts';
import type { Condition, KeyRange } from './record-conditions.ts';
import { type Batches, scanAll, scanDown, scanKeys, scanUp } from './record-scan.ts';
import type { RecordsFilter } from './records-filter.ts';
import type { RecordsWanted } from './records-wanted.ts';
import { compareKeys } from './sort-key.ts';

export interface RecordsPlan {
  readonly candidates: Batches<RecordRow>;
  /**
   * How the candidates come: in the wanted order behind the page before, in this order from the very first, so
   * that all are counted, or in any order.
   */
  readonly order: 'behind' | 'all' | 'any';
  /** What the index has not decided. */
  readonly filter: RecordsFilter | undefined;
  /** All that match, where that is known without reading them. */
  readonly total: number | undefined;
}

export async function planRecords(
  view: Snapshot,
  row: ResourceRow,
  wanted: RecordsWanted,
  few: boolean,
): Promise<RecordsPlan> {
  const { filter, sort } = wanted;
  const slotOf = new Map(
    readIndexes(row.indexes).flatMap(({ slot, path, isReady }) =>
      isReady ? [[path, slot] as const] : [],
    ),
  );
  const indexed = (filter?.conditions ?? []).flatMap((condition): Indexed[] => {
    const slot = slotOf.get(condition.pathText);
    const { ranges } = condition;
    if (slot === undefined || ranges === undefined) return [];
    return [{ condition, slot, ranges: ranges.map((range) => boundsOf(row.id, range)) }];
  });
  const sortSlot = sort === undefined ? undefined : slotOf.get(sort.pathText);
  const everything = () => wholeScan(view, row, wanted, few);
  if (indexed.length === 0 && sortSlot === undefined) return everything();
  const total = await countedTotal(view, row, wanted, indexed);
  // A small collection is counted, for which it has to be read to its end.
  if (total === undefined && isSmall(row)) return everything();
  const search: Search = { view, row, wanted, indexed, total };
  if (sort === undefined) return (await planById(search)) ?? everything();
  return (await planSorted(search, sortSlot)) ?? everything();
}

/** Refuses an export in an order that would have to be held in memory whole. */
export function assertSortBounded(row: ResourceRow, { sort }: RecordsWanted): void {
  if (sort === undefined || isSmall(row) || isIndexed(row, sort.pathText)) return;
  throw new Problem(
    'invalid',
    `An export of more than ${limits.pageSizeMax} records can be sorted by paths of config.indexes only; ` +
      `${sort.pathText} is not one of them, or is still being indexed.`,
  );
}

// Above this a snapshot is held while the answer goes out.
const shortBytesMax = 512 * 1024;

/** Whether the answer is small and found without reading most of the collection. */
export function isShortPage(row: ResourceRow, { limit, filter, sort }: RecordsWanted): boolean {
  if (limit === undefined || row.record_count === 0) return false;
  if ((limit + 1) * (row.record_bytes / row.record_count) > shortBytesMax) return false;
  if (filter === undefined) return sort === undefined || isIndexed(row, sort.pathText);
  // `ne` and wide ranges leave most records to be read one by one.
  return filter.conditions.some(
    ({ pathText, ranges }) =>
      isIndexed(row, pathText) && ranges?.every(({ from, to }) => from === to),
  );
}

function isIndexed(row: ResourceRow, pathText: string): boolean {
  return readIndexes(row.indexes).some(({ path, isReady }) => isReady && path === pathText);
}

interface Indexed {
  readonly condition: Condition;
  readonly slot: number;
  readonly ranges: readonly KeyBounds[];
}

interface Search {
  readonly view: Snapshot;
  readonly row: ResourceRow;
  readonly wanted: RecordsWanted;
  readonly indexed: readonly Indexed[];
  readonly total: number | undefined;
}

const rowsAtOnceMax = 128;
const rowsAtOnceMin = 8;
const batchBytesMax = 256 * 1024;
// Of an index that is walked while others rule most records out.
const entriesAtOnce = 400;

function isSmall(row: ResourceRow): boolean {
  return row.record_count <= limits.pageSizeMax;
}

function wholeScan(
  view: Snapshot,
  row: ResourceRow,
  { order, sort, after, filter }: RecordsWanted,
  few: boolean,
): RecordsPlan {
  const coming = sort !== undefined ? 'any' : isSmall(row) ? 'all' : 'behind';
  const afterId = coming === 'behind' ? after?.id : undefined;
  const candidates = scanAll(view, row.id, { order, afterId }, few);
  const total = filter === undefined ? row.record_count : undefined;
  return { candidates, order: coming, filter, total };
}

async function countedTotal(
  view: Snapshot,
  row: ResourceRow,
  { filter }: RecordsWanted,
  indexed: readonly Indexed[],
): Promise<number | undefined> {
  if (filter === undefined) return row.record_count;
  const [only] = indexed;
  const isDecided = only !== undefined && restOf(filter, only.condition) === undefined;
  return isDecided && isSmall(row) ? countRows(view, only.slot, only.ranges) : undefined;
}

/** By id: one key has its records in that order; a range has not, and must be small. */
async function planById(search: Search): Promise<RecordsPlan | undefined> {
  const { view, wanted, indexed, total } = search;
  const { order, after, filter } = wanted;
  const points = indexed.filter(({ ranges }) => ranges.every(({ from, to }) => from === to));
  const isClear = indexed.length === 1 && points.length === 1;
  const narrow = isClear ? undefined : await narrowest(search, indexed);
  const chosen = narrow ?? points[0];
  if (chosen === undefined || filter === undefined) return undefined;
  const rest = restOf(filter, chosen.condition);
  if (!points.includes(chosen)) return selectFrom(search, chosen, rest);
  const keys = [...new Set(chosen.ranges.map(({ from }) => from))];
  const candidates = scanKeys(
    view,
    chosen.slot,
    keys,
    { order, afterId: after?.id },
    rowsAtOnce(search, rest !== undefined),
  );
  return { candidates, order: 'behind', filter: rest, total };
}

/** By a path: in the order of its index, unless another index leaves only a few. */
async function planSorted(
  search: Search,
  sortSlot: number | undefined,
): Promise<RecordsPlan | undefined> {
  const { view, row, wanted, indexed, total } = search;
  const { sort, after, filter } = wanted;
  const others = indexed.filter(({ slot }) => slot !== sortSlot);
  const narrow = await narrowest(search, others);
  if (narrow !== undefined) return selectFrom(search, narrow, restOf(filter, narrow.condition));
  if (sortSlot === undefined || sort === undefined) return undefined;
  const own = indexed.filter(({ slot }) => slot === sortSlot);
  const bounds = own.map(({ ranges }) => hullOf(ranges)).reduce(intersection, wholeIndex(row.id));
  const [only] = own;
  const isDecided = own.length === 1 && only?.ranges.length === 1;
  const rest = isDecided && only !== undefined ? restOf(filter, only.condition) : filter;
  const atOnce = others.length > 0 ? entriesAtOnce : rowsAtOnce(search, rest !== undefined);
  const scan = sort.isDown ? scanDown : scanUp;
  const place = after && { key: `${row.id}${after.key}`, id: after.id };
  return {
    candidates: scan(view, sortSlot, bounds, place, atOnce, others),
    order: 'behind',
    filter: rest,
    total,
  };
}

function selectFrom(
  search: Search,
  { slot, ranges }: Indexed,
  filter: RecordsFilter | undefined,
): RecordsPlan {
  const atOnce = rowsAtOnce(search, true);
  async function* candidates() {
    for (const bounds of ranges) yield* scanUp(search.view, slot, bounds, undefined, atOnce);
  }
  return { candidates: candidates(), order: 'any', filter, total: search.total };
}

/**
 * The condition that leaves the fewest records, if reading them all costs less than to walk in order until a page
 * is full: of n records m match, a page of p is full after p · n / m of them.
 */
async function narrowest(
  { view, row, wanted }: Search,
  among: readonly Indexed[],
): Promise<Indexed | undefined> {
  const page = (wanted.limit ?? limits.pageSizeMax) + 1;
  let countMax = Math.ceil(Math.sqrt(page * row.record_count)) + 1;
  let best: Indexed | undefined;
  for (const one of among) {
    const count = await countEntries(view, one.slot, one.ranges, countMax);
    if (count >= countMax) continue;
    best = one;
    countMax = Math.max(count, 1);
  }
  return best;
}

/** What is left of a filter beside a condition that an index decides. */
function restOf(filter: RecordsFilter | undefined, decided: Condition): RecordsFilter | undefined {
  if (filter === undefined || !decided.isExact) return filter;
  const conditions = filter.conditions.filter((condition) => condition !== decided);
  return conditions.length === 0 && filter.q === undefined ? undefined : { ...filter, conditions };
}

/** Fewer of large records: a batch is in memory whole. */
function rowsAtOnce(
  { row, wanted: { limit = rowsAtOnceMax } }: Search,
  /** Of what may rule most of them out, a page says nothing. */
  isFilterLeft: boolean,
): number {
  const usualBytes = row.record_bytes / Math.max(row.record_count, 1);
  const fitting = Math.max(Math.floor(batchBytesMax / usualBytes), rowsAtOnceMin);
  return Math.min(isFilterLeft ? rowsAtOnceMax : limit + 1, fitting, rowsAtOnceMax);
}

function boundsOf(resourceId: string, range: KeyRange): KeyBounds {
  return { ...range, from: `${resourceId}${range.from}`, to: `${resourceId}${range.to}` };
}

function wholeIndex(resourceId: string): KeyBounds {
  return { from: resourceId, to: `${resourceId}9` };
}

function hullOf(ranges: readonly KeyBounds[]): KeyBounds {
  return ranges.reduce((hull, range) => ({
    ...(compareKeys(range.from, hull.from) < 0
      ? { from: range.from, isFromOpen: range.isFromOpen }
      : { from: hull.from, isFromOpen: hull.isFromOpen }),
    ...(compareKeys(range.to, hull.to) > 0
      ? { to: range.to, isToOpen: range.isToOpen }
      : { to: hull.to, isToOpen: hull.isToOpen }),
  }));
}

function intersection(one: KeyBounds, other: KeyBounds): KeyBounds {
  const isHigher = compareKeys(other.from, one.from) >= 0;
  const isLower = compareKeys(other.to, one.to) <= 0;
  return {
    ...(isHigher
      ? { from: other.from, isFromOpen: other.isFromOpen }
      : { from: one.from, isFromOpen: one.isFromOpen }),
    ...(isLower
      ? { to: other.to, isToOpen: other.isToOpen }
      : { to: one.to, isToOpen: one.isToOpen }),
  };
}
