import { isId, limits, type RecordsQuery } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { Answer, Sink } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';
import { absent } from '../../kernel/problem.ts';
import { findRecord, type RecordRow } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Snapshot } from '../../store/store.ts';
import { snapshotResponse } from '../page.response.ts';
import type { Platform } from '../platform.ts';
import { etagOf, renderRecord, renderStoredRecord } from '../resources/render.ts';
import { requireResource } from '../resources/resources.ts';
import { assertSortBounded, findRecords, isShortPage, type Reading } from './query/find-records.ts';
import { type RecordSearch, readRecordsQuery } from './query/records-query.ts';
import { holdsFew, requireHolder } from './records-holder.ts';

/** The matching records, as one JSON object or as NDJSON, depending on `Accept`. */
export async function listRecords(
  platform: Platform,
  caller: Caller,
  id: string,
  query: RecordsQuery,
  headers: { readonly accept: string | undefined; readonly ifNoneMatch: string | undefined },
  signal: AbortSignal,
): Promise<Answer> {
  const search = readRecordsQuery(query);
  const row = await requireHolder(platform.store, caller, id);
  const asLines = acceptsLines(headers.accept);
  if (!asLines && isNotModified(headers.ifNoneMatch, etagOf(row.version)))
    return { status: 304, headers: { etag: etagOf(row.version), vary: 'accept' } };
  const few = holdsFew(row);
  const reading = { few, signal };
  const isShort = few || isShortPage(row, search);
  return snapshotResponse(platform, caller, isShort, async (sink, view) => {
    // Read again inside the snapshot, so that count and records are consistent.
    const current = await requireHolder(view, caller, id);
    if (asLines) {
      if (search.limit === undefined) assertSortBounded(current, search);
      sink.start(200, { 'content-type': 'application/x-ndjson', vary: 'accept' });
      const { isAny } = await writeEntries(sink, view, current, search, reading, inLines);
      if (isAny) await sink.write('\n');
      return;
    }
    const limit = pageLimit(search, current.record_count);
    sink.start(200, { etag: etagOf(current.version), vary: 'accept' });
    await sink.write('{"records":[');
    const page = await writeEntries(sink, view, current, { ...search, limit }, reading, inList);
    await sink.write(`],"total":${page.total},"nextCursor":${page.next}}`);
  });
}

/** One record; its version is its ETag. */
export async function viewRecord(
  platform: Platform,
  caller: Caller,
  id: string,
  recordId: string,
  ifNoneMatch: string | undefined,
): Promise<Answer> {
  const row = await requireResource(platform.store, caller, id, 'read');
  const record = isId('record', recordId)
    ? await findRecord(platform.store, row.id, recordId)
    : undefined;
  if (record === undefined) throw absent('record');
  const etag = etagOf(record.version);
  return isNotModified(ifNoneMatch, etag)
    ? { status: 304, headers: { etag } }
    : { status: 200, headers: { etag }, body: renderStoredRecord(record) };
}

/** Writes the records of an open resource object, and the next cursor when paged. */
export async function writeRecords(
  sink: Sink,
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  reading: Reading,
): Promise<void> {
  const limit = pageLimit(search, row.record_count);
  await sink.write(',"records":[');
  const { next } = await writeEntries(sink, view, row, { ...search, limit }, reading, inResource);
  await sink.write(limit === undefined ? ']' : `],"nextCursor":${next}`);
}

/** The records of one answer where the query gives no limit: a large collection comes in pages. */
function pageLimit({ limit }: RecordSearch, recordCount: number): number | undefined {
  return limit ?? (recordCount > limits.pageSizeMax ? limits.pageSizeMax : undefined);
}

interface Written {
  readonly isAny: boolean;
  readonly total: number | null;
  /** The cursor of the next page as JSON text. */
  readonly next: string;
}

/** How an answer writes records. */
interface EntryForm {
  readonly render: (row: RecordRow) => string;
  readonly separator: string;
}

const inResource: EntryForm = { render: renderRecord, separator: ',' };
const inList: EntryForm = { render: renderStoredRecord, separator: ',' };
const inLines: EntryForm = { render: renderStoredRecord, separator: '\n' };

async function writeEntries(
  sink: Sink,
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  reading: Reading,
  { render, separator }: EntryForm,
): Promise<Written> {
  const { fields } = search;
  const entryOf = (record: RecordRow) =>
    render(fields === undefined ? record : { ...record, record: fields(record.record) });
  let isAny = false;
  const found = await findRecords(view, row, search, reading, async (rows) => {
    if (rows.length === 0) return;
    const text = rows.map(entryOf).join(separator);
    await sink.write(isAny ? `${separator}${text}` : text);
    isAny = true;
  });
  const { total = null, nextCursor } = found;
  return { isAny, total, next: nextCursor === undefined ? 'null' : `"${nextCursor}"` };
}

function acceptsLines(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/(?:x-)?ndjson\b/i.test(accept);
}
