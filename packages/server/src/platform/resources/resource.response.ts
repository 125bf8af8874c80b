import { isId, type ListResourcesQuery, limits, type RecordsQuery } from '@baraza/contract';
import { type Caller, knownIds, readableServices } from '../../access/scopes.ts';
import type { Answer, TextAnswer } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';
import { decodeCursor } from '../../store/cursor.ts';
import { recentActivity } from '../../store/platform/activity.ts';
import {
  countResources,
  findResource,
  type ResourceFilter,
  type ResourceRow,
  resourcesQuery,
} from '../../store/platform/resources.ts';
import { suspendedWebhooks } from '../../store/platform/webhooks.ts';
import { snapshotResponse, writePage } from '../page.response.ts';
import type { Platform } from '../platform.ts';
import { isShortPage } from '../records/query/find-records.ts';
import { readRecordsQuery } from '../records/query/records-query.ts';
import { unreadyPaths } from '../records/record-index.ts';
import { writeRecords } from '../records/records.response.ts';
import { holdsFew, holdsRecords } from '../records/records-holder.ts';
import { suspendedByKey, suspensionOf } from '../webhooks/webhooks.ts';
import { etagOf, renderActivity, renderOpenResource, renderResource } from './render.ts';
import { requireResource } from './resources.ts';

/** Newest first, with recent activity; both from one snapshot and limited to what the key may read. */
export async function listResources(
  platform: Platform,
  caller: Caller,
  query: ListResourcesQuery,
): Promise<Answer> {
  const readable = readableServices(caller);
  const filter: ResourceFilter = {
    ownerId: caller.ownerId,
    ids: knownIds(caller),
    services:
      query.service === undefined
        ? readable
        : readable.filter((service) => service === query.service),
    kind: query.kind,
    state: query.state,
    q: query.q,
  };
  const beforeId = decodeCursor(query.cursor, (place) => isId('resource', place));
  const short = (query.limit ?? (await countResources(platform.store, filter))) <= shortListMax;
  return snapshotResponse(platform, caller, short, async (sink, view) => {
    const total = await countResources(view, filter);
    const activity = await recentActivity(
      view,
      caller.ownerId,
      { services: readable, resourceIds: knownIds(caller) },
      query.activityLimit ?? limits.activityDefault,
    );
    const suspended = await suspendedWebhooks(view, caller.ownerId, platform.clock());
    sink.start(200, {});
    await sink.write('{"resources":[');
    const next = await writePage<ResourceRow>(sink, view, query.limit, {
      query: (limit) => resourcesQuery(filter, { beforeId, limit }),
      render: (row) => renderResource(row, suspended.has(row.id) ? suspendedByKey : ''),
      placeOf: (row) => row.id,
      few: short,
    });
    await sink.write(
      `],"activity":[${activity.map(renderActivity).join(',')}],"total":${total},"nextCursor":${next}}`,
    );
  });
}

const shortListMax = 100;

/** One resource, with all its records unless fewer are asked for. */
export async function viewResource(
  platform: Platform,
  caller: Caller,
  id: string,
  query: RecordsQuery,
  ifNoneMatch: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const row = await requireResource(platform.store, caller, id, 'read');
  const search = readRecordsQuery(query);
  const headers = validators(row);
  const suspension = await suspensionOf(platform, platform.store, row);
  // A revoked key changes the answer without a new version of the resource.
  if (suspension === '' && headers.etag !== undefined && isNotModified(ifNoneMatch, headers.etag))
    return { status: 304, headers };
  if (!holdsRecords(row) || query.records === false)
    return { status: 200, headers, body: renderResource(row, suspension) };
  const few = holdsFew(row);
  const isShort = few || isShortPage(row, search);
  return snapshotResponse(platform, caller, isShort, async (sink, view) => {
    // Read again inside the snapshot, so that resource and records are consistent.
    const current = await requireResource(view, caller, id, 'read');
    sink.start(200, validators(current));
    await sink.write(renderOpenResource(current));
    await sink.write(await suspensionOf(platform, view, current));
    await writeRecords(sink, view, current, search, { few, signal });
    await sink.write('}');
  });
}

// An index that is finished changes the answer without a new version of the resource.
function validators(row: ResourceRow): { readonly etag?: string } {
  return unreadyPaths(row.indexes).length > 0 ? {} : { etag: etagOf(row.version) };
}

/** The answer to a change with the current records; both from one snapshot. */
export function withRecords(
  platform: Platform,
  caller: Caller,
  id: string,
  answerFor: (row: ResourceRow | undefined) => TextAnswer,
  signal: AbortSignal,
): Answer {
  return {
    stream: (sink) =>
      platform.store.snapshot(caller.ownerId, async (view) => {
        const row = await findResource(view, caller.ownerId, id);
        const { status, headers = {}, body = '{}' } = answerFor(row);
        sink.start(status, headers);
        if (row === undefined || !holdsRecords(row) || status !== 200) {
          await sink.write(body);
          return;
        }
        await sink.write(body.slice(0, -1));
        await writeRecords(sink, view, row, readRecordsQuery({}), { few: false, signal });
        await sink.write('}');
      }),
  };
}
