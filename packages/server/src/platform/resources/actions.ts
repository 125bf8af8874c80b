import type { JsonObject, PatchResource } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { endSessionsBefore } from '../../store/platform/accounts.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import { type Change, recordChange } from '../activity.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Platform, Work } from '../platform.ts';
import type { Preparation } from '../prepared-change.ts';
import {
  addRecord,
  noteFullness,
  type RecordChange,
  requireRecord,
  updateRecord,
} from '../records/record-changes.ts';
import { assignmentOf, unreadyPaths } from '../records/record-index.ts';
import { requestUpkeep } from '../records/record-upkeep.ts';
import { searchedFields } from '../records/record-words.ts';
import { lockBeforeDeletion, removeWithDependants } from '../records/reference-deletion.ts';
import { fillingOfReferences, takeReferences } from '../records/reference-filling.ts';
import { assertReferences } from '../records/references.ts';
import { fillingOfUniques } from '../records/unique-filling.ts';
import type { RuleName } from '../rules/access-rules.ts';
import { configWarnings, removedNames } from '../rules/config-changes.ts';
import { configured, countingOfAccounts } from '../rules/trust-warnings.ts';
import { isUsers } from '../users/account-record.ts';
import { followWebhook, isWebhook, suspensionOf } from '../webhooks/webhooks.ts';
import { renderList, renderRecord } from './render.ts';
import { checkConfig, columnsFor, configText, requireHeld, requireResource } from './resources.ts';
import { assertLegal } from './transitions.ts';
import { validateResource } from './validation.ts';

export type Patched = Awaited<ReturnType<typeof patchResource>>;

/** Performs an action on a resource: look up, check the transition, change, record the activity. */
export async function patchResource(
  work: Work,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  wanted: PatchResource,
) {
  const { platform, tx } = work;
  if (wanted.action === 'delete-record') await lockBeforeDeletion(work, target.id);
  const before = await requireHeld(work, target.id, target.ifMatch, rulesFor(wanted));
  assertLegal(wanted.action, before);
  const patch = withWholeConfig(wanted, before);
  const atMs = platform.clock();
  const effect = await effectOf(work, before, patch, atMs);
  const row: ResourceRow = {
    ...before,
    ...effect.set,
    version: before.version + 1,
    updated_at: atMs,
  };
  const warnings =
    patch.action === 'configure'
      ? await checkConfig(work, row, patch.config, before.config)
      : patch.action === 'validate'
        ? configWarnings(row)
        : [];
  await updateResource(tx, row);
  if (isWebhook(row)) await followWebhook(work, patch.action, row);
  await recordChange(work, {
    action: effect.activity,
    resource: row,
    detail: effect.detail ?? {},
    record: effect.record,
  });
  await noteFullness(work, before, row);
  const suspension = await suspensionOf(platform, tx, row);
  return {
    row,
    /** The record that was added or changed, or as it was before it was deleted. */
    record: effect.record,
    /** Whether that record is new. */
    isCreated: effect.activity === 'record-added',
    /** Extra fields of the answer, as JSON text that begins with a comma. */
    extra: `${suspension}${effect.extra ?? ''}${renderList('warnings', warnings)}`,
  };
}

/** What an action will need to have prepared. */
export async function expectedPreparations(
  platform: Pick<Platform, 'store' | 'clock' | 'recordUpkeep'>,
  caller: Caller,
  id: string,
  wanted: PatchResource,
): Promise<readonly Preparation<unknown>[]> {
  if (wanted.action !== 'configure' && wanted.action !== 'patch-config') return [];
  const { store } = platform;
  const row = await requireResource(store, caller, id, 'write');
  const patch = withWholeConfig(wanted, row);
  if (patch.action !== 'configure') return [];
  const { config } = patch;
  const requireTarget = (target: string) => requireResource(store, caller, target, 'read');
  return [
    fillingOfUniques(store, row, config),
    fillingOfReferences(platform, row, config, () =>
      assertReferences(requireTarget, row.service, config),
    ),
    countingOfAccounts(store, configured(row, config), row.config),
  ].filter((preparation) => preparation !== undefined);
}

type WholeAction = Exclude<PatchResource, { readonly action: 'patch-config' }>;

/** A patch of the config as the config that it makes. */
function withWholeConfig(
  wanted: PatchResource,
  { config }: Pick<ResourceRow, 'config'>,
): WholeAction {
  if (wanted.action !== 'patch-config') return wanted;
  return { action: 'configure', config: mergePatch(parsedConfig(config), wanted.config) };
}

/** The rules that let a caller without a key do this; which of them must hold is decided where it is known. */
function rulesFor(patch: PatchResource): readonly RuleName[] {
  switch (patch.action) {
    case 'add-record':
    case 'capture':
      return ['create'];
    case 'update-record':
      return ['update'];
    case 'delete-record':
      return ['delete'];
    default:
      return [];
  }
}

interface Effect {
  readonly set: Partial<ResourceRow>;
  readonly activity: Change['action'];
  readonly detail?: Change['detail'];
  readonly record?: RecordRow;
  readonly extra?: string;
}

async function effectOf(
  work: Work,
  row: ResourceRow,
  patch: WholeAction,
  atMs: number,
): Promise<Effect> {
  const { tx } = work;
  switch (patch.action) {
    case 'rename':
      return {
        set: { name: patch.name },
        activity: 'resource-renamed',
        detail: { from: row.name, to: patch.name },
      };
    case 'configure':
      return configure(work, row, patch.config);
    case 'archive':
      if (isUsers(row)) await endSessionsBefore(tx, row.id, atMs + 1);
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
      const validation = await validateResource(work, row, atMs);
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
      return capture(work, row, patch.record, atMs);
    case 'add-record':
      return recordEffect('record-added', await addRecord(work, row, patch.record, atMs));
    case 'update-record': {
      const old = await requireRecord(tx, row, patch.recordId);
      const submission = { record: patch.record, isMerge: false };
      const updated = await updateRecord(work, row, old, submission, atMs);
      return recordEffect('record-updated', updated);
    }
    case 'delete-record': {
      const old = await requireRecord(tx, row, patch.recordId);
      return {
        ...recordEffect('record-deleted', await removeWithDependants(work, row, old)),
        extra: `,"deletedRecordId":"${recordIdOf(old)}"`,
      };
    }
  }
}

// A changed config invalidates the earlier validation.
async function configure(work: Work, row: ResourceRow, config: JsonObject): Promise<Effect> {
  const { platform, tx, prepared } = work;
  const text = configText(row, config);
  const filling = fillingOfUniques(platform.store, row, config);
  if (filling !== undefined) {
    if (prepared === undefined) throw new Error('a new unique rule has to be prepared');
    prepared.resultOf(filling);
  }
  await takeReferences(work, row, config);
  const changed = text !== row.config && (row.state === 'validated' || row.state === 'invalid');
  const columns = columnsFor(row, config);
  const { indexes, search } = columns;
  // The same indexes again: what has been written of their keys stays right.
  const isReassigned = assignmentOf(indexes) !== assignmentOf(row.indexes);
  if (isReassigned && unreadyPaths(indexes).length > 0) await requestUpkeep(platform, tx, row.id);
  if (searchedFields(search) !== searchedFields(row.search))
    await requestUpkeep(platform, tx, row.id, 'words');
  return {
    set: {
      config: text,
      ...columns,
      ...(changed ? { state: 'active', validation: null } : {}),
    },
    activity: 'resource-configured',
    extra: renderList('removed', removedNames(parsedConfig(row.config), config)),
  };
}

async function capture(
  work: Work,
  row: ResourceRow,
  record: JsonObject | undefined,
  atMs: number,
): Promise<Effect> {
  const moment = record === undefined;
  const entry = moment
    ? {
        capturedAt: isoTime(atMs),
        key: { id: work.caller.keyId, name: work.caller.keyName },
        config: parsedConfig(row.config),
      }
    : record;
  const added = await addRecord(work, row, entry, atMs, { submitted: !moment });
  return {
    ...recordEffect('entry-captured', added),
    set: { ...added.set, state: 'captured', captured_at: atMs },
  };
}

function recordEffect(activity: Effect['activity'], { set, record }: RecordChange): Effect {
  return {
    set,
    activity,
    detail: { recordId: recordIdOf(record) },
    record,
    extra: `,"recordId":"${recordIdOf(record)}","record":${renderRecord(record)}`,
  };
}
