/** The log of a webhook's deliveries: what was sent, why it failed, and sending it once more. */
import {
  services as allServices,
  type Delivery,
  type DeliveryDetails,
  type DeliveryStatus,
  isId,
  limits,
} from '@baraza/contract';
import { isEnded } from '../../access/keys.ts';
import { type Caller, knownIds, readableServices } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { absent, conflict, Problem } from '../../kernel/problem.ts';
import { findKey } from '../../store/keys.ts';
import { lockOwner } from '../../store/owners.ts';
import {
  type DeliveryRow,
  findDelivery,
  type KnownEvents,
  lockDelivery,
  recentDeliveries,
  restartDelivery,
  setAttempts,
} from '../../store/platform/deliveries.ts';
import {
  findWebhook,
  lockWebhook,
  scheduleWebhook,
  takePending,
  type WebhookRow,
} from '../../store/platform/webhooks.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform, Work } from '../platform.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { enqueueTest } from './enqueue-deliveries.ts';
import { isWebhook, noWebhook } from './webhooks.ts';

/** The last deliveries that the key may see, newest first. */
export async function listDeliveries(
  platform: Platform,
  caller: Caller,
  id: string,
  status: DeliveryStatus | undefined,
): Promise<Delivery[]> {
  const isPaused = await requireWebhook(platform, caller, id);
  if (status === (isPaused ? 'pending' : 'held')) return [];
  const wanted = { known: knownEvents(caller), status, limit: limits.webhookDeliveriesKept };
  const rows = await recentDeliveries(platform.store, id, wanted);
  return rows.map((row) => viewOf(row, isPaused));
}

/** One delivery with its attempts and the body that is sent. */
export async function viewDelivery(
  platform: Platform,
  caller: Caller,
  id: string,
  deliveryId: string,
): Promise<DeliveryDetails> {
  const isPaused = await requireWebhook(platform, caller, id);
  const row = isId('event', deliveryId)
    ? await findDelivery(platform.store, id, deliveryId, knownEvents(caller))
    : undefined;
  if (row === undefined) throw absent('delivery');
  return {
    ...viewOf(row, isPaused),
    attempts: attemptsOf(row),
    payload: JSON.parse(row.payload) as DeliveryDetails['payload'],
  };
}

/** Sends a delivery now, with the same id: again if it is finished, earlier if it waits for its next attempt. */
export async function redeliver(work: Work, id: string, deliveryId: string): Promise<Delivery> {
  const { platform, tx, caller } = work;
  await requireHeld(work, id);
  const webhook = await lockWebhook(tx, id);
  if (webhook === undefined) throw noWebhook();
  const nowMs = platform.clock();
  const delivery = isId('event', deliveryId)
    ? await lockDelivery(tx, id, deliveryId, knownEvents(caller))
    : undefined;
  if (delivery === undefined) throw absent('delivery');
  await assertSending(work, webhook);
  const isDue = delivery.due_at !== null && delivery.due_at <= nowMs;
  if (delivery.state === 'pending' && (delivery.taken_by !== null || isDue))
    throw conflict('This delivery is being sent already.');
  if (delivery.state !== 'pending') await takePendingSlot(tx, id);
  await restartDelivery(tx, deliveryId, nowMs);
  await scheduleWebhook(tx, id, nowMs);
  tx.afterCommit(() => platform.changes.announceDeliveries(id));
  const restarted = await lockDelivery(tx, id, deliveryId);
  return viewOf(restarted ?? delivery, false);
}

/** Queues a test event, which is sent once and not retried. */
export async function sendTest(work: Work, id: string): Promise<Delivery> {
  const { platform, tx, caller } = work;
  const resource = await requireHeld(work, id);
  // Before the webhook is locked: the owner's row comes first in the order of locks.
  await lockOwner(tx, caller.ownerId);
  const webhook = await lockWebhook(tx, id);
  if (webhook === undefined) throw noWebhook();
  await assertSending(work, webhook);
  await takePendingSlot(tx, id);
  const delivery = await enqueueTest(platform, tx, resource);
  await scheduleWebhook(tx, id, platform.clock());
  tx.afterCommit(() => platform.changes.announceDeliveries(id));
  const queued = await lockDelivery(tx, id, delivery);
  if (queued === undefined) throw absent('delivery');
  return viewOf(queued, false);
}

async function assertSending({ platform, tx }: Work, webhook: WebhookRow): Promise<void> {
  if (webhook.active === 0)
    throw conflict('This webhook is archived or has no address; nothing is sent.');
  const key = webhook.key_id === null ? undefined : await findKey(tx, webhook.key_id);
  if (key !== undefined && isEnded(key, platform.clock()))
    throw conflict(
      'This webhook is suspended: its key has ended, so configure it with another key first.',
    );
}

async function takePendingSlot(tx: Writer, id: string): Promise<void> {
  if ((await takePending(tx, id, limits.webhookPendingMax)) === 0)
    throw new Problem('full', 'This webhook has too many deliveries waiting.');
}

type Attempt = DeliveryDetails['attempts'][number];

/** Adds an attempt to the log of its delivery, which keeps only the last attempts. */
export async function logAttempt(tx: Writer, webhookId: string, id: string, attempt: Attempt) {
  const row = await lockDelivery(tx, webhookId, id);
  if (row === undefined) return;
  const attempts = [...attemptsOf(row), attempt].slice(-limits.webhookAttemptsKept);
  await setAttempts(tx, id, JSON.stringify(attempts));
}

/** Whether waiting deliveries are held: the webhook is archived, suspended or has no URL. */
async function requireWebhook(platform: Platform, caller: Caller, id: string): Promise<boolean> {
  if (!isWebhook(await requireResource(platform.store, caller, id, 'read'))) throw noWebhook();
  return (await findWebhook(platform.store, id))?.next_at === null;
}

/** Undefined for a key that may read every event of its owner. */
function knownEvents(caller: Caller): KnownEvents | undefined {
  const services = readableServices(caller);
  const resourceIds = knownIds(caller);
  return services.length === allServices.length && resourceIds === undefined
    ? undefined
    : { services, resourceIds };
}

type Listed = Omit<DeliveryRow, 'payload'>;

function viewOf(row: Listed, isPaused: boolean): Delivery {
  const status = statusOf(row, isPaused);
  return {
    id: row.id,
    event: row.event as Delivery['event'],
    at: isoTime(row.created_at),
    tries: row.tries,
    status,
    responseStatus: row.status,
    error: row.fault,
    // During an attempt `due_at` is the end of its lease.
    nextTryAt: status === 'pending' && row.due_at !== null ? isoTime(row.due_at) : null,
    resourceId: row.resource_id,
  };
}

function statusOf({ state, taken_by }: Listed, isPaused: boolean): DeliveryStatus {
  if (state !== 'pending') return state;
  if (taken_by !== null) return 'sending';
  return isPaused ? 'held' : 'pending';
}

function attemptsOf({ attempts }: Pick<DeliveryRow, 'attempts'>): Attempt[] {
  return JSON.parse(attempts) as Attempt[];
}
