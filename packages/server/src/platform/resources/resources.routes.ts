import {
  type CreateResource,
  createdResourceSchema,
  createResourceSchema,
  isId,
  type ListResourcesQuery,
  limits,
  listResourcesQuerySchema,
  type PatchResource,
  patchedResourceSchema,
  patchQuerySchema,
  patchResourceSchema,
  type RecordsQuery,
  recordsQuerySchema,
  resourceDeletionSchema,
  resourceListSchema,
  resourceSchema,
} from '@baraza/contract';
import {
  assertAllowed,
  assertMayCreate,
  type Caller,
  knownIds,
  readAccountOf,
  readableServices,
} from '../../access/scopes.ts';
import type { Answer } from '../../http/answer.ts';
import { isNotModified, readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import type { DiskUse } from '../../kernel/disk/disk-room.ts';
import { decodeCursor } from '../../store/cursor.ts';
import { recentActivity } from '../../store/platform/activity.ts';
import {
  countResources,
  findResource,
  type ResourceFilter,
  type ResourceRow,
  resourcesQuery,
  searchResources,
} from '../../store/platform/resources.ts';
import { suspendedWebhooks } from '../../store/platform/webhooks.ts';
import type { Query } from '../../store/store.ts';
import { changeOnce, fingerprintOf, isRepeated } from '../idempotency.response.ts';
import { removeBlobs } from '../objects/blob-removal.ts';
import { snapshotResponse, writePage } from '../page.response.ts';
import type { Platform } from '../platform.ts';
import { withPreparations } from '../prepared-change.ts';
import { isShortPage } from '../records/query/find-records.ts';
import { assertKnownPaths } from '../records/query/known-paths.ts';
import { readRecordsQuery } from '../records/query/records-query.ts';
import { searchFor, writeRecords } from '../records/records.response.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { configured, countingOfAccounts } from '../rules/trust-warnings.ts';
import { isWebhook, revealSecret, suspendedByKey, suspensionOf } from '../webhooks/webhooks.ts';
import { expectedPreparations, type Patched, patchResource } from './actions.ts';
import {
  etagOf,
  pathsInWork,
  renderActivity,
  renderList,
  renderOpenResource,
  renderResource,
} from './render.ts';
import { createResource, removeResource, requireCalled, requireResource } from './resources.ts';
import { holdsRecords } from './transitions.ts';

const collection = '/api/platform/resources';
const one = '/api/platform/resources/:id';
const read = keyPolicy('resource', 'read');
const writeJson = keyPolicy('resource', 'write', 'json');

export function resourceRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: collection,
      name: 'listResources',
      summary: 'Resources of the caller, newest first, and recent activity',
      policy: read,
      query: listResourcesQuerySchema,
      answers: { 200: resourceListSchema },
      handle: async ({ caller, query }) =>
        listResources(platform, caller, query as ListResourcesQuery),
    },
    {
      method: 'POST',
      path: collection,
      name: 'createResource',
      summary: 'Create a resource',
      headers: ['Idempotency-Key'],
      sends: ['ETag', 'Location'],
      policy: writeJson,
      body: createResourceSchema,
      answers: { 201: createdResourceSchema },
      handle: async (call) => {
        const wanted = call.body as CreateResource;
        assertAllowed(call.caller, wanted.service, 'write');
        assertMayCreate(call.caller);
        const fingerprint = fingerprintOf('create', call.bodyBytes);
        const row = { service: wanted.service, owner_id: call.caller.ownerId };
        const config = configured(row, wanted.config ?? {});
        const counting = countingOfAccounts(platform.store, config, '{}');
        const expect = async () => (counting === undefined ? [] : [counting]);
        const { answer, result } = await withPreparations(expect, (prepared) =>
          changeOnce(platform, call, fingerprint, {
            change: (work) => createResource({ ...work, prepared }, wanted),
            answer: ({ row, warnings }) => ({
              status: 201,
              headers: { location: `${collection}/${row.id}`, etag: etagOf(row.version) },
              body: renderResource(row, renderList('warnings', warnings)),
            }),
          }),
        );
        if (result === undefined || !isWebhook(result.row)) return answer;
        // Added only here, so that the saved answer of an Idempotency-Key does not contain it.
        const secret = JSON.stringify(await revealSecret(platform, result.row.id));
        return { ...answer, body: `${(answer.body ?? '').slice(0, -1)},"secret":${secret}}` };
      },
    },
    {
      method: 'GET',
      path: one,
      name: 'getResource',
      summary: 'One resource, with its records if it has any',
      headers: ['If-None-Match'],
      sends: ['ETag'],
      policy: read,
      query: recordsQuerySchema,
      answers: { 200: resourceSchema, 304: 'empty' },
      handle: (call) => viewResource(platform, call, call.query as RecordsQuery),
    },
    {
      method: 'PATCH',
      path: one,
      name: 'changeResource',
      summary: 'Perform an action on a resource',
      headers: ['If-Match', 'Idempotency-Key'],
      sends: ['ETag'],
      policy: {
        ...writeJson,
        disk: diskUseOfAction,
      },
      query: patchQuerySchema,
      body: patchResourceSchema,
      answers: { 200: patchedResourceSchema },
      handle: async (call) => {
        const id = call.params.id ?? '';
        const ifMatch = call.header('if-match');
        const target = { id, ifMatch: readTags(ifMatch) };
        const fingerprint = fingerprintOf('patch', id, ifMatch ?? '', call.bodyBytes);
        const patch = call.body as PatchResource;
        // A repeated request was prepared the first time; its answer is replayed.
        const expect = async () =>
          (await isRepeated(platform, call, fingerprint))
            ? []
            : expectedPreparations(platform, call.caller, id, patch);
        const { answer, result } = await withPreparations(expect, (prepared) =>
          changeOnce(platform, call, fingerprint, {
            change: (work) => patchResource({ ...work, prepared }, target, patch),
            answer: ({ row, extra }) => ({
              status: 200,
              headers: { etag: etagOf(row.version) },
              body: renderResource(row, extra),
            }),
          }),
        );
        // A replayed answer may be older than the records.
        if (call.query.records !== true || result === undefined) return answer;
        return withRecords(platform, call, result);
      },
    },
    {
      method: 'DELETE',
      path: one,
      name: 'deleteResource',
      summary: 'Delete a resource with its records and objects',
      headers: ['If-Match'],
      policy: keyPolicy('resource', 'write'),
      answers: { 200: resourceDeletionSchema },
      handle: async ({ caller, params, header }) => {
        const { row, blobs } = await platform.store.write((tx) =>
          removeResource({ platform, tx, caller }, params.id ?? '', readTags(header('if-match'))),
        );
        await removeBlobs(platform, blobs);
        return {
          status: 200,
          body: JSON.stringify({
            deleted: true,
            id: row.id,
            records: row.record_count,
            objects: row.object_count,
          }),
        };
      },
    },
  ];
}

/** Newest first, with recent activity; both from one snapshot and limited to what the key may read. */
async function listResources(platform: Platform, caller: Caller, query: ListResourcesQuery) {
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
  };
  const beforeId = decodeCursor(query.cursor, (place) => isId('resource', place));
  const { q = '' } = query;
  const found =
    q === ''
      ? undefined
      : await searchResources(platform.store.scan(caller.ownerId), { ...filter, q });
  const rowsMax = query.limit ?? found?.length ?? (await countResources(platform.store, filter));
  const short = rowsMax <= shortListMax;
  return snapshotResponse(platform, caller, short, async (sink, view) => {
    const total = found?.length ?? (await countResources(view, filter));
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
      queries: (limit) => {
        if (found === undefined) return [resourcesQuery(filter, { beforeId, limit })];
        const left = found.filter((id) => beforeId === undefined || id < beforeId);
        return queriesOf(filter, left.slice(0, limit));
      },
      render: (row) => renderResource(row, suspended.has(row.id) ? suspendedByKey : ''),
      positionOf: (row) => row.id,
      few: short,
    });
    await sink.write(
      `],"activity":[${activity.map(renderActivity).join(',')}],"total":${total},"nextCursor":${next}}`,
    );
  });
}

const shortListMax = 100;

/** These ids, without those that were deleted or changed meanwhile. */
function queriesOf(filter: ResourceFilter, ids: readonly string[]): readonly Query[] {
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, at) =>
    resourcesQuery({ ...filter, ids: ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce) }, {}),
  );
}

const idsAtOnce = 200;

function diskUseOfAction({ action }: PatchResource): DiskUse {
  return action === 'delete-record' ? 'frees' : 'writes';
}

/** One resource, with all its records unless fewer are asked for. */
async function viewResource(
  platform: Platform,
  { caller, params, header, signal }: Call<Caller>,
  query: RecordsQuery,
): Promise<Answer> {
  const id = params.id ?? '';
  const row = await requireCalled(platform.store, caller, id);
  // A resource without records has nothing to search, but a query is checked.
  const isSearched = holdsRecords(row.service) || Object.keys(query).length > 0;
  const search = isSearched ? await searchFor(platform, caller, row, query) : undefined;
  if (search !== undefined) assertKnownPaths(row, search);
  const headers = validators(row);
  const suspension = await suspensionOf(platform, platform.store, row);
  // A revoked key changes the answer without a new version of the resource.
  if (
    suspension === '' &&
    headers.etag !== undefined &&
    isNotModified(header('if-none-match'), headers.etag)
  )
    return { status: 304, headers };
  if (search === undefined || !holdsRecords(row.service) || query.records === false)
    return { status: 200, headers, body: renderResource(row, suspension) };
  return snapshotResponse(platform, caller, isShortPage(row, search), async (sink, view) => {
    // Read again inside the snapshot, so that resource and records are consistent.
    const current = await requireResource(view, caller, id, 'read');
    sink.start(200, validators(current));
    await sink.write(renderOpenResource(current));
    await sink.write(await suspensionOf(platform, view, current));
    await writeRecords(sink, view, current, search, signal);
    await sink.write('}');
  });
}

// An index that is finished changes the answer without a new version of the resource.
function validators(row: ResourceRow): { readonly etag?: string } {
  return pathsInWork(row).length > 0 ? {} : { etag: etagOf(row.version) };
}

/** The answer to an action with the current records; both from one snapshot. */
function withRecords(
  { store }: Platform,
  { caller, signal }: Call<Caller>,
  { row: patched, extra }: Patched,
): Answer {
  return {
    stream: (sink) =>
      store.snapshot(readAccountOf(caller), async (view) => {
        const found = await findResource(view, caller.ownerId, patched.id);
        const row = found ?? patched;
        sink.start(200, { etag: etagOf(row.version) });
        await sink.write(renderOpenResource(row) + extra);
        if (found !== undefined && holdsRecords(row.service))
          await writeRecords(sink, view, row, readRecordsQuery({}), signal);
        await sink.write('}');
      }),
  };
}
