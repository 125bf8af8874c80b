import { limits, testEvent } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { overBytes } from '../../limits/owner-bytes.ts';
import { bytesOf, findOwner } from '../../store/owners.ts';
import type { ActivityRow } from '../../store/platform/activity.ts';
import { deleteOldestLogged, insertDeliveries } from '../../store/platform/deliveries.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { takePlaces } from '../../store/platform/webhooks.ts';
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
  const taken = await takePlaces(tx, {
    ownerId: activity.owner_id,
    resourceId: activity.resource_id,
    action: activity.action,
    service: activity.service,
    nowMs,
    waitingMax: limits.webhookPendingMax,
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
      webhookId: resource_id,
      event: activity.action,
      payload: payloadOf(include_record === 1 ? whole : entry),
      createdAt: nowMs,
      about: `${activity.service} ${activity.resource_id}`,
    })),
  );
  if (bytes > platform.ownerBytesMax) await makeRoom(platform, tx, activity.owner_id);
  for (const { resource_id, waiting } of taken)
    if (waiting === limits.webhookPendingMax)
      platform.log.warn('a webhook has too many deliveries waiting; further events are left out', {
        webhook: resource_id,
      });
  tx.afterCommit(() => platform.outbox.wake('webhook'));
}

/** Enqueues a test for one webhook, which has a place already. Returns the id of the delivery. */
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
      webhookId: resourceId,
      event: testEvent,
      payload: JSON.stringify({ type: testEvent, timestamp: isoTime(nowMs), data }),
      createdAt: nowMs,
      about: `${service} ${resourceId}`,
    },
  ]);
  if (bytes > platform.ownerBytesMax) await makeRoom(platform, tx, owner_id);
  return id;
}

/** The oldest deliveries of the log go first; if there are none, the change is refused rather than its event lost. */
async function makeRoom(platform: Platform, tx: Writer, ownerId: string): Promise<void> {
  await deleteOldestLogged(tx, ownerId);
  if (bytesOf(await findOwner(tx, ownerId)) > platform.ownerBytesMax)
    throw overBytes(platform.ownerBytesMax);
}
