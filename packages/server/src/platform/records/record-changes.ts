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
import { recordChange } from '../activity.ts';
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
import {
  isSettable,
  notSettable,
  type Submission,
  submittedRecord,
  visibleRow,
} from '../rules/visible-fields.ts';
import { assertFits, type SchemaSteps } from '../schemas/config-schema.ts';
import {
  accountRecord,
  assertAddressKept,
  assertNotReserved,
  isUsers,
} from '../users/account-record.ts';
import { withSums } from './arithmetic.ts';
import { holdReferences } from './held-references.ts';
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
  if (resource.refs !== null) await holdReferences(tx, resource, [{ row: added, record }]);
  return {
    set: { record_count: resource.record_count + 1, record_bytes: resource.record_bytes + bytes },
    record: added,
  };
}

export async function updateRecord(
  work: Work,
  resource: ResourceRow,
  old: RecordRow,
  submission: Submission,
  atMs: number,
  ifMatch?: VersionTags,
): Promise<RecordChange> {
  const { platform, tx, caller } = work;
  const before = subjectOf(old);
  const { id } = before;
  const locked = await lockedFields(tx, caller, resource);
  const { record: given, isMerge } = submission;
  const sums = isMerge
    ? withSums(given, before.record, (field) => isSettable(caller, resource, field, locked))
    : { patch: given, withheld: undefined, refusal: undefined };
  // The rule comes first: every other refusal would reveal that there is such a record.
  const wanted = isMerge ? mergePatch(before.record, sums.patch) : given;
  const nowMs = platform.clock();
  if (hasBody(caller, resource, 'update'))
    await assertMayUpdate(tx, caller, resource, before, { id, record: wanted }, nowMs);
  else await assertMayUpdate(tx, caller, resource, before, before, nowMs);
  assertVersion(ifMatch, etagOf(old.version));
  if (sums.withheld !== undefined) throw notSettable(sums.withheld);
  const summed = { record: sums.patch, isMerge };
  const record = storedRecord(caller, resource, summed, before.record, locked);
  if (sums.refusal !== undefined) throw sums.refusal;
  await assertMayUpdate(tx, caller, resource, before, { id, record }, nowMs);
  assertAddressKept(caller, resource, before.record, record);
  const updated = await storeUpdated(work, resource, old, record, atMs);
  if (isUsers(resource) && before.record.email !== record.email)
    await setVerified(tx, resource.id, old.id, null);
  const { bytes } = updated;
  return { set: { record_bytes: resource.record_bytes - old.bytes + bytes }, record: updated };
}

/** The next version of a record, with all that is stored beside it; refused if it does not fit its resource. */
export async function storeUpdated(
  { tx, caller, schemaSteps }: Work,
  resource: ResourceRow,
  old: RecordRow,
  record: JsonObject,
  atMs: number,
): Promise<RecordRow> {
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
  if (resource.refs !== null)
    await holdReferences(tx, resource, [{ row: old, record, before: JSON.parse(old.record) }]);
  return updated;
}

export async function removeRecord(
  work: Work,
  resource: ResourceRow,
  old: RecordRow,
  ifMatch?: VersionTags,
): Promise<RecordChange> {
  const { platform, tx, caller } = work;
  await assertMayDelete(tx, caller, resource, subjectOf(old), platform.clock());
  assertVersion(ifMatch, etagOf(old.version));
  await dropRecord(work, resource, old);
  return {
    set: {
      record_count: resource.record_count - 1,
      record_bytes: resource.record_bytes - old.bytes,
    },
    record: old,
  };
}

/** Deletes a record with its account, if it is one. */
export async function dropRecord({ tx, caller }: Work, resource: ResourceRow, { id }: RecordRow) {
  await deleteRecord(tx, resource.id, id);
  // A change needs the session of its caller, also of one whose account it deletes: `endIfDeleted` comes last.
  if (isUsers(resource)) await deleteAccount(tx, resource.id, id, caller.keyless?.user?.tokenHash);
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

// How many records a resource holds at most, and what its owner is told before and when it is full.

type Sizes = Pick<Platform, 'recordsMax' | 'accountsMax'>;
type Sized = Pick<ResourceRow, 'service' | 'kind'>;

function recordsMaxOf({ recordsMax, accountsMax }: Sizes, resource: Sized): number {
  return isUsers(resource) ? accountsMax : recordsMax;
}

/** Who holds no key can do nothing about it: they read no setting's name and no number. */
export function fullProblem(
  sizes: Sizes,
  resource: Sized,
  { keyId }: Pick<Caller, 'keyId'>,
): Problem {
  const [holder, what, setting] = isUsers(resource)
    ? ['Users resource', 'accounts', 'BARAZA_ACCOUNTS_MAX']
    : [resource.service === 'connect' ? 'form' : 'collection', 'records', 'BARAZA_RECORDS_MAX'];
  if (keyId === '') return new Problem('full', `This ${holder} is full.`);
  const max = recordsMaxOf(sizes, resource);
  return new Problem('full', `A ${holder} holds at most ${max} ${what} (${setting}).`);
}

const nearlyFull = 0.8;

/** Tells the owner, once for each crossing, that a resource is nearly full or full. */
export async function noteFullness(
  work: Work,
  before: Pick<ResourceRow, 'record_count'>,
  resource: ResourceRow,
): Promise<void> {
  const recordsMax = recordsMaxOf(work.platform, resource);
  const { record_count: records } = resource;
  const crosses = (count: number) => before.record_count < count && records >= count;
  const full = resource.service === 'connect' ? 'form-full' : 'resource-full';
  const action = crosses(recordsMax)
    ? full
    : crosses(Math.ceil(recordsMax * nearlyFull))
      ? 'resource-nearly-full'
      : undefined;
  if (action !== undefined)
    await recordChange(work, { action, resource, detail: { records, recordsMax } });
}
