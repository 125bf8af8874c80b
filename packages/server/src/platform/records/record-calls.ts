/** Calls on single records, as routes and batches make them, in the transaction that has locked their resource. */
import type { JsonObject } from '@baraza/contract';
import { absent, Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { deleteSessionWithoutAccount } from '../../store/platform/accounts.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { saveResource } from '../activity.ts';
import type { Work } from '../platform.ts';
import { requireHeld } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import { mayCreate, notAllowed } from '../rules/keyless-access.ts';
import { isUsers } from '../users/account-record.ts';
import {
  addRecord,
  findAllowed,
  noteFullness,
  type RecordChange,
  requireRecord,
  updateRecord,
} from './record-changes.ts';
import { lockBeforeDeletion, removeWithDependants } from './reference-deletion.ts';

export interface RecordCall {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly resourceId: string;
  /** Undefined if a record is added. */
  readonly recordId: string | undefined;
  /** The record, or a merge patch for it. */
  readonly record: JsonObject;
  /** Versions of the record; if one is added, of its resource. */
  readonly ifMatch?: VersionTags | undefined;
  /** Whether a record that exists is refused. */
  readonly onlyCreates?: boolean;
}

interface ChangedRecord {
  /** A deleted record as it was before. */
  readonly record: RecordRow;
  readonly isCreated: boolean;
  readonly resource: ResourceRow;
}

/** What each method is among the operations on a resource, and the rules that let a caller without a key do it. */
const kinds = {
  POST: { operation: 'add-record', rules: ['create'] },
  PUT: { operation: 'update-record', rules: ['update', 'create'] },
  PATCH: { operation: 'update-record', rules: ['update'] },
  DELETE: { operation: 'delete-entry', rules: ['delete'] },
} as const;

export async function makeCall(work: Work, call: RecordCall): Promise<ChangedRecord> {
  const { method, resourceId } = call;
  const { operation, rules } = kinds[method];
  const ifMatch = method === 'POST' ? call.ifMatch : undefined;
  if (method === 'DELETE') await lockBeforeDeletion(work, resourceId);
  const before = await requireHeld(work, resourceId, ifMatch, rules);
  assertLegal(operation, before);
  const atMs = work.platform.clock();
  const { action, set, record } = await changeOf(work, before, call, atMs);
  const detail = { recordId: recordIdOf(record) };
  const changed = { ...set, updated_at: atMs };
  const resource = await saveResource(work, before, changed, { action, detail, record });
  await noteFullness(work, before, resource);
  return { record, isCreated: action === 'record-added', resource };
}

/** After the last deletion of a transaction: ends the session of a caller who deleted their own account. */
export async function endIfDeleted({ tx, caller: { keyless } }: Work): Promise<void> {
  if (keyless?.user !== undefined) await deleteSessionWithoutAccount(tx, keyless.user.tokenHash);
}

interface DoneCall extends RecordChange {
  readonly action: 'record-added' | 'record-updated' | 'record-deleted';
}

async function changeOf(
  work: Work,
  resource: ResourceRow,
  call: RecordCall,
  atMs: number,
): Promise<DoneCall> {
  const { method, recordId = '', record, ifMatch } = call;
  if (method === 'POST')
    return { action: 'record-added', ...(await addRecord(work, resource, record, atMs)) };
  if (method === 'PUT' && ifMatch === undefined && (await isNew(work, resource, call))) {
    const added = await addRecord(work, resource, record, atMs, { clientId: recordId });
    return { action: 'record-added', ...added };
  }
  const old = await requireRecord(work.tx, resource, recordId);
  if (method === 'DELETE')
    return {
      action: 'record-deleted',
      ...(await removeWithDependants(work, resource, old, ifMatch)),
    };
  const submission = { record, isMerge: method === 'PATCH' };
  const updated = await updateRecord(work, resource, old, submission, atMs, ifMatch);
  return { action: 'record-updated', ...updated };
}

/** Whether a PUT creates its record; refuses one that may not. */
async function isNew(
  { tx, caller, platform }: Work,
  resource: ResourceRow,
  { recordId: id = '', record, onlyCreates = false }: RecordCall,
): Promise<boolean> {
  const found = await findAllowed(tx, resource, id);
  // The id of an account says who its user is: one that a caller without a key chooses could be another user's.
  const isCreatable =
    (caller.keyless === undefined || !isUsers(resource)) &&
    (await mayCreate(tx, caller, resource, { id, record }, platform.clock()));
  if (onlyCreates && !isCreatable) throw notAllowed('create');
  if (onlyCreates && found !== undefined)
    throw new Problem('exists', `If-None-Match does not hold: the record ${id} exists.`);
  // Like a record that the rule `update` does not allow.
  if (found === undefined && !isCreatable) throw absent('record');
  return found === undefined;
}
