/**
 * Webhook subscriptions. Lock order: owner, webhook, receiver, item, so that transactions cannot deadlock.
 */

import { lockReceiver, pauseReceiver, schedule } from '../outbox.ts';
import { hasRows, insertInto, typed } from '../rows.ts';
import { forUpdate, type Reader, sql, type Writer } from '../store.ts';

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
}

const columns = sql`resource_id, owner_id, key_id, url, events, services, secret, old_secrets, active,
  include_record, resources`;

type NewWebhook = Omit<WebhookRow, 'old_secrets'>;

/** False when the owner has reached the limit. */
export async function insertWebhook(tx: Writer, row: NewWebhook, webhooksMax: number) {
  const counted = await tx.run(sql`UPDATE owners SET webhook_count = webhook_count + 1
    WHERE id = ${row.owner_id} AND webhook_count < ${webhooksMax}`);
  if (counted === 0) return false;
  const given = sql`resource_id, owner_id, key_id, url, events, services, secret, active, include_record, resources`;
  await tx.run(insertInto('webhooks', given, [row]));
  await tx.run(sql`INSERT INTO receivers (kind, receiver, owner, waiting)
    VALUES ('webhook', ${row.resource_id}, ${row.owner_id}, 0)`);
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
  await tx.run(sql`UPDATE webhooks SET active = 0 WHERE resource_id = ${resourceId}`);
  await pauseReceiver(tx, { kind: 'webhook', receiver: resourceId }, 0);
}

export function findWebhook(reader: Reader, resourceId: string): Promise<WebhookRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM webhooks
    WHERE resource_id = ${resourceId}`);
}

/** Whether its waiting deliveries are held. */
export function isPausedWebhook(reader: Reader, resourceId: string): Promise<boolean> {
  return hasRows(
    reader,
    sql`SELECT 1 FROM receivers
      WHERE kind = 'webhook' AND receiver = ${resourceId} AND paused_at IS NOT NULL`,
  );
}

/** The row with a lock until the transaction ends. */
export function lockWebhook(tx: Writer, resourceId: string): Promise<WebhookRow | undefined> {
  return tx.get(sql`SELECT ${columns} FROM webhooks
    WHERE resource_id = ${resourceId}${forUpdate}`);
}

/**
 * Counts one more waiting delivery for every webhook subscribed to an event, in one statement. Skips webhooks at
 * their limit, the resource of the event itself, and webhooks whose key has ended or is not for its resource.
 */
export function takePlaces(
  tx: Writer,
  event: {
    readonly ownerId: string;
    readonly resourceId: string;
    readonly action: string;
    readonly service: string;
    readonly nowMs: number;
    readonly waitingMax: number;
  },
): Promise<{ resource_id: string; waiting: number; include_record: number }[]> {
  return tx.all(sql`UPDATE receivers SET waiting = waiting + 1, next_at = CASE WHEN paused_at IS NOT NULL THEN NULL
      WHEN next_at < ${event.nowMs} THEN next_at ELSE ${event.nowMs} END
    WHERE kind = 'webhook' AND waiting < ${event.waitingMax} AND receiver IN (SELECT resource_id FROM webhooks
      WHERE owner_id = ${event.ownerId} AND active = 1 AND resource_id <> ${event.resourceId}
        AND (events = '[]' OR events LIKE ${`%"${event.action}"%`})
        AND (resources IS NULL OR resources LIKE ${`%"${event.resourceId}"%`})
        AND services LIKE ${`%"${event.service}"%`}
        AND (key_id IS NULL OR EXISTS (SELECT 1 FROM keys WHERE keys.id = webhooks.key_id
          AND keys.revoked_at IS NULL
          AND (keys.expires_at IS NULL OR keys.expires_at > ${event.nowMs})
          AND (keys.resources IS NULL OR keys.resources LIKE ${`%"${event.resourceId}"%`}))))
    RETURNING receiver AS resource_id, waiting,
      (SELECT include_record FROM webhooks WHERE resource_id = receivers.receiver) AS include_record`);
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

/** Counts one more waiting delivery; 0 rows at the limit. */
export function takeWebhookPlace(tx: Writer, resourceId: string, waitingMax: number) {
  return tx.run(sql`UPDATE receivers SET waiting = waiting + 1
    WHERE kind = 'webhook' AND receiver = ${resourceId} AND waiting < ${waitingMax}`);
}

/** Nothing is sent while the webhook is archived, without a URL, or suspended because its key has ended. */
export async function followState(tx: Writer, resourceId: string, nowMs: number): Promise<void> {
  await tx.run(sql`UPDATE receivers SET paused_at = CASE WHEN EXISTS (SELECT 1 FROM webhooks
      WHERE resource_id = ${resourceId} AND active = 1
        AND (key_id IS NULL OR EXISTS (SELECT 1 FROM keys WHERE keys.id = webhooks.key_id
          AND keys.revoked_at IS NULL AND (keys.expires_at IS NULL OR keys.expires_at > ${nowMs}))))
      THEN NULL ELSE ${typed('bigint', nowMs)} END
    WHERE kind = 'webhook' AND receiver = ${resourceId}`);
  await schedule(tx, { kind: 'webhook', receiver: resourceId }, nowMs);
}

const hurriedAtOnce = 200;

/**
 * Makes some waiting deliveries of a webhook due now: after a pause they do not wait for their next retry. Returns
 * whether there may be more.
 */
export async function hurryDeliveries(
  tx: Writer,
  resourceId: string,
  nowMs: number,
): Promise<boolean> {
  const line = { kind: 'webhook', receiver: resourceId } as const;
  await lockReceiver(tx, line);
  const hurried =
    await tx.run(sql`UPDATE outbox SET due_at = ${nowMs} WHERE id IN (SELECT id FROM outbox
    WHERE kind = 'webhook' AND receiver = ${resourceId} AND state = 'pending' AND due_at > ${nowMs}
      AND taken_until IS NULL ORDER BY due_at LIMIT ${hurriedAtOnce})`);
  await schedule(tx, line, nowMs);
  return hurried === hurriedAtOnce;
}
