import {
  expandedRecordSchema,
  importQuerySchema,
  importResultSchema,
  type JsonObject,
  limits,
  type RecordQuery,
  type RecordsQuery,
  recordBodySchema,
  recordDeletionSchema,
  recordListQuerySchema,
  recordListSchema,
  recordPatchSchema,
  recordQuerySchema,
  type SummaryQuery,
  storedRecordSchema,
  summaryQuerySchema,
  summarySchema,
} from '@baraza/contract';
import { z } from 'zod';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import { changeOnce, fingerprintOf } from '../idempotency.response.ts';
import type { Platform, Work } from '../platform.ts';
import { etagOf, renderRecordDeletion, renderStoredRecord } from '../resources/render.ts';
import { keyPolicy, openedBy, type PlatformRoute } from '../route.ts';
import { visibleRow } from '../rules/visible-fields.ts';
import { importResponse } from './import.response.ts';
import { endIfDeleted, makeCall, type RecordCall } from './record-calls.ts';
import { listRecords, summariseRecords, viewRecord } from './records.response.ts';

const records = '/api/platform/resources/:id/records';
const one = `${records}/:recordId`;
const read = keyPolicy('resource', 'read');
const listed = openedBy(read, 'list');
const writeJson = keyPolicy('resource', 'write', 'json');

export function recordRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: records,
      name: 'listRecords',
      summary: 'The records of a resource, filtered, as JSON or as one entry per line',
      headers: ['If-None-Match'],
      sends: ['ETag'],
      policy: listed,
      query: recordListQuerySchema,
      answers: { 200: recordListSchema, 304: 'empty' },
      lines: storedRecordSchema,
      handle: (call) => listRecords(platform, call, call.query as RecordsQuery),
    },
    {
      method: 'GET',
      path: `${records}/summary`,
      name: 'summariseRecords',
      summary: 'Counts, sums and groups of the records of a resource',
      policy: listed,
      query: summaryQuerySchema,
      answers: { 200: summarySchema },
      handle: (call) => summariseRecords(platform, call, call.query as SummaryQuery),
    },
    {
      method: 'POST',
      path: records,
      name: 'createRecord',
      summary: 'Store one record, or import many, one per line, all or none',
      headers: ['If-Match', 'Idempotency-Key'],
      sends: ['ETag', 'Location'],
      policy: {
        ...openedBy(writeJson, 'create'),
        body: 'ndjson',
        bodyBytesMax: limits.importBytesMax,
      },
      query: importQuerySchema,
      body: recordBodySchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 201: z.union([storedRecordSchema, importResultSchema]) },
      handle: (call) =>
        call.body === undefined ? importResponse(platform, call) : createRecord(platform, call),
    },
    {
      method: 'GET',
      path: one,
      name: 'getRecord',
      summary: 'One record of a resource',
      headers: ['If-None-Match'],
      sends: ['ETag'],
      policy: openedBy(read, 'view'),
      query: recordQuerySchema,
      answers: { 200: expandedRecordSchema, 304: 'empty' },
      handle: (call) => viewRecord(platform, call, call.query as RecordQuery),
    },
    {
      method: 'PUT',
      path: one,
      name: 'putRecord',
      summary: 'Replace one record, or create one with a chosen id',
      headers: ['If-Match', 'If-None-Match'],
      sends: ['ETag', 'Location'],
      policy: openedBy(writeJson, 'update', 'create'),
      body: recordBodySchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 200: storedRecordSchema, 201: storedRecordSchema },
      refusals: [412],
      handle: async (call) => {
        const changed = await changeRecord(platform, call, 'PUT');
        const { isCreated } = changed;
        const record = shown(call, changed);
        return isCreated ? createdAnswer(call.params.id ?? '', record) : recordAnswer(200, record);
      },
    },
    {
      method: 'PATCH',
      path: one,
      name: 'patchRecord',
      summary: 'Change one record by a JSON merge patch',
      headers: ['If-Match', 'Idempotency-Key'],
      sends: ['ETag'],
      policy: openedBy(writeJson, 'update'),
      body: recordPatchSchema,
      bodyDepthMax: limits.jsonDepthMax,
      answers: { 200: storedRecordSchema },
      handle: (call) => patchRecord(platform, call),
    },
    {
      method: 'DELETE',
      path: one,
      name: 'deleteRecord',
      summary: 'Delete one record',
      headers: ['If-Match'],
      policy: openedBy(keyPolicy('resource', 'write'), 'delete'),
      answers: { 200: recordDeletionSchema },
      handle: async (call) => {
        const { record } = await changeRecord(platform, call, 'DELETE');
        return { status: 200, body: renderRecordDeletion(record) };
      },
    },
  ];
}

async function createRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const { id = '' } = call.params;
  const ifMatch = call.header('if-match') ?? '';
  const fingerprint = fingerprintOf('create record', id, ifMatch, call.bodyBytes);
  const { answer } = await changeOnce(platform, call, fingerprint, {
    change: prepare(call, 'POST'),
    answer: (changed) => createdAnswer(id, shown(call, changed)),
  });
  return answer;
}

async function patchRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const { id = '', recordId = '' } = call.params;
  const ifMatch = call.header('if-match') ?? '';
  const fingerprint = fingerprintOf('patch record', id, recordId, ifMatch, call.bodyBytes);
  const { answer } = await changeOnce(platform, call, fingerprint, {
    change: prepare(call, 'PATCH'),
    answer: (changed) => recordAnswer(200, shown(call, changed)),
  });
  return answer;
}

function changeRecord(platform: Platform, call: Call<Caller>, method: RecordCall['method']) {
  const { caller } = call;
  const change = prepare(call, method);
  return platform.store.write((tx) => change({ platform, tx, caller }));
}

/** The change of a call. */
function prepare(call: Call<Caller>, method: RecordCall['method']) {
  const { params, header } = call;
  const wanted: RecordCall = {
    method,
    resourceId: params.id ?? '',
    recordId: params.recordId,
    record: call.body as JsonObject,
    ifMatch: readTags(header('if-match')),
    onlyCreates: readTags(header('if-none-match'))?.includes('*') === true,
  };
  return async (work: Work) => {
    const changed = await makeCall(work, wanted);
    if (method === 'DELETE') await endIfDeleted(work);
    return changed;
  };
}

function shown(
  { caller }: Call<Caller>,
  { resource, record }: Awaited<ReturnType<typeof makeCall>>,
): RecordRow {
  return visibleRow(caller, resource, record);
}

function createdAnswer(resourceId: string, record: RecordRow): TextAnswer {
  return recordAnswer(201, record, { location: locationOf(resourceId, record) });
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

function locationOf(resourceId: string, record: RecordRow): string {
  return `/api/platform/resources/${resourceId}/records/${recordIdOf(record)}`;
}
