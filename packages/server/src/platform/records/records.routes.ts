import {
  importResultSchema,
  limits,
  type RecordsQuery,
  recordEntrySchema,
  recordListQuerySchema,
  recordListSchema,
} from '@baraza/contract';
import type { Platform } from '../platform.ts';
import type { PlatformRoute } from '../route.ts';
import { importResponse } from './import.response.ts';
import { listRecords, viewRecord } from './records.response.ts';

const records = '/api/platform/resources/:id/records';
const read = {
  credential: 'key',
  scope: 'resource',
  access: 'read',
  body: 'none',
  bodyBytesMax: 0,
} as const;

export function recordRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: records,
      summary: 'The records of a resource, filtered, as JSON or as one entry a line',
      policy: read,
      query: recordListQuerySchema,
      answers: { 200: recordListSchema, 304: 'empty' },
      lines: recordEntrySchema,
      handle: ({ caller, params, query, header }) =>
        listRecords(platform, caller, params.id ?? '', query as RecordsQuery, {
          accept: header('accept'),
          ifNoneMatch: header('if-none-match'),
        }),
    },
    {
      method: 'POST',
      path: records,
      summary: 'Import records, one a line, all or none',
      policy: {
        credential: 'key',
        scope: 'resource',
        access: 'write',
        body: 'ndjson',
        bodyBytesMax: limits.importBytesMax,
      },
      answers: { 201: importResultSchema },
      handle: (call) => importResponse(platform, call),
    },
    {
      method: 'GET',
      path: `${records}/:recordId`,
      summary: 'One record of a resource',
      policy: read,
      answers: { 200: recordEntrySchema, 304: 'empty' },
      handle: ({ caller, params, header }) =>
        viewRecord(
          platform,
          caller,
          params.id ?? '',
          params.recordId ?? '',
          header('if-none-match'),
        ),
    },
  ];
}
