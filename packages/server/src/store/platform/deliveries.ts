/**
 * Deliveries of webhooks: those that wait are items of the outbox, those that are over are rows of the log. The
 * deliveries of an event share its payload, which is deleted with the last of them. All of it counts against the quota
 * of the owner, whose row is locked by every change here.
 */
import type { DeliveryDetails, DeliveryStatus, Service } from '@baraza/contract';
import { type Item, insertItems, lockReceiver } from '../outbox.ts';
import { countKept, lockOwner } from '../owners.ts';
import { hasRows, insertInto, listOf } from '../rows.ts';
import { forUpdate, type Query, type Reader, skipLocked, sql, type Writer } from '../store.ts';

type Attempts = DeliveryDetails['attempts'];

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly tries: number;
  /** Time of the next attempt; during an attempt, the end of its lease. Null when it is over. */
  readonly due_at: number | null;
  readonly isTaken: boolean;
  readonly status: number | null;
  readonly fault: string | null;
  readonly created_at: number;
  /** What the event is about; null for rows older than these columns. */
  readonly resource_id: string | null;
  readonly service: Service | null;
  readonly payload_id: string;
  readonly attempts: Attempts;
}

/** The payload of an item. */
interface Waiting {
  readonly event: string;
  readonly body: string;
  readonly attempts: Attempts;
}

export function waitingDelivery(item: Item): DeliveryRow {
  const { id, receiver, tries, due_at, taken_until, status, fault, created_at, about } = item;
  const { event, body, attempts } = JSON.parse(item.payload) as Waiting;
  const [service = null, resource_id = null] = about?.split(' ') ?? [];
  return {
    ...{
      id,
      webhook_id: receiver,
      event,
      state: 'pending',
      tries,
      due_at,
      status,
      fault,
      created_at,
    },
    ...{ isTaken: taken_until !== null, resource_id, service: service as Service | null },
    ...{ payload_id: body, attempts },
  };
}

/** What its item has to say. */
export function payloadOf({ event, payload_id: body, attempts }: DeliveryRow): string {
  return JSON.stringify({ event, body, attempts } satisfies Waiting);
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

/** Newest first. */
export async function recentDeliveries(
  reader: Reader,
  webhookId: string,
  { known, status, limit }: WantedDeliveries,
): Promise<DeliveryRow[]> {
  const newest = sql`ORDER BY id DESC LIMIT ${limit}`;
  const taken =
    status === 'sending' ? sql` AND taken_until IS NOT NULL` : sql` AND taken_until IS NULL`;
  const isOver = status === 'delivered' || status === 'failed';
  const waiting = isOver
    ? []
    : await reader.all<Item>(sql`SELECT ${itemColumns} FROM outbox WHERE ${ofWebhook(webhookId)}
        ${status === undefined ? sql`` : taken}${amongItems(known)} ${newest}`);
  const over =
    status === undefined || isOver
      ? await reader.all<LoggedRow>(sql`SELECT ${columns} FROM deliveries WHERE webhook_id = ${webhookId}
          ${isOver ? sql` AND state = ${status}` : sql``}${among(known)} ${newest}`)
      : [];
  return [...waiting.map(waitingDelivery), ...over.map(logged)]
    .toSorted((one, other) => (one.id > other.id ? -1 : 1))
    .slice(0, limit);
}

/** In a transaction, the row is locked until its end. */
export async function findDelivery(
  reader: Reader | Writer,
  webhookId: string,
  id: string,
  known: KnownEvents | undefined,
): Promise<DeliveryRow | undefined> {
  const lock = 'run' in reader ? forUpdate : sql``;
  const item = await reader.get<Item>(sql`SELECT ${itemColumns} FROM outbox
    WHERE id = ${id} AND ${ofWebhook(webhookId)}${amongItems(known)}${lock}`);
  if (item !== undefined) return waitingDelivery(item);
  const row = await reader.get<LoggedRow>(sql`SELECT ${columns} FROM deliveries
    WHERE id = ${id} AND webhook_id = ${webhookId}${among(known)}${lock}`);
  return row && logged(row);
}

export function findPayload(reader: Reader, { payload_id }: DeliveryRow) {
  return reader.get<{ payload: string }>(
    sql`SELECT payload FROM delivery_payloads WHERE id = ${payload_id}`,
  );
}

type LoggedRow = Omit<DeliveryRow, 'attempts' | 'due_at' | 'isTaken'> & {
  readonly attempts: string;
};

const columns = sql`id, webhook_id, event, state, tries, status, fault, created_at, resource_id, service,
  payload_id, attempts`;
const itemColumns = sql`id, receiver, tries, due_at, taken_until, status, fault, created_at, about, payload`;

const ofWebhook = (webhookId: string) =>
  sql`kind = 'webhook' AND receiver = ${webhookId} AND state = 'pending'`;

function logged(row: LoggedRow): DeliveryRow {
  const attempts = JSON.parse(row.attempts) as Attempts;
  return { ...row, attempts, due_at: null, isTaken: false };
}

function among(known: KnownEvents | undefined): Query {
  if (known === undefined) return sql``;
  const { services, resourceIds } = known;
  const service = sql` AND service IN (${listOf(services)})`;
  return resourceIds === undefined
    ? service
    : sql`${service} AND resource_id IN (${listOf(resourceIds)})`;
}

// What an item is about is a service and a resource.
function amongItems(known: KnownEvents | undefined): Query {
  if (known === undefined) return sql``;
  const at = { sqlite: sql`instr(about, ' ')`, postgres: sql`strpos(about, ' ')` };
  const service = sql` AND substr(about, 1, ${at} - 1) IN (${listOf(known.services)})`;
  return known.resourceIds === undefined
    ? service
    : sql`${service} AND substr(about, ${at} + 1) IN (${listOf(known.resourceIds)})`;
}

/** What the entry of a delivery counts, with its attempts and its index entries. */
const entryBytes = 1_024;

interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly payload: string;
  readonly createdAt: number;
  readonly about: string;
}

/** The deliveries of one event, at most a few different payloads. Returns all bytes of the owner. */
export async function insertDeliveries(tx: Writer, owner: string, rows: readonly NewDelivery[]) {
  let bytes = rows.length * entryBytes;
  for (const [payload, sharing] of Map.groupBy(rows, (row) => row.payload)) {
    const body = sharing[0]?.id ?? '';
    bytes += Buffer.byteLength(payload);
    await tx.run(sql`INSERT INTO delivery_payloads (id, owner_id, payload, uses)
      VALUES (${body}, ${owner}, ${payload}, ${sharing.length})`);
    await insertItems(
      tx,
      sharing.map(({ id, webhookId: receiver, event, createdAt: created_at, about }) => ({
        ...{ id, kind: 'webhook', owner, receiver, place: id, created_at, about },
        payload: JSON.stringify({ event, body, attempts: [] } satisfies Waiting),
      })),
    );
  }
  return countKept(tx, owner, bytes);
}

/** A delivery that is over leaves the outbox for the log. */
export function logDelivery(
  tx: Writer,
  delivery: DeliveryRow,
  outcome: Pick<DeliveryRow, 'state' | 'status' | 'fault'> & { readonly finished_at: number },
): Promise<number> {
  const attempts = JSON.stringify(delivery.attempts);
  return tx.run(insertInto('deliveries', loggedColumns, [{ ...delivery, ...outcome, attempts }]));
}

const loggedColumns = sql`id, webhook_id, event, state, tries, status, fault, created_at, finished_at, resource_id,
  service, payload_id, attempts`;

/** A delivery that is over waits again, under the same id. It has been counted. */
export async function restartDelivery(
  tx: Writer,
  owner: string,
  delivery: DeliveryRow,
  nowMs: number,
): Promise<void> {
  const { id, webhook_id: receiver, created_at, service, resource_id } = delivery;
  await tx.run(sql`DELETE FROM deliveries WHERE id = ${id}`);
  const about = service === null ? null : `${service} ${resource_id}`;
  const item = { id, kind: 'webhook', owner, receiver, place: id, created_at, about } as const;
  await insertItems(tx, [{ ...item, payload: payloadOf(delivery) }]);
  await hurryDelivery(tx, id, nowMs);
}

/** Makes a waiting delivery due. */
export function hurryDelivery(tx: Writer, id: string, nowMs: number): Promise<number> {
  return tx.run(
    sql`UPDATE outbox SET due_at = ${nowMs}, status = NULL, fault = NULL WHERE id = ${id}`,
  );
}

export function hasManyLogged(reader: Reader, webhookId: string, count: number) {
  const query = sql`SELECT 1 FROM deliveries WHERE webhook_id = ${webhookId}
      ORDER BY id DESC LIMIT 1 OFFSET ${count - 1}`;
  return hasRows(reader, query);
}

/** Deletes deliveries of the log of a webhook, oldest first, all but the newest; at most a batch at once. */
export function pruneLog(tx: Writer, ownerId: string, webhookId: string, kept: number) {
  return deleteLogged(
    tx,
    ownerId,
    sql`SELECT id FROM deliveries WHERE webhook_id = ${webhookId}
      ORDER BY id DESC LIMIT ${deletedAtOnce} OFFSET ${kept}`,
  );
}

/** Deletes the oldest deliveries of an owner that are over, as many as a batch. Returns how many. */
export function deleteOldestLogged(tx: Writer, ownerId: string): Promise<number> {
  // One webhook at a time: with a condition on the owner, the whole log would be sorted.
  return deleteLogged(
    tx,
    ownerId,
    sql`SELECT id FROM deliveries WHERE webhook_id =
      (SELECT webhook_id FROM deliveries JOIN webhooks ON webhooks.resource_id = deliveries.webhook_id
        WHERE webhooks.owner_id = ${ownerId} LIMIT 1)
      ORDER BY id LIMIT ${deletedAtOnce}${skipLocked}`,
  );
}

/** Deletes some deliveries of a webhook, whatever their state; at most a batch at once. */
export async function deleteSomeDeliveries(tx: Writer, ownerId: string, webhookId: string) {
  const some = sql`LIMIT ${deletedAtOnce}`;
  const logged = sql`SELECT id FROM deliveries WHERE webhook_id = ${webhookId} ORDER BY id ${some}`;
  const gone = await deleteLogged(tx, ownerId, logged);
  if (gone > 0) return gone;
  await lockOwner(tx, ownerId);
  await lockReceiver(tx, { kind: 'webhook', receiver: webhookId });
  const items = await tx.all<Pick<Item, 'payload'>>(sql`DELETE FROM outbox
    WHERE id IN (SELECT id FROM outbox WHERE ${ofWebhook(webhookId)} ${some}) RETURNING payload`);
  await freePayloads(
    tx,
    ownerId,
    items.map(({ payload }) => (JSON.parse(payload) as Waiting).body),
  );
  if (items.length < deletedAtOnce)
    await tx.run(sql`DELETE FROM receivers WHERE kind = 'webhook' AND receiver = ${webhookId}`);
  return items.length;
}

/** Batch size of a deletion. */
export const deletedAtOnce = 200;

async function deleteLogged(tx: Writer, ownerId: string, which: Query): Promise<number> {
  // Before the rows: with the owner locked, no other deletion can miss the last delivery of a payload.
  await lockOwner(tx, ownerId);
  const gone = await tx.all<{ payload_id: string }>(sql`WITH gone AS MATERIALIZED (${which})
    DELETE FROM deliveries WHERE id IN (SELECT id FROM gone) RETURNING payload_id`);
  await freePayloads(
    tx,
    ownerId,
    gone.map(({ payload_id }) => payload_id),
  );
  return gone.length;
}

/** Deletes the payloads that no delivery has any more, and gives the bytes of deleted deliveries back. */
async function freePayloads(tx: Writer, ownerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const left = sql`id IN (${listOf([...new Set(ids)])})`;
  const lost = Map.groupBy(new Set(ids), (id) => ids.filter((other) => other === id).length);
  for (const [count, those] of lost)
    await tx.run(
      sql`UPDATE delivery_payloads SET uses = uses - ${count} WHERE id IN (${listOf(those)})`,
    );
  const freed = await tx.all<{
    bytes: number;
  }>(sql`DELETE FROM delivery_payloads WHERE ${left} AND uses = 0
    RETURNING octet_length(payload) AS bytes`);
  const bytes = freed.reduce((sum, row) => sum + Number(row.bytes), ids.length * entryBytes);
  await countKept(tx, ownerId, -bytes);
}
