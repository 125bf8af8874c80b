import { limits } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import type { ActivityRow } from '../../store/platform/activity.ts';
import { insertDelivery } from '../../store/platform/deliveries.ts';
import { activeWebhooks, takePending, type WebhookRow } from '../../store/platform/webhooks.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import { renderActivity } from '../resources/render.ts';

/** Puts an event into the outbox of every webhook of its owner that asked for it. */
export async function enqueueDeliveries(
  platform: Platform,
  tx: Writer,
  activity: ActivityRow,
): Promise<void> {
  for (const webhook of await activeWebhooks(tx, activity.owner_id)) {
    if (!wants(webhook, activity)) continue;
    if ((await takePending(tx, webhook.resource_id, limits.webhookPendingMax)) === 0) {
      platform.log.warn('a webhook has too many deliveries waiting; an event was left out', {
        webhook: webhook.resource_id,
      });
      continue;
    }
    await insertDelivery(tx, {
      id: platform.makeId('event'),
      webhook_id: webhook.resource_id,
      event: activity.action,
      payload: `{"type":"${activity.action}","timestamp":"${isoTime(activity.at)}","data":${renderActivity(activity)}}`,
      created_at: platform.clock(),
    });
  }
  tx.afterCommit(platform.changes.announceDeliveries);
}

function wants(webhook: WebhookRow, activity: ActivityRow): boolean {
  // What happens to the subscription itself is no news to its receiver.
  if (webhook.resource_id === activity.resource_id) return false;
  const events = JSON.parse(webhook.events) as readonly string[];
  const services = JSON.parse(webhook.services) as readonly string[];
  if (!services.includes(activity.service)) return false;
  return events.length === 0 || events.includes(activity.action);
}
