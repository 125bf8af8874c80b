/** Executes a query of records: a page of matches in their order, with the cursor of the next. */
import { setImmediate } from 'node:timers/promises';
import { type RecordRow, recordsByIds } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { valueAt } from './record-path.ts';
import { createMatcher } from './records-filter.ts';
import { planRecords, type RecordsPlan } from './records-plan.ts';
import { cursorOf, type RecordPlace, type RecordsWanted } from './records-wanted.ts';
import { compareKeys, sortKey } from './sort-key.ts';

/** How an answer reads. */
export interface Reading {
  /** They are few: no turn between batches. */
  readonly few: boolean;
  /** Ends a search whose client has left. */
  readonly signal: AbortSignal;
}

interface Found {
  /** All that match; undefined where not all of them were read. */
  readonly total: number | undefined;
  readonly nextCursor: string | undefined;
}

/** Gives the rows of the page to `write`, batch by batch; its promise is the backpressure. */
export async function findRecords(
  view: Snapshot,
  row: ResourceRow,
  wanted: RecordsWanted,
  reading: Reading,
  write: (rows: readonly RecordRow[]) => Promise<void>,
): Promise<Found> {
  const plan = await planRecords(view, row, wanted, reading.few);
  return plan.order === 'any'
    ? selectPage(view, row, wanted, plan, reading, write)
    : streamPage(wanted, plan, reading, write);
}

async function streamPage(
  wanted: RecordsWanted,
  plan: RecordsPlan,
  reading: Reading,
  write: (rows: readonly RecordRow[]) => Promise<void>,
): Promise<Found> {
  const { order, limit, after, sort } = wanted;
  const isEarlier = (id: string) =>
    plan.order === 'all' &&
    after !== undefined &&
    (order === 'newest' ? id >= after.id : id <= after.id);
  const match = plan.filter === undefined ? undefined : createMatcher(plan.filter);
  let matches = 0;
  let written = 0;
  let last: RecordRow | undefined;
  let nextCursor: string | undefined;
  const pace = createPace(reading);
  for await (const batch of plan.candidates) {
    const rows: RecordRow[] = [];
    for (const row of batch) {
      if (pace.isOver()) await pace.turn();
      if (match !== undefined && match(row.record) === undefined) continue;
      matches += 1;
      if (nextCursor !== undefined || isEarlier(row.id)) continue;
      if (written === limit) {
        if (last !== undefined) nextCursor = cursorOf(placeOf(last, wanted), sort);
        if (plan.order === 'behind') break;
        continue;
      }
      rows.push(row);
      written += 1;
      last = row;
    }
    await write(rows);
    if (nextCursor !== undefined && plan.order === 'behind')
      return { total: plan.total, nextCursor };
    if (!reading.few) await pace.turn();
  }
  const isWhole = plan.order === 'all' || after === undefined;
  return { total: plan.total ?? (isWhole ? matches : undefined), nextCursor };
}

// Rows are read again by their ids: a page of large records would otherwise be held several times over.
async function selectPage(
  view: Snapshot,
  { id: resourceId }: ResourceRow,
  wanted: RecordsWanted,
  plan: RecordsPlan,
  reading: Reading,
  write: (rows: readonly RecordRow[]) => Promise<void>,
): Promise<Found> {
  const { limit = Number.POSITIVE_INFINITY, after, sort } = wanted;
  const compare = comparePlaces(wanted);
  const match = plan.filter === undefined ? JSON.parse : createMatcher(plan.filter);
  const best: RecordPlace[] = [];
  let matches = 0;
  const pace = createPace(reading);
  for await (const batch of plan.candidates) {
    for (const { id, record } of batch) {
      if (pace.isOver()) await pace.turn();
      const value: unknown = match(record);
      if (value === undefined) continue;
      matches += 1;
      const place = { key: keyOf(value, wanted), id };
      if (after !== undefined && compare(place, after) <= 0) continue;
      const at = placeFor(best, place, compare);
      if (at > limit) continue;
      best.splice(at, 0, place);
      if (best.length > limit + 1) best.pop();
    }
    if (!reading.few) await pace.turn();
  }
  const page = best.slice(0, Math.min(limit, best.length));
  for (let from = 0; from < page.length; from += rowsAtOnce) {
    const ids = page.slice(from, from + rowsAtOnce).map(({ id }) => id);
    const rows = await recordsByIds(view, resourceId, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    await write(ids.flatMap((id) => byId.get(id) ?? []));
  }
  const last = page.at(-1);
  const isMore = best.length > page.length && last !== undefined;
  return { total: matches, nextCursor: isMore ? cursorOf(last, sort) : undefined };
}

const rowsAtOnce = 50;

// SQLite reads synchronously, so the event loop gets a turn between batches, and within one whose records take long.
function createPace({ signal }: Reading) {
  let beganMs = performance.now();
  return {
    isOver: () => performance.now() - beganMs > sliceMs,
    turn: async () => {
      await setImmediate();
      signal.throwIfAborted();
      beganMs = performance.now();
    },
  };
}

const sliceMs = 10;

function keyOf(record: unknown, { sort }: RecordsWanted): string {
  return sort === undefined ? '' : sortKey(valueAt(record, sort.path));
}

function placeOf({ id, record }: RecordRow, wanted: RecordsWanted): RecordPlace {
  return { key: wanted.sort === undefined ? '' : keyOf(JSON.parse(record), wanted), id };
}

type Compare = (one: RecordPlace, other: RecordPlace) => number;

function comparePlaces({ sort, order }: RecordsWanted): Compare {
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
