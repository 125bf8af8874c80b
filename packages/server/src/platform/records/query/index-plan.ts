/**
 * Plans along declared indexes. The key columns are shared by all resources, so the planner of an engine knows nothing
 * about one of them: the index is chosen here, by counts that stop at a limit, and walked in batches. The store
 * compares conditions that other indexes decide. All others are checked record by record.
 */
import { limits } from '@baraza/contract';
import {
  type Allowed,
  allOf,
  type BatchConditions,
} from '../../../store/platform/record-access.ts';
import {
  countEntries,
  countRows,
  isPoint,
  isWithinAny,
  type KeyPlace,
  type KeyRange,
  pageOfKeys,
} from '../../../store/platform/record-keys.ts';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { readIndexes } from '../record-index.ts';
import type { Plan } from './record-page.ts';
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

/** A condition on a path that has an index, with its ranges in that index. */
interface IndexedCondition {
  /** Undefined if it is of a rule, which no index decides. */
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
export function indexedConditions(row: ResourceRow, { filter, within = [] }: RecordSearch) {
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

/** Undefined if no index helps. */
export async function planByIndex(
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
  search: RecordSearch,
  indexed: readonly IndexedCondition[],
): Promise<number | undefined> {
  if (search.filter === undefined && search.allowed === undefined) return row.record_count;
  if (search.isCostly === true || !isSmall(row)) return undefined;
  const exact = indexed.filter(isDecided);
  const first = exact.find(({ ranges }) => ranges.every(isPoint)) ?? exact[0] ?? indexed[0];
  const { filter, keys, allowed } = leftOf(search, indexed, first);
  if (first === undefined || filter !== undefined) return undefined;
  return countRows(view, first.slot, first.ranges, allOf(keys, allowed));
}

/**
 * What is left of a search along an index. Conditions that another index decides are compared by the store, which is
 * cheaper than to parse the records.
 */
function leftOf(
  { filter, allowed }: RecordSearch,
  indexed: readonly IndexedCondition[],
  /** The condition that the walk itself decides. */
  walked: IndexedCondition | undefined,
): BatchConditions & { readonly filter: RecordFilter | undefined } {
  const others = indexed.filter((one) => isDecided(one) && one !== walked);
  return {
    filter: withoutDecided(filter, indexed),
    keys: allOf(...others.map(({ slot, ranges }) => isWithinAny(slot, ranges))),
    allowed,
  };
}

/** Whether the keys alone show which records match. */
function isDecided({ condition }: IndexedCondition): boolean {
  return condition?.isExact === true;
}

/** By id: the entries of one key have that order; those of a range do not, and must be few. */
async function planById(found: IndexSearch): Promise<Plan | undefined> {
  const { view, indexed, total } = found;
  const { order, after } = found.search;
  const points = indexed.filter(({ ranges }) => ranges.every(isPoint));
  const isOnlyOne = indexed.length === 1 && points.length === 1;
  const narrow = isOnlyOne ? undefined : await narrowest(found, indexed);
  const chosen = narrow ?? points[0];
  if (chosen === undefined) return undefined;
  if (!points.includes(chosen)) return planFrom(found, chosen);
  const { filter, ...conditions } = leftOf(found.search, indexed, chosen);
  const keys = chosen.ranges.map(({ from }) => from);
  const steps = stepsOf(found, conditions, filter !== undefined);
  return {
    candidates: walkKeys(view, chosen.slot, keys, { order, afterId: after?.id }, steps),
    isInOrder: true,
    filter,
    total,
  };
}

/** By a path: in the order of its index, unless another index leaves only a few. */
async function planSorted(
  found: IndexSearch,
  sortSlot: number | undefined,
): Promise<Plan | undefined> {
  const { view, row, indexed, total } = found;
  const { sort, after, limit, isCostly } = found.search;
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
  const walked = own.length === 1 && only?.ranges.length === 1 ? only : undefined;
  const { filter, ...conditions } = leftOf(found.search, indexed, walked);
  const steps = stepsOf(found, conditions, filter !== undefined);
  const walk = sort?.isDown === true ? walkDown : walkUp;
  const place = after && { key: `${row.id}${after.key}`, id: after.id };
  const isAtOnce =
    filter === undefined &&
    total !== undefined &&
    limit !== undefined &&
    isSmall(row) &&
    row.record_bytes <= countedBytesMax &&
    isCostly !== true;
  return {
    candidates: isAtOnce
      ? pageAtOnce(found, sortSlot, range, place, allOf(conditions.keys, conditions.allowed))
      : walk(view, sortSlot, range, place, steps),
    isInOrder: true,
    filter,
    total,
  };
}

// Up to this many bytes, one statement reads all matching records, or checks a rule for all of them.
export const countedBytesMax = 4 * 1024 * 1024;

async function* pageAtOnce(
  { view, search: { sort, limit = limits.pageSizeMax } }: IndexSearch,
  slot: number,
  range: KeyRange,
  after: KeyPlace | undefined,
  allowed: Allowed,
): Batches<RecordRow> {
  const page = { isDown: sort?.isDown === true, after, limit: limit + 1, allowed };
  yield await pageOfKeys(view, slot, range, page);
}

/** All records of one condition, in any order. */
function planFrom(found: IndexSearch, chosen: IndexedCondition): Plan {
  const { filter, ...conditions } = leftOf(found.search, found.indexed, chosen);
  const steps = stepsOf(found, conditions, true);
  async function* candidates() {
    for (const range of chosen.ranges)
      yield* walkUp(found.view, chosen.slot, range, undefined, steps);
  }
  return { candidates: candidates(), isInOrder: false, filter, total: undefined };
}

// To parse a record costs as much as to pass this many that the store leaves out.
const passedForParsed = 5;

/**
 * The condition that leaves the fewest records, if reading them all costs less than to walk in order until a page
 * is full: of n records m match, a page of p is full after p · n / m of them.
 */
async function narrowest(
  { view, row, search, indexed }: IndexSearch,
  among: readonly IndexedCondition[],
): Promise<IndexedCondition | undefined> {
  const page = (search.limit ?? limits.pageSizeMax) + 1;
  const isParsed = leftOf(search, indexed, undefined).filter !== undefined;
  const walked = (page * row.record_count) / (isParsed ? 1 : passedForParsed);
  let countMax = Math.ceil(Math.sqrt(walked)) + 1;
  let best: IndexedCondition | undefined;
  for (const one of among) {
    const count = await countEntries(view, one.slot, one.ranges, countMax);
    if (count >= countMax) continue;
    best = one;
    countMax = Math.max(count, 1);
  }
  return best;
}

/** What the keys do not decide of a filter. */
function withoutDecided(
  filter: RecordFilter | undefined,
  indexed: readonly IndexedCondition[],
): RecordFilter | undefined {
  if (filter === undefined) return undefined;
  const decided = indexed.filter(isDecided).map(({ condition }) => condition);
  const conditions = filter.conditions.filter((condition) => !decided.includes(condition));
  const isNone = conditions.length === 0 && filter.q === undefined && filter.words === undefined;
  return isNone ? undefined : { ...filter, conditions };
}

const rowsAtOnceMax = 128;
const rowsAtOnceMin = 8;
const batchBytesMax = 256 * 1024;

/** Fewer of large records: a batch is in memory whole. With a filter left, more than a page may be needed. */
function stepsOf(
  { row, search: { limit, isCostly } }: IndexSearch,
  conditions: BatchConditions,
  isFilterLeft: boolean,
): WalkSteps {
  const { allowed, keys } = conditions;
  const isSure = !isFilterLeft && allowed === undefined && keys === undefined;
  const wanted = isSure ? (limit ?? rowsAtOnceMax) + 1 : rowsAtOnceMax;
  const most = isCostly === true ? costlyAtOnce : fittingRows(row);
  return { rowsAtOnce: Math.min(wanted, most), conditions };
}

export function fittingRows({ record_bytes, record_count }: ResourceRow): number {
  const usualBytes = record_bytes / Math.max(record_count, 1);
  const fitting = Math.max(Math.floor(batchBytesMax / usualBytes), rowsAtOnceMin);
  return Math.min(fitting, rowsAtOnceMax);
}

export function isSmall(row: ResourceRow): boolean {
  return row.record_count <= limits.pageSizeMax;
}

/** The key columns of the indexed paths. */
export function readySlots(row: ResourceRow): ReadonlyMap<string, number> {
  const ready = readIndexes(row.indexes).filter(({ isReady }) => isReady);
  return new Map(ready.map(({ path, slot }) => [path, slot]));
}
