import { limits, type RecordsQuery } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { Answer, Sink } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader, Snapshot } from '../../store/store.ts';
import { snapshotResponse } from '../page.response.ts';
import type { Platform } from '../platform.ts';
import { etagOf, renderRecord, renderStoredRecord } from '../resources/render.ts';
import { requireResource } from '../resources/resources.ts';
import { assertSortBounded, findRecords, isShortPage } from './query/find-records.ts';
import { type RecordSearch, readRecordsQuery } from './query/records-query.ts';
import { requireRecord } from './record-changes.ts';

/** The matching records, as one JSON object or as NDJSON, depending on `Accept`. */
export async function listRecords(
  platform: Platform,
  { caller, params, header, signal }: Call<Caller>,
  query: RecordsQuery,
): Promise<Answer> {
  const id = params.id ?? '';
  const search = readRecordsQuery(query);
  const row = await requireHolder(platform.store, caller, id);
  const asLines = acceptsLines(header('accept'));
  if (!asLines && isNotModified(header('if-none-match'), etagOf(row.version)))
    return { status: 304, headers: { etag: etagOf(row.version), vary: 'accept' } };
  return snapshotResponse(platform, caller, isShortPage(row, search), async (sink, view) => {
    // Read again inside the snapshot, so that count and records are consistent.
    const current = await requireHolder(view, caller, id);
    if (asLines) {
      if (search.limit === undefined) assertSortBounded(current, search);
      sink.start(200, { 'content-type': 'application/x-ndjson', vary: 'accept' });
      const { isAny } = await writeEntries(sink, view, current, search, signal, inLines);
      if (isAny) await sink.write('\n');
      return;
    }
    const limit = pageLimit(search, current.record_count);
    sink.start(200, { etag: etagOf(current.version), vary: 'accept' });
    await sink.write('{"records":[');
    const page = await writeEntries(sink, view, current, { ...search, limit }, signal, inList);
    await sink.write(`],"total":${page.total},"nextCursor":${page.next}}`);
  });
}

/** One record; its version is its ETag. */
export async function viewRecord(
  { store }: Platform,
  { caller, params, header }: Call<Caller>,
): Promise<Answer> {
  const row = await requireResource(store, caller, params.id ?? '', 'read');
  const record = await requireRecord(store, row, params.recordId ?? '');
  const etag = etagOf(record.version);
  return isNotModified(header('if-none-match'), etag)
    ? { status: 304, headers: { etag } }
    : { status: 200, headers: { etag }, body: renderStoredRecord(record) };
}

/** Writes the records of an open resource object, and the next cursor when paged. */
export async function writeRecords(
  sink: Sink,
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
): Promise<void> {
  const limit = pageLimit(search, row.record_count);
  await sink.write(',"records":[');
  const { next } = await writeEntries(sink, view, row, { ...search, limit }, signal, inResource);
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
  signal: AbortSignal,
  { render, separator }: EntryForm,
): Promise<Written> {
  const { fields } = search;
  const entryOf = (record: RecordRow) =>
    render(fields === undefined ? record : { ...record, record: fields(record.record) });
  let isAny = false;
  const found = await findRecords(view, row, search, signal, async (rows) => {
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

export function holdsRecords({ service }: ResourceRow): boolean {
  return service === 'data' || service === 'connect';
}

/** The resource; refuses one that cannot hold records. */
async function requireHolder(reader: Reader, caller: Caller, id: string): Promise<ResourceRow> {
  const row = await requireResource(reader, caller, id, 'read');
  if (holdsRecords(row)) return row;
  throw new Problem(
    'invalid',
    `Only resources of service data and connect hold records; this one is of ${row.service}.`,
  );
}
