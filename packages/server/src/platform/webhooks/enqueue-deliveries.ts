import { limits, testEvent } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { overBytes } from '../../limits/owner-bytes.ts';
import { bytesOf, findOwner } from '../../store/owners.ts';
import type { ActivityRow } from '../../store/platform/activity.ts';
import { deleteOldestFinished, insertDeliveries } from '../../store/platform/deliveries.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { takePendingOfAll } from '../../store/platform/webhooks.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import { renderActivity, renderRecord } from '../resources/render.ts';

/**
 * Enqueues an event for every webhook of its owner that subscribed to it, with its record for those that
 * include it. Events about a subscription are not sent to its own receiver.
 */
export async function enqueueDeliveries(
  platform: Platform,
  tx: Writer,
  activity: ActivityRow,
  record?: RecordRow,
): Promise<void> {
  const nowMs = platform.clock();
  const taken = await takePendingOfAll(tx, {
    ownerId: activity.owner_id,
    resourceId: activity.resource_id,
    action: activity.action,
    service: activity.service,
    nowMs,
    pendingMax: limits.webhookPendingMax,
  });
  if (taken.length === 0) return;
  const at = isoTime(activity.at);
  const entry = renderActivity(activity);
  const whole =
    record === undefined ? entry : `${entry.slice(0, -1)},"record":${renderRecord(record)}}`;
  const payloadOf = (data: string) =>
    `{"type":"${activity.action}","timestamp":"${at}","data":${data}}`;
  const bytes = await insertDeliveries(
    tx,
    activity.owner_id,
    taken.map(({ resource_id, include_record }) => ({
      id: platform.makeId('event'),
      webhook_id: resource_id,
      event: activity.action,
      payload: payloadOf(include_record === 1 ? whole : entry),
      created_at: nowMs,
      resource_id: activity.resource_id,
      service: activity.service,
    })),
  );
  if (bytes > platform.ownerBytesMax) await makeRoom(platform, tx, activity.owner_id);
  for (const { resource_id, pending } of taken)
    if (pending === limits.webhookPendingMax)
      platform.log.warn('a webhook has too many deliveries waiting; further events are left out', {
        webhook: resource_id,
      });
  tx.afterCommit(platform.changes.announceDeliveries);
}

/** Enqueues a test for one webhook, which is already counted as pending. Returns the id of the delivery. */
export async function enqueueTest(
  platform: Platform,
  tx: Writer,
  { id: resourceId, owner_id, service, kind, name }: ResourceRow,
): Promise<string> {
  const nowMs = platform.clock();
  const id = platform.makeId('event');
  const data = { resourceId, service, kind, name };
  const bytes = await insertDeliveries(tx, owner_id, [
    {
      id,
      webhook_id: resourceId,
      event: testEvent,
      payload: JSON.stringify({ type: testEvent, timestamp: isoTime(nowMs), data }),
      created_at: nowMs,
      resource_id: resourceId,
      service,
    },
  ]);
  if (bytes > platform.ownerBytesMax) await makeRoom(platform, tx, owner_id);
  return id;
}

/** The oldest finished deliveries go first; if there are none, the change is refused rather than its event lost. */
async function makeRoom(platform: Platform, tx: Writer, ownerId: string): Promise<void> {
  await deleteOldestFinished(tx, ownerId);
  if (bytesOf(await findOwner(tx, ownerId)) > platform.ownerBytesMax)
    throw overBytes(platform.ownerBytesMax);
}
