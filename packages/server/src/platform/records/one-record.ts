/** Single records: create, replace, merge and delete one, each as a change of its resource. */
import { isId, type JsonObject } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { assertVersion, type VersionTags } from '../../kernel/version-tags.ts';
import { findRecord, type RecordRow } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { type Change, recordChange } from '../activity.ts';
import type { Platform } from '../platform.ts';
import { etagOf } from '../resources/render.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import type { Check, CheckedWriter } from './checked-write.ts';
import {
  addRecord,
  ownText,
  type RecordChange,
  removeRecord,
  requireRecord,
  updateRecord,
} from './record-changes.ts';
import { recordCheck, schemaTextOf } from './schema.ts';

export interface RecordTarget {
  readonly id: string;
  readonly recordId: string;
  /** Versions of the record. */
  readonly ifMatch: VersionTags | undefined;
}

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
  if (old === undefined) return undefined;
  return recordCheck(resource, ownText(mergePatch(JSON.parse(old.record), submitted)));
}

/** Here `ifMatch` is of the resource: the record has no version yet. */
export async function createOne(
  platform: Platform,
  tx: CheckedWriter,
  caller: Caller,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  record: JsonObject,
): Promise<RecordRow> {
  const held = await requireHeld(tx, caller, target.id, target.ifMatch);
  assertLegal('add-record', held);
  const atMs = platform.clock();
  const change = await addRecord(platform, tx, held, record, atMs);
  return commitChange(platform, tx, caller, held, 'record-added', change, atMs);
}

/** Replaces a record, or merges a patch into it. */
export async function updateOne(
  platform: Platform,
  tx: CheckedWriter,
  caller: Caller,
  target: RecordTarget,
  mode: 'replace' | 'merge',
  body: JsonObject,
): Promise<RecordRow> {
  const { held, old } = await requireTarget(tx, caller, target, 'update-record');
  const atMs = platform.clock();
  const record = mode === 'replace' ? body : mergePatch(JSON.parse(old.record), body);
  const change = await updateRecord(tx, held, old, record, atMs);
  return commitChange(platform, tx, caller, held, 'record-updated', change, atMs);
}

export async function deleteOne(
  platform: Platform,
  tx: Writer,
  caller: Caller,
  target: RecordTarget,
): Promise<RecordRow> {
  const { held, old } = await requireTarget(tx, caller, target, 'delete-record');
  const atMs = platform.clock();
  const change = await removeRecord(tx, held, old);
  return commitChange(platform, tx, caller, held, 'record-deleted', change, atMs);
}

async function requireTarget(
  tx: Writer,
  caller: Caller,
  target: RecordTarget,
  operation: 'update-record' | 'delete-record',
): Promise<{ readonly held: ResourceRow; readonly old: RecordRow }> {
  const held = await requireHeld(tx, caller, target.id, undefined);
  assertLegal(operation, held);
  const old = await requireRecord(tx, held, target.recordId);
  assertVersion(target.ifMatch, etagOf(old.version));
  return { held, old };
}

async function commitChange(
  platform: Platform,
  tx: Writer,
  caller: Caller,
  held: ResourceRow,
  action: Change['action'],
  { set, record }: RecordChange,
  atMs: number,
): Promise<RecordRow> {
  const resource: ResourceRow = {
    ...held,
    ...set,
    version: held.version + 1,
    updated_at: atMs,
  };
  await updateResource(tx, resource);
  await recordChange(platform, tx, caller, {
    action,
    resource,
    detail: { recordId: record.id },
    record,
  });
  return record;
}
