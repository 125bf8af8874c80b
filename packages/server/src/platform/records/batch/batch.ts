/** Several calls on records in one transaction: all or none. The first refusal is the answer, with its index. */
import type { JsonObject } from '@baraza/contract';
import type { Caller } from '../../../access/scopes.ts';
import { Problem } from '../../../kernel/problem.ts';
import { findRecord } from '../../../store/platform/records.ts';
import { holdResource } from '../../../store/platform/resources.ts';
import type { CheckedWork, Platform } from '../../platform.ts';
import { renderRecordDeletion, renderStoredRecord } from '../../resources/render.ts';
import { requireResource } from '../../resources/resources.ts';
import { ruleNames } from '../../rules/access-rules.ts';
import { visibleRow } from '../../rules/visible-fields.ts';
import { allowedRecords } from '../../rules/visitor-access.ts';
import type { Check } from '../checked-write.ts';
import { endIfDeleted, makeCall, type RecordCall } from '../record-calls.ts';
import { ownText, requireRecord, storedRecord } from '../record-changes.ts';
import { recordCheck } from '../schema.ts';

/** A change of a record, or a read. */
export type BatchCall = (RecordCall | Viewing) & { readonly index: number };

interface Viewing extends Pick<RecordCall, 'resourceId' | 'recordId'> {
  readonly method: 'GET';
}

interface Result {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

export async function runBatch(
  work: CheckedWork,
  calls: readonly BatchCall[],
): Promise<readonly Result[]> {
  const { tx, caller } = work;
  // Always in the same order, and before the row of the owner, so that transactions do not deadlock.
  const ids = new Set(calls.map(({ resourceId }) => resourceId));
  for (const id of [...ids].sort()) await holdResource(tx, caller.ownerId, id);
  const results: Result[] = [];
  for (const call of calls)
    try {
      results.push(await resultOf(work, call));
    } catch (error) {
      throw atIndex(call.index, error);
    }
  if (calls.some(({ method }) => method === 'DELETE')) await endIfDeleted(work);
  return results;
}

/** The same refusal with the index of its call. */
export function atIndex(index: number, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, message, fields, retryAfterSeconds } = error;
  return new Problem(code, message, {
    cause: error,
    fields: { ...fields, index },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

async function resultOf(work: CheckedWork, call: BatchCall): Promise<Result> {
  if (call.method === 'GET') {
    const { platform, tx, caller } = work;
    const resource = await requireResource(tx, caller, call.resourceId, 'read', ['view']);
    const allowed = allowedRecords(caller, resource, 'view', platform.clock());
    const record = await requireRecord(tx, resource, call.recordId ?? '', undefined, allowed);
    return { status: 200, body: renderStoredRecord(visibleRow(caller, resource, record)) };
  }
  const { record: stored, resource, isCreated } = await makeCall(work, call);
  const record = visibleRow(work.caller, resource, stored);
  if (call.method === 'DELETE') return { status: 200, body: renderRecordDeletion(record) };
  return { status: isCreated ? 201 : 200, body: renderStoredRecord(record) };
}

/**
 * The checks that the calls will need. A patch is merged into the record as earlier calls leave it. After a call that
 * will be refused no checks are needed: the transaction refuses the batch.
 */
export async function expectBatchChecks(
  { store }: Platform,
  caller: Caller,
  calls: readonly BatchCall[],
): Promise<readonly Check<unknown>[]> {
  const checks: Check<unknown>[] = [];
  const changed = new Map<string, JsonObject | undefined>();
  const current = async (name: string, resourceId: string, recordId: string) => {
    if (changed.has(name)) return changed.get(name);
    const stored = await findRecord(store, resourceId, recordId);
    return stored && (JSON.parse(stored.record) as JsonObject);
  };
  for (const call of calls) {
    if (call.method === 'GET') continue;
    const { method, resourceId, recordId = '' } = call;
    const name = `${resourceId} ${recordId}`;
    try {
      const resource = await requireResource(store, caller, resourceId, 'write', ruleNames);
      if (!resource.config.includes('"schema"')) continue;
      if (method === 'DELETE') {
        changed.set(name, undefined);
        continue;
      }
      const isMerge = method === 'PATCH';
      const old = method === 'POST' ? undefined : await current(name, resourceId, recordId);
      if (isMerge && old === undefined) break;
      const record = storedRecord(caller, resource, { record: call.record, isMerge }, old);
      if (method !== 'POST') changed.set(name, record);
      const check = recordCheck(resource, ownText(record));
      if (check !== undefined) checks.push(check);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      break;
    }
  }
  return checks;
}
