/**
 * Deliveries with their payloads. The deliveries of an event share its payload, which is deleted with the last of
 * them. All of this counts against the quota of the owner, whose row is locked by every change here.
 */
import { countKept, holdOwner } from '../owners.ts';
import { hasRows, listOf } from '../rows.ts';
import { joinQueries, type Query, type Reader, skipLocked, sql, type Writer } from '../store.ts';
import type { DeliveryRow } from './deliveries.ts';

/** What the entry of a delivery counts, with its attempts and its index entries. */
const entryBytes = 1_024;

type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'event' | 'payload' | 'created_at' | 'resource_id' | 'service'
>;

/** Rows of one event, at most a few different payloads. Returns all bytes of the owner. */
export async function insertDeliveries(tx: Writer, ownerId: string, rows: readonly NewDelivery[]) {
  const byPayload = Map.groupBy(rows, ({ payload }) => payload);
  let bytes = rows.length * entryBytes;
  for (const [payload, sharing] of byPayload) {
    const payloadId = sharing[0]?.id ?? '';
    bytes += Buffer.byteLength(payload);
    await tx.run(sql`INSERT INTO delivery_payloads (id, owner_id, payload)
      VALUES (${payloadId}, ${ownerId}, ${payload})`);
    const tuples = sharing.map(
      (row) => sql`(${row.id}, ${row.webhook_id}, ${row.event}, '', ${payloadId}, 'pending', 0,
        ${row.created_at}, ${row.created_at}, ${row.resource_id}, ${row.service})`,
    );
    await tx.run(sql`INSERT INTO deliveries
      (id, webhook_id, event, payload, payload_id, state, tries, due_at, created_at, resource_id, service)
      VALUES ${joinQueries(tuples, ', ')}`);
  }
  return countKept(tx, ownerId, bytes);
}

export function hasManyFinished(reader: Reader, webhookId: string, count: number) {
  const query = sql`SELECT 1 FROM deliveries WHERE webhook_id = ${webhookId} AND finished_at IS NOT NULL
      ORDER BY id DESC LIMIT 1 OFFSET ${count - 1}`;
  return hasRows(reader, query);
}

/** Deletes finished deliveries of a webhook, oldest first, all but the newest; at most a batch at once. */
export function pruneDeliveries(tx: Writer, ownerId: string, webhookId: string, kept: number) {
  return deleteWhere(
    tx,
    ownerId,
    sql`SELECT id FROM deliveries WHERE webhook_id = ${webhookId} AND finished_at IS NOT NULL
      ORDER BY id DESC LIMIT ${deletedAtOnce} OFFSET ${kept}`,
  );
}

/** Deletes the oldest finished deliveries of an owner, as many as a batch. Returns how many. */
export function deleteOldestFinished(tx: Writer, ownerId: string): Promise<number> {
  // One webhook at a time: with a condition on the owner, all finished deliveries would be sorted.
  return deleteWhere(
    tx,
    ownerId,
    sql`SELECT id FROM deliveries WHERE finished_at IS NOT NULL AND webhook_id =
      (SELECT webhook_id FROM deliveries JOIN webhooks ON webhooks.resource_id = deliveries.webhook_id
        WHERE webhooks.owner_id = ${ownerId} AND finished_at IS NOT NULL LIMIT 1)
      ORDER BY id LIMIT ${deletedAtOnce}${skipLocked}`,
  );
}

/** Deletes some deliveries of a webhook, whatever their state; at most a batch at once. */
export function deleteSomeDeliveries(tx: Writer, ownerId: string, webhookId: string) {
  return deleteWhere(
    tx,
    ownerId,
    sql`SELECT id FROM deliveries WHERE webhook_id = ${webhookId} ORDER BY id LIMIT ${deletedAtOnce}`,
  );
}

/** Batch size of a deletion. */
export const deletedAtOnce = 200;

async function deleteWhere(tx: Writer, ownerId: string, which: Query): Promise<number> {
  // Before the rows: with the owner held, no other deletion can miss the last delivery of a payload.
  await holdOwner(tx, ownerId);
  const gone = await tx.all<{ payload_id: string | null }>(sql`WITH gone AS MATERIALIZED (${which})
    DELETE FROM deliveries WHERE id IN (SELECT id FROM gone) RETURNING payload_id`);
  const counted = gone.flatMap(({ payload_id }) => payload_id ?? []);
  if (counted.length === 0) return gone.length;
  const freed = await tx.all<{ bytes: number }>(sql`DELETE FROM delivery_payloads
    WHERE id IN (${listOf([...new Set(counted)])})
      AND NOT EXISTS (SELECT 1 FROM deliveries WHERE payload_id = delivery_payloads.id)
    RETURNING octet_length(payload) AS bytes`);
  const bytes = freed.reduce((sum, row) => sum + Number(row.bytes), counted.length * entryBytes);
  await countKept(tx, ownerId, -bytes);
  return gone.length;
}
