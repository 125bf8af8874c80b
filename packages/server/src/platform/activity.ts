import { type EventType, limits } from '@baraza/contract';
import { isKeyAlive } from '../access/keys.ts';
import { Problem } from '../kernel/problem.ts';
import { overBytes } from '../limits/owner-bytes.ts';
import { isSessionAlive } from '../store/console.ts';
import { allOwners, reserveOwnerQuota } from '../store/owners.ts';
import { findSession, pruneUsers } from '../store/platform/accounts.ts';
import {
  type ActivityRow,
  insertActivity,
  pruneActivity,
  pruneAtOnce,
} from '../store/platform/activity.ts';
import { pruneAnswers } from '../store/platform/idempotent-answers.ts';
import type { RecordRow } from '../store/platform/records.ts';
import { type ResourceRow, updateResource } from '../store/platform/resources.ts';
import { pruneRates } from '../store/rates.ts';
import type { Writer } from '../store/store.ts';
import type { Platform, Work } from './platform.ts';
import { fieldsOfRule, subjectOf } from './rules/keyless-access.ts';
import { enqueueDeliveries } from './webhooks/enqueue-deliveries.ts';

export interface Change {
  readonly action: EventType;
  readonly resource: ResourceRow;
  readonly detail?: { readonly [name: string]: unknown };
  /** The record of the change, for webhooks that include it; of a deletion, the last version. */
  readonly record?: RecordRow | undefined;
  /** Change of the owner's usage counters; negative values release quota. */
  readonly resources?: number;
  readonly objectBytes?: number;
}

/**
 * Writes the activity entry of a change and updates the owner's usage counters, in the transaction of the
 * change and as its last statements. Refuses with 409 when a quota would be exceeded.
 */
export async function recordChange(work: Work, change: Change): Promise<void> {
  const { platform, tx, caller } = work;
  const { resource } = change;
  const turn = await reserveOwnerQuota(tx, caller.ownerId, {
    resources: change.resources ?? 0,
    resourcesMax: limits.resourcesPerOwnerMax,
    objectBytes: change.objectBytes ?? 0,
    objectBytesMax: platform.ownerBytesMax,
    keyId: caller.keyId,
    sessionHash: caller.sessionHash ?? '',
    tokenHash: caller.keyless?.user?.tokenHash ?? '',
    nowMs: platform.clock(),
  });
  if (turn === undefined) throw await refusalOf(work, change);
  const activity: ActivityRow = {
    owner_id: caller.ownerId,
    seq: turn.seq,
    id: platform.makeId('activity'),
    at: resource.updated_at,
    action: change.action,
    resource_id: resource.id,
    service: resource.service,
    kind: resource.kind,
    name: resource.name,
    key_id: caller.keyId,
    key_name: caller.keyName,
    detail: JSON.stringify(change.detail ?? {}),
    user_id: caller.keyless?.user?.id ?? null,
    removed: removedFields(change),
  };
  await insertActivity(tx, activity);
  if (turn.webhooks > 0) await enqueueDeliveries(platform, tx, activity, change.record);
  tx.afterCommit(() => platform.changes.announce(caller.ownerId));
}

/** The fields that later decide which users may see that the record was deleted. */
function removedFields({ action, resource, record }: Change): string | null {
  if (action !== 'record-deleted' || record === undefined) return null;
  return fieldsOfRule(resource, subjectOf(record));
}

/** Stores the next version of a resource, together with the activity entry of its change. */
export async function saveResource(
  work: Work,
  before: ResourceRow,
  set: Partial<ResourceRow>,
  change: Omit<Change, 'resource'>,
): Promise<ResourceRow> {
  const { updated_at = work.platform.clock() } = set;
  const resource = { ...before, ...set, version: before.version + 1, updated_at };
  await updateResource(work.tx, resource);
  await recordChange(work, { ...change, resource });
  return resource;
}

/** Deletes activity and saved answers past their retention, owner by owner in short transactions. */
export async function forgetOld(platform: Platform): Promise<void> {
  const nowMs = platform.clock();
  const retention = {
    sinceMs: nowMs - limits.activityKeptMs,
    count: limits.activityKeptPerOwner,
  };
  const pruneAll = async (prune: (tx: Writer) => Promise<number>) => {
    while ((await platform.store.write(prune)) >= pruneAtOnce);
  };
  for (const { id } of await allOwners(platform.store))
    await pruneAll((tx) => pruneActivity(tx, id, retention));
  const answersSinceMs = nowMs - limits.idempotencyKeptMs;
  await pruneAll((tx) => pruneAnswers(tx, answersSinceMs, pruneAtOnce));
  await pruneAll((tx) => pruneUsers(tx, nowMs, pruneAtOnce));
  let bucket: string | undefined = '';
  do {
    const last: string = bucket;
    bucket = await platform.store.write((tx) => pruneRates(tx, answersSinceMs, last, pruneAtOnce));
  } while (bucket !== undefined);
}

async function refusalOf({ platform, tx, caller }: Work, change: Change): Promise<Problem> {
  const { clock } = platform;
  const { keyId, sessionHash, keyless } = caller;
  const tokenHash = keyless?.user?.tokenHash;
  const hasEnded =
    (tokenHash !== undefined && (await findSession(tx, tokenHash, clock())) === undefined) ||
    (keyId !== '' && !(await isKeyAlive({ store: tx, clock }, caller))) ||
    (sessionHash !== undefined && !(await isSessionAlive(tx, sessionHash, clock())));
  if (hasEnded)
    return new Problem('unauthorized', 'This key was revoked or has expired meanwhile.');
  return overQuota(platform, change);
}

function overQuota(platform: Platform, change: Change): Problem {
  return (change.resources ?? 0) > 0
    ? new Problem('quota', `An owner may have at most ${limits.resourcesPerOwnerMax} resources.`)
    : overBytes(platform.ownerBytesMax);
}
