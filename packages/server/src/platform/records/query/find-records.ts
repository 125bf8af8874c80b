/**
 * Finds the records of a search: a page of matches in their order, with the cursor of the next. The key columns are
 * shared by all resources, so the planner of an engine knows nothing about one of them: the index is chosen here, by
 * counts that stop at a limit, and walked in batches. Conditions that it does not decide are checked record by record.
 */
import { limits } from '@baraza/contract';
import { breathe } from '../../../kernel/breathe.ts';
import { invalid } from '../../../kernel/problem.ts';
import { withAllowed } from '../../../store/platform/record-access.ts';
import {
  countEntries,
  countRows,
  isPoint,
  type KeyRange,
} from '../../../store/platform/record-keys.ts';
import { rankedRows } from '../../../store/platform/record-words.ts';
import {
  countRecords,
  type RecordRow,
  recordsByIds,
  recordsQuery,
} from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { readIndexes } from '../record-index.ts';
import { matchOf, readSearch, scoreOfKey } from '../record-words.ts';
import { type Found, type Plan, selectPage, streamPage, type WriteRows } from './record-page.ts';
import {
  type Batches,
  hullOf,
  intersectionOf,
  type WalkSteps,
  walkDown,
  walkKeys,
  walkUp,
} from './record-walk.ts';
import type { Condition, RecordFilter, RecordSearch } from './records-query.ts';
import { costlyAtOnce } from './rule-ranges.ts';

/** The signal ends a search whose client has left. */
export async function findRecords(
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
  write: WriteRows,
): Promise<Found> {
  const plan =
    (await planByIndex(view, row, search)) ??
    planByWords(view, row, search) ??
    (await planWhole(view, row, search));
  // Also where it holds few: many searches at once would otherwise take one turn together.
  const pause = () => breathe(signal);
  return plan.isInOrder
    ? streamPage(search, plan, pause, write)
    : selectPage(view, row, search, plan, holdsFew(row), pause, write);
}

/** Refuses an export in an order that would have to be held in memory whole. */
export function assertSortBounded(row: ResourceRow, { sort }: RecordSearch): void {
  if (sort === undefined || isSmall(row) || readySlots(row).has(sort.pathText)) return;
  throw invalid(
    `An export of more than ${limits.pageSizeMax} records can be sorted by paths of config.indexes only; ` +
      `${sort.pathText} is not one of them, or is still being indexed.`,
  );
}

// Above this a snapshot is held while the answer goes out.
const shortBytesMax = 512 * 1024;

/** Whether the answer is small and found without reading much. */
export function isShortPage(row: ResourceRow, search: RecordSearch): boolean {
  const { limit, filter, sort, allowed, within = [] } = search;
  // Its words are found outside of the snapshot.
  if (filter?.words !== undefined && isSearchReady(row)) return false;
  if (holdsFew(row)) return true;
  if (limit === undefined || row.record_count === 0) return false;
  if ((limit + 1) * (row.record_bytes / row.record_count) > shortBytesMax) return false;
  const slots = readySlots(row);
  const isWalked = sort === undefined || slots.has(sort.pathText);
  if (filter === undefined && allowed === undefined) return isWalked;
  // `ne` and wide ranges leave most records to be read one by one.
  return [...(filter?.conditions ?? []), ...within].some(
    ({ pathText, ranges }) => slots.has(pathText) && ranges?.every(isPoint),
  );
}

/** Whether all records are few and small enough to be read at once and held in memory. */
function holdsFew(row: ResourceRow): boolean {
  return row.record_bytes <= shortBytesMax && isSmall(row);
}

/** A condition on a path that has an index, with its ranges in that index. */
interface IndexedCondition {
  /** Undefined where it is of a rule, which no index decides. */
  readonly condition: Condition | undefined;
  readonly slot: number;
  readonly ranges: readonly KeyRange[];
}

interface IndexSearch {
  readonly view: Snapshot;
  readonly row: ResourceRow;
  readonly search: RecordSearch;
  readonly indexed: readonly IndexedCondition[];
  readonly total: number | undefined;
}

/** The conditions of the filter and of the rule that have an index. */
export function indexedConditions(
  row: ResourceRow,
  { filter, within = [] }: RecordSearch,
): readonly IndexedCondition[] {
  const slots = readySlots(row);
  const conditions = filter?.conditions ?? [];
  const all = [
    ...conditions.map((condition) => ({ ...condition, condition })),
    ...within.map((ruled) => ({ ...ruled, condition: undefined })),
  ];
  return all.flatMap(({ pathText, ranges, condition }): IndexedCondition[] => {
    const slot = slots.get(pathText);
    if (slot === undefined || ranges === undefined) return [];
    const ofResource = ranges.map(({ from, to }) => ({
      from: `${row.id}${from}`,
      to: `${row.id}${to}`,
    }));
    return [{ condition, slot, ranges: ofResource }];
  });
}

/** Undefined where no index helps. */
async function planByIndex(
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
): Promise<Plan | undefined> {
  const { sort } = search;
  const slots = readySlots(row);
  const indexed = indexedConditions(row, search);
  const sortSlot = sort === undefined ? undefined : slots.get(sort.pathText);
  if (indexed.length === 0 && sortSlot === undefined) return undefined;
  const total = await knownTotal(view, row, search, indexed);
  // The answer for a small collection has the total, for which it is read to its end.
  if (total === undefined && isSmall(row)) return undefined;
  const found = { view, row, search, indexed, total };
  if (search.filter?.words !== undefined) {
    const narrow = await narrowest(found, indexed);
    return narrow && planFrom(found, narrow);
  }
  return sort === undefined ? planById(found) : planSorted(found, sortSlot);
}

async function knownTotal(
  view: Snapshot,
  row: ResourceRow,
  { filter, allowed, isCostly }: RecordSearch,
  indexed: readonly IndexedCondition[],
): Promise<number | undefined> {
  if (filter === undefined && allowed === undefined) return row.record_count;
  if (isCostly === true) return undefined;
  const first = indexed.find(({ condition }) => withoutDecided(filter, condition) === undefined);
  const isDecided = first !== undefined;
  return isDecided && isSmall(row) ? countRows(view, first.slot, first.ranges, allowed) : undefined;
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
  const steps = stepsOf(found, rest !== undefined);
  return {
    candidates: walkKeys(view, chosen.slot, keys, { order, afterId: after?.id }, steps),
    isInOrder: true,
    filter: rest,
    total,
  };
}

/** By a path: in the order of its index, unless another index leaves only a few. */
async function planSorted(
  found: IndexSearch,
  sortSlot: number | undefined,
): Promise<Plan | undefined> {
  const { view, row, indexed, total } = found;
  const { sort, after, filter } = found.search;
  const narrow = await narrowest(
    found,
    indexed.filter(({ slot }) => slot !== sortSlot),
  );
  if (narrow !== undefined) return planFrom(found, narrow);
  if (sortSlot === undefined) return undefined;
  const own = indexed.filter(({ slot }) => slot === sortSlot);
  const range = own
    .map(({ ranges }) => hullOf(ranges))
    .reduce(intersectionOf, { from: row.id, to: `${row.id}9` });
  const [only] = own;
  const isDecided = own.length === 1 && only?.ranges.length === 1;
  const rest = isDecided ? withoutDecided(filter, only.condition) : filter;
  const steps = stepsOf(found, rest !== undefined);
  const walk = sort?.isDown === true ? walkDown : walkUp;
  const place = after && { key: `${row.id}${after.key}`, id: after.id };
  return {
    candidates: walk(view, sortSlot, range, place, steps),
    isInOrder: true,
    filter: rest,
    total,
  };
}

/** All records of one condition, in any order. */
function planFrom(found: IndexSearch, { condition, slot, ranges }: IndexedCondition): Plan {
  const steps = stepsOf(found, true);
  async function* candidates() {
    for (const range of ranges) yield* walkUp(found.view, slot, range, undefined, steps);
  }
  const filter = withoutDecided(found.search.filter, condition);
  return { candidates: candidates(), isInOrder: false, filter, total: undefined };
}

/** The records with the words. Undefined while they are being written, or where no field is searched. */
function planByWords(view: Snapshot, row: ResourceRow, search: RecordSearch): Plan | undefined {
  const words = search.filter?.words;
  if (words === undefined || !isSearchReady(row)) return undefined;
  const { rank, allowed, limit, isCostly = false, scan = view } = search;
  const filter = withoutWords(search.filter);
  // All matches of a small collection are read for the total.
  const isInOrder = rank !== undefined && !isSmall(row);
  const isPage = isInOrder && filter === undefined && limit !== undefined && !isCostly;
  const rowsAtOnce = isPage ? Math.min(limit + 1, rankedAtOnce) : rankedAtOnce;
  const after = isInOrder ? search.after : undefined;
  async function* candidates() {
    if (words === undefined || words.words.length === 0 || words.fields.length === 0) return;
    const match = matchOf(row.id, words);
    // A costly rule is checked in the small steps below.
    const page = {
      order: search.order,
      limit: rowsAtOnce,
      allowed: isCostly ? undefined : allowed,
    };
    const readAtOnce = isCostly ? costlyAtOnce : rereadAtOnce;
    let place = after && { id: after.id, score: scoreOfKey(after.key) };
    for (;;) {
      const ranked = await rankedRows(scan, row.id, match, { ...page, after: place });
      for (let at = 0; at < ranked.length; at += readAtOnce) {
        const ids = ranked.slice(at, at + readAtOnce).map(({ id }) => id);
        const rows = await recordsByIds(view, row.id, ids, allowed);
        const rowOf = new Map(rows.map((one) => [one.id, one]));
        yield ids.flatMap((id) => rowOf.get(id) ?? []);
      }
      place = ranked.at(-1);
      if (place === undefined || ranked.length < rowsAtOnce) return;
    }
  }
  return { candidates: candidates(), isInOrder, filter, total: undefined };
}

// Each statement finds all matches again.
const rankedAtOnce = 5_000;
const rereadAtOnce = 50;

function withoutWords(filter: RecordFilter | undefined): RecordFilter | undefined {
  if (filter === undefined || filter.conditions.length === 0) return undefined;
  return { ...filter, words: undefined };
}

export function isSearchReady({ search }: ResourceRow): boolean {
  return readSearch(search)?.isReady === true;
}

// One statement checks a rule for all of them.
const countedBytesMax = 4 * 1024 * 1024;

/** All records. Few are cheaper to read at once than in batches. */
async function planWhole(
  view: Snapshot,
  row: ResourceRow,
  { order, sort, rank, after, filter, limit, allowed, isCostly }: RecordSearch,
): Promise<Plan> {
  const isPlain = filter === undefined && sort === undefined && allowed === undefined;
  const isById = sort === undefined && rank === undefined;
  const isCounted =
    isById && filter === undefined && isCostly !== true && row.record_bytes <= countedBytesMax;
  // Where a small collection is filtered, all of it is read for the total.
  const isInOrder = isPlain || (isById && (isCounted || !isSmall(row)));
  const page = { order, afterId: isInOrder ? after?.id : undefined, allowed };
  const query = recordsQuery(row.id, {
    ...page,
    limit: isPlain && limit !== undefined ? limit + 1 : undefined,
  });
  async function* candidates() {
    const first = isInOrder && filter === undefined && limit !== undefined ? limit + 1 : undefined;
    if (isCostly === true) yield* inSteps(view, row.id, page, costlyAtOnce);
    else if (allowed !== undefined && first !== undefined)
      yield* inSteps(view, row.id, page, Math.min(first, fittingRows(row)));
    else if (holdsFew(row)) yield withAllowed(await view.all<RecordRow>(query));
    else for await (const rows of view.each<RecordRow>(query)) yield withAllowed(rows);
  }
  const knownTotal = () => {
    if (filter === undefined && allowed === undefined) return row.record_count;
    return isCounted && isSmall(row) ? countRecords(view, row.id, allowed) : undefined;
  };
  return { candidates: candidates(), isInOrder, filter, total: await knownTotal() };
}

/** A page is often full after the first step. */
async function* inSteps(
  view: Snapshot,
  resourceId: string,
  page: Parameters<typeof recordsQuery>[1],
  rowsAtOnce: number,
): Batches<RecordRow> {
  let { afterId } = page;
  for (;;) {
    const query = recordsQuery(resourceId, { ...page, afterId, limit: rowsAtOnce });
    const rows = await view.all<RecordRow>(query);
    yield withAllowed(rows);
    if (rows.length < rowsAtOnce) return;
    afterId = rows.at(-1)?.id;
  }
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
  decided: Condition | undefined,
): RecordFilter | undefined {
  if (filter === undefined || decided?.isExact !== true) return filter;
  const conditions = filter.conditions.filter((condition) => condition !== decided);
  const isNone = conditions.length === 0 && filter.q === undefined && filter.words === undefined;
  return isNone ? undefined : { ...filter, conditions };
}

const rowsAtOnceMax = 128;
const rowsAtOnceMin = 8;
const batchBytesMax = 256 * 1024;

/** Fewer of large records: a batch is in memory whole. With a filter left, more than a page may be needed. */
function stepsOf({ row, search }: IndexSearch, isFilterLeft: boolean): WalkSteps {
  const { allowed, isCostly } = search;
  const isSure = !isFilterLeft && allowed === undefined;
  const wanted = isSure ? (search.limit ?? rowsAtOnceMax) + 1 : rowsAtOnceMax;
  const most = isCostly === true ? costlyAtOnce : fittingRows(row);
  return { rowsAtOnce: Math.min(wanted, most), allowed };
}

function fittingRows({ record_bytes, record_count }: ResourceRow): number {
  const usualBytes = record_bytes / Math.max(record_count, 1);
  const fitting = Math.max(Math.floor(batchBytesMax / usualBytes), rowsAtOnceMin);
  return Math.min(fitting, rowsAtOnceMax);
}

function isSmall(row: ResourceRow): boolean {
  return row.record_count <= limits.pageSizeMax;
}

/** The key columns of the indexed paths. */
export function readySlots(row: ResourceRow): ReadonlyMap<string, number> {
  const ready = readIndexes(row.indexes).filter(({ isReady }) => isReady);
  return new Map(ready.map(({ path, slot }) => [path, slot]));
}
