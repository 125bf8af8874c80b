import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isId, type RecordsQuery } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { Answer, Sink } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';
import { absent } from '../../kernel/problem.ts';
import { encodeCursor } from '../../store/cursor.ts';
import { findRecord, type RecordRow, recordsQuery } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Snapshot } from '../../store/store.ts';
import { writePage } from '../page.response.ts';
import type { Platform } from '../platform.ts';
import { etagOf, renderRecord } from '../resources/render.ts';
import { requireResource } from '../resources/resources.ts';
import { snapshotResponse } from '../snapshot.response.ts';
import type { RecordFilter } from './records-filter.ts';
import { holdsFew, type RecordsWanted, recordsWanted, requireHolder } from './records-wanted.ts';

/** The matching records, as one JSON object or as NDJSON, depending on `Accept`. */
export async function listRecords(
  platform: Platform,
  caller: Caller,
  id: string,
  query: RecordsQuery,
  headers: { readonly accept: string | undefined; readonly ifNoneMatch: string | undefined },
): Promise<Answer> {
  const wanted = recordsWanted(query);
  const row = await requireHolder(platform.store, caller, id);
  const asLines = acceptsLines(headers.accept);
  if (!asLines && isNotModified(headers.ifNoneMatch, etagOf(row.version)))
    return { status: 304, headers: { etag: etagOf(row.version), vary: 'accept' } };
  const few = holdsFew(row);
  return snapshotResponse(platform, caller, few, async (sink, view) => {
    // Read again inside the snapshot, so that count and records are consistent.
    const current = await requireHolder(view, caller, id);
    if (asLines) {
      sink.start(200, { 'content-type': 'application/x-ndjson', vary: 'accept' });
      const { written } = await writeEntries(sink, view, current, wanted, '\n', few);
      if (written) await sink.write('\n');
      return;
    }
    sink.start(200, { etag: etagOf(current.version), vary: 'accept' });
    await sink.write('{"records":[');
    const { total, next } = await writeEntries(sink, view, current, wanted, ',', few);
    await sink.write(`],"total":${total},"nextCursor":${next}}`);
  });
}

/** One record. Its ETag is a content hash, since records have no version. */
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
  const body = renderRecord(record);
  const etag = etagOf(createHash('sha256').update(body).digest('base64url').slice(0, 22));
  return isNotModified(ifNoneMatch, etag)
    ? { status: 304, headers: { etag } }
    : { status: 200, headers: { etag }, body };
}

/** Writes the records of an open resource object, and the next cursor when paged. */
export async function writeRecords(
  sink: Sink,
  view: Snapshot,
  row: ResourceRow,
  wanted: RecordsWanted,
  few: boolean,
): Promise<void> {
  await sink.write(',"records":[');
  const { next } = await writeEntries(sink, view, row, wanted, ',', few);
  await sink.write(wanted.limit === undefined ? ']' : `],"nextCursor":${next}`);
}

interface Written {
  readonly written: boolean;
  readonly total: number;
  /** The cursor of the next page as JSON text. */
  readonly next: string;
}

async function writeEntries(
  sink: Sink,
  view: Snapshot,
  row: ResourceRow,
  wanted: RecordsWanted,
  separator: string,
  few: boolean,
): Promise<Written> {
  const { matches, order, afterId, limit } = wanted;
  if (matches !== undefined)
    return writeMatching(sink, view, row.id, { ...wanted, matches }, separator, few);
  let last: RecordRow | undefined;
  const next = await writePage<RecordRow>(sink, view, limit, {
    query: (rows) => recordsQuery(row.id, { order, afterId, limit: rows }),
    render: (record) => {
      last = record;
      return renderRecord(record);
    },
    placeOf: ({ id }) => id,
    few,
    separator,
  });
  return { written: last !== undefined, total: row.record_count, next };
}

/** Scans all records, also for a later page, since `total` counts every match. */
async function writeMatching(
  sink: Sink,
  view: Snapshot,
  resourceId: string,
  { order, limit, afterId, matches }: RecordsWanted & { readonly matches: RecordFilter },
  separator: string,
  few: boolean,
): Promise<Written> {
  const isBefore = (id: string) =>
    afterId !== undefined && (order === 'newest' ? id >= afterId : id <= afterId);
  let total = 0;
  let written = 0;
  let lastId = '';
  let isMore = false;
  const query = recordsQuery(resourceId, { order });
  const batches = few ? [await view.all<RecordRow>(query)] : view.each<RecordRow>(query);
  for await (const batch of batches) {
    let text = '';
    for (const row of batch) {
      if (!matches(row.record)) continue;
      total += 1;
      if (isBefore(row.id)) continue;
      isMore = written === limit;
      if (isMore) continue;
      text += written === 0 ? renderRecord(row) : `${separator}${renderRecord(row)}`;
      written += 1;
      lastId = row.id;
    }
    await sink.write(text);
    // SQLite reads synchronously, so the event loop gets a turn between batches.
    if (!few) await setImmediate();
  }
  return { written: written > 0, total, next: isMore ? `"${encodeCursor(lastId)}"` : 'null' };
}

function acceptsLines(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/(?:x-)?ndjson\b/i.test(accept);
}
