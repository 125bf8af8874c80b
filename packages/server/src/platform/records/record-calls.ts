/** Calls on single records, as routes and batches make them: each is an action on the resource of the record. */
import type { JsonObject } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { absent } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { deleteSessionWithoutAccount } from '../../store/platform/accounts.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { CheckedWork, Platform } from '../platform.ts';
import { expectPatchCheck, patchResource, type ResourceAction } from '../resources/actions.ts';

export interface RecordCall {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly resourceId: string;
  /** Undefined if a record is added. */
  readonly recordId: string | undefined;
  /** The record, or a merge patch for it. */
  readonly record: JsonObject;
  /** Versions of the record; if one is added, of its resource. */
  readonly ifMatch: VersionTags | undefined;
  /** Whether a record that exists is refused. */
  readonly onlyCreates: boolean;
}

export interface ChangedRecord {
  /** A deleted record as it was before. */
  readonly record: RecordRow;
  readonly isCreated: boolean;
  readonly resource: ResourceRow;
}

export async function makeCall(work: CheckedWork, call: RecordCall): Promise<ChangedRecord> {
  const { method, resourceId: id, ifMatch } = call;
  const target = { id, ifMatch: method === 'POST' ? ifMatch : undefined };
  const { record, isCreated, row } = await patchResource(work, target, actionOf(call));
  if (record === undefined) throw absent('record');
  return { record, isCreated, resource: row };
}

/** After the last deletion of a transaction: ends the session of a caller who deleted their own account. */
export async function endIfDeleted({ tx, caller: { visitor } }: CheckedWork): Promise<void> {
  if (visitor?.user !== undefined) await deleteSessionWithoutAccount(tx, visitor.user.tokenHash);
}

/** The check that a call will need. */
export function expectCheck(platform: Platform, caller: Caller, call: RecordCall) {
  return expectPatchCheck(platform, caller, call.resourceId, actionOf(call));
}

export function locationOf(resourceId: string, record: RecordRow): string {
  return `/api/platform/resources/${resourceId}/records/${recordIdOf(record)}`;
}

function actionOf(call: RecordCall): ResourceAction {
  const { method, recordId = '', record, ifMatch: recordMatch, onlyCreates } = call;
  switch (method) {
    case 'POST':
      return { action: 'add-record', record };
    case 'PUT': {
      const creates = onlyCreates ? 'only' : 'if-absent';
      return { action: 'update-record', recordId, recordMatch, record, creates };
    }
    case 'PATCH':
      return { action: 'update-record', recordId, recordMatch, record, isMerge: true };
    case 'DELETE':
      return { action: 'delete-record', recordId, recordMatch, mayBeEntry: true };
  }
}
