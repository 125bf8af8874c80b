import type { JsonObject } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import { changeOnce, fingerprintOf } from '../idempotency.response.ts';
import type { Platform } from '../platform.ts';
import { etagOf, renderStoredRecord } from '../resources/render.ts';
import { writeChecked } from './checked-write.ts';
import { createOne, deleteOne, mergeOne, type RecordTarget, replaceOne } from './one-record.ts';

export async function createRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const id = call.params.id ?? '';
  const ifMatch = call.header('if-match');
  const target = { id, ifMatch: readTags(ifMatch) };
  const fingerprint = fingerprintOf('create record', id, ifMatch ?? '', call.bodyBytes);
  const { answer } = await changeOnce(platform, call, fingerprint, async (tx) => {
    const row = await createOne(platform, tx, call.caller, target, call.body as JsonObject);
    const location = `/api/platform/resources/${id}/records/${row.id}`;
    return { answer: recordAnswer(201, row, { location }), result: row };
  });
  return answer;
}

export async function putRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const row = await writeChecked(platform.store, (tx) =>
    replaceOne(platform, tx, call.caller, targetOf(call), call.body as JsonObject),
  );
  return recordAnswer(200, row);
}

export async function patchRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const target = targetOf(call);
  const { id, recordId } = target;
  const ifMatch = call.header('if-match') ?? '';
  const fingerprint = fingerprintOf('patch record', id, recordId, ifMatch, call.bodyBytes);
  const { answer } = await changeOnce(platform, call, fingerprint, async (tx) => {
    const row = await mergeOne(platform, tx, call.caller, target, call.body as JsonObject);
    return { answer: recordAnswer(200, row), result: row };
  });
  return answer;
}

export async function deleteRecord(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const row = await writeChecked(platform.store, (tx) =>
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
