import type { OutboxRow, OutboxTable } from '../outbox.ts';
import { joinQueries, type Reader, sql, type Writer } from '../store.ts';

export interface DeliveryRow extends OutboxRow {
  readonly webhook_id: string;
}

export type ClaimedDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'payload' | 'tries'>;

/** Outbox of platform webhooks. While a webhook is archived its deliveries have no due time. */
export const deliveryOutbox: OutboxTable = {
  name: sql`deliveries`,
  receiver: sql`webhook_id`,
  claimed: sql`id, webhook_id, payload, tries`,
};

export async function insertDeliveries(
  tx: Writer,
  rows: readonly Pick<DeliveryRow, 'id' | 'webhook_id' | 'event' | 'payload' | 'created_at'>[],
): Promise<void> {
  const tuples = rows.map(
    (row) => sql`(${row.id}, ${row.webhook_id}, ${row.event}, ${row.payload}, 'pending', 0,
      ${row.created_at}, ${row.created_at})`,
  );
  if (tuples.length > 0)
    await tx.run(sql`INSERT INTO deliveries
      (id, webhook_id, event, payload, state, tries, due_at, created_at)
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

/** Restarts a finished delivery under the same id. 0 rows when it is unfinished or absent. */
export function restartDelivery(
  tx: Writer,
  webhookId: string,
  id: string,
  dueAt: number | null,
): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET state = 'pending', tries = 0, due_at = ${dueAt},
      status = NULL, fault = NULL, finished_at = NULL
    WHERE id = ${id} AND webhook_id = ${webhookId} AND finished_at IS NOT NULL`);
}

/** Deletes all but the newest finished deliveries of a webhook. */
export function pruneDeliveries(tx: Writer, webhookId: string, kept: number): Promise<number> {
  return tx.run(sql`DELETE FROM deliveries WHERE webhook_id = ${webhookId}
    AND finished_at IS NOT NULL AND id <= (SELECT id FROM deliveries
      WHERE webhook_id = ${webhookId} AND finished_at IS NOT NULL
      ORDER BY id DESC LIMIT 1 OFFSET ${kept})`);
}

/** Newest first. */
export function recentDeliveries(
  reader: Reader,
  webhookId: string,
  limit: number,
): Promise<DeliveryRow[]> {
  return reader.all(sql`SELECT id, webhook_id, event, payload, state, tries, due_at, taken_by,
      status, fault, created_at, finished_at
    FROM deliveries WHERE webhook_id = ${webhookId} ORDER BY id DESC LIMIT ${limit}`);
}
