import type { JsonObject, PatchResource } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { endSessionsBefore } from '../../store/platform/accounts.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../../store/platform/resources.ts';
import { type Change, recordChange } from '../activity.ts';
import type { Platform, Work } from '../platform.ts';
import type { Preparation } from '../prepared-change.ts';
import { noteFullness } from '../records/fullness.ts';
import {
  addRecord,
  findAllowed,
  type RecordChange,
  removeRecord,
  requireRecord,
  updateRecord,
} from '../records/record-changes.ts';
import { assignmentOf, unreadyPaths } from '../records/record-index.ts';
import { requestUpkeep } from '../records/record-upkeep.ts';
import { searchedFields } from '../records/record-words.ts';
import { fillingOfUniques } from '../records/unique-filling.ts';
import type { RuleName } from '../rules/access-rules.ts';
import { configWarnings, removedNames } from '../rules/config-changes.ts';
import { mayCreate, notAllowed } from '../rules/keyless-access.ts';
import { configured, countingOfAccounts } from '../rules/trust-warnings.ts';
import { isUsers } from '../users/account-record.ts';
import { followWebhook, isWebhook, suspensionOf } from '../webhooks/webhooks.ts';
import { renderList, renderRecord } from './render.ts';
import { checkConfig, columnsFor, configText, requireHeld, requireResource } from './resources.ts';
import { assertLegal } from './transitions.ts';
import { validateResource } from './validation.ts';

/** An action of the API, and what the routes of single records add to it. */
export type ResourceAction = PatchResource & {
  /** Versions of the record that is changed or deleted. */
  readonly recordMatch?: VersionTags | undefined;
  /** Whether `record` is a merge patch. */
  readonly isMerge?: boolean;
  /** For an update: whether a missing record is created, and whether an existing one is refused. */
  readonly creates?: 'if-absent' | 'only';
  /** For a deletion: whether the record may be an entry of a form, which the action itself does not delete. */
  readonly mayBeEntry?: boolean;
};

export type Patched = Awaited<ReturnType<typeof patchResource>>;

/** Performs an action on a resource: look up, check the transition, change, record the activity. */
export async function patchResource(
  work: Work,
  target: { readonly id: string; readonly ifMatch: VersionTags | undefined },
  wanted: ResourceAction,
) {
  const { platform, tx } = work;
  const before = await requireHeld(work, target.id, target.ifMatch, rulesFor(wanted));
  assertLegal(wanted.mayBeEntry === true ? 'delete-entry' : wanted.action, before);
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
  { store }: Pick<Platform, 'store'>,
  caller: Caller,
  id: string,
  wanted: ResourceAction,
): Promise<readonly Preparation<unknown>[]> {
  if (wanted.action !== 'configure' && wanted.action !== 'patch-config') return [];
  const row = await requireResource(store, caller, id, 'write');
  const patch = withWholeConfig(wanted, row);
  if (patch.action !== 'configure') return [];
  return [
    fillingOfUniques(store, row, patch.config),
    countingOfAccounts(store, configured(row, patch.config), row.config),
  ].filter((preparation) => preparation !== undefined);
}

type WholeAction = Exclude<ResourceAction, { readonly action: 'patch-config' }>;

/** A patch of the config as the config that it makes. */
function withWholeConfig(
  wanted: ResourceAction,
  { config }: Pick<ResourceRow, 'config'>,
): WholeAction {
  if (wanted.action !== 'patch-config') return wanted;
  return { action: 'configure', config: mergePatch(JSON.parse(config), wanted.config) };
}

/** The rules that let a caller without a key do this; which of them must hold is decided where it is known. */
function rulesFor(patch: ResourceAction): readonly RuleName[] {
  switch (patch.action) {
    case 'add-record':
    case 'capture':
      return ['create'];
    case 'update-record':
      return patch.creates === undefined ? ['update'] : ['update', 'create'];
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
      const { creates, recordId, recordMatch } = patch;
      if (creates !== undefined && recordMatch === undefined) {
        const found = await findAllowed(tx, row, recordId);
        const isCreatable = await mayCreateAs(work, row, recordId, patch.record);
        if (creates === 'only') {
          if (!isCreatable) throw notAllowed('create');
          if (found !== undefined)
            throw new Problem(
              'exists',
              `If-None-Match does not hold: the record ${recordId} exists.`,
            );
        }
        if (found === undefined) {
          // Like a record that the rule `update` does not allow.
          if (!isCreatable) throw absent('record');
          const clientId = recordId;
          const added = await addRecord(work, row, patch.record, atMs, { clientId });
          return recordEffect('record-added', added);
        }
      }
      const old = await requireRecord(tx, row, recordId);
      const submission = { record: patch.record, isMerge: patch.isMerge === true };
      return recordEffect(
        'record-updated',
        await updateRecord(work, row, old, submission, atMs, recordMatch),
      );
    }
    case 'delete-record': {
      const { recordId, recordMatch } = patch;
      const old = await requireRecord(tx, row, recordId);
      return {
        ...recordEffect('record-deleted', await removeRecord(work, row, old, recordMatch)),
        extra: `,"deletedRecordId":"${recordIdOf(old)}"`,
      };
    }
  }
}

/** The id of an account says who its user is: one that a caller without a key chooses could be another user's. */
async function mayCreateAs(
  { caller, platform, tx }: Work,
  row: ResourceRow,
  id: string,
  record: JsonObject,
): Promise<boolean> {
  if (caller.keyless !== undefined && isUsers(row)) return false;
  return mayCreate(tx, caller, row, { id, record }, platform.clock());
}

// A changed config invalidates the earlier validation.
async function configure(
  { platform, tx, prepared }: Work,
  row: ResourceRow,
  config: JsonObject,
): Promise<Effect> {
  const text = configText(row, config);
  const filling = fillingOfUniques(platform.store, row, config);
  if (filling !== undefined) {
    if (prepared === undefined) throw new Error('a new unique rule has to be prepared');
    prepared.resultOf(filling);
  }
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
    extra: renderList('removed', removedNames(JSON.parse(row.config), config)),
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
        config: JSON.parse(row.config) as JsonObject,
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
