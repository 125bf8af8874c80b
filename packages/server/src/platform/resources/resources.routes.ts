import {
  type CreateResource,
  createdResourceSchema,
  createResourceSchema,
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
import { assertAllowed, assertMayCreate } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { changeOnce, fingerprintOf } from '../idempotency.response.ts';
import { removeBlobs } from '../objects/blob-removal.ts';
import type { Platform } from '../platform.ts';
import type { CheckedWriter } from '../records/checked-write.ts';
import { configCheck } from '../records/schema.ts';
import type { PlatformRoute } from '../route.ts';
import { isWebhook, revealSecret } from '../webhooks/webhooks.ts';
import { expectPatchCheck, patchResource } from './actions.ts';
import { etagOf, renderResource } from './render.ts';
import { listResources, viewResource, withRecords } from './resource.response.ts';
import { createResource, removeResource } from './resources.ts';

const collection = '/api/platform/resources';
const one = '/api/platform/resources/:id';
const json = { body: 'json', bodyBytesMax: limits.jsonBodyBytesMax } as const;
const noBody = { body: 'none', bodyBytesMax: 0 } as const;
const read = { credential: 'key', scope: 'resource', access: 'read', ...noBody } as const;

export function resourceRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: collection,
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
      summary: 'Create a resource',
      policy: { credential: 'key', scope: 'resource', access: 'write', ...json },
      body: createResourceSchema,
      answers: { 201: createdResourceSchema },
      handle: async (call) => {
        const wanted = call.body as CreateResource;
        assertAllowed(call.caller, wanted.service, 'write');
        assertMayCreate(call.caller);
        const fingerprint = fingerprintOf('create', call.bodyBytes);
        const create = async (tx: CheckedWriter) => {
          const row = await createResource(platform, tx, call.caller, wanted);
          return {
            answer: {
              status: 201,
              headers: { location: `${collection}/${row.id}`, etag: etagOf(row.version) },
              body: renderResource(row),
            },
            result: row,
          };
        };
        const { answer, result } = await changeOnce(platform, call, fingerprint, create, async () =>
          configCheck(wanted.service, call.caller.ownerId, wanted.config ?? {}),
        );
        if (result === undefined || !isWebhook(result)) return answer;
        // Added only here, so that the saved answer of an Idempotency-Key does not contain it.
        const secret = await revealSecret(platform, result.id);
        return { ...answer, body: renderResource(result, `,"secret":${JSON.stringify(secret)}`) };
      },
    },
    {
      method: 'GET',
      path: one,
      summary: 'One resource, with its records where it holds some',
      policy: read,
      query: recordsQuerySchema,
      answers: { 200: resourceSchema, 304: 'empty' },
      handle: ({ caller, params, query, header, signal }) =>
        viewResource(
          platform,
          caller,
          params.id ?? '',
          query as RecordsQuery,
          header('if-none-match'),
          signal,
        ),
    },
    {
      method: 'PATCH',
      path: one,
      summary: 'Do an action to a resource',
      policy: { credential: 'key', scope: 'resource', access: 'write', ...json },
      query: patchQuerySchema,
      body: patchResourceSchema,
      answers: { 200: patchedResourceSchema },
      handle: async (call) => {
        const id = call.params.id ?? '';
        const ifMatch = call.header('if-match');
        const target = { id, ifMatch: readTags(ifMatch) };
        const fingerprint = fingerprintOf('patch', id, ifMatch ?? '', call.bodyBytes);
        const patch = call.body as PatchResource;
        const change = async (tx: CheckedWriter) => {
          const patched = await patchResource(platform, tx, call.caller, target, patch);
          return { answer: patchedAnswer(patched.row, patched.extra), result: patched };
        };
        const { answer, result } = await changeOnce(platform, call, fingerprint, change, () =>
          expectPatchCheck(platform.store, call.caller, id, patch),
        );
        // A replayed answer may be older than the records.
        if (call.query.records !== true || result === undefined) return answer;
        const answerFor = (row: ResourceRow | undefined) =>
          patchedAnswer(row ?? result.row, result.extra);
        return withRecords(platform, call.caller, id, answerFor, call.signal);
      },
    },
    {
      method: 'DELETE',
      path: one,
      summary: 'Delete a resource and all that it holds',
      policy: { credential: 'key', scope: 'resource', access: 'write', ...noBody },
      answers: { 200: resourceDeletionSchema },
      handle: async ({ caller, params, header }) => {
        const { row, blobs } = await platform.store.write((tx) =>
          removeResource(platform, tx, caller, params.id ?? '', readTags(header('if-match'))),
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

function patchedAnswer(row: ResourceRow, extra: string): TextAnswer {
  return {
    status: 200,
    headers: { etag: etagOf(row.version) },
    body: renderResource(row, extra),
  };
}
