import type { DeliveryStatus, Service } from '@baraza/contract';
import type { Clock } from '../../kernel/clock.ts';
import {
  type Claim,
  type Claimed,
  claimWhere,
  type Except,
  giveBack,
  type OutboxRow,
  type OutboxTable,
  releaseAll,
} from '../outbox.ts';
import { countKept, lockOwner } from '../owners.ts';
import { hasRows, insertInto, listOf } from '../rows.ts';
import {
  forUpdate,
  type Query,
  type Reader,
  type Store,
  skipLocked,
  sql,
  type Writer,
} from '../store.ts';
import { lockDueWebhook, nextDueMs, scheduleAll, scheduleWebhook } from './webhooks.ts';

export interface DeliveryRow extends OutboxRow {
  readonly webhook_id: string;
  /** What the event is about; null for rows older than these columns. */
  readonly resource_id: string | null;
  readonly service: Service | null;
  /** A JSON list of attempts, the newest last. */
  readonly attempts: string;
}

// Rows that are older than the table of shared payloads have the payload in a column of their own.
const payload = sql`coalesce((SELECT delivery_payloads.payload FROM delivery_payloads
    WHERE delivery_payloads.id = deliveries.payload_id), deliveries.payload) AS payload`;

export type ClaimedDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'event' | 'payload' | 'tries' | 'resource_id' | 'service'
>;

/** The outbox of platform webhooks; `claimDeliveries` chooses what is sent. */
export const deliveryOutbox: OutboxTable = {
  name: sql`deliveries`,
  receiver: sql`webhook_id`,
  owner: sql`(SELECT owner_id FROM webhooks WHERE webhooks.resource_id = deliveries.webhook_id)`,
  claimed: sql`id, webhook_id, event, ${payload}, tries, resource_id, service`,
};

/** The outbox as a sender uses it; each step is its own transaction. */
export function openDeliveries(store: Store, clock: Clock) {
  let isScheduled = false;
  return {
    claim: (claim: Claim) =>
      store.write(async (tx) => {
        // What a process of an earlier version left has no time.
        if (!isScheduled) await scheduleAll(tx);
        tx.afterCommit(() => {
          isScheduled = true;
        });
        return claimDeliveries(tx, claim);
      }),
    nextDueMs: (except: Except) => nextDueMs(store, except),
    releaseAll: () =>
      store.write(async (tx) => {
        await releaseAll(tx, deliveryOutbox, clock());
        await scheduleAll(tx);
      }),
    giveBack: ({ id, webhook_id }: ClaimedDelivery, takenBy: string, dueAt: number | null) =>
      store.write(async (tx) => {
        const nowMs = clock();
        await giveBack(tx, deliveryOutbox, { id, takenBy }, dueAt ?? nowMs);
        await scheduleWebhook(tx, webhook_id, nowMs);
      }),
  };
}

/** Claims due deliveries with a lease, of the webhooks that have waited longest. */
async function claimDeliveries(tx: Writer, claim: Claim): Promise<Claimed<ClaimedDelivery>[]> {
  const claimed: Claimed<ClaimedDelivery>[] = [];
  const passed = [...claim.except.receivers];
  while (claimed.length < claim.limit) {
    const except = { ...claim.except, receivers: passed };
    const webhookId = await lockDueWebhook(tx, claim.nowMs, except);
    if (webhookId === undefined) break;
    passed.push(webhookId);
    const due = sql`webhook_id = ${webhookId} AND due_at <= ${claim.nowMs}`;
    const limit = claim.limit - claimed.length;
    claimed.push(
      ...(await claimWhere<ClaimedDelivery>(tx, deliveryOutbox, { ...claim, limit }, due)),
    );
    await scheduleWebhook(tx, webhookId, claim.nowMs);
  }
  return claimed;
}

/** Makes a delivery due; a finished one starts again under the same id. */
export function restartDelivery(tx: Writer, id: string, dueAt: number): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET state = 'pending', due_at = ${dueAt},
      tries = CASE WHEN finished_at IS NULL THEN tries ELSE 0 END,
      status = NULL, fault = NULL, finished_at = NULL
    WHERE id = ${id}`);
}

export function setAttempts(tx: Writer, id: string, attempts: string): Promise<number> {
  return tx.run(sql`UPDATE deliveries SET attempts = ${attempts} WHERE id = ${id}`);
}

/** Which events a caller may see. */
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

/** Newest first, without their payloads. */
export function recentDeliveries(
  reader: Reader,
  webhookId: string,
  { known, status, limit }: WantedDeliveries,
): Promise<Omit<DeliveryRow, 'payload'>[]> {
  const inStatus = status === undefined ? sql`` : sql` AND ${statusConditions[status]}`;
  return reader.all(sql`SELECT ${columns} FROM deliveries
    WHERE webhook_id = ${webhookId}${among(known)}${inStatus} ORDER BY id DESC LIMIT ${limit}`);
}

/** What a status of the API is in the columns; waiting ones are held while their webhook is paused. */
const statusConditions: { readonly [status in DeliveryStatus]: Query } = {
  pending: sql`state = 'pending' AND taken_by IS NULL`,
  held: sql`state = 'pending' AND taken_by IS NULL`,
  sending: sql`taken_by IS NOT NULL`,
  delivered: sql`finished_at IS NOT NULL AND state = 'delivered'`,
  failed: sql`finished_at IS NOT NULL AND state = 'failed'`,
};

export function findDelivery(
  reader: Reader,
  webhookId: string,
  id: string,
  known: KnownEvents | undefined,
): Promise<DeliveryRow | undefined> {
  return reader.get(sql`SELECT ${columns}, ${payload} FROM deliveries
    WHERE id = ${id} AND webhook_id = ${webhookId}${among(known)}`);
}

/** The row with a lock until the transaction ends. */
export function lockDelivery(tx: Writer, webhookId: string, id: string, known?: KnownEvents) {
  return tx.get<Omit<DeliveryRow, 'payload'>>(sql`SELECT ${columns} FROM deliveries
    WHERE id = ${id} AND webhook_id = ${webhookId}${among(known)}${forUpdate}`);
}

const columns = sql`id, webhook_id, event, state, tries, due_at, taken_by, status, fault,
  created_at, finished_at, resource_id, service, attempts`;

function among(known: KnownEvents | undefined): Query {
  if (known === undefined) return sql``;
  const { services, resourceIds } = known;
  const service = sql` AND service IN (${listOf(services)})`;
  return resourceIds === undefined
    ? service
    : sql`${service} AND resource_id IN (${listOf(resourceIds)})`;
}

// Deliveries with their payloads. The deliveries of an event share its payload, which is deleted with the last of
// them. All of this counts against the quota of the owner, whose row is locked by every change here.

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
    const pending = { payload: '', payload_id: payloadId, state: 'pending', tries: 0 };
    const rowsOfPayload = sharing.map((row) => ({ ...row, ...pending, due_at: row.created_at }));
    await tx.run(insertInto('deliveries', newColumns, rowsOfPayload));
  }
  return countKept(tx, ownerId, bytes);
}

const newColumns = sql`id, webhook_id, event, payload, payload_id, state, tries, due_at, created_at, resource_id,
  service`;

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
  // Before the rows: with the owner locked, no other deletion can miss the last delivery of a payload.
  await lockOwner(tx, ownerId);
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
