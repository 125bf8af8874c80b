/** Reads the candidates of a plan into one page: the matches in their order, with the cursor of the next. */
import { compareCodePoints } from '../../../kernel/formats/code-points.ts';
import { sortKey } from '../../../kernel/formats/sort-key.ts';
import { type RecordRow, recordsByIds } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { rankKey, scoreOf } from '../record-words.ts';
import { entryValue } from './record-path.ts';
import { createMatcher, cursorOf, type RecordPlace, type RecordSearch } from './records-query.ts';

export interface Found {
  /** All that match; undefined if not all of them were read. */
  readonly total: number | undefined;
  readonly nextCursor: string | undefined;
}

/** Takes the rows of a page, step by step; its promise is the backpressure. */
export type WriteRows = (rows: readonly RecordRow[]) => Promise<void>;
/** Called between records; others get their turn while its promise is awaited. */
type Pause = () => Promise<void> | undefined;

/** The matches among a bounded number of records. */
export interface Step {
  readonly rows: readonly RecordRow[];
  /** The last record that was looked at; undefined at the end. */
  readonly place?: RecordPlace | undefined;
}

export interface Plan {
  readonly steps: AsyncIterable<Step>;
  /** Whether they come in the order of the search, from its cursor on; else all come, in any order. */
  readonly isInOrder: boolean;
  /** Whether all rows match; else the text of each is searched. */
  readonly isDecided: boolean;
  /** All that match, if that is known without reading them. */
  readonly total: number | undefined;
}

// A page that takes longer ends with what it has, and its cursor goes on behind what was looked at.
const pageMsMax = 400;
const neverCutMax = 100_000;

/** Steps in order: the page ends the walk. */
export async function streamPage(
  resource: ResourceRow,
  search: RecordSearch,
  plan: Plan,
  pause: Pause,
  write: WriteRows,
): Promise<Found> {
  const { limit, after, sort, isRanked } = search;
  const match = plan.isDecided ? undefined : createMatcher(search.filter);
  const mayBeCut = limit !== undefined && resource.record_count > neverCutMax;
  const startedAt = performance.now();
  let written = 0;
  let last: RecordRow | undefined;
  let isFirst = true;
  for await (const step of plan.steps) {
    const rows: RecordRow[] = [];
    let nextCursor: string | undefined;
    // Also between steps that are empty, where nothing matches.
    const resting = isFirst ? undefined : pause();
    if (resting !== undefined) await resting;
    isFirst = false;
    for (const row of step.rows) {
      if (match !== undefined) {
        const pausing = pause();
        if (pausing !== undefined) await pausing;
        if (match(row) === undefined) continue;
      }
      if (written === limit && last !== undefined) {
        const isById = sort === undefined && !isRanked;
        const key = isById ? '' : keyOf(last, JSON.parse(last.record), search);
        nextCursor = cursorOf({ key, id: last.id }, search);
        break;
      }
      rows.push(row);
      written += 1;
      last = row;
    }
    await write(rows);
    const isLate = mayBeCut && performance.now() - startedAt > pageMsMax;
    if (isLate && step.place !== undefined) nextCursor ??= cursorOf(step.place, search);
    if (nextCursor !== undefined) return { total: plan.total, nextCursor };
  }
  const total = plan.total ?? (after === undefined ? written : undefined);
  return { total, nextCursor: undefined };
}

// Rows are read again by their ids: a page of large records would otherwise be held several times over.
const rereadAtOnce = 50;

/** Candidates in any order: all of them are read, and the best are kept. */
export async function selectPage(
  view: Snapshot,
  resource: ResourceRow,
  search: RecordSearch,
  plan: Plan,
  /** Whether all records of the resource may be held in memory. */
  few: boolean,
  pause: Pause,
  write: WriteRows,
): Promise<Found> {
  const { limit = Number.POSITIVE_INFINITY, after } = search;
  const compare = comparePlaces(search);
  const match = plan.isDecided ? parseRecord : createMatcher(search.filter);
  const best: RecordPlace[] = [];
  const rowOf = new Map<string, RecordRow>();
  let total = 0;
  for await (const { rows } of plan.steps) {
    const resting = pause();
    if (resting !== undefined) await resting;
    for (const row of rows) {
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      const record = match(row);
      if (record === undefined) continue;
      total += 1;
      const place = { key: keyOf(row, record, search), id: row.id };
      if (after !== undefined && compare(place, after) <= 0) continue;
      const at = placeFor(best, place, compare);
      if (at > limit) continue;
      best.splice(at, 0, place);
      if (best.length > limit + 1) best.pop();
      if (few) rowOf.set(row.id, row);
    }
  }
  const page = best.slice(0, Math.min(limit, best.length));
  for (let from = 0; from < page.length; from += rereadAtOnce) {
    const ids = page.slice(from, from + rereadAtOnce).map(({ id }) => id);
    // The rule is not checked again: these records were allowed in the same snapshot.
    if (!few) for (const row of await recordsByIds(view, resource.id, ids)) rowOf.set(row.id, row);
    await write(ids.flatMap((id) => rowOf.get(id) ?? []));
    if (!few) rowOf.clear();
  }
  const last = page.at(-1);
  const isMore = best.length > page.length && last !== undefined;
  return { total, nextCursor: isMore ? cursorOf(last, search) : undefined };
}

const parseRecord = ({ record }: RecordRow): unknown => JSON.parse(record);

function keyOf(row: RecordRow, record: unknown, { sort, isRanked, filter }: RecordSearch): string {
  const { words } = filter;
  if (isRanked && words !== undefined) return rankKey(scoreOf(record, words) ?? 0);
  return sort === undefined ? '' : sortKey(entryValue(row, record, sort.path));
}

type Compare = (one: RecordPlace, other: RecordPlace) => number;

function comparePlaces({ sort, isRanked, order }: RecordSearch): Compare {
  const direction = sort?.isDown === true || isRanked ? -1 : 1;
  const idDirection = order === 'newest' ? -1 : 1;
  return (one, other) =>
    direction * compareCodePoints(one.key, other.key) ||
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
