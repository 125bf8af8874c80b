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
import { lockReceiver, schedule } from '../../store/outbox.ts';
import { lockOwner } from '../../store/owners.ts';
import {
  type DeliveryRow,
  findDelivery,
  findPayload,
  hurryDelivery,
  type KnownEvents,
  recentDeliveries,
  restartDelivery,
} from '../../store/platform/deliveries.ts';
import {
  isPausedWebhook,
  lockWebhook,
  takeWebhookPlace,
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
  const body = row && (await findPayload(platform.store, row));
  if (row === undefined || body === undefined) throw absent('delivery');
  return {
    ...viewOf(row, isPaused),
    attempts: [...row.attempts],
    payload: JSON.parse(body.payload) as DeliveryDetails['payload'],
  };
}

/** Sends a delivery now, with the same id: again if it is finished, earlier if it waits for its next attempt. */
export async function redeliver(work: Work, id: string, deliveryId: string): Promise<Delivery> {
  const { platform, tx, caller } = work;
  await requireHeld(work, id);
  const webhook = await lockWebhook(tx, id);
  if (webhook === undefined) throw noWebhook();
  const nowMs = platform.clock();
  await lockReceiver(tx, { kind: 'webhook', receiver: id });
  const delivery = isId('event', deliveryId)
    ? await findDelivery(tx, id, deliveryId, knownEvents(caller))
    : undefined;
  if (delivery === undefined) throw absent('delivery');
  await assertSending(work, webhook);
  const isDue = delivery.due_at !== null && delivery.due_at <= nowMs;
  if (delivery.state === 'pending' && (delivery.isTaken || isDue))
    throw conflict('This delivery is being sent already.');
  if (delivery.state === 'pending') await hurryDelivery(tx, deliveryId, nowMs);
  else {
    await takeSlot(tx, id);
    await restartDelivery(tx, webhook.owner_id, delivery, nowMs);
  }
  return queuedDelivery(work, id, deliveryId);
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
  await takeSlot(tx, id);
  return queuedDelivery(work, id, await enqueueTest(platform, tx, resource));
}

async function queuedDelivery({ platform, tx }: Work, id: string, deliveryId: string) {
  await schedule(tx, { kind: 'webhook', receiver: id }, platform.clock());
  tx.afterCommit(() => platform.outbox.wake('webhook', id));
  const queued = await findDelivery(tx, id, deliveryId, undefined);
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

async function takeSlot(tx: Writer, id: string): Promise<void> {
  if ((await takeWebhookPlace(tx, id, limits.webhookPendingMax)) === 0)
    throw new Problem('full', 'This webhook has too many deliveries waiting.');
}

/** Whether waiting deliveries are held: the webhook is archived, suspended or has no URL. */
async function requireWebhook(platform: Platform, caller: Caller, id: string): Promise<boolean> {
  if (!isWebhook(await requireResource(platform.store, caller, id, 'read'))) throw noWebhook();
  return isPausedWebhook(platform.store, id);
}

/** Undefined for a key that may read every event of its owner. */
function knownEvents(caller: Caller): KnownEvents | undefined {
  const services = readableServices(caller);
  const resourceIds = knownIds(caller);
  return services.length === allServices.length && resourceIds === undefined
    ? undefined
    : { services, resourceIds };
}

function viewOf(row: DeliveryRow, isPaused: boolean): Delivery {
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

function statusOf({ state, isTaken }: DeliveryRow, isPaused: boolean): DeliveryStatus {
  if (state !== 'pending') return state;
  if (isTaken) return 'sending';
  return isPaused ? 'held' : 'pending';
}
