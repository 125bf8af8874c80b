import { isId, type ListResourcesQuery, limits, type RecordsQuery } from '@baraza/contract';
import { type Caller, readableServices } from '../access/scopes.ts';
import { type Answer, gathered, type Sink, type TextAnswer } from '../http/answer.ts';
import { recentActivity } from '../store/activity.ts';
import { type RecordRow, recordsQuery } from '../store/records.ts';
import {
  countResources,
  findResource,
  type ResourceFilter,
  type ResourceRow,
  resourcesQuery,
} from '../store/resources.ts';
import type { Query, Snapshot } from '../store/store.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { Platform } from './platform.ts';
import { isNotModified } from './preconditions.ts';
import {
  etagOf,
  renderActivity,
  renderOpenResource,
  renderRecord,
  renderResource,
} from './render.ts';
import { requireResource } from './resources.ts';

/** Newest first, with recent activity; both of one moment and only of what the key may read. */
export function listResources(
  platform: Platform,
  caller: Caller,
  query: ListResourcesQuery,
): Answer {
  const readable = readableServices(caller);
  const filter: ResourceFilter = {
    ownerId: caller.ownerId,
    services:
      query.service === undefined
        ? readable
        : readable.filter((service) => service === query.service),
    kind: query.kind,
    state: query.state,
    q: query.q,
  };
  const beforeId = decodeCursor(query.cursor, (place) => isId('resource', place));
  return {
    stream: (sink) =>
      platform.store.snapshot(async (view) => {
        const total = await countResources(view, filter);
        const activity = await recentActivity(
          view,
          caller.ownerId,
          readable,
          query.activityLimit ?? limits.activityDefault,
        );
        sink.start(200, {});
        await sink.write('{"resources":[');
        const next = await writePage<ResourceRow>(sink, view, query.limit, {
          query: (limit) => resourcesQuery(filter, { beforeId, limit }),
          render: renderResource,
          placeOf: (row) => row.id,
        });
        await sink.write(
          `],"activity":[${activity.map(renderActivity).join(',')}],"total":${total},"nextCursor":${next}}`,
        );
      }),
  };
}

/** One resource, with all its records unless fewer are asked for. */
export async function viewResource(
  platform: Platform,
  caller: Caller,
  id: string,
  query: RecordsQuery,
  ifNoneMatch: string | undefined,
): Promise<Answer> {
  const row = await requireResource(platform.store, caller, id, 'read');
  const afterId = decodeCursor(query.cursor, (place) => isId('record', place));
  if (isNotModified(ifNoneMatch, etagOf(row.version)))
    return { status: 304, headers: { etag: etagOf(row.version) } };
  if (!holdsRecords(row) || query.records === false)
    return { status: 200, headers: { etag: etagOf(row.version) }, body: renderResource(row) };
  const few = row.record_bytes <= fewBytes;
  const write = (sink: Sink) =>
    platform.store.snapshot(async (view) => {
      // Looked up again: head and records have to be of the same moment.
      const current = await requireResource(view, caller, id, 'read');
      sink.start(200, { etag: etagOf(current.version) });
      await sink.write(renderOpenResource(current));
      await writeRecords(sink, view, current.id, { ...query, afterId, few });
      await sink.write('}');
    });
  return few ? gathered(write) : { stream: write };
}

// Read in one go and sent without a snapshot held: no slow client keeps others from reading.
const fewBytes = 512 * 1024;

/** The answer to a change, told with the records as they are now; both are of the same moment. */
export function withRecords(
  platform: Platform,
  caller: Caller,
  id: string,
  answerFor: (row: ResourceRow | undefined) => TextAnswer,
): Answer {
  return {
    stream: (sink) =>
      platform.store.snapshot(async (view) => {
        const row = await findResource(view, caller.ownerId, id);
        const { status, headers = {}, body = '{}' } = answerFor(row);
        sink.start(status, headers);
        if (row === undefined || !holdsRecords(row) || status !== 200) {
          await sink.write(body);
          return;
        }
        await sink.write(body.slice(0, -1));
        await writeRecords(sink, view, row.id, {});
        await sink.write('}');
      }),
  };
}

function holdsRecords(row: ResourceRow): boolean {
  return row.service === 'data' || row.service === 'connect';
}

async function writeRecords(
  sink: Sink,
  view: Snapshot,
  resourceId: string,
  page: {
    readonly order?: 'oldest' | 'newest' | undefined;
    readonly limit?: number | undefined;
    readonly afterId?: string | undefined;
    readonly few?: boolean;
  },
): Promise<void> {
  await sink.write(',"records":[');
  const next = await writePage<RecordRow>(sink, view, page.limit, {
    query: (limit) =>
      recordsQuery(resourceId, { order: page.order ?? 'oldest', afterId: page.afterId, limit }),
    render: renderRecord,
    placeOf: (row) => row.id,
    few: page.few === true,
  });
  await sink.write(page.limit === undefined ? ']' : `],"nextCursor":${next}`);
}

/** Writes rows as JSON and gives the cursor that follows them. One row more is asked for to know. */
export async function writePage<Row>(
  sink: Sink,
  view: Snapshot,
  limit: number | undefined,
  rows: {
    readonly query: (limit: number | undefined) => Query;
    readonly render: (row: Row) => string;
    readonly placeOf: (row: Row) => string;
    /** All at once is cheaper than batch by batch, where they are few. */
    readonly few?: boolean;
  },
): Promise<string> {
  let written = 0;
  let last: Row | undefined;
  const query = rows.query(limit === undefined ? undefined : limit + 1);
  const batches = rows.few === true ? [await view.all<Row>(query)] : view.each<Row>(query);
  for await (const batch of batches) {
    let text = '';
    for (const row of batch) {
      if (written === limit)
        return last === undefined ? 'null' : await closed(sink, text, rows.placeOf(last));
      text += written === 0 ? rows.render(row) : `,${rows.render(row)}`;
      written += 1;
      last = row;
    }
    await sink.write(text);
  }
  return 'null';
}

async function closed(sink: Sink, text: string, place: string): Promise<string> {
  await sink.write(text);
  return `"${encodeCursor(place)}"`;
}
