import { limits } from '@baraza/contract';
import { isKeyAlive } from '../../access/keys.ts';
import { createSender, type Outbox, type Sender } from '../../delivery/sender.ts';
import { postSigned } from '../../delivery/signed-post.ts';
import type { Resolve } from '../../http/outbound/safe-outbound-post.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  giveBackDelivery,
  nextDueMs,
  pruneDeliveries,
  releaseDeliveries,
  settleDelivery,
} from '../../store/platform/deliveries.ts';
import { findWebhook, givePending, holdWebhook } from '../../store/platform/webhooks.ts';
import type { Platform } from '../platform.ts';

export interface WebhookSenderOptions {
  readonly allowPrivate: boolean;
  readonly timeoutMs?: number;
  /** How often to look for what another process put in; undefined where there is no other. */
  readonly pollMs?: number | undefined;
  readonly resolve?: Resolve | undefined;
}

/** Carries deliveries from the outbox of the platform to the webhooks of its owners. */
export function createWebhookSender(platform: Platform, options: WebhookSenderOptions): Sender {
  const { timeoutMs = limits.webhookTimeoutMs } = options;
  return createSender(outboxOf(platform, { ...options, timeoutMs }), {
    clock: platform.clock,
    log: platform.log,
    timeoutMs,
    pollMs: options.pollMs,
  });
}

type Delivery = ClaimedDelivery & { readonly receiver: string };

function outboxOf(
  platform: Platform,
  options: WebhookSenderOptions & { readonly timeoutMs: number },
): Outbox<Delivery> {
  const { store, clock } = platform;
  return {
    claim: async ({ exceptReceivers, ...claim }) => {
      const claimed = await store.write((tx) =>
        claimDeliveries(tx, { ...claim, exceptWebhooks: exceptReceivers }),
      );
      return claimed.map((delivery) => ({ ...delivery, receiver: delivery.webhook_id }));
    },
    nextDueMs: (exceptReceivers) => nextDueMs(store, exceptReceivers),
    releaseAll: () => store.write((tx) => releaseDeliveries(tx, clock())),
    attempt: async ({ id, payload, webhook_id }, signal) => {
      const webhook = await findWebhook(store, webhook_id);
      // Deleted since: its deliveries went with it.
      if (webhook === undefined) return undefined;
      if (webhook.active === 0 || webhook.url === null) return { kind: 'held' };
      // Asked at every try: what a key set up ends with it, also what was queued before.
      if (webhook.key_id !== null && !(await isKeyAlive(platform, webhook.key_id)))
        return { kind: 'held' };
      return postSigned({
        id,
        payload,
        url: webhook.url,
        secret: () => platform.seal.open(webhook.secret),
        nowMs: clock(),
        version: platform.version,
        timeoutMs: options.timeoutMs,
        allowPrivate: options.allowPrivate,
        resolve: options.resolve,
        signal,
      });
    },
    giveBack: ({ id }, takenBy, dueAt) =>
      store.write((tx) => giveBackDelivery(tx, { id, takenBy }, dueAt)),
    settle: ({ id, webhook_id }, takenBy, { state, status, fault, nowMs, dueAt }) =>
      store.write(async (tx) => {
        const webhook = await holdWebhook(tx, webhook_id);
        const over = state !== 'pending';
        const settled = await settleDelivery(
          tx,
          { id, takenBy },
          {
            state,
            // Archived while it was being tried: it waits with the others.
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
  };
}
