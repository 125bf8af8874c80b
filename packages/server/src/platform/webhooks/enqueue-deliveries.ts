import { limits } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import type { ActivityRow } from '../../store/platform/activity.ts';
import { insertDeliveries } from '../../store/platform/deliveries.ts';
import { takePendingOfAll } from '../../store/platform/webhooks.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import { renderActivity } from '../resources/render.ts';

/**
 * Enqueues an event for every webhook of its owner that subscribed to it. Events about a subscription are
 * not sent to its own receiver.
 */
export async function enqueueDeliveries(
  platform: Platform,
  tx: Writer,
  activity: ActivityRow,
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
  const data = renderActivity(activity);
  const payload = `{"type":"${activity.action}","timestamp":"${at}","data":${data}}`;
  await insertDeliveries(
    tx,
    taken.map(({ resource_id }) => ({
      id: platform.makeId('event'),
      webhook_id: resource_id,
      event: activity.action,
      payload,
      created_at: nowMs,
    })),
  );
  for (const { resource_id, pending } of taken)
    if (pending === limits.webhookPendingMax)
      platform.log.warn('a webhook has too many deliveries waiting; further events are left out', {
        webhook: resource_id,
      });
  tx.afterCommit(platform.changes.announceDeliveries);
}
