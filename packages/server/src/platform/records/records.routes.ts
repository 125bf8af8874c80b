import {
  importResultSchema,
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
import type { Platform } from '../platform.ts';
import type { PlatformRoute } from '../route.ts';
import { importResponse } from './import.response.ts';
import { createRecord, deleteRecord, patchRecord, putRecord } from './one-record.response.ts';
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
