import { services as allServices, limits, type Service, testEvent } from '@baraza/contract';
import { isEnded } from '../../access/keys.ts';
import type { Handler, Outcome, Settled } from '../../delivery/sender.ts';
import { postSigned, type WebhookSettings } from '../../delivery/signed-post.ts';
import { isoTime } from '../../kernel/clock.ts';
import { findKey, type KeyRow } from '../../store/keys.ts';
import { type Item, setPayload } from '../../store/outbox.ts';
import {
  type DeliveryRow,
  findPayload,
  hasManyLogged,
  logDelivery,
  payloadOf,
  pruneLog,
  waitingDelivery,
} from '../../store/platform/deliveries.ts';
import { findWebhook, type WebhookRow } from '../../store/platform/webhooks.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';
import { validSecrets } from './webhook-secrets.ts';

// So many more than are shown may stay in the log, so that it is not pruned after every delivery.
const logSlack = 20;

/** Sends events to the owners' webhooks, and logs what became of them. */
export function webhookHandler(platform: Platform, settings: WebhookSettings): Handler {
  const { store } = platform;
  const { timeoutMs } = settings;
  return {
    ...(timeoutMs !== undefined && { lane: { attemptMs: timeoutMs } }),
    attempt: async (item, signal) => {
      const delivery = waitingDelivery(item);
      const [webhook, body] = await Promise.all([
        findWebhook(store, item.receiver),
        findPayload(store, delivery),
      ]);
      // Deleted since: its deliveries went with it.
      if (webhook === undefined || body === undefined) return undefined;
      const call = { platform, settings, delivery, webhook, payload: body.payload };
      return whileKeyLives(platform, webhook, signal, (key, living) => attempt(call, key, living));
    },
    settle: storeAttempt,
    settled: async ({ receiver, owner }) => {
      const kept = limits.webhookDeliveriesKept;
      // A separate transaction, since it locks the row of the owner before that of the receiver.
      if (await hasManyLogged(store, receiver, kept + logSlack + 1))
        await store.write((tx) => pruneLog(tx, owner, receiver, kept));
    },
  };
}

async function storeAttempt(
  tx: Writer,
  item: Item,
  { state, status, fault, startedAtMs, nowMs }: Settled,
): Promise<void> {
  const waiting = waitingDelivery(item);
  const attempt = {
    at: isoTime(startedAtMs),
    durationMs: Math.max(0, nowMs - startedAtMs),
    responseStatus: status,
    error: fault,
  };
  const attempts = [...waiting.attempts, attempt].slice(-limits.webhookAttemptsKept);
  const delivery = { ...waiting, attempts };
  if (state === 'pending') await setPayload(tx, item.id, payloadOf(delivery));
  else await logDelivery(tx, delivery, { state, status, fault, finished_at: nowMs });
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

interface Call {
  readonly platform: Platform;
  readonly settings: WebhookSettings;
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
  readonly payload: string;
}

async function attempt(
  { platform, settings, delivery, webhook, payload }: Call,
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
  const { id, event } = delivery;
  const secrets = () => validSecrets(webhook, platform.clock()).map(platform.seal.open);
  const outcome = await postSigned({ id, payload, url, secrets }, platform, settings, signal);
  return event === testEvent && outcome.kind === 'refused'
    ? { ...outcome, isFinal: true }
    : outcome;
}

// What was queued for a wide key must not go to the address that a narrower one has set since.
function mayCarry(
  { services }: WebhookRow,
  key: KeyRow | undefined,
  { service, resource_id }: DeliveryRow,
): boolean {
  const readable = JSON.parse(services) as readonly Service[];
  const known = key?.resources ?? null;
  if (service === null || resource_id === null)
    return readable.length === allServices.length && known === null;
  const isKnown = known === null || (JSON.parse(known) as readonly string[]).includes(resource_id);
  return readable.includes(service) && isKnown;
}
