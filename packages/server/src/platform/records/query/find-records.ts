/** Finds the records of a search: a page of matches in their order, with the cursor of the next. */
import { limits } from '@baraza/contract';
import { breathe } from '../../../kernel/breathe.ts';
import { invalid } from '../../../kernel/problem.ts';
import { withAllowed } from '../../../store/platform/record-access.ts';
import { isPoint } from '../../../store/platform/record-keys.ts';
import { rankedRows } from '../../../store/platform/record-words.ts';
import {
  countRecords,
  type RecordRow,
  recordsByIds,
  recordsQuery,
} from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { matchOf, readSearch, scoreOfKey } from '../record-words.ts';
import { countedBytesMax, fittingRows, isSmall, planByIndex, readySlots } from './index-plan.ts';
import { type Found, type Plan, selectPage, streamPage, type WriteRows } from './record-page.ts';
import type { Batches } from './record-walk.ts';
import type { RecordSearch } from './records-query.ts';
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
  // Even for a few records: otherwise many searches would share one turn of the event loop.
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

/** The records with the words. Undefined while they are being written, or if no field is searched. */
function planByWords(view: Snapshot, row: ResourceRow, search: RecordSearch): Plan | undefined {
  const words = search.filter?.words;
  if (words === undefined || !isSearchReady(row)) return undefined;
  const { rank, allowed, limit, isCostly = false, scan = view } = search;
  const { conditions = [] } = search.filter ?? {};
  const filter =
    search.filter && conditions.length > 0 ? { ...search.filter, words: undefined } : undefined;
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

export function isSearchReady({ search }: ResourceRow): boolean {
  return readSearch(search)?.isReady === true;
}

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
  // If a small collection is filtered, all of it is read for the total.
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
