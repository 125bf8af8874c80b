import {
  importResultSchema,
  type JsonObject,
  limits,
  type RecordsQuery,
  recordBodySchema,
  recordDeletionSchema,
  recordListQuerySchema,
  recordListSchema,
  recordPatchSchema,
  storedRecordSchema,
} from '@baraza/contract';
import { z } from 'zod';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import { changeOnce, fingerprintOf } from '../idempotency.response.ts';
import type { Platform } from '../platform.ts';
import { expectPatchCheck, patchResource, type ResourceAction } from '../resources/actions.ts';
import { etagOf, renderStoredRecord } from '../resources/render.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { type CheckedWriter, writeChecked } from './checked-write.ts';
import { importResponse } from './import.response.ts';
import { listRecords, viewRecord } from './records.response.ts';

const records = '/api/platform/resources/:id/records';
const one = `${records}/:recordId`;
const read = keyPolicy('resource', 'read');
const writeJson = keyPolicy('resource', 'write', 'json');

export function recordRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: records,
      summary: 'The records of a resource, filtered, as JSON or as one entry a line',
      policy: read,
      query: recordListQuerySchema,
      answers: { 200: recordListSchema, 304: 'empty' },
      lines: storedRecordSchema,
      handle: (call) => listRecords(platform, call, call.query as RecordsQuery),
    },
    {
      method: 'POST',
      path: records,
      summary: 'Store one record, or import many, one a line, all or none',
      policy: { ...writeJson, body: 'ndjson', bodyBytesMax: limits.importBytesMax },
      body: recordBodySchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 201: z.union([storedRecordSchema, importResultSchema]) },
      handle: (call) =>
        call.body === undefined ? importResponse(platform, call) : createRecord(platform, call),
    },
    {
      method: 'GET',
      path: one,
      summary: 'One record of a resource',
      policy: read,
      answers: { 200: storedRecordSchema, 304: 'empty' },
      handle: (call) => viewRecord(platform, call),
    },
    {
      method: 'PUT',
      path: one,
      summary: 'Replace one record',
      policy: writeJson,
      body: recordBodySchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 200: storedRecordSchema },
      handle: async (call) => {
        const record = call.body as JsonObject;
        const action = { action: 'update-record', ...targetOf(call), record } as const;
        const { change, expect } = prepareChange(platform, call, action);
        return recordAnswer(200, await writeChecked(platform.store, change, expect));
      },
    },
    {
      method: 'PATCH',
      path: one,
      summary: 'Change one record by a JSON merge patch',
      policy: writeJson,
      body: recordPatchSchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 200: storedRecordSchema },
      handle: (call) => patchRecord(platform, call),
    },
    {
      method: 'DELETE',
      path: one,
      summary: 'Delete one record',
      policy: keyPolicy('resource', 'write'),
      answers: { 200: recordDeletionSchema },
      handle: async (call) => {
        const action = { action: 'delete-record', ...targetOf(call) } as const;
        const { change } = prepareChange(platform, call, action);
        const { id } = await writeChecked(platform.store, change);
        return { status: 200, body: `{"deleted":true,"recordId":"${id}"}` };
      },
    },
  ];
}

async function createRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const id = call.params.id ?? '';
  const ifMatch = call.header('if-match');
  const fingerprint = fingerprintOf('create record', id, ifMatch ?? '', call.bodyBytes);
  const action = { action: 'add-record', record: call.body as JsonObject } as const;
  const { answer } = await changeOnce(platform, call, fingerprint, {
    // The record has no version yet: `If-Match` is of its resource.
    ...prepareChange(platform, call, action, ifMatch),
    answer: (row) =>
      recordAnswer(201, row, { location: `/api/platform/resources/${id}/records/${row.id}` }),
  });
  return answer;
}

async function patchRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const { id = '', recordId = '' } = call.params;
  const ifMatch = call.header('if-match') ?? '';
  const fingerprint = fingerprintOf('patch record', id, recordId, ifMatch, call.bodyBytes);
  const record = call.body as JsonObject;
  const action = { action: 'update-record', ...targetOf(call), record, isMerge: true } as const;
  const { answer } = await changeOnce(platform, call, fingerprint, {
    ...prepareChange(platform, call, action),
    answer: (row) => recordAnswer(200, row),
  });
  return answer;
}

/** A change of one record as an action on its resource, with the check that it will need. */
function prepareChange(
  platform: Platform,
  { caller, params }: Call<Caller>,
  action: ResourceAction,
  ifMatch?: string,
) {
  const target = { id: params.id ?? '', ifMatch: readTags(ifMatch) };
  return {
    change: async (tx: CheckedWriter): Promise<RecordRow> => {
      const { record } = await patchResource(platform, tx, caller, target, action);
      return record as RecordRow;
    },
    expect: () => expectPatchCheck(platform.store, caller, target.id, action),
  };
}

function targetOf({ params, header }: Call<Caller>) {
  return { recordId: params.recordId ?? '', recordMatch: readTags(header('if-match')) };
}

function recordAnswer(
  status: number,
  row: RecordRow,
  headers: { readonly [name: string]: string } = {},
): TextAnswer {
  return {
    status,
    headers: { ...headers, etag: etagOf(row.version) },
    body: renderStoredRecord(row),
  };
}
