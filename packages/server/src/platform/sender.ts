import { randomUUID } from 'node:crypto';
import { limits } from '@baraza/contract';
import { type PostOutcome, postOut, type Resolve } from '../http/post-out.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  giveBackDelivery,
  nextDueMs,
  pruneDeliveries,
  releaseDeliveries,
  settleDelivery,
} from '../store/deliveries.ts';
import { findWebhook, givePending, holdWebhook, type WebhookRow } from '../store/webhooks.ts';
import { createBreaker } from './breaker.ts';
import type { Platform } from './platform.ts';
import { signedHeaders } from './webhook-signature.ts';

export interface Sender {
  /** Something may be due now. */
  readonly wake: () => void;
  /** Resolves when nothing is under way and nothing more is due now. */
  readonly idle: () => Promise<void>;
  /** Takes nothing more, cuts off what is under way and gives it back for the next start. */
  readonly stop: () => Promise<void>;
}

export interface SenderOptions {
  readonly allowPrivate: boolean;
  readonly timeoutMs?: number;
  /** How often to look for what another process put in; undefined where there is no other. */
  readonly pollMs?: number | undefined;
  readonly resolve?: Resolve | undefined;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait after each failed try; after the last there is no other. */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
];

const underWayMax = 32;
const perWebhookMax = 4;
// So few at once that no claim can take one webhook over its number.
const claimedAtOnce = 2;
const leaseGraceMs = 5 * second;
const longestSleepMs = 10 * minute;
const faultSleepMs = 5 * second;

/**
 * Carries deliveries from the outbox to their receivers: at least once each, every try signed
 * anew. A receiver that keeps failing is left alone for a while, so that it holds up nobody.
 */
export function createSender(platform: Platform, options: SenderOptions): Sender {
  const { store, clock, log } = platform;
  const { timeoutMs = limits.webhookTimeoutMs } = options;
  const takenBy = randomUUID();
  const stopping = new AbortController();
  const breaker = createBreaker();
  const underWay = new Map<string, Set<Promise<void>>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;
  let started = false;

  const works = () => [...underWay.values()].flatMap((set) => [...set]);

  const closedTo = (nowMs: number): string[] => [
    ...[...underWay]
      .filter(([, set]) => set.size > perWebhookMax - claimedAtOnce)
      .map(([id]) => id),
    ...breaker.closed(nowMs),
  ];

  const look = async (): Promise<void> => {
    const nowMs = clock();
    const free = underWayMax - works().length;
    if (free < claimedAtOnce) return;
    const claimed = await store.write((tx) =>
      claimDeliveries(tx, {
        nowMs,
        leaseMs: timeoutMs + leaseGraceMs,
        takenBy,
        limit: claimedAtOnce,
        exceptWebhooks: closedTo(nowMs),
      }),
    );
    for (const delivery of claimed) start(delivery);
    again ||= claimed.length > 0;
  };

  const start = (delivery: ClaimedDelivery): void => {
    const set = underWay.get(delivery.webhook_id) ?? new Set();
    underWay.set(delivery.webhook_id, set);
    const work = attempt(delivery)
      .catch((cause: unknown) => log.warn('a delivery was not settled', { cause }))
      .finally(() => {
        set.delete(work);
        if (set.size === 0) underWay.delete(delivery.webhook_id);
        wake();
      });
    set.add(work);
  };

  const attempt = async (delivery: ClaimedDelivery): Promise<void> => {
    const webhook = await findWebhook(store, delivery.webhook_id);
    // Deleted since: its deliveries went with it.
    if (webhook === undefined) return;
    if (webhook.active === 0 || webhook.url === null) {
      await giveBack(delivery, null);
      return;
    }
    const outcome = await post(delivery, webhook, webhook.url);
    if (stopping.signal.aborted && 'fault' in outcome) await giveBack(delivery, clock());
    else await settle(delivery, outcome);
  };

  const post = async (
    { id, payload }: ClaimedDelivery,
    webhook: WebhookRow,
    url: string,
  ): Promise<PostOutcome> => {
    let secret: string;
    try {
      secret = platform.seal.open(webhook.secret);
    } catch {
      return { fault: 'the secret was sealed with another pepper; rotate it' };
    }
    return postOut({
      url,
      headers: {
        ...signedHeaders(secret, id, clock(), payload),
        'user-agent': `Baraza/${platform.version}`,
      },
      body: payload,
      timeoutMs,
      allowPrivate: options.allowPrivate,
      resolve: options.resolve,
      signal: stopping.signal,
    });
  };

  const giveBack = ({ id }: ClaimedDelivery, dueAt: number | null) =>
    store.write((tx) => giveBackDelivery(tx, { id, takenBy }, dueAt));

  const settle = async (delivery: ClaimedDelivery, outcome: PostOutcome): Promise<void> => {
    const { id, webhook_id } = delivery;
    const nowMs = clock();
    const status = 'status' in outcome ? outcome.status : null;
    const delivered = status !== null && status >= 200 && status < 300;
    const delayMs = retryDelaysMs[delivery.tries - 1];
    const over = delivered || delayMs === undefined;
    breaker.note(webhook_id, delivered, nowMs);
    await store.write(async (tx) => {
      const webhook = await holdWebhook(tx, webhook_id);
      const settled = await settleDelivery(
        tx,
        { id, takenBy },
        {
          state: delivered ? 'delivered' : over ? 'failed' : 'pending',
          // Archived while it was being tried: it waits with the others.
          due_at: over || webhook?.active !== 1 ? null : nowMs + delayMs,
          status,
          fault: delivered ? null : 'fault' in outcome ? outcome.fault : `status ${status}`,
          finished_at: over ? nowMs : null,
        },
      );
      if (settled === 0 || !over) return;
      await givePending(tx, webhook_id);
      await pruneDeliveries(tx, webhook_id, limits.webhookDeliveriesKept);
    });
  };

  const loop = async (): Promise<void> => {
    // One process alone on its store: what was being tried when it last ended is free at once.
    if (!started && options.pollMs === undefined)
      await store.write((tx) => releaseDeliveries(tx, clock()));
    started = true;
    do {
      again = false;
      await look();
    } while (again && !stopping.signal.aborted);
    if (!stopping.signal.aborted) await sleepUntilDue();
  };

  const sleepUntilDue = async (): Promise<void> => {
    const nowMs = clock();
    const dueMs = await nextDueMs(store, closedTo(nowMs));
    const waits = [
      longestSleepMs,
      ...(options.pollMs === undefined ? [] : [options.pollMs]),
      ...(dueMs === undefined ? [] : [dueMs - nowMs]),
      ...breaker.opensAtMs(nowMs).map((atMs) => atMs - nowMs),
    ];
    clearTimeout(timer);
    // What is due already waits for a place; whoever leaves one wakes us.
    timer = setTimeout(wake, Math.max(second / 10, Math.min(...waits))).unref();
  };

  const wake = (): void => {
    if (stopping.signal.aborted) return;
    again = true;
    if (looking !== undefined) return;
    looking = loop()
      .catch((cause: unknown) => {
        again = false;
        log.warn('deliveries cannot be looked for', { cause });
        clearTimeout(timer);
        timer = setTimeout(wake, faultSleepMs).unref();
      })
      .finally(() => {
        looking = undefined;
        if (again) wake();
      });
  };

  return {
    wake,
    idle: async () => {
      while (looking !== undefined || underWay.size > 0) {
        await looking;
        await Promise.all(works());
      }
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      await Promise.all(works());
    },
  };
}
