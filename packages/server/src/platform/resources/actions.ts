import type { JsonObject, PatchResource } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { type Change, recordChange } from '../activity.ts';
import { assertHide } from '../ai/fields/hidden-fields.ts';
import { assertFormSettings } from '../forms/form-settings.ts';
import type { Platform } from '../platform.ts';
import type { Check, CheckedWriter } from '../records/checked-write.ts';
import {
  addRecord,
  expectRecordCheck,
  type RecordChange,
  removeRecord,
  requireRecord,
  updateRecord,
} from '../records/record-changes.ts';
import { assignIndexes, assignmentOf, indexPaths, unreadyPaths } from '../records/record-index.ts';
import { requestUpkeep } from '../records/record-upkeep.ts';
import { configCheck } from '../records/schema.ts';
import { followWebhook, isWebhook, suspensionOf } from '../webhooks/webhooks.ts';
import { renderRecord } from './render.ts';
import { configText, requireHeld, requireResource } from './resources.ts';
import { assertLegal } from './transitions.ts';
import { schemasCheckOf, validateResource } from './validation.ts';

/** An action of the API, and what the routes of single records add to it. */
export type ResourceAction = PatchResource & {
  /** Versions of the record that is changed or deleted. */
  readonly recordMatch?: VersionTags | undefined;
  /** Whether `record` is a merge patch. */
  readonly isMerge?: boolean;
};

export interface Patched {
  readonly row: ResourceRow;
  /** The record that was added or changed, or as it was before it was deleted. */
  readonly record: RecordRow | undefined;
  /** Extra fields of the answer, as JSON text that begins with a comma. */
  readonly extra: string;
}

/** Performs an action on a resource: look up, check the transition, change, record the activity. */
export async function patchResource(
  platform: Platform,
  tx: CheckedWriter,
  caller: Caller,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  patch: ResourceAction,
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
  if (patch.action === 'configure') {
    assertFormSettings(row);
    assertHide(row);
  }
  await updateResource(tx, row);
  if (isWebhook(row)) await followWebhook(platform, tx, caller, patch.action, row);
  await recordChange(platform, tx, caller, {
    action: effect.activity,
    resource: row,
    detail: effect.detail ?? {},
    record: effect.record,
  });
  const suspension = await suspensionOf(platform, tx, row);
  return { row, record: effect.record, extra: `${suspension}${effect.extra ?? ''}` };
}

/** The check that an action will need. */
export async function expectPatchCheck(
  reader: Reader,
  caller: Caller,
  id: string,
  patch: ResourceAction,
): Promise<Check<unknown> | undefined> {
  if (patch.action === 'update-record' && patch.isMerge === true)
    return expectRecordCheck(reader, caller, id, patch.record, patch.recordId);
  if ('record' in patch && patch.record !== undefined)
    return expectRecordCheck(reader, caller, id, patch.record);
  if (patch.action === 'configure' && patch.config.schema !== undefined) {
    const { service, owner_id } = await requireResource(reader, caller, id, 'write');
    return configCheck(service, owner_id, patch.config);
  }
  return patch.action === 'validate'
    ? schemasCheckOf(await requireResource(reader, caller, id, 'write'))
    : undefined;
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
  patch: ResourceAction,
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
      return configure(platform, tx, row, patch.config);
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
    case 'add-record':
      return recordEffect('record-added', await addRecord(platform, tx, row, patch.record, atMs));
    case 'update-record': {
      const old = await requireRecord(tx, row, patch.recordId, patch.recordMatch);
      const merge = patch.isMerge === true;
      const record = merge ? mergePatch(JSON.parse(old.record), patch.record) : patch.record;
      return recordEffect('record-updated', await updateRecord(tx, row, old, record, atMs));
    }
    case 'delete-record': {
      const old = await requireRecord(tx, row, patch.recordId, patch.recordMatch);
      return {
        ...recordEffect('record-deleted', await removeRecord(tx, row, old)),
        extra: `,"deletedRecordId":"${old.id}"`,
      };
    }
  }
}

// A changed config invalidates the earlier validation.
async function configure(
  platform: Platform,
  tx: CheckedWriter,
  row: ResourceRow,
  config: JsonObject,
): Promise<Effect> {
  const text = configText(tx, row, config);
  const changed = text !== row.config && (row.state === 'validated' || row.state === 'invalid');
  const paths = indexPaths(row.service, config);
  const indexes = assignIndexes(row.indexes, paths, row.record_count === 0);
  // The same indexes again: what has been written of their keys stays right.
  const isReassigned = assignmentOf(indexes) !== assignmentOf(row.indexes);
  if (isReassigned && unreadyPaths(indexes).length > 0) await requestUpkeep(platform, tx, row.id);
  return {
    set: { config: text, indexes, ...(changed ? { state: 'active', validation: null } : {}) },
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
  const added = await addRecord(platform, tx, row, entry, atMs, !moment);
  return {
    ...recordEffect('entry-captured', added),
    set: { ...added.set, state: 'captured', captured_at: atMs },
  };
}

function recordEffect(activity: Effect['activity'], { set, record }: RecordChange): Effect {
  return { set, activity, detail: { recordId: record.id }, record, extra: recordExtra(record) };
}

function recordExtra(row: RecordRow): string {
  return `,"recordId":"${row.id}","record":${renderRecord(row)}`;
}
