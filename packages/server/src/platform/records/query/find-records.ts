/** Finds the records of a search: a page of matches in their order, with the cursor of the next. */
import { limits } from '@baraza/contract';
import { breathe } from '../../../kernel/breathe.ts';
import { invalid } from '../../../kernel/problem.ts';
import { recordSource } from '../../../store/platform/condition-dialects.ts';
import { conditionQuery } from '../../../store/platform/condition-query.ts';
import type { Allowed } from '../../../store/platform/record-access.ts';
import type { Condition } from '../../../store/platform/record-condition.ts';
import { isPoint } from '../../../store/platform/record-keys.ts';
import {
  countMatching,
  nextPiece,
  type Place,
  rowsOfPiece,
  wholePiece,
} from '../../../store/platform/record-walk.ts';
import { rankedRows } from '../../../store/platform/record-words.ts';
import { type RecordRow, recordsByIds } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { matchOf, readSearch, scoreOfKey } from '../record-words.ts';
import { type Chosen, chooseWalk, readyIndexes, slotOf } from './choose-walk.ts';
import { isCostly, partsOf, rangesOf } from './key-ranges.ts';
import {
  type Found,
  type Plan,
  type Step,
  selectPage,
  streamPage,
  type WriteRows,
} from './record-page.ts';
import type { RecordSearch } from './records-query.ts';

/** The signal ends a search whose client has left. */
export async function findRecords(
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
  write: WriteRows,
): Promise<Found> {
  const plan = planByWords(view, row, search) ?? (await planByWalk(view, row, search));
  // Even for a few records: otherwise many searches would share one turn of the event loop.
  const pause = () => breathe(signal);
  return plan.isInOrder
    ? streamPage(row, search, plan, pause, write)
    : selectPage(view, row, search, plan, holdsFew(row), pause, write);
}

/** Refuses an export in an order that would have to be held in memory whole. */
export function assertSortBounded(row: ResourceRow, { sort }: RecordSearch): void {
  if (sort === undefined || isSmall(row)) return;
  const isServed = readyIndexes(row).some(({ path, then }) => (then ?? path) === sort.pathText);
  if (isServed) return;
  throw invalid(
    `An export of more than ${limits.pageSizeMax} records can be sorted by paths of config.indexes only; ` +
      `${sort.pathText} is not one of them, or is still being indexed.`,
  );
}

// Above this a snapshot is held while the answer goes out.
const shortBytesMax = 512 * 1024;

/** Whether the answer is small and found without reading much. */
export function isShortPage(row: ResourceRow, search: RecordSearch): boolean {
  const { limit, filter, sort, rule } = search;
  // Its words are found outside of the snapshot.
  if (filter.words !== undefined && isSearchReady(row)) return false;
  if (holdsFew(row)) return true;
  if (limit === undefined || row.record_count === 0) return false;
  if ((limit + 1) * (row.record_bytes / row.record_count) > shortBytesMax) return false;
  const indexes = readyIndexes(row);
  if (isUnfiltered(search))
    return sort === undefined || slotOf(indexes, sort.pathText) !== undefined;
  // `ne` and wide ranges leave most records to be read one by one.
  return partsOf({ every: [filter.condition, rule] })
    .map(rangesOf)
    .some(
      (found) =>
        found?.ranges.every(isPoint) === true && slotOf(indexes, found.pathText) !== undefined,
    );
}

/** Whether all records are few and small enough to be read at once and held in memory. */
function holdsFew(row: ResourceRow): boolean {
  return row.record_bytes <= shortBytesMax && isSmall(row);
}

function isSmall(row: ResourceRow): boolean {
  return row.record_count <= limits.pageSizeMax;
}

export function isSearchReady({ search }: Pick<ResourceRow, 'search'>): boolean {
  return readSearch(search)?.isReady === true;
}

/** Whether all records match. */
export function isUnfiltered({ filter, rule }: RecordSearch): boolean {
  const { condition, q, words } = filter;
  return condition === true && rule === true && q === undefined && words === undefined;
}

function conditionOf({ filter, rule }: RecordSearch): Condition {
  return { every: [filter.condition, rule] };
}

/** What the store decides of a search; undefined if all records are allowed. */
function allowedIn({ filter, rule }: RecordSearch): Allowed {
  const parts = partsOf({ every: [filter.condition, rule] });
  return parts.length === 0 ? undefined : conditionQuery({ every: parts }, recordSource);
}

/** The records with the words. Undefined while they are being written, or if no field is searched. */
function planByWords(view: Snapshot, row: ResourceRow, search: RecordSearch): Plan | undefined {
  const { words } = search.filter;
  if (words === undefined || !isSearchReady(row)) return undefined;
  const { isRanked, limit, scan = view } = search;
  const isSlow = isCostly(conditionOf(search));
  const allowed = allowedIn(search);
  // All matches of a small collection are read for the total.
  const isInOrder = isRanked && !isSmall(row);
  const isPage = isInOrder && limit !== undefined && !isSlow;
  const rowsAtOnce = isPage ? Math.min(limit + 1, rankedAtOnce) : rankedAtOnce;
  const after = isInOrder ? search.after : undefined;
  async function* steps(): AsyncGenerator<Step> {
    if (words === undefined || words.words.length === 0 || words.fields.length === 0) return;
    const match = matchOf(row.id, words);
    // A costly condition is checked in the small steps below.
    const page = {
      order: search.order,
      limit: rowsAtOnce,
      allowed: isSlow ? undefined : allowed,
    };
    const readAtOnce = isSlow ? costlyAtOnce : rereadAtOnce;
    let place = after && { id: after.id, score: scoreOfKey(after.key) };
    for (;;) {
      const ranked = await rankedRows(scan, row.id, match, { ...page, after: place });
      for (let at = 0; at < ranked.length; at += readAtOnce) {
        const ids = ranked.slice(at, at + readAtOnce).map(({ id }) => id);
        const rows = await recordsByIds(view, row.id, ids, allowed);
        const rowOf = new Map(rows.map((one) => [one.id, one]));
        yield { rows: ids.flatMap((id) => rowOf.get(id) ?? []) };
      }
      place = ranked.at(-1);
      if (place === undefined || ranked.length < rowsAtOnce) return;
    }
  }
  return { steps: steps(), isInOrder, isDecided: true, total: undefined };
}

// Each statement finds all matches again.
const rankedAtOnce = 5_000;
const rereadAtOnce = 50;

/** Along an index, or through all records by id. */
async function planByWalk(view: Snapshot, row: ResourceRow, search: RecordSearch): Promise<Plan> {
  const chosen = chooseWalk(row, search);
  const { q, words } = search.filter;
  const isDecided = q === undefined && words === undefined;
  const isSlow = isCostly(conditionOf(search));
  // If a small collection is filtered, all of it is read for the total.
  const isCounted = isDecided && isCheap(row, isSlow);
  const isPlain = isUnfiltered(search);
  const isInOrder = chosen.isInOrder && (isPlain || isCounted || !isSmall(row));
  const count = isInOrder && isCounted && !isPlain;
  return {
    steps: stepsOf(view, row, search, chosen, { isInOrder, isDecided, isSlow }),
    isInOrder,
    isDecided,
    total: isPlain
      ? row.record_count
      : count
        ? await countMatching(view, chosen.walk, chosen.allowed)
        : undefined,
  };
}

// Up to this many bytes, one statement checks all records.
const cheapBytesMax = 4 * 1024 * 1024;

function isCheap(row: ResourceRow, isSlow: boolean): boolean {
  return isSmall(row) && !isSlow && row.record_bytes <= cheapBytesMax;
}

// The records that one statement looks at: more as long as it is quick.
const lookedAtOnceMin = 128;
const lookedAtOnceMax = 4_096;
const quickMs = 4;
const slowMs = 8;
/** This many of the largest records take at most about 25 ms, whatever the condition. */
const costlyAtOnce = 2;

// The records that one statement returns: fewer large ones, since they are in memory together.
const rowsAtOnceMax = 128;
const rowsAtOnceMin = 8;
const rowBytesMax = 256 * 1024;
// What is looked at is parsed.
const lookedBytesMax = 1024 * 1024;

async function* stepsOf(
  view: Snapshot,
  row: ResourceRow,
  { limit, after }: RecordSearch,
  { walk, prefix, allowed }: Chosen,
  {
    isInOrder,
    isDecided,
    isSlow,
  }: { readonly isInOrder: boolean; readonly isDecided: boolean; readonly isSlow: boolean },
): AsyncGenerator<Step> {
  const usualBytes = row.record_bytes / Math.max(row.record_count, 1);
  const fitting = (bytesMax: number, least: number, most: number) =>
    Math.min(Math.max(Math.floor(bytesMax / usualBytes), least), most);
  const isFew = holdsFew(row) && !isSlow;
  const most = isFew ? limits.pageSizeMax + 1 : fitting(rowBytesMax, rowsAtOnceMin, rowsAtOnceMax);
  const atOnce = isInOrder && isDecided && limit !== undefined ? Math.min(limit + 1, most) : most;
  const lookedMax = fitting(lookedBytesMax, rowsAtOnceMin, lookedAtOnceMax);
  // What nothing is asked of is only read, and few records are looked at together.
  // Downwards equal keys are sorted by id: they must be few.
  const isDown = 'range' in walk && walk.isDown;
  const isBounded = isCheap(row, isSlow) || (allowed === undefined && !isDown);
  let looked = isSlow ? costlyAtOnce : Math.min(lookedAtOnceMin, lookedMax);
  let place: Place | undefined =
    isInOrder && after !== undefined ? { key: `${prefix}${after.key}`, id: after.id } : undefined;
  for (;;) {
    const took = isBounded ? undefined : stopwatch();
    const piece = isBounded ? wholePiece(walk, place) : await nextPiece(view, walk, place, looked);
    const rows = await rowsOfPiece(view, piece, atOnce, allowed);
    const last = rows.length === atOnce ? rows.at(-1) : undefined;
    place = last === undefined ? piece.end : placeOf(last);
    const tookMs = took?.() ?? 0;
    if (tookMs < quickMs) looked = Math.min(looked * 2, lookedMax);
    else if (tookMs > slowMs) looked = Math.max(Math.floor(looked / 2), costlyAtOnce);
    const at = place && { key: place.key.slice(prefix.length), id: place.id };
    yield { rows, place: at };
    if (place === undefined) return;
  }
}

// A busy machine alone makes any step look slow.
const waitedPart = 0.1;

/** How long a step has taken: of this thread, which SQLite keeps from others, or of a database server. */
function stopwatch() {
  const startedAt = performance.now();
  const before = process.threadCpuUsage();
  return (): number => {
    const { user, system } = process.threadCpuUsage(before);
    const waitedMs = performance.now() - startedAt;
    return Math.max((user + system) / 1_000, waitedMs * waitedPart);
  };
}

function placeOf({ id, walked_key: key = '' }: RecordRow): Place {
  return { key, id };
}
