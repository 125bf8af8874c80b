/** Changes of single records, each in a transaction that has locked its resource. */
import { isRecordId, type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { assertVersion, type VersionTags } from '../../kernel/version-tags.ts';
import { deleteAccount, setVerified } from '../../store/platform/accounts.ts';
import type { Allowed } from '../../store/platform/record-access.ts';
import {
  deleteRecord,
  findRecord,
  insertRecords,
  type NewRecord,
  type RecordRow,
  replaceRecord,
} from '../../store/platform/records.ts';
import type { RecordColumns, ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import type { Platform, Work } from '../platform.ts';
import { etagOf } from '../resources/render.ts';
import {
  allowedRecords,
  assertMayCreate,
  assertMayDelete,
  assertMayUpdate,
  hasBody,
  subjectOf,
} from '../rules/keyless-access.ts';
import { lockedFields } from '../rules/trusted-fields.ts';
import { type Submission, submittedRecord, visibleRow } from '../rules/visible-fields.ts';
import { assertFits, type SchemaSteps } from '../schemas/config-schema.ts';
import {
  accountRecord,
  assertAddressKept,
  assertNotReserved,
  isUsers,
} from '../users/account-record.ts';
import { fullProblem, recordsMaxOf } from './fullness.ts';
import type { Entry } from './query/record-path.ts';
import { keyMaker } from './record-index.ts';
import { assertFreeIds, assertUnique, uniqueMaker } from './record-unique.ts';
import { wordMaker } from './record-words.ts';

/** A record as it would be stored. */
export interface SubmittedRecord {
  readonly text: string;
  readonly bytes: number;
}

/**
 * The record to store: the submission, with the fields that its caller may not set and a normalised e-mail address.
 * `locked`: what `lockedFields` found.
 */
function storedRecord(
  caller: Caller,
  resource: ResourceRow,
  submission: Submission,
  before: JsonObject | undefined,
  locked: readonly string[],
): JsonObject {
  if (caller.keyless !== undefined && isUsers(resource)) assertNotReserved(submission.record);
  return accountRecord(resource, submittedRecord(caller, resource, submission, before, locked));
}

export interface RecordChange {
  /** The changed columns of its resource. */
  readonly set: Partial<ResourceRow>;
  /** The current version; of a deleted record, the last one. */
  readonly record: RecordRow;
}

/** A generated record is not checked: the schema applies to submitted ones. The client may have chosen its id. */
export async function addRecord(
  { platform, tx, caller, schemaSteps }: Work,
  resource: ResourceRow,
  given: JsonObject,
  atMs: number,
  {
    submitted = true,
    clientId = null,
  }: { readonly submitted?: boolean; readonly clientId?: string | null } = {},
): Promise<RecordChange> {
  const submission = { record: given, isMerge: false };
  const locked = await lockedFields(tx, caller, resource);
  const record = submitted ? storedRecord(caller, resource, submission, undefined, locked) : given;
  const id = clientId ?? undefined;
  await assertMayCreate(tx, caller, resource, { id, record }, platform.clock());
  const { text, bytes } = submitted ? fittingText(resource, record, schemaSteps) : ownText(record);
  if (resource.record_count >= recordsMaxOf(platform, resource))
    throw fullProblem(platform, resource, caller);
  const stored = {
    id: platform.makeId('record'),
    client_id: clientId,
    record: text,
    bytes,
    version: 1,
    created_at: atMs,
    updated_at: null,
  };
  const added: NewRecord = { ...stored, ...columnMaker(resource)?.(stored, record) };
  if (clientId !== null) await assertFreeIds(tx, resource.id, [added]);
  await assertUnique(tx, resource, [added], { isNamed: caller.keyless === undefined });
  await insertRecords(tx, resource.id, [added]);
  return {
    set: { record_count: resource.record_count + 1, record_bytes: resource.record_bytes + bytes },
    record: added,
  };
}

export async function updateRecord(
  { platform, tx, caller, schemaSteps }: Work,
  resource: ResourceRow,
  old: RecordRow,
  submission: Submission,
  atMs: number,
  ifMatch?: VersionTags,
): Promise<RecordChange> {
  const before = subjectOf(old);
  const { id } = before;
  // The rule comes first: every other refusal would reveal that there is such a record.
  const { record: given, isMerge } = submission;
  const wanted = isMerge ? mergePatch(before.record, given) : given;
  const nowMs = platform.clock();
  if (hasBody(caller, resource, 'update'))
    await assertMayUpdate(tx, caller, resource, before, { id, record: wanted }, nowMs);
  else await assertMayUpdate(tx, caller, resource, before, before, nowMs);
  assertVersion(ifMatch, etagOf(old.version));
  const locked = await lockedFields(tx, caller, resource);
  const record = storedRecord(caller, resource, submission, before.record, locked);
  await assertMayUpdate(tx, caller, resource, before, { id, record }, nowMs);
  assertAddressKept(caller, resource, before.record, record);
  const { text, bytes } = fittingText(resource, record, schemaSteps);
  const updated: NewRecord = {
    ...old,
    record: text,
    bytes,
    version: old.version + 1,
    updated_at: atMs,
    ...columnMaker(resource)?.({ ...old, updated_at: atMs }, record),
  };
  await assertUnique(tx, resource, [updated], { isNamed: caller.keyless === undefined });
  await replaceRecord(tx, resource.id, updated);
  if (isUsers(resource) && before.record.email !== record.email)
    await setVerified(tx, resource.id, old.id, null);
  return { set: { record_bytes: resource.record_bytes - old.bytes + bytes }, record: updated };
}

export async function removeRecord(
  { platform, tx, caller }: Work,
  resource: ResourceRow,
  old: RecordRow,
  ifMatch?: VersionTags,
): Promise<RecordChange> {
  await assertMayDelete(tx, caller, resource, subjectOf(old), platform.clock());
  assertVersion(ifMatch, etagOf(old.version));
  await deleteRecord(tx, resource.id, old.id);
  // A change needs the session of its caller, also of one whose account it deletes: `endIfDeleted` comes last.
  if (isUsers(resource))
    await deleteAccount(tx, resource.id, old.id, caller.keyless?.user?.tokenHash);
  return {
    set: {
      record_count: resource.record_count - 1,
      record_bytes: resource.record_bytes - old.bytes,
    },
    record: old,
  };
}

/** A record; one that is not `allowed` is reported as absent. */
export async function requireRecord(
  reader: Reader,
  resource: ResourceRow,
  recordId: string,
  allowed?: Allowed,
): Promise<RecordRow> {
  const found = await findAllowed(reader, resource, recordId, allowed);
  if (found === undefined) throw absent('record');
  return found;
}

/** A record as the caller sees it. */
export async function requireVisible(
  { clock }: Platform,
  reader: Reader,
  caller: Caller,
  resource: ResourceRow,
  recordId: string,
): Promise<RecordRow> {
  const allowed = allowedRecords(caller, resource, 'view', clock());
  return visibleRow(caller, resource, await requireRecord(reader, resource, recordId, allowed));
}

/** Undefined if there is none; an id that none can have is refused as absent. */
export async function findAllowed(
  reader: Reader,
  resource: ResourceRow,
  recordId: string,
  allowed?: Allowed,
): Promise<RecordRow | undefined> {
  if (!isRecordId(recordId)) throw absent('record');
  return findRecord(reader, resource.id, recordId, allowed);
}

/** A submitted record as it is stored, within its size. */
export function recordText(record: JsonObject): SubmittedRecord {
  const stored = ownText(record);
  if (stored.bytes > limits.recordBytesMax)
    throw new Problem('too_large', `A record may have at most ${limits.recordBytesMax} bytes.`);
  return stored;
}

/** The text of a record that fits its resource's schema. */
function fittingText(resource: ResourceRow, record: JsonObject, steps?: SchemaSteps) {
  const stored = recordText(record);
  assertFits(resource, record, stored.bytes, steps);
  return stored;
}

/** A record as it is stored, whatever its size. */
function ownText(record: JsonObject): SubmittedRecord {
  const text = JSON.stringify(record);
  return { text, bytes: Buffer.byteLength(text) };
}

/** Makes the columns of a resource's records beside their text; undefined if it has none. */
export function columnMaker({
  id,
  indexes,
  uniques,
  search,
}: Pick<ResourceRow, 'id'> & RecordColumns) {
  if (indexes === null && uniques === null && search === null) return undefined;
  const makeKeys = keyMaker(id, indexes);
  const makeUniques = uniqueMaker(id, uniques);
  const makeWords = wordMaker(id, search);
  return (entry: Entry, record: unknown): Pick<NewRecord, 'keys' | 'uniques' | 'words'> => ({
    keys: makeKeys?.(entry, record),
    uniques: makeUniques?.(record),
    words: makeWords?.(record),
  });
}
