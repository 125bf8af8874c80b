/**
 * Which index a search walks along. The key columns are shared by all resources, so the planner of an engine knows
 * nothing about one of them, and nothing is counted: the index of the sort, else one whose records all have the wanted
 * value, else a pair of them, else the whole resource by id. Conditions that another index decides are compared by
 * their keys, all others by the text of the record.
 */
import { compareCodePoints } from '../../../kernel/formats/code-points.ts';
import { pairBound, pairKey } from '../../../kernel/formats/sort-key.ts';
import { invalid } from '../../../kernel/problem.ts';
import { recordSource } from '../../../store/platform/condition-dialects.ts';
import { conditionQuery } from '../../../store/platform/condition-query.ts';
import { type Allowed, allOf } from '../../../store/platform/record-access.ts';
import type { Condition } from '../../../store/platform/record-condition.ts';
import { isBeside, isPoint, type KeyRange } from '../../../store/platform/record-keys.ts';
import type { Walk } from '../../../store/platform/record-walk.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import { type RecordIndex, readIndexes } from '../record-index.ts';
import { partsOf, rangesOf } from './key-ranges.ts';
import type { RecordSearch } from './records-query.ts';

/** Above this, what no index serves is refused. */
const unservedMax = 100_000;

export interface Chosen {
  readonly walk: Walk;
  /** Whether the walk is in the order of the search. */
  readonly isInOrder: boolean;
  /** What the keys of the walk have before the key of the sort. */
  readonly prefix: string;
  /** What a record of the walk must be; undefined if all of them match. */
  readonly allowed: Allowed;
}

/** A condition that all matches fulfil, with the index that has its keys, if there is one. */
interface Part {
  readonly condition: Condition;
  readonly pathText: string | undefined;
  readonly ranges: readonly KeyRange[];
  readonly isExact: boolean;
  readonly slot: number | undefined;
}

export function chooseWalk(row: ResourceRow, search: RecordSearch): Chosen {
  const { sort, order, isRanked } = search;
  const indexes = readyIndexes(row);
  const parts = partsIn(row, { every: [search.filter.condition, search.rule] }, indexes);
  const isInOrder = sort === undefined && !isRanked;
  if (sort !== undefined) {
    const sorted = walkOfSort(row, sort.pathText, sort.isDown, parts, indexes);
    if (sorted !== undefined) {
      // The bounds of the walk are those of its conditions.
      const isWalked = ({ pathText, isExact, ranges }: Part) =>
        pathText === sort.pathText && isExact && ranges.length === 1;
      const others = parts.filter((part) => !isWalked(part));
      return { ...sorted, isInOrder: true, allowed: allowedBy(others) };
    }
  }
  const isDown = order === 'newest';
  const equality = parts.find((part) => part.slot !== undefined && isEquality(part));
  if (equality !== undefined && equality.slot !== undefined) {
    const of = equality.ranges.map(({ from }) => from);
    const keys = { slot: equality.slot, of };
    const others = equality.isExact ? parts.filter((part) => part !== equality) : parts;
    const walk = { resourceId: row.id, keys, isDown };
    return { walk, isInOrder, prefix: '', allowed: allowedBy(others) };
  }
  const pair = keysOfPair(row, parts, indexes);
  const allowed = allowedBy(parts);
  if (pair !== undefined)
    return { walk: { resourceId: row.id, keys: pair, isDown }, isInOrder, prefix: '', allowed };
  // All matches are read, so their order does not matter.
  const narrow = isInOrder ? undefined : parts.find(({ slot }) => slot !== undefined);
  if (narrow?.slot !== undefined) {
    const walk = { slot: narrow.slot, range: hullOf(narrow.ranges), isDown: false };
    return { walk, isInOrder, prefix: row.id, allowed };
  }
  return { walk: { resourceId: row.id, isDown }, isInOrder, prefix: '', allowed };
}

/** The indexes that have the keys of all records. */
export function readyIndexes(row: Pick<ResourceRow, 'indexes'>): readonly RecordIndex[] {
  return readIndexes(row.indexes).filter(({ isReady }) => isReady);
}

/** The key column of a path alone. */
export function slotOf(indexes: readonly RecordIndex[], pathText: string): number | undefined {
  return indexes.find(({ path, then }) => path === pathText && then === undefined)?.slot;
}

/** Refuses what would look at all of very many records. */
export function assertServed(row: ResourceRow, search: RecordSearch, isSearched: boolean): void {
  if (row.record_count <= unservedMax) return;
  const { filter, sort } = search;
  const indexes = readyIndexes(row);
  const parts = partsIn(row, filter.condition, indexes);
  const isSorted =
    sort === undefined ||
    walkOfSort(
      row,
      sort.pathText,
      false,
      partsIn(row, search.rule, indexes).concat(parts),
      indexes,
    );
  if (isSorted === undefined) throw unserved(`sort=${sort?.pathText}`);
  const isFiltered = parts.length > 0 || filter.q !== undefined || filter.words !== undefined;
  const isServed =
    (isSearched && filter.words !== undefined) || parts.some(({ slot }) => slot !== undefined);
  if (isFiltered && !isServed)
    throw unserved(parts.find(({ pathText }) => pathText !== undefined)?.pathText ?? 'this filter');
}

function unserved(what: string) {
  return invalid(
    `This collection has more than ${unservedMax} records, and no index serves ${what}: ` +
      'name its path in config.indexes.',
  );
}

function partsIn(
  row: ResourceRow,
  condition: Condition,
  indexes: readonly RecordIndex[],
): readonly Part[] {
  return partsOf(condition).map((part): Part => {
    const found = rangesOf(part);
    if (found === undefined)
      return { condition: part, pathText: undefined, ranges: [], isExact: false, slot: undefined };
    const { pathText, isExact } = found;
    const alone = slotOf(indexes, pathText);
    const first = indexes.find(({ path }) => path === pathText);
    const bound = alone === undefined && first !== undefined ? pairBound : (key: string) => key;
    const ranges = found.ranges.map(({ from, to }) => ({
      from: `${row.id}${bound(from)}`,
      to: `${row.id}${bound(to)}`,
    }));
    return { condition: part, pathText, ranges, isExact, slot: alone ?? first?.slot };
  });
}

function isEquality({ ranges }: Part): boolean {
  return ranges.length > 0 && ranges.every(isPoint);
}

/** Along the index of a path, or along one whose first path has one value. */
function walkOfSort(
  row: ResourceRow,
  pathText: string,
  isDown: boolean,
  parts: readonly Part[],
  indexes: readonly RecordIndex[],
): Pick<Chosen, 'walk' | 'prefix'> | undefined {
  for (const { slot, path, then } of indexes) {
    if (then !== pathText) continue;
    const [key] = onlyKeyOf(path, parts);
    if (key === undefined) continue;
    const prefix = `${row.id}${pairKey(key, '')}`;
    const range = rangeWithin(prefix, pathText, parts);
    return { walk: { slot, range, isDown }, prefix };
  }
  const slot = slotOf(indexes, pathText);
  if (slot === undefined) return undefined;
  return { walk: { slot, range: rangeWithin(row.id, pathText, parts), isDown }, prefix: row.id };
}

/** The keys of an index of two paths if both have wanted values. */
function keysOfPair(row: ResourceRow, parts: readonly Part[], indexes: readonly RecordIndex[]) {
  for (const { slot, path, then } of indexes) {
    if (then === undefined) continue;
    const firsts = onlyKeyOf(path, parts);
    const seconds = pointsOf(then, parts);
    if (firsts.length === 0 || seconds.length === 0) continue;
    return { slot, of: seconds.map((second) => `${row.id}${pairKey(firsts[0] ?? '', second)}`) };
  }
  return undefined;
}

/** The key of a path if all matches have the same. */
function onlyKeyOf(path: string, parts: readonly Part[]): readonly string[] {
  const keys = pointsOf(path, parts);
  return keys.length === 1 ? keys : [];
}

function pointsOf(path: string, parts: readonly Part[]): readonly string[] {
  const found = parts.find(({ pathText, condition }) => {
    const ranges = pathText === path ? rangesOf(condition)?.ranges : undefined;
    return ranges !== undefined && ranges.length > 0 && ranges.every(isPoint);
  });
  return found === undefined
    ? []
    : (rangesOf(found.condition)?.ranges ?? []).map(({ from }) => from);
}

/** All keys with a prefix, or those between the bounds that the conditions on the path have. */
function rangeWithin(prefix: string, path: string, parts: readonly Part[]): KeyRange {
  return parts
    .flatMap(({ pathText, condition }) => (pathText === path ? [rangesOf(condition)] : []))
    .flatMap((found) => (found === undefined ? [] : [hullOf(found.ranges)]))
    .map(({ from, to }) => ({ from: `${prefix}${from}`, to: `${prefix}${to}` }))
    .reduce(intersectionOf, { from: prefix, to: `${prefix}9` });
}

/** What the keys decide is compared first: it is cheaper than to read a text. */
function allowedBy(parts: readonly Part[]): Allowed {
  const isDecided = ({ slot, isExact }: Part) => slot !== undefined && isExact;
  const keys = parts.flatMap((part) =>
    isDecided(part) ? [isBeside(part.slot ?? 0, part.ranges)] : [],
  );
  const rest = parts.filter((part) => !isDecided(part)).map(({ condition }) => condition);
  return allOf(
    ...keys,
    rest.length === 0 ? undefined : conditionQuery({ every: rest }, recordSource),
  );
}

/** The smallest range that contains all of these. */
function hullOf(ranges: readonly KeyRange[]): KeyRange {
  return ranges.reduce((one, other) => ({
    from: lower(one.from, other.from),
    to: higher(one.to, other.to),
  }));
}

function intersectionOf(one: KeyRange, other: KeyRange): KeyRange {
  return { from: higher(one.from, other.from), to: lower(one.to, other.to) };
}

function lower(one: string, other: string): string {
  return compareCodePoints(one, other) < 0 ? one : other;
}

function higher(one: string, other: string): string {
  return compareCodePoints(one, other) < 0 ? other : one;
}
