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
import { etagOf, renderStoredRecord } from '../resources/render.ts';
import type { PlatformRoute } from '../route.ts';
import { type CheckedWriter, writeChecked } from './checked-write.ts';
import { importResponse } from './import.response.ts';
import {
  createOne,
  deleteOne,
  expectRecordCheck,
  type RecordTarget,
  updateOne,
} from './one-record.ts';
import { listRecords, viewRecord } from './records.response.ts';

const records = '/api/platform/resources/:id/records';
const one = `${records}/:recordId`;
const read = {
  credential: 'key',
  scope: 'resource',
  access: 'read',
  body: 'none',
  bodyBytesMax: 0,
} as const;
const write = { credential: 'key', scope: 'resource', access: 'write' } as const;
const json = { body: 'json', bodyBytesMax: limits.jsonBodyBytesMax } as const;

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
      handle: ({ caller, params, query, header, signal }) =>
        listRecords(
          platform,
          caller,
          params.id ?? '',
          query as RecordsQuery,
          { accept: header('accept'), ifNoneMatch: header('if-none-match') },
          signal,
        ),
    },
    {
      method: 'POST',
      path: records,
      summary: 'Store one record, or import many, one a line, all or none',
      policy: {
        ...write,
        body: 'ndjson',
        bodyBytesMax: limits.importBytesMax,
      },
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
      handle: ({ caller, params, header }) =>
        viewRecord(
          platform,
          caller,
          params.id ?? '',
          params.recordId ?? '',
          header('if-none-match'),
        ),
    },
    {
      method: 'PUT',
      path: one,
      summary: 'Replace one record',
      policy: { ...write, ...json },
      body: recordBodySchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 200: storedRecordSchema },
      handle: (call) => putRecord(platform, call),
    },
    {
      method: 'PATCH',
      path: one,
      summary: 'Change one record by a JSON merge patch',
      policy: { ...write, ...json },
      body: recordPatchSchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 200: storedRecordSchema },
      handle: (call) => patchRecord(platform, call),
    },
    {
      method: 'DELETE',
      path: one,
      summary: 'Delete one record',
      policy: { ...write, body: 'none', bodyBytesMax: 0 },
      answers: { 200: recordDeletionSchema },
      handle: (call) => deleteRecord(platform, call),
    },
  ];
}

async function createRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const id = call.params.id ?? '';
  const ifMatch = call.header('if-match');
  const target = { id, ifMatch: readTags(ifMatch) };
  const fingerprint = fingerprintOf('create record', id, ifMatch ?? '', call.bodyBytes);
  const record = call.body as JsonObject;
  const create = async (tx: CheckedWriter) => {
    const row = await createOne(platform, tx, call.caller, target, record);
    const location = `/api/platform/resources/${id}/records/${row.id}`;
    return { answer: recordAnswer(201, row, { location }), result: row };
  };
  const { answer } = await changeOnce(platform, call, fingerprint, create, () =>
    expectRecordCheck(platform.store, call.caller, id, record),
  );
  return answer;
}

async function putRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const target = targetOf(call);
  const record = call.body as JsonObject;
  const row = await writeChecked(
    platform.store,
    (tx) => updateOne(platform, tx, call.caller, target, 'replace', record),
    () => expectRecordCheck(platform.store, call.caller, target.id, record),
  );
  return recordAnswer(200, row);
}

async function patchRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const target = targetOf(call);
  const { id, recordId } = target;
  const ifMatch = call.header('if-match') ?? '';
  const fingerprint = fingerprintOf('patch record', id, recordId, ifMatch, call.bodyBytes);
  const patch = call.body as JsonObject;
  const merge = async (tx: CheckedWriter) => {
    const row = await updateOne(platform, tx, call.caller, target, 'merge', patch);
    return { answer: recordAnswer(200, row), result: row };
  };
  const { answer } = await changeOnce(platform, call, fingerprint, merge, () =>
    expectRecordCheck(platform.store, call.caller, id, patch, recordId),
  );
  return answer;
}

async function deleteRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const row = await platform.store.write((tx) =>
    deleteOne(platform, tx, call.caller, targetOf(call)),
  );
  return { status: 200, body: `{"deleted":true,"recordId":"${row.id}"}` };
}

function targetOf({ params, header }: Call<Caller>): RecordTarget {
  return {
    id: params.id ?? '',
    recordId: params.recordId ?? '',
    ifMatch: readTags(header('if-match')),
  };
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
