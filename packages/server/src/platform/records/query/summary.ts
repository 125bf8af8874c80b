/** Counts, sums and groups of records. */
import { hasAtMost, limits } from '@baraza/contract';
import { compareCodePoints } from '../../../kernel/formats/code-points.ts';
import { isCut, kindOf, numberOfKey, sortKey } from '../../../kernel/formats/sort-key.ts';
import { invalid, type Problem } from '../../../kernel/problem.ts';
import {
  type SummaryRow,
  summaryRows,
  type ValuePlace,
} from '../../../store/platform/record-summary.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import { filledTo } from '../../../store/rows.ts';
import type { Reader, Store } from '../../../store/store.ts';
import { matchOf, type WordSearch } from '../record-words.ts';
import { chooseWalk, readyIndexes, slotOf } from './choose-walk.ts';
import { findRecords, isSearchReady } from './find-records.ts';
import { isCostly } from './key-ranges.ts';
import type { RecordPath } from './record-path.ts';
import type { RecordSearch } from './records-query.ts';

interface SummaryWanted {
  readonly count: boolean;
  readonly groups: readonly RecordPath[];
  readonly sum: readonly RecordPath[];
  readonly avg: readonly RecordPath[];
  readonly min: readonly RecordPath[];
  readonly max: readonly RecordPath[];
}

type Scalar = string | number | boolean | null;

/** What is counted of one path: its numbers, and its texts by code point. */
interface Tally {
  numbers: number;
  sum: number;
  min: number | null;
  max: number | null;
  first: string | null;
  last: string | null;
}

interface Counted {
  readonly key: readonly Scalar[];
  records: number;
  readonly tallies: readonly Tally[];
}

/** In the order of their keys. */
export async function summarise(
  store: Store,
  row: ResourceRow,
  search: RecordSearch,
  wanted: SummaryWanted,
  signal: AbortSignal,
) {
  const paths = distinct([...wanted.sum, ...wanted.avg, ...wanted.min, ...wanted.max]);
  const counted = await count(store, row, search, wanted.groups, paths, signal);
  if (counted.length > limits.summaryGroupsMax) throw tooMany();
  assertShort(counted, wanted, paths);
  // Two texts may be one instant.
  const order = (one: Counted, other: Counted) =>
    compareCodePoints(one.key.map(sortKey).join('\u0001'), other.key.map(sortKey).join('\u0001')) ||
    compareCodePoints(JSON.stringify(one.key), JSON.stringify(other.key));
  return counted.toSorted(order).map((each) => groupOf(each, wanted, paths));
}

/** Refuses to group and compare long texts: 1,000 groups of them would be a large answer. */
function assertShort(
  counted: readonly Counted[],
  { groups, min, max }: SummaryWanted,
  paths: readonly RecordPath[],
): void {
  const isLong = (value: Scalar | undefined) =>
    typeof value === 'string' && !hasAtMost(value, limits.summaryCharactersMax);
  const compared = new Set([...min, ...max].map((path) => path.join('.')));
  const long = counted.flatMap(({ key, tallies }) => [
    ...groups.filter((_, at) => isLong(key[at])),
    ...paths.filter(
      (path, at) =>
        compared.has(path.join('.')) && (isLong(tallies[at]?.first) || isLong(tallies[at]?.last)),
    ),
  ])[0];
  if (long !== undefined)
    throw invalid(
      `${long.join('.')} has texts of more than ${limits.summaryCharactersMax} characters, ` +
        'which are not grouped or compared.',
    );
}

/** How many records match. */
export async function countMatches(
  store: Store,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
): Promise<number> {
  const counted = await count(store, row, search, [], [], signal);
  return counted[0]?.records ?? 0;
}

/** In one statement outside the main thread, or step by step if that could take long. */
function count(
  store: Store,
  row: ResourceRow,
  search: RecordSearch,
  groups: readonly RecordPath[],
  paths: readonly RecordPath[],
  signal: AbortSignal,
): Promise<readonly Counted[]> {
  const { filter, rule } = search;
  const isSearched = filter.words === undefined || isSearchable(row, filter.words);
  const isAtOnce =
    filter.q === undefined && isSearched && !isCostly({ every: [filter.condition, rule] });
  return isAtOnce
    ? countAtOnce(store, row, search, groups, paths)
    : countInSteps(store, row, search, groups, paths, signal);
}

async function countAtOnce(
  store: Store,
  row: ResourceRow,
  search: RecordSearch,
  groups: readonly RecordPath[],
  paths: readonly RecordPath[],
): Promise<readonly Counted[]> {
  const { words } = search.filter;
  const indexes = readyIndexes(row);
  const { walk, allowed } = chooseWalk(row, { ...search, sort: undefined, isRanked: true });
  const read = async (places: readonly ValuePlace[]) => {
    const rows = await summaryRows(store.scan(search.account ?? row.owner_id), {
      resourceId: row.id,
      within: walk,
      words: words && matchOf(row.id, words),
      groups: places,
      values: paths,
      allowed,
      groupsMax: limits.summaryGroupsMax,
    });
    if (groups.length > 0 && rows.length > limits.summaryGroupsMax) throw tooMany();
    return rows;
  };
  const byPath = groups.map((path) => ({ path }));
  const byIndex = groups.map((path): ValuePlace => {
    const slot = slotOf(indexes, path.join('.'));
    return slot === undefined ? { path } : { slot };
  });
  const isIndexed = byIndex.some((place) => 'slot' in place);
  const counted = isIndexed ? countedOf(row, await read(byIndex), byIndex, paths) : undefined;
  return counted ?? countedOf(row, await read(byPath), byPath, paths) ?? [];
}

function isSearchable(row: ResourceRow, { words, fields }: WordSearch): boolean {
  return isSearchReady(row) && words.length > 0 && fields.length > 0;
}

// A list of one length, so that its statement is prepared once.
const idsAtOnce = 50;

/** Some of the records that are found are counted at a time. */
async function countInSteps(
  store: Store,
  row: ResourceRow,
  search: RecordSearch,
  groups: readonly RecordPath[],
  paths: readonly RecordPath[],
  signal: AbortSignal,
): Promise<readonly Counted[]> {
  const found = new Map<string, Counted>();
  const places = groups.map((path) => ({ path }));
  const all = { ...search, sort: undefined, isRanked: false, limit: undefined, after: undefined };
  const countSome = async (view: Reader, ids: readonly string[]) => {
    const rows = await summaryRows(view, {
      resourceId: row.id,
      within: { ids: filledTo(idsAtOnce, ids) },
      words: undefined,
      groups: places,
      values: paths,
      allowed: undefined,
      groupsMax: limits.summaryGroupsMax,
    });
    for (const each of countedOf(row, rows, places, paths) ?? []) merge(found, each);
    if (found.size > limits.summaryGroupsMax) throw tooMany();
  };
  await store.snapshot(search.account ?? row.owner_id, (view) =>
    findRecords(view, row, all, signal, async (rows) => {
      for (let at = 0; at < rows.length; at += idsAtOnce)
        await countSome(
          view,
          rows.slice(at, at + idsAtOnce).map(({ id }) => id),
        );
    }),
  );
  if (groups.length === 0 && found.size === 0)
    merge(found, { key: [], records: 0, tallies: paths.map(() => noTally()) });
  return [...found.values()];
}

function noTally(): Tally {
  return { numbers: 0, sum: 0, min: null, max: null, first: null, last: null };
}

/** Undefined if a key of an index does not say the value. */
function countedOf(
  { id }: ResourceRow,
  rows: readonly SummaryRow[],
  places: readonly ValuePlace[],
  paths: readonly RecordPath[],
): readonly Counted[] | undefined {
  const groups = new Map<string, Counted>();
  for (const row of rows) {
    const key: Scalar[] = [];
    for (const [at, place] of places.entries()) {
      const type = row[`type${at + 1}`];
      const value =
        'slot' in place
          ? valueOfKey(String(type).slice(id.length))
          : scalarOf(type, row[`value${at + 1}`]);
      if (value === undefined) return undefined;
      key.push(value);
    }
    const tallies = paths.map((_, at): Tally => {
      const number = (name: string) => row[`${name}${at + 1}`] as number | null;
      const text = (name: string) => row[`${name}${at + 1}`] as string | null;
      return {
        numbers: Number(number('numbers')),
        sum: number('sum') ?? 0,
        min: number('min'),
        max: number('max'),
        first: text('first'),
        last: text('last'),
      };
    });
    // Missing values, null, lists and objects are one group.
    merge(groups, { key, records: Number(row.records), tallies });
  }
  return [...groups.values()];
}

function merge(groups: Map<string, Counted>, added: Counted): void {
  const name = JSON.stringify(added.key);
  const group = groups.get(name);
  if (group === undefined) {
    groups.set(name, added);
    return;
  }
  group.records += added.records;
  for (const [at, tally] of group.tallies.entries()) addTally(tally, added.tallies[at]);
}

function addTally(tally: Tally, added: Tally | undefined): void {
  if (added === undefined) return;
  tally.numbers += added.numbers;
  tally.sum += added.sum;
  tally.min = least(tally.min, added.min, (one, other) => one - other);
  tally.max = least(tally.max, added.max, (one, other) => other - one);
  tally.first = least(tally.first, added.first, compareCodePoints);
  tally.last = least(tally.last, added.last, (one, other) => compareCodePoints(other, one));
}

function least<Value>(
  one: Value | null,
  other: Value | null,
  compare: (one: Value, other: Value) => number,
): Value | null {
  if (one === null || other === null) return one ?? other;
  return compare(one, other) <= 0 ? one : other;
}

function groupOf(
  { key, records, tallies }: Counted,
  wanted: SummaryWanted,
  paths: readonly RecordPath[],
) {
  const valuesOf = <Value>(asked: readonly RecordPath[], value: (tally: Tally) => Value) =>
    Object.fromEntries(
      asked.map((path) => {
        const at = paths.findIndex((each) => each.join('.') === path.join('.'));
        return [path.join('.'), value(tallies[at] as Tally)];
      }),
    );
  const { sum, avg, min, max } = wanted;
  return {
    key: Object.fromEntries(wanted.groups.map((path, at) => [path.join('.'), key[at] ?? null])),
    ...(wanted.count ? { count: records } : {}),
    ...(sum.length === 0 ? {} : { sum: valuesOf(sum, (tally) => exact(tally.sum)) }),
    ...(avg.length === 0
      ? {}
      : {
          avg: valuesOf(avg, ({ sum, numbers }) => (numbers === 0 ? null : exact(sum / numbers))),
        }),
    ...(min.length === 0 ? {} : { min: valuesOf(min, (tally) => tally.min ?? tally.first) }),
    ...(max.length === 0 ? {} : { max: valuesOf(max, (tally) => tally.max ?? tally.last) }),
  };
}

// 0.1 and 0.2 are 0.3: the last digit depends on the order in which an engine adds.
function exact(value: number): number {
  return Number(value.toPrecision(15));
}

/** Undefined if several values have the key. */
function valueOfKey(key: string): Scalar | undefined {
  switch (key.charAt(0)) {
    case kindOf.missing:
    case kindOf.null:
    case kindOf.compound:
      return null;
    case kindOf.false:
      return false;
    case kindOf.true:
      return true;
    case kindOf.number:
      return numberOfKey(key);
    case kindOf.text:
      return isCut(key.slice(1)) ? undefined : key.slice(1);
    default:
      return undefined;
  }
}

/** By the types of both databases. */
function scalarOf(type: unknown, text: unknown): Scalar {
  switch (type) {
    case 'integer':
    case 'real':
    case 'number':
      return Number(text);
    case 'text':
    case 'string':
      return String(text);
    case 'true':
      return true;
    case 'false':
      return false;
    case 'boolean':
      return text === 'true';
    default:
      return null;
  }
}

function distinct(paths: readonly RecordPath[]): readonly RecordPath[] {
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()];
}

function tooMany(): Problem {
  return invalid(
    `There are more than ${limits.summaryGroupsMax} groups; narrow them by a filter, or group by another field.`,
  );
}
