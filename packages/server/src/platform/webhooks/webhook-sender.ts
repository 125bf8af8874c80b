import { services as allServices, limits, type Service, testEvent } from '@baraza/contract';
import { isEnded } from '../../access/keys.ts';
import {
  createSender,
  type Outcome,
  type Sender,
  type Settled,
} from '../../delivery/retrying-sender.ts';
import { postSigned, type WebhookSettings } from '../../delivery/signed-post.ts';
import { isoTime } from '../../kernel/clock.ts';
import { findKey, type KeyRow } from '../../store/keys.ts';
import { settleTry } from '../../store/outbox.ts';
import {
  type ClaimedDelivery,
  deliveryOutbox,
  hasManyFinished,
  openDeliveries,
  pruneDeliveries,
} from '../../store/platform/deliveries.ts';
import {
  findWebhook,
  givePending,
  lockWebhook,
  scheduleWebhook,
  type WebhookRow,
} from '../../store/platform/webhooks.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import { logAttempt } from './deliveries.ts';
import { validSecrets } from './webhook-secrets.ts';

interface WebhookSenderOptions extends WebhookSettings {
  /** Poll interval for items of other processes; undefined if there is only this process. */
  readonly pollMs?: (() => number) | undefined;
}

/** Delivers the outbox of the platform to the owners' webhooks. */
export function createWebhookSender(platform: Platform, options: WebhookSenderOptions): Sender {
  const { store, clock, log } = platform;
  const { timeoutMs, pollMs } = options;
  return createSender(
    openDeliveries(store, clock),
    {
      attempt: async (delivery, signal) => {
        const webhook = await findWebhook(store, delivery.webhook_id);
        // Deleted since: its deliveries went with it.
        if (webhook === undefined) return undefined;
        return whileKeyLives(platform, webhook, signal, (key, living) =>
          attemptDelivery(platform, options, delivery, webhook, key, living),
        );
      },
      settle: async (delivery, takenBy, settled) => {
        await store.write((tx) => settleDelivery(tx, delivery, takenBy, settled));
        const { webhook_id, owner } = delivery;
        // A separate transaction, since it locks the row of the owner before that of the webhook.
        if (await hasManyFinished(store, webhook_id, limits.webhookDeliveriesKept + 1))
          await store.write((tx) =>
            pruneDeliveries(tx, owner, webhook_id, limits.webhookDeliveriesKept),
          );
      },
    },
    { clock, log, timeoutMs, pollMs },
  );
}

async function settleDelivery(
  tx: Writer,
  { id, webhook_id }: ClaimedDelivery,
  takenBy: string,
  { state, status, fault, startedAtMs, nowMs, dueAt }: Settled,
): Promise<void> {
  await lockWebhook(tx, webhook_id);
  const isOver = state !== 'pending';
  const finished_at = isOver ? nowMs : null;
  const outcome = { state, due_at: dueAt, status, fault, finished_at };
  const changed = await settleTry(tx, deliveryOutbox, { id, takenBy }, outcome);
  if (changed === 0) return;
  await logAttempt(tx, webhook_id, id, {
    at: isoTime(startedAtMs),
    durationMs: Math.max(0, nowMs - startedAtMs),
    responseStatus: status,
    error: fault,
  });
  if (isOver) await givePending(tx, webhook_id);
  await scheduleWebhook(tx, webhook_id, nowMs);
}

/**
 * Runs an attempt on behalf of the key of a webhook, looked up at every attempt. The signal aborts when the
 * key ends during the attempt: a slow DNS server must not delay a request beyond the end of its key.
 */
async function whileKeyLives(
  platform: Platform,
  { key_id }: WebhookRow,
  signal: AbortSignal,
  attempt: (key: KeyRow | undefined, living: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  if (key_id === null) return attempt(undefined, signal);
  const ending = new AbortController();
  // Subscribed before the look-up, so that no end falls between the two.
  const stopWatching = platform.changes.whenKeyEnds(key_id, () => ending.abort());
  try {
    const key = await findKey(platform.store, key_id);
    if (key === undefined || isEnded(key, platform.clock())) return { kind: 'held' };
    const outcome = await attempt(key, AbortSignal.any([signal, ending.signal]));
    const isCutOff = ending.signal.aborted && outcome.kind === 'refused' && outcome.status === null;
    return isCutOff ? { kind: 'held' } : outcome;
  } finally {
    stopWatching();
  }
}

async function attemptDelivery(
  platform: Platform,
  options: WebhookSenderOptions,
  delivery: ClaimedDelivery,
  webhook: WebhookRow,
  key: KeyRow | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  const { url, active } = webhook;
  if (active === 0 || url === null) return { kind: 'held' };
  if (!mayCarry(webhook, key, delivery))
    return {
      kind: 'dropped',
      status: null,
      fault: 'the key that configured the webhook since may not read this event',
    };
  const { id, payload, event } = delivery;
  const secrets = () => validSecrets(webhook, platform.clock()).map(platform.seal.open);
  const outcome = await postSigned({ id, payload, url, secrets }, platform, options, signal);
  return event === testEvent && outcome.kind === 'refused'
    ? { ...outcome, isFinal: true }
    : outcome;
}

// What was queued for a wide key must not go to the address that a narrower one has set since.
function mayCarry(
  { services }: WebhookRow,
  key: KeyRow | undefined,
  { service, resource_id }: ClaimedDelivery,
): boolean {
  const readable = JSON.parse(services) as readonly Service[];
  const known = key?.resources ?? null;
  if (service === null || resource_id === null)
    return readable.length === allServices.length && known === null;
  const isKnown = known === null || (JSON.parse(known) as readonly string[]).includes(resource_id);
  return readable.includes(service) && isKnown;
}
