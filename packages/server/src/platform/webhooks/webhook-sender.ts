import { limits } from '@baraza/contract';
import { isKeyAlive } from '../../access/keys.ts';
import { createSender, type Sender } from '../../delivery/retrying-sender.ts';
import { postSigned, type WebhookSettings } from '../../delivery/signed-post.ts';
import { openOutbox, settleTry } from '../../store/outbox.ts';
import {
  type ClaimedDelivery,
  deliveryOutbox,
  pruneDeliveries,
} from '../../store/platform/deliveries.ts';
import { findWebhook, givePending, holdWebhook } from '../../store/platform/webhooks.ts';
import type { Platform } from '../platform.ts';

interface WebhookSenderOptions extends WebhookSettings {
  /** Poll interval for items of other processes; undefined where there is only this process. */
  readonly pollMs?: number | undefined;
}

/** Delivers the outbox of the platform to the owners' webhooks. */
export function createWebhookSender(platform: Platform, options: WebhookSenderOptions): Sender {
  const { store, clock, log } = platform;
  const { timeoutMs, pollMs } = options;
  return createSender(
    openOutbox<ClaimedDelivery>(store, clock, deliveryOutbox),
    {
      attempt: async ({ id, payload, webhook_id }, signal) => {
        const webhook = await findWebhook(store, webhook_id);
        // Deleted since: its deliveries went with it.
        if (webhook === undefined) return undefined;
        const { url, active } = webhook;
        if (active === 0 || url === null) return { kind: 'held' };
        // Checked at every attempt: a webhook ends with the key that set it up, including queued deliveries.
        if (webhook.key_id !== null && !(await isKeyAlive(platform, webhook.key_id)))
          return { kind: 'held' };
        const secret = () => platform.seal.open(webhook.secret);
        return postSigned({ id, payload, url, secret }, platform, options, signal);
      },
      settle: ({ id, webhook_id }, takenBy, { state, status, fault, nowMs, dueAt }) =>
        store.write(async (tx) => {
          const webhook = await holdWebhook(tx, webhook_id);
          const over = state !== 'pending';
          const settled = await settleTry(
            tx,
            deliveryOutbox,
            { id, takenBy },
            {
              state,
              // Archived during the attempt: it is paused like the others.
              due_at: webhook?.active === 1 ? dueAt : null,
              status,
              fault,
              finished_at: over ? nowMs : null,
            },
          );
          if (settled === 0 || !over) return;
          await givePending(tx, webhook_id);
          await pruneDeliveries(tx, webhook_id, limits.webhookDeliveriesKept);
        }),
    },
    { clock, log, timeoutMs, pollMs },
  );
}
