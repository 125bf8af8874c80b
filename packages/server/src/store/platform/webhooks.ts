/**
 * Webhook subscriptions. Lock order: owner, webhook, delivery, so that transactions cannot deadlock.
 */

import { type Except, passOver } from '../outbox.ts';
import { insertInto, readValue } from '../rows.ts';
import { forUpdate, type Query, type Reader, skipLocked, sql, type Writer } from '../store.ts';

export interface WebhookRow {
  readonly resource_id: string;
  readonly owner_id: string;
  /** The key that set the URL; deliveries stop when it ends. Null for rows older than this column. */
  readonly key_id: string | null;
  /** Null until the resource is configured with one. */
  readonly url: string | null;
  /** A JSON list of event names; empty means all. */
  readonly events: string;
  /** A JSON list of the services that this key may read; other events are not sent. */
  readonly services: string;
  /** Encrypted; only the sender decrypts it. */
  readonly secret: string;
  /** A JSON list of the encrypted secrets before it, with the end of their validity; the newest first. */
  readonly old_secrets: string;
  /** Whether events carry the record that they are about. */
  readonly include_record: number;
  /** A JSON list of the resources whose events are sent; null for all. */
  readonly resources: string | null;
  /** 0 while the resource is archived or has no address. */
  readonly active: number;
  /** Number of unfinished deliveries. */
  readonly pending: number;
  /** When the first of its deliveries is due; null while it is paused, and if none waits. */
  readonly next_at: number | null;
}

const columns = sql`resource_id, owner_id, key_id, url, events, services, secret, old_secrets, active,
  include_record, resources, pending, next_at`;

type NewWebhook = Omit<WebhookRow, 'pending' | 'next_at' | 'old_secrets'>;

/** False when the owner has reached the limit. */
export async function insertWebhook(tx: Writer, row: NewWebhook, webhooksMax: number) {
  const counted = await tx.run(sql`UPDATE owners SET webhook_count = webhook_count + 1
    WHERE id = ${row.owner_id} AND webhook_count < ${webhooksMax}`);
  if (counted === 0) return false;
  const given = sql`resource_id, owner_id, key_id, url, events, services, secret, active, include_record, resources`;
  await tx.run(insertInto('webhooks', given, [row]));
  return true;
}

export function updateWebhook(tx: Writer, row: Omit<NewWebhook, 'owner_id' | 'secret'>) {
  return tx.run(sql`UPDATE webhooks SET key_id = ${row.key_id}, url = ${row.url}, events = ${row.events},
      services = ${row.services}, active = ${row.active},
      include_record = ${row.include_record}, resources = ${row.resources} WHERE resource_id = ${row.resource_id}`);
}

export function replaceSecret(
  tx: Writer,
  row: Pick<WebhookRow, 'resource_id' | 'secret' | 'old_secrets'>,
): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET secret = ${row.secret}, old_secrets = ${row.old_secrets}
    WHERE resource_id = ${row.resource_id}`);
}

/** From now on it takes and sends nothing; its deliveries are deleted later, and the webhook with its resource. */
export async function endWebhook(tx: Writer, ownerId: string, resourceId: string): Promise<void> {
  await tx.run(sql`UPDATE owners SET webhook_count = webhook_count - 1 WHERE id = ${ownerId}
    AND EXISTS (SELECT 1 FROM webhooks WHERE resource_id = ${resourceId})`);
  await tx.run(sql`UPDATE webhooks SET active = 0, next_at = NULL
    WHERE resource_id = ${resourceId}`);
}

export function findWebhook(reader: Reader, resourceId: string): Promise<WebhookRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM webhooks
    WHERE resource_id = ${resourceId}`);
}

/** The row with a lock until the transaction ends. */
export function lockWebhook(tx: Writer, resourceId: string): Promise<WebhookRow | undefined> {
  return tx.get(sql`SELECT ${columns} FROM webhooks
    WHERE resource_id = ${resourceId}${forUpdate}`);
}

/**
 * Increments the pending count of every webhook subscribed to an event, in one statement. Skips webhooks at
 * their limit, the resource of the event itself, and webhooks whose key has ended or is not for its resource.
 */
export function takePendingOfAll(
  tx: Writer,
  event: {
    readonly ownerId: string;
    readonly resourceId: string;
    readonly action: string;
    readonly service: string;
    readonly nowMs: number;
    readonly pendingMax: number;
  },
): Promise<Pick<WebhookRow, 'resource_id' | 'pending' | 'include_record'>[]> {
  return tx.all(sql`UPDATE webhooks SET pending = pending + 1,
      next_at = CASE WHEN next_at < ${event.nowMs} THEN next_at ELSE ${event.nowMs} END
    WHERE owner_id = ${event.ownerId} AND active = 1 AND pending < ${event.pendingMax}
      AND resource_id <> ${event.resourceId}
      AND (events = '[]' OR events LIKE ${`%"${event.action}"%`})
      AND (resources IS NULL OR resources LIKE ${`%"${event.resourceId}"%`})
      AND services LIKE ${`%"${event.service}"%`}
      AND (key_id IS NULL OR EXISTS (SELECT 1 FROM keys WHERE keys.id = webhooks.key_id
        AND keys.revoked_at IS NULL
        AND (keys.expires_at IS NULL OR keys.expires_at > ${event.nowMs})
        AND (keys.resources IS NULL OR keys.resources LIKE ${`%"${event.resourceId}"%`})))
    RETURNING resource_id, pending, include_record`);
}

/** The webhooks of an owner (or the one given) that are suspended because their key has ended. */
export async function suspendedWebhooks(
  reader: Reader,
  ownerId: string,
  nowMs: number,
  resourceId?: string,
): Promise<ReadonlySet<string>> {
  const one = resourceId === undefined ? sql`` : sql` AND webhooks.resource_id = ${resourceId}`;
  const rows = await reader.all<{ id: string }>(sql`SELECT webhooks.resource_id AS id
    FROM webhooks JOIN keys ON keys.id = webhooks.key_id
    WHERE webhooks.owner_id = ${ownerId}${one}
      AND (keys.revoked_at IS NOT NULL OR keys.expires_at <= ${nowMs})`);
  return new Set(rows.map(({ id }) => id));
}

/** Increments the pending count; 0 rows at the limit. */
export function takePending(tx: Writer, resourceId: string, pendingMax: number): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET pending = pending + 1
    WHERE resource_id = ${resourceId} AND pending < ${pendingMax}`);
}

export function givePending(tx: Writer, resourceId: string): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET pending = pending - 1 WHERE resource_id = ${resourceId}`);
}

// When each webhook is next due. One row pauses or resumes all deliveries of a webhook, however many wait, and a
// claim does not walk over the deliveries of those that are paused or failing.

/**
 * Sets the time of the earliest delivery, after any change of deliveries, state or key. None while the webhook is
 * archived, without a URL, or suspended because its key has ended.
 */
export function scheduleWebhook(tx: Writer, resourceId: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET next_at = CASE
      WHEN active = 1 AND (key_id IS NULL OR EXISTS (SELECT 1 FROM keys WHERE keys.id = webhooks.key_id
        AND keys.revoked_at IS NULL AND (keys.expires_at IS NULL OR keys.expires_at > ${nowMs})))
      THEN ${earliest} END
    WHERE resource_id = ${resourceId}`);
}

/** Every active webhook with deliveries; the sender finds out which of them are suspended. */
export function scheduleAll(tx: Writer): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET next_at = ${earliest} WHERE active = 1 AND pending > 0`);
}

const earliest = sql`(SELECT min(due_at) FROM deliveries
  WHERE webhook_id = webhooks.resource_id AND due_at IS NOT NULL)`;

/** The webhook that has been due the longest, with a lock until the transaction ends. */
export function lockDueWebhook(tx: Writer, nowMs: number, except: Except) {
  return readValue<string>(tx, sql`${firstDue(sql`next_at <= ${nowMs}`, except)}${skipLocked}`);
}

export async function nextDueMs(reader: Reader, except: Except): Promise<number | undefined> {
  const row = await reader.get<{ next_at: number }>(firstDue(sql`next_at IS NOT NULL`, except));
  return row?.next_at;
}

// Only those that are left out are walked over: as many as fail or are busy at the same time.
function firstDue(due: Query, except: Except): Query {
  return sql`SELECT resource_id, next_at FROM webhooks
    WHERE ${due}${passOver({ receiver: sql`resource_id`, owner: sql`owner_id` }, except)} ORDER BY next_at LIMIT 1`;
}

const hurriedAtOnce = 200;

/**
 * Makes some waiting deliveries of a webhook due now, by id: after a pause they do not wait for their next retry.
 * Returns the last id, undefined if none is left.
 */
export async function hurryDeliveries(
  tx: Writer,
  resourceId: string,
  afterId: string,
  nowMs: number,
): Promise<string | undefined> {
  const rows = await tx.all<{ id: string }>(sql`SELECT id FROM deliveries
    WHERE webhook_id = ${resourceId} AND id > ${afterId} ORDER BY id LIMIT ${hurriedAtOnce}`);
  const last = rows.at(-1)?.id;
  if (last === undefined) return undefined;
  await tx.run(sql`UPDATE deliveries SET due_at = ${nowMs}
    WHERE webhook_id = ${resourceId} AND id > ${afterId} AND id <= ${last}
      AND state = 'pending' AND taken_by IS NULL AND (due_at IS NULL OR due_at > ${nowMs})`);
  await scheduleWebhook(tx, resourceId, nowMs);
  return rows.length < hurriedAtOnce ? undefined : last;
}
