import type { DeliveryStatus, Service } from '@baraza/contract';
import type { OutboxRow, OutboxTable } from '../outbox.ts';
import { listOf } from '../rows.ts';
import { forUpdate, joinQueries, type Query, type Reader, sql, type Writer } from '../store.ts';

export interface DeliveryRow extends OutboxRow {
  readonly webhook_id: string;
  /** What the event is about; null for rows older than these columns. */
  readonly resource_id: string | null;
  readonly service: Service | null;
  /** A JSON list of attempts, the newest last. */
  readonly attempts: string;
}

export type ClaimedDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'payload' | 'tries' | 'resource_id' | 'service'
>;

/** Outbox of platform webhooks. While a webhook is archived its deliveries have no due time. */
export const deliveryOutbox: OutboxTable = {
  name: sql`deliveries`,
  receiver: sql`webhook_id`,
  owner: sql`(SELECT owner_id FROM webhooks WHERE webhooks.resource_id = deliveries.webhook_id)`,
  claimed: sql`id, webhook_id, payload, tries, resource_id, service`,
};

export async function insertDeliveries(
  tx: Writer,
  rows: readonly Pick<
    DeliveryRow,
    'id' | 'webhook_id' | 'event' | 'payload' | 'created_at' | 'resource_id' | 'service'
  >[],
): Promise<void> {
  const tuples = rows.map(
    (row) => sql`(${row.id}, ${row.webhook_id}, ${row.event}, ${row.payload}, 'pending', 0,
      ${row.created_at}, ${row.created_at}, ${row.resource_id}, ${row.service})`,
  );
  if (tuples.length > 0)
    await tx.run(sql`INSERT INTO deliveries
      (id, webhook_id, event, payload, state, tries, due_at, created_at, resource_id, service)
      VALUES ${joinQueries(tuples, ', ')}`);
}

export function pauseDeliveries(tx: Writer, webhookId: string): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET due_at = NULL
    WHERE webhook_id = ${webhookId} AND due_at IS NOT NULL AND taken_by IS NULL`);
}

export function resumeDeliveries(tx: Writer, webhookId: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET due_at = ${nowMs}
    WHERE webhook_id = ${webhookId} AND state = 'pending' AND due_at IS NULL`);
}

/** Makes a delivery due; a finished one begins anew under the same id. */
export function restartDelivery(tx: Writer, id: string, dueAt: number): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET state = 'pending', due_at = ${dueAt},
      tries = CASE WHEN finished_at IS NULL THEN tries ELSE 0 END,
      status = NULL, fault = NULL, finished_at = NULL
    WHERE id = ${id}`);
}

export function setAttempts(tx: Writer, id: string, attempts: string): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET attempts = ${attempts} WHERE id = ${id}`);
}

/** Deletes all but the newest finished deliveries of a webhook. */
export function pruneDeliveries(tx: Writer, webhookId: string, kept: number): Promise<number> {
  return tx.run(sql`DELETE FROM deliveries WHERE webhook_id = ${webhookId}
    AND finished_at IS NOT NULL AND id <= (SELECT id FROM deliveries
      WHERE webhook_id = ${webhookId} AND finished_at IS NOT NULL
      ORDER BY id DESC LIMIT 1 OFFSET ${kept})`);
}

/** Which events a caller may know of. */
export interface KnownEvents {
  readonly services: readonly Service[];
  /** Undefined for all resources. */
  readonly resourceIds: readonly string[] | undefined;
}

interface WantedDeliveries {
  /** Undefined for a caller that may read every event. */
  readonly known: KnownEvents | undefined;
  readonly status: DeliveryStatus | undefined;
  readonly limit: number;
}

/** Newest first. */
export function recentDeliveries(
  reader: Reader,
  webhookId: string,
  { known, status, limit }: WantedDeliveries,
): Promise<DeliveryRow[]> {
  const inStatus = status === undefined ? sql`` : sql` AND ${statusConditions[status]}`;
  return reader.all(sql`SELECT ${columns} FROM deliveries
    WHERE webhook_id = ${webhookId}${among(known)}${inStatus} ORDER BY id DESC LIMIT ${limit}`);
}

/** What a status of the API is in the columns. */
const statusConditions: { readonly [status in DeliveryStatus]: Query } = {
  pending: sql`state = 'pending' AND taken_by IS NULL AND due_at IS NOT NULL`,
  sending: sql`state = 'pending' AND taken_by IS NOT NULL`,
  held: sql`state = 'pending' AND taken_by IS NULL AND due_at IS NULL`,
  delivered: sql`state = 'delivered'`,
  failed: sql`state = 'failed'`,
};

export function findDelivery(
  reader: Reader,
  webhookId: string,
  id: string,
  known: KnownEvents | undefined,
): Promise<DeliveryRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM deliveries
    WHERE id = ${id} AND webhook_id = ${webhookId}${among(known)}`);
}

/** The row with a lock until the transaction ends. */
export function holdDelivery(
  tx: Writer,
  webhookId: string,
  id: string,
  known?: KnownEvents,
): Promise<DeliveryRow | undefined> {
  return tx.get(sql`SELECT ${columns} FROM deliveries
    WHERE id = ${id} AND webhook_id = ${webhookId}${among(known)}${forUpdate}`);
}

const columns = sql`id, webhook_id, event, payload, state, tries, due_at, taken_by, status, fault,
  created_at, finished_at, resource_id, service, attempts`;

function among(known: KnownEvents | undefined): Query {
  if (known === undefined) return sql``;
  const { services, resourceIds } = known;
  const service = sql` AND service IN (${listOf(services)})`;
  return resourceIds === undefined
    ? service
    : sql`${service} AND resource_id IN (${listOf(resourceIds)})`;
}
