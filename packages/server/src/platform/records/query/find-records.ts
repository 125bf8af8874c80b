/**
 * Finds the records of a search: a page of matches in their order, with the cursor of the next. The key columns are
 * shared by all resources, so the planner of an engine knows nothing about one of them: the index is chosen here, by
 * counts that stop at a limit, and walked in batches. Conditions that it does not decide are checked record by record.
 */
import { limits } from '@baraza/contract';
import { breathe } from '../../../kernel/breathe.ts';
import { Problem } from '../../../kernel/problem.ts';
import { countEntries, countRows, type KeyFilter } from '../../../store/platform/record-keys.ts';
import { type RecordRow, recordsByIds, recordsQuery } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { readIndexes } from '../record-index.ts';
import { valueAt } from './record-path.ts';
import { type Batches, hullOf, intersectionOf, walkDown, walkKeys, walkUp } from './record-walk.ts';
import {
  type Condition,
  createMatcher,
  cursorOf,
  isPoint,
  type RecordFilter,
  type RecordPlace,
  type RecordSearch,
} from './records-query.ts';
import { compareKeys, sortKey } from './sort-key.ts';

interface Found {
  /** All that match; undefined where not all of them were read. */
  readonly total: number | undefined;
  readonly nextCursor: string | undefined;
}

/** Takes the rows of a page, batch by batch; its promise is the backpressure. */
type WriteRows = (rows: readonly RecordRow[]) => Promise<void>;
/** Called between records; others get their turn while its promise is awaited. */
type Pause = () => Promise<void> | undefined;

/** The signal ends a search whose client has left. */
export async function findRecords(
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
  write: WriteRows,
): Promise<Found> {
  const plan = (await planByIndex(view, row, search)) ?? planWhole(view, row, search);
  const pause = holdsFew(row) ? () => undefined : () => breathe(signal);
  return plan.isInOrder
    ? streamPage(search, plan, pause, write)
    : selectPage(view, row, search, plan, pause, write);
}

/** Refuses an export in an order that would have to be held in memory whole. */
export function assertSortBounded(row: ResourceRow, { sort }: RecordSearch): void {
  if (sort === undefined || isSmall(row) || readySlots(row).has(sort.pathText)) return;
  throw new Problem(
    'invalid',
    `An export of more than ${limits.pageSizeMax} records can be sorted by paths of config.indexes only; ` +
      `${sort.pathText} is not one of them, or is still being indexed.`,
  );
}

// Above this a snapshot is held while the answer goes out.
const shortBytesMax = 512 * 1024;

/** Whether the answer is small and found without reading much. */
export function isShortPage(row: ResourceRow, { limit, filter, sort }: RecordSearch): boolean {
  if (holdsFew(row)) return true;
  if (limit === undefined || row.record_count === 0) return false;
  if ((limit + 1) * (row.record_bytes / row.record_count) > shortBytesMax) return false;
  const slots = readySlots(row);
  if (filter === undefined) return sort === undefined || slots.has(sort.pathText);
  // `ne` and wide ranges leave most records to be read one by one.
  return filter.conditions.some(
    ({ pathText, ranges }) => slots.has(pathText) && ranges?.every(isPoint),
  );
}

/** So little is read at once, and held in memory. */
function holdsFew(row: ResourceRow): boolean {
  return row.record_bytes <= shortBytesMax && isSmall(row);
}

interface Plan {
  readonly candidates: Batches<RecordRow>;
  /** Whether they come in the order of the search, from its cursor on; else all come, in any order. */
  readonly isInOrder: boolean;
  /** What the index has not decided. */
  readonly filter: RecordFilter | undefined;
  /** All that match, where that is known without reading them. */
  readonly total: number | undefined;
}

/** A condition on a path that has an index, with its ranges in that index. */
interface IndexedCondition extends KeyFilter {
  readonly condition: Condition;
}

interface IndexSearch {
  readonly view: Snapshot;
  readonly row: ResourceRow;
  readonly search: RecordSearch;
  readonly indexed: readonly IndexedCondition[];
  readonly total: number | undefined;
}

/** Undefined where no index helps. */
async function planByIndex(
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
): Promise<Plan | undefined> {
  const { filter, sort } = search;
  const slots = readySlots(row);
  const indexed = (filter?.conditions ?? []).flatMap((condition): IndexedCondition[] => {
    const slot = slots.get(condition.pathText);
    if (slot === undefined || condition.ranges === undefined) return [];
    const ranges = condition.ranges.map(({ from, to }) => ({
      from: `${row.id}${from}`,
      to: `${row.id}${to}`,
    }));
    return [{ condition, slot, ranges }];
  });
  const sortSlot = sort === undefined ? undefined : slots.get(sort.pathText);
  if (indexed.length === 0 && sortSlot === undefined) return undefined;
  const total = await knownTotal(view, row, filter, indexed);
  // The answer for a small collection has the total, for which it is read to its end.
  if (total === undefined && isSmall(row)) return undefined;
  const found = { view, row, search, indexed, total };
  return sort === undefined ? planById(found) : planSorted(found, sortSlot);
}

async function knownTotal(
  view: Snapshot,
  row: ResourceRow,
  filter: RecordFilter | undefined,
  indexed: readonly IndexedCondition[],
): Promise<number | undefined> {
  if (filter === undefined) return row.record_count;
  const [first] = indexed;
  const isDecided = first !== undefined && withoutDecided(filter, first.condition) === undefined;
  return isDecided && isSmall(row) ? countRows(view, first.slot, first.ranges) : undefined;
}

/** By id: the entries of one key have that order; those of a range do not, and must be few. */
async function planById(found: IndexSearch): Promise<Plan | undefined> {
  const { view, indexed, total } = found;
  const { order, after, filter } = found.search;
  const points = indexed.filter(({ ranges }) => ranges.every(isPoint));
  const isOnlyOne = indexed.length === 1 && points.length === 1;
  const narrow = isOnlyOne ? undefined : await narrowest(found, indexed);
  const chosen = narrow ?? points[0];
  if (chosen === undefined) return undefined;
  if (!points.includes(chosen)) return planFrom(found, chosen);
  const rest = withoutDecided(filter, chosen.condition);
  const keys = chosen.ranges.map(({ from }) => from);
  const rows = rowsAtOnce(found, rest !== undefined);
  return {
    candidates: walkKeys(view, chosen.slot, keys, { order, afterId: after?.id }, rows),
    isInOrder: true,
    filter: rest,
    total,
  };
}

// Of an index that is walked while others rule most records out.
const entriesAtOnce = 400;

/** By a path: in the order of its index, unless another index leaves only a few. */
async function planSorted(
  found: IndexSearch,
  sortSlot: number | undefined,
): Promise<Plan | undefined> {
  const { view, row, indexed, total } = found;
  const { sort, after, filter } = found.search;
  const others = indexed.filter(({ slot }) => slot !== sortSlot);
  const narrow = await narrowest(found, others);
  if (narrow !== undefined) return planFrom(found, narrow);
  if (sortSlot === undefined) return undefined;
  const own = indexed.filter(({ slot }) => slot === sortSlot);
  const range = own
    .map(({ ranges }) => hullOf(ranges))
    .reduce(intersectionOf, { from: row.id, to: `${row.id}9` });
  const [only] = own;
  const isDecided = own.length === 1 && only?.ranges.length === 1;
  const rest = isDecided ? withoutDecided(filter, only.condition) : filter;
  const rows = others.length > 0 ? entriesAtOnce : rowsAtOnce(found, rest !== undefined);
  const walk = sort?.isDown === true ? walkDown : walkUp;
  const place = after && { key: `${row.id}${after.key}`, id: after.id };
  return {
    candidates: walk(view, sortSlot, range, place, rows, others),
    isInOrder: true,
    filter: rest,
    total,
  };
}

/** All records of one condition, in any order. */
function planFrom(found: IndexSearch, { condition, slot, ranges }: IndexedCondition): Plan {
  const rows = rowsAtOnce(found, true);
  async function* candidates() {
    for (const range of ranges) yield* walkUp(found.view, slot, range, undefined, rows);
  }
  const filter = withoutDecided(found.search.filter, condition);
  return { candidates: candidates(), isInOrder: false, filter, total: undefined };
}

/** All records. Few are cheaper to read at once than in batches. */
function planWhole(
  view: Snapshot,
  row: ResourceRow,
  { order, sort, after, filter, limit }: RecordSearch,
): Plan {
  const isPlain = filter === undefined && sort === undefined;
  // Where a small collection is filtered, all of it is read for the total.
  const isInOrder = isPlain || (sort === undefined && !isSmall(row));
  const query = recordsQuery(row.id, {
    order,
    afterId: isInOrder ? after?.id : undefined,
    limit: isPlain && limit !== undefined ? limit + 1 : undefined,
  });
  async function* candidates() {
    if (holdsFew(row)) yield await view.all<RecordRow>(query);
    else yield* view.each<RecordRow>(query);
  }
  const total = filter === undefined ? row.record_count : undefined;
  return { candidates: candidates(), isInOrder, filter, total };
}

/**
 * The condition that leaves the fewest records, if reading them all costs less than to walk in order until a page
 * is full: of n records m match, a page of p is full after p · n / m of them.
 */
async function narrowest(
  { view, row, search }: IndexSearch,
  among: readonly IndexedCondition[],
): Promise<IndexedCondition | undefined> {
  const page = (search.limit ?? limits.pageSizeMax) + 1;
  let countMax = Math.ceil(Math.sqrt(page * row.record_count)) + 1;
  let best: IndexedCondition | undefined;
  for (const one of among) {
    const count = await countEntries(view, one.slot, one.ranges, countMax);
    if (count >= countMax) continue;
    best = one;
    countMax = Math.max(count, 1);
  }
  return best;
}

/** What is left of a filter beside a condition that an index decides. */
function withoutDecided(
  filter: RecordFilter | undefined,
  decided: Condition,
): RecordFilter | undefined {
  if (filter === undefined || !decided.isExact) return filter;
  const conditions = filter.conditions.filter((condition) => condition !== decided);
  return conditions.length === 0 && filter.q === undefined ? undefined : { ...filter, conditions };
}

const rowsAtOnceMax = 128;
const rowsAtOnceMin = 8;
const batchBytesMax = 256 * 1024;

/** Fewer of large records: a batch is in memory whole. With a filter left, more than a page may be needed. */
function rowsAtOnce({ row, search }: IndexSearch, isFilterLeft: boolean): number {
  const usualBytes = row.record_bytes / Math.max(row.record_count, 1);
  const fitting = Math.max(Math.floor(batchBytesMax / usualBytes), rowsAtOnceMin);
  const wanted = isFilterLeft ? rowsAtOnceMax : (search.limit ?? rowsAtOnceMax) + 1;
  return Math.min(wanted, fitting, rowsAtOnceMax);
}

function isSmall(row: ResourceRow): boolean {
  return row.record_count <= limits.pageSizeMax;
}

/** The key columns of the indexed paths. */
function readySlots(row: ResourceRow): ReadonlyMap<string, number> {
  const ready = readIndexes(row.indexes).filter(({ isReady }) => isReady);
  return new Map(ready.map(({ path, slot }) => [path, slot]));
}

/** Candidates in order: the page ends the walk. */
async function streamPage(
  search: RecordSearch,
  plan: Plan,
  pause: Pause,
  write: WriteRows,
): Promise<Found> {
  const { limit, after, sort } = search;
  const match = plan.filter === undefined ? undefined : createMatcher(plan.filter);
  let written = 0;
  let last: RecordRow | undefined;
  for await (const batch of plan.candidates) {
    const rows: RecordRow[] = [];
    let nextCursor: string | undefined;
    for (const row of batch) {
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      if (match !== undefined && match(row.record) === undefined) continue;
      if (written === limit && last !== undefined) {
        const key = sort === undefined ? '' : keyOf(JSON.parse(last.record), search);
        nextCursor = cursorOf({ key, id: last.id }, sort);
        break;
      }
      rows.push(row);
      written += 1;
      last = row;
    }
    await write(rows);
    if (nextCursor !== undefined) return { total: plan.total, nextCursor };
  }
  const total = plan.total ?? (after === undefined ? written : undefined);
  return { total, nextCursor: undefined };
}

// Rows are read again by their ids: a page of large records would otherwise be held several times over.
const rereadAtOnce = 50;

/** Candidates in any order: all of them are read, and the best are kept. */
async function selectPage(
  view: Snapshot,
  resource: ResourceRow,
  search: RecordSearch,
  plan: Plan,
  pause: Pause,
  write: WriteRows,
): Promise<Found> {
  const few = holdsFew(resource);
  const { limit = Number.POSITIVE_INFINITY, after, sort } = search;
  const compare = comparePlaces(search);
  const match = plan.filter === undefined ? JSON.parse : createMatcher(plan.filter);
  const best: RecordPlace[] = [];
  const rowOf = new Map<string, RecordRow>();
  let total = 0;
  for await (const batch of plan.candidates)
    for (const row of batch) {
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      const record: unknown = match(row.record);
      if (record === undefined) continue;
      total += 1;
      const place = { key: keyOf(record, search), id: row.id };
      if (after !== undefined && compare(place, after) <= 0) continue;
      const at = placeFor(best, place, compare);
      if (at > limit) continue;
      best.splice(at, 0, place);
      if (best.length > limit + 1) best.pop();
      if (few) rowOf.set(row.id, row);
    }
  const page = best.slice(0, Math.min(limit, best.length));
  for (let from = 0; from < page.length; from += rereadAtOnce) {
    const ids = page.slice(from, from + rereadAtOnce).map(({ id }) => id);
    if (!few) for (const row of await recordsByIds(view, resource.id, ids)) rowOf.set(row.id, row);
    await write(ids.flatMap((id) => rowOf.get(id) ?? []));
    if (!few) rowOf.clear();
  }
  const last = page.at(-1);
  const isMore = best.length > page.length && last !== undefined;
  return { total, nextCursor: isMore ? cursorOf(last, sort) : undefined };
}

function keyOf(record: unknown, { sort }: RecordSearch): string {
  return sort === undefined ? '' : sortKey(valueAt(record, sort.path));
}

type Compare = (one: RecordPlace, other: RecordPlace) => number;

function comparePlaces({ sort, order }: RecordSearch): Compare {
  const direction = sort?.isDown === true ? -1 : 1;
  const idDirection = order === 'newest' ? -1 : 1;
  return (one, other) =>
    direction * compareKeys(one.key, other.key) ||
    idDirection * (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** Where a place belongs among places in order. */
function placeFor(places: readonly RecordPlace[], place: RecordPlace, compare: Compare): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = places[middle];
    if (other !== undefined && compare(other, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
