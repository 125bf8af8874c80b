/**
 * Subscriptions. Whoever locks several rows takes them in the order owner, webhook, delivery, so
 * that no two transactions wait for each other.
 */
import { forUpdate, type Reader, sql, type Writer } from '../store.ts';

export interface WebhookRow {
  readonly resource_id: string;
  readonly owner_id: string;
  /** Null until the resource is configured with one. */
  readonly url: string | null;
  /** A JSON list of event names; empty means all. */
  readonly events: string;
  /** A JSON list: whoever set the address may read these, so no more is told there. */
  readonly services: string;
  /** Sealed; only the sender opens it. */
  readonly secret: string;
  /** 0 while the resource is archived or has no address. */
  readonly active: number;
  /** How many of its deliveries are not finished. */
  readonly pending: number;
}

export async function insertWebhook(tx: Writer, row: Omit<WebhookRow, 'pending'>): Promise<void> {
  await tx.run(sql`UPDATE owners SET webhook_count = webhook_count + 1 WHERE id = ${row.owner_id}`);
  await tx.run(sql`INSERT INTO webhooks
    (resource_id, owner_id, url, events, services, secret, active)
    VALUES (${row.resource_id}, ${row.owner_id}, ${row.url}, ${row.events}, ${row.services},
      ${row.secret}, ${row.active})`);
}

export function updateWebhook(
  tx: Writer,
  row: Pick<WebhookRow, 'resource_id' | 'url' | 'events' | 'services' | 'active'>,
): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET url = ${row.url}, events = ${row.events},
      services = ${row.services}, active = ${row.active} WHERE resource_id = ${row.resource_id}`);
}

export function replaceSecret(tx: Writer, resourceId: string, secret: string): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET secret = ${secret} WHERE resource_id = ${resourceId}`);
}

/** Its deliveries go with it. */
export async function deleteWebhook(
  tx: Writer,
  ownerId: string,
  resourceId: string,
): Promise<void> {
  await tx.run(sql`UPDATE owners SET webhook_count = webhook_count - 1 WHERE id = ${ownerId}
    AND EXISTS (SELECT 1 FROM webhooks WHERE resource_id = ${resourceId})`);
  await tx.run(sql`DELETE FROM webhooks WHERE resource_id = ${resourceId}`);
}

export function findWebhook(reader: Reader, resourceId: string): Promise<WebhookRow | undefined> {
  return reader.get(sql`SELECT resource_id, owner_id, url, events, services, secret, active, pending
    FROM webhooks WHERE resource_id = ${resourceId}`);
}

/** The row as it will stay until this transaction ends. */
export function holdWebhook(tx: Writer, resourceId: string): Promise<WebhookRow | undefined> {
  return tx.get(sql`SELECT resource_id, owner_id, url, events, services, secret, active, pending
    FROM webhooks WHERE resource_id = ${resourceId}${forUpdate}`);
}

export function activeWebhooks(reader: Reader, ownerId: string): Promise<WebhookRow[]> {
  return reader.all(sql`SELECT resource_id, owner_id, url, events, services, secret, active, pending
    FROM webhooks WHERE owner_id = ${ownerId} AND active = 1 ORDER BY resource_id`);
}

/** Counts one more unfinished delivery; 0 rows when there are as many as there may be. */
export function takePending(tx: Writer, resourceId: string, pendingMax: number): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET pending = pending + 1
    WHERE resource_id = ${resourceId} AND pending < ${pendingMax}`);
}

export function givePending(tx: Writer, resourceId: string): Promise<number> {
  return tx.run(sql`UPDATE webhooks SET pending = pending - 1 WHERE resource_id = ${resourceId}`);
}
