import { isId, type JsonObject, limits, type PatchResource } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import {
  deleteRecord,
  findRecord,
  insertRecord,
  type RecordRow,
  replaceRecord,
} from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import type { Writer } from '../../store/store.ts';
import { type Change, recordChange } from '../activity.ts';
import { assertFormSettings } from '../forms/form-settings.ts';
import type { Platform } from '../platform.ts';
import type { CheckedWriter, SchemaChecks } from '../records/checked-write.ts';
import type { SubmittedRecord } from '../records/schema.ts';
import { followWebhook, isWebhook, suspensionOf } from '../webhooks/webhooks.ts';
import { renderRecord } from './render.ts';
import { configText, requireHeld } from './resources.ts';
import { assertLegal } from './transitions.ts';
import { validateResource } from './validation.ts';

interface Patched {
  readonly row: ResourceRow;
  /** Extra fields of the answer, as JSON text that begins with a comma. */
  readonly extra: string;
}

/** Performs an action on a resource: look up, check the transition, change, record the activity. */
export async function patchResource(
  platform: Platform,
  tx: CheckedWriter,
  caller: Caller,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  patch: PatchResource,
): Promise<Patched> {
  const before = await requireHeld(tx, caller, target.id, target.ifMatch);
  assertLegal(patch.action, before);
  const atMs = platform.clock();
  const effect = await effectOf(platform, tx, caller, before, patch, atMs);
  const row: ResourceRow = {
    ...before,
    ...effect.set,
    version: before.version + 1,
    updated_at: atMs,
  };
  if (patch.action === 'configure') assertFormSettings(row);
  await updateResource(tx, row);
  if (isWebhook(row)) await followWebhook(platform, tx, caller, patch.action, row);
  await recordChange(platform, tx, caller, {
    action: effect.activity,
    resource: row,
    detail: effect.detail ?? {},
    record: effect.record,
  });
  const suspension = await suspensionOf(platform, tx, row);
  return { row, extra: `${suspension}${effect.extra ?? ''}` };
}

interface Effect {
  readonly set: Partial<ResourceRow>;
  readonly activity: Change['action'];
  readonly detail?: Change['detail'];
  readonly record?: RecordRow;
  readonly extra?: string;
}

async function effectOf(
  platform: Platform,
  tx: CheckedWriter,
  caller: Caller,
  row: ResourceRow,
  patch: PatchResource,
  atMs: number,
): Promise<Effect> {
  switch (patch.action) {
    case 'rename':
      return {
        set: { name: patch.name },
        activity: 'resource-renamed',
        detail: { from: row.name, to: patch.name },
      };
    case 'configure':
      return configure(tx.checks, row, patch.config);
    case 'archive':
      return {
        set: { state: 'archived', state_before: row.state, archived_at: atMs },
        activity: 'resource-archived',
        detail: { from: row.state },
      };
    case 'restore': {
      const state = row.state_before ?? 'active';
      return {
        set: { state, state_before: null, archived_at: null },
        activity: 'resource-restored',
        detail: { to: state },
      };
    }
    case 'validate': {
      const validation = await validateResource(tx, row, caller, atMs);
      return {
        set: {
          state: validation.ok ? 'validated' : 'invalid',
          validation: JSON.stringify(validation),
        },
        activity: 'resource-validated',
        detail: { ok: validation.ok },
      };
    }
    case 'complete':
      return { set: { state: 'completed', completed_at: atMs }, activity: 'task-completed' };
    case 'capture':
      return capture(platform, tx, caller, row, patch.record, atMs);
    case 'add-record': {
      const added = await addRecord(platform, tx, row, patch.record, atMs);
      return { ...added, activity: 'record-added' };
    }
    case 'update-record':
      return updateRecord(tx, row, patch.recordId, patch.record, atMs);
    case 'delete-record':
      return removeRecord(tx, row, patch.recordId);
  }
}

// A changed config invalidates the earlier validation.
function configure(checks: SchemaChecks, row: ResourceRow, config: JsonObject): Effect {
  const text = configText(checks, row, config);
  const changed = text !== row.config && (row.state === 'validated' || row.state === 'invalid');
  return {
    set: { config: text, ...(changed ? { state: 'active', validation: null } : {}) },
    activity: 'resource-configured',
  };
}

async function capture(
  platform: Platform,
  tx: CheckedWriter,
  caller: Caller,
  row: ResourceRow,
  record: JsonObject | undefined,
  atMs: number,
): Promise<Effect> {
  const moment = record === undefined;
  const entry = moment
    ? {
        capturedAt: isoTime(atMs),
        key: { id: caller.keyId, name: caller.keyName },
        config: JSON.parse(row.config) as JsonObject,
      }
    : record;
  // A generated entry is not checked: the schema applies to submitted records.
  const added = await addRecord(platform, tx, row, entry, atMs, !moment);
  return {
    ...added,
    set: { ...added.set, state: 'captured', captured_at: atMs },
    activity: 'entry-captured',
  };
}

async function addRecord(
  platform: Platform,
  tx: CheckedWriter,
  row: ResourceRow,
  record: JsonObject,
  atMs: number,
  submitted = true,
): Promise<Omit<Effect, 'activity'>> {
  const { text, bytes } = submitted ? fittingText(tx.checks, row, record) : ownText(record);
  if (row.record_count >= limits.recordsPerResourceMax)
    throw new Problem(
      'full',
      `A ${row.service === 'connect' ? 'resource holds at most' : 'collection holds at most'} ` +
        `${limits.recordsPerResourceMax} records.`,
    );
  const added: RecordRow = {
    id: platform.makeId('record'),
    record: text,
    bytes,
    created_at: atMs,
    updated_at: null,
  };
  await insertRecord(tx, row.id, added);
  return {
    set: { record_count: row.record_count + 1, record_bytes: row.record_bytes + bytes },
    detail: { recordId: added.id },
    record: added,
    extra: recordExtra(added),
  };
}

async function updateRecord(
  tx: CheckedWriter,
  row: ResourceRow,
  recordId: string,
  record: JsonObject,
  atMs: number,
): Promise<Effect> {
  const old = await requireRecord(tx, row, recordId);
  const { text, bytes } = fittingText(tx.checks, row, record);
  const updated: RecordRow = { ...old, record: text, bytes, updated_at: atMs };
  await replaceRecord(tx, row.id, updated);
  return {
    set: { record_bytes: row.record_bytes - old.bytes + bytes },
    activity: 'record-updated',
    detail: { recordId },
    record: updated,
    extra: recordExtra(updated),
  };
}

async function removeRecord(tx: Writer, row: ResourceRow, recordId: string): Promise<Effect> {
  const old = await requireRecord(tx, row, recordId);
  await deleteRecord(tx, row.id, recordId);
  return {
    set: { record_count: row.record_count - 1, record_bytes: row.record_bytes - old.bytes },
    activity: 'record-deleted',
    detail: { recordId },
    record: old,
    extra: `,"deletedRecordId":"${recordId}"`,
  };
}

async function requireRecord(tx: Writer, row: ResourceRow, recordId: string): Promise<RecordRow> {
  const found = isId('record', recordId) ? await findRecord(tx, row.id, recordId) : undefined;
  if (found === undefined) throw absent('record');
  return found;
}

/** A submitted record as it is stored, within its size. */
export function recordText(record: JsonObject): SubmittedRecord {
  const stored = ownText(record);
  if (stored.bytes > limits.recordBytesMax)
    throw new Problem('too_large', `A record may have at most ${limits.recordBytesMax} bytes.`);
  return stored;
}

/** The same, validated against its resource's schema. */
function fittingText(
  checks: SchemaChecks,
  resource: ResourceRow,
  record: JsonObject,
): SubmittedRecord {
  const stored = recordText(record);
  checks.assertFits(resource.owner_id, resource.config, stored);
  return stored;
}

function ownText(record: JsonObject): SubmittedRecord {
  const text = JSON.stringify(record);
  return { text, bytes: Buffer.byteLength(text), value: record };
}

function recordExtra(row: RecordRow): string {
  return `,"recordId":"${row.id}","record":${renderRecord(row)}`;
}
