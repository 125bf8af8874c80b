/** Changes of single records, each in the transaction that holds its resource. */
import { isId, type JsonObject, limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { assertVersion, type VersionTags } from '../../kernel/version-tags.ts';
import {
  deleteRecord,
  findRecord,
  insertRecord,
  type NewRecord,
  type RecordRow,
  replaceRecord,
} from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader, Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import { etagOf } from '../resources/render.ts';
import { requireResource } from '../resources/resources.ts';
import type { Check, CheckedWriter } from './checked-write.ts';
import { keyMaker } from './record-index.ts';
import { recordCheck, type SubmittedRecord, schemaTextOf } from './schema.ts';

/** The check that a submitted record will need: itself, or merged into the record with the given id. */
export async function expectRecordCheck(
  reader: Reader,
  caller: Caller,
  resourceId: string,
  submitted: JsonObject,
  mergedInto?: string,
): Promise<Check<void> | undefined> {
  const resource = await requireResource(reader, caller, resourceId, 'write');
  if (schemaTextOf(resource.config) === undefined) return undefined;
  if (mergedInto === undefined) return recordCheck(resource, ownText(submitted));
  const old = isId('record', mergedInto)
    ? await findRecord(reader, resource.id, mergedInto)
    : undefined;
  return old && recordCheck(resource, ownText(mergePatch(JSON.parse(old.record), submitted)));
}

export interface RecordChange {
  /** What changes of its resource. */
  readonly set: Partial<ResourceRow>;
  /** As it is now; as it was where it was taken away. */
  readonly record: RecordRow;
}

/** A generated record is not checked: the schema applies to submitted ones. */
export async function addRecord(
  platform: Platform,
  tx: CheckedWriter,
  resource: ResourceRow,
  record: JsonObject,
  atMs: number,
  submitted = true,
): Promise<RecordChange> {
  const { text, bytes } = submitted ? fittingText(tx, resource, record) : ownText(record);
  if (resource.record_count >= platform.recordsMax) throw fullProblem(platform, resource);
  const added: NewRecord = {
    id: platform.makeId('record'),
    record: text,
    bytes,
    version: 1,
    created_at: atMs,
    updated_at: null,
    keys: keysOf(resource, record),
  };
  await insertRecord(tx, resource.id, added);
  return {
    set: { record_count: resource.record_count + 1, record_bytes: resource.record_bytes + bytes },
    record: added,
  };
}

export async function updateRecord(
  tx: CheckedWriter,
  resource: ResourceRow,
  old: RecordRow,
  record: JsonObject,
  atMs: number,
): Promise<RecordChange> {
  const { text, bytes } = fittingText(tx, resource, record);
  const updated: NewRecord = {
    ...old,
    record: text,
    bytes,
    version: old.version + 1,
    updated_at: atMs,
    keys: keysOf(resource, record),
  };
  await replaceRecord(tx, resource.id, updated);
  return { set: { record_bytes: resource.record_bytes - old.bytes + bytes }, record: updated };
}

export async function removeRecord(
  tx: Writer,
  resource: ResourceRow,
  old: RecordRow,
): Promise<RecordChange> {
  await deleteRecord(tx, resource.id, old.id);
  return {
    set: {
      record_count: resource.record_count - 1,
      record_bytes: resource.record_bytes - old.bytes,
    },
    record: old,
  };
}

/** `ifMatch` is of the record. */
export async function requireRecord(
  reader: Reader,
  resource: ResourceRow,
  recordId: string,
  ifMatch?: VersionTags,
): Promise<RecordRow> {
  const found = isId('record', recordId)
    ? await findRecord(reader, resource.id, recordId)
    : undefined;
  if (found === undefined) throw absent('record');
  assertVersion(ifMatch, etagOf(found.version));
  return found;
}

/** A submitted record as it is stored, within its size. */
export function recordText(record: JsonObject): SubmittedRecord {
  const stored = ownText(record);
  if (stored.bytes > limits.recordBytesMax)
    throw new Problem('too_large', `A record may have at most ${limits.recordBytesMax} bytes.`);
  return stored;
}

export function fullProblem(
  { recordsMax }: Pick<Platform, 'recordsMax'>,
  { service }: Pick<ResourceRow, 'service'>,
): Problem {
  const holder = service === 'connect' ? 'resource' : 'collection';
  return new Problem(
    'full',
    `A ${holder} holds at most ${recordsMax} records (BARAZA_RECORDS_MAX).`,
  );
}

/** The same, validated against its resource's schema. */
function fittingText(
  tx: CheckedWriter,
  resource: ResourceRow,
  record: JsonObject,
): SubmittedRecord {
  const stored = recordText(record);
  tx.resultOf(recordCheck(resource, stored));
  return stored;
}

/** A record as it is stored, whatever its size. */
function ownText(record: JsonObject): SubmittedRecord {
  const text = JSON.stringify(record);
  return { text, bytes: Buffer.byteLength(text) };
}

function keysOf({ id, indexes }: ResourceRow, record: JsonObject): NewRecord['keys'] {
  return keyMaker(id, indexes)?.(record);
}
