/**
 * What is still to be sent, or to be answered: an item is inserted with the change that caused it, and stays until an
 * attempt succeeds or all have failed. Each item is in the line of its receiver. The row of a receiver has how many
 * wait and when the first is due, so that one row pauses or resumes all of them, and a search for work does not walk
 * over the items of those that are paused or failing. Lock order: owner, receiver, item.
 */
import { hasRows, insertInto, listOf, readNumber, typed } from './rows.ts';
import {
  contains,
  forUpdate,
  type Query,
  type Reader,
  skipLocked,
  sql,
  type Writer,
} from './store.ts';

/** Each kind has a lane of the sender. */
export const itemKinds = ['webhook', 'notice', 'mail', 'code', 'push', 'send', 'arrival'] as const;
export type ItemKind = (typeof itemKinds)[number];

export interface NewItem {
  /** The `webhook-id` of every attempt. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly owner: string;
  readonly receiver: string;
  /** Orders the items of a receiver. */
  readonly place: string;
  readonly created_at: number;
  /** What it is about, so that it is deleted with that: of a site, its id and that of the thing. */
  readonly about: string | null;
  /** JSON; each kind has its own. */
  readonly payload: string;
  /** An item with the same key is stored once. */
  readonly dedupe_key?: string;
}

export interface Item extends Omit<NewItem, 'dedupe_key'> {
  /** Includes the attempt that is being made. */
  readonly tries: number;
  /** Attempts without a known outcome: their process was killed. */
  readonly unknown: number;
  /** Of the last attempt; null before the first, and after one without a known outcome. */
  readonly status: number | null;
  readonly fault: string | null;
  /** Time of the next attempt; during an attempt, the end of its lease. */
  readonly due_at: number;
  /** The end of the lease, by which its holder is recognised. A lease that was ended is 0. */
  readonly taken_until: number | null;
}

const columns = sql`id, kind, owner, receiver, place, created_at, about, payload, tries, unknown, status, fault,
  due_at, taken_until`;

const newColumns = sql`id, kind, owner, receiver, place, created_at, about, payload, dedupe_key, state, tries, due_at`;

/** Of these, a receiver gets one after the other, in the order of their places. */
const kindsInOrder: ReadonlySet<ItemKind> = new Set(['send', 'arrival']);

/** Adds items to the end of their lines. Their receivers have been counted, or are by `takePlace`. */
export function insertItems(tx: Writer, items: readonly NewItem[]): Promise<number> {
  const rows = items.map((item) => ({
    dedupe_key: null,
    ...item,
    state: 'pending',
    tries: 0,
    due_at: item.created_at,
  }));
  const query = insertInto('outbox', newColumns, rows);
  const mayRepeat = items.some(({ dedupe_key }) => dedupe_key !== undefined);
  const once = sql` ON CONFLICT (dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING`;
  return tx.run(mayRepeat ? sql`${query}${once}` : query);
}

/**
 * Counts one more item of a receiver, which is due now even if the receiver was paused. Returns 0 if as many wait as
 * may.
 */
export function takePlace(
  tx: Writer,
  {
    kind,
    receiver,
    owner,
    created_at,
  }: Pick<NewItem, 'kind' | 'receiver' | 'owner' | 'created_at'>,
  waitingMax: number,
): Promise<number> {
  return tx.run(sql`INSERT INTO receivers (kind, receiver, owner, waiting, next_at)
    VALUES (${kind}, ${receiver}, ${owner}, 1, ${created_at})
    ON CONFLICT (kind, receiver) DO UPDATE SET waiting = receivers.waiting + 1, paused_at = NULL,
      next_at = CASE WHEN receivers.next_at < excluded.next_at THEN receivers.next_at ELSE excluded.next_at END
    WHERE receivers.waiting < ${waitingMax}`);
}

/** Whether an item with this key is waiting, or was here lately. */
export function isStored(reader: Reader, dedupeKey: string): Promise<boolean> {
  return hasRows(reader, sql`SELECT 1 FROM outbox WHERE dedupe_key = ${dedupeKey}`);
}

interface Line {
  readonly kind: ItemKind;
  readonly receiver: string;
}

interface DueReceiver {
  readonly receiver: string;
  readonly owner: string;
  readonly next_at: number;
}

/** Receivers and owners whose items are passed over. */
interface Except {
  readonly receivers: readonly string[];
  readonly owners: readonly string[];
}

/** The receivers that have been due the longest, and those that are due next. */
export function nextReceivers(
  reader: Reader,
  kind: ItemKind,
  { receivers, owners }: Except,
  limit: number,
): Promise<DueReceiver[]> {
  return reader.all(sql`SELECT receiver, owner, next_at FROM receivers
    WHERE kind = ${kind} AND next_at IS NOT NULL${noneOf(sql`receiver`, receivers)}${noneOf(sql`owner`, owners)}
      AND ${isTaking} ORDER BY next_at LIMIT ${limit}`);
}

function noneOf(expression: Query, values: readonly string[]): Query {
  return values.length === 0 ? sql`` : sql` AND ${expression} NOT IN (${listOf(values)})`;
}

// A frozen site sends nothing; the names of its receivers begin with its id.
const isTaking = sql`(kind IN ('webhook', 'code', 'push') OR NOT EXISTS (SELECT 1 FROM sites
  WHERE sites.status = 'frozen' AND receivers.receiver >= sites.id || ' ' AND receivers.receiver < sites.id || '!'))`;

/**
 * Takes due items of a receiver with a lease, counting the attempt before it is made: after a crash they are taken
 * again when the lease has ended. None if another process is at this receiver.
 */
export async function takeItems(
  tx: Writer,
  { kind, receiver }: Line,
  { nowMs, leaseMs, limit }: { nowMs: number; leaseMs: number; limit: number },
): Promise<Item[]> {
  // A process that waits for the lock finds what the one before it has left.
  const locked = await tx.get(sql`SELECT receiver FROM receivers
    WHERE kind = ${kind} AND receiver = ${receiver} AND next_at <= ${nowMs} AND ${isTaking}${skipLocked}`);
  if (locked === undefined) return [];
  const untilMs = nowMs + leaseMs;
  const waiting = sql`kind = ${kind} AND receiver = ${receiver} AND state = 'pending'`;
  const due = kindsInOrder.has(kind)
    ? sql`SELECT id FROM (SELECT id, due_at FROM outbox WHERE ${waiting} ORDER BY place LIMIT 1) AS first
        WHERE due_at <= ${nowMs}`
    : sql`SELECT id FROM outbox WHERE ${waiting} AND due_at <= ${nowMs} ORDER BY due_at, place LIMIT ${limit}`;
  // Chosen once: inside IN, PostgreSQL may choose again for each row, and take more than the limit.
  const items = await tx.all<Item>(sql`WITH due AS MATERIALIZED (${due})
      UPDATE outbox SET tries = tries + 1, taken_until = ${untilMs},
      due_at = ${untilMs}, unknown = unknown + CASE WHEN taken_until IS NULL THEN 0 ELSE 1 END,
      status = CASE WHEN taken_until IS NULL THEN status END, fault = CASE WHEN taken_until IS NULL THEN fault END
    WHERE id IN (SELECT id FROM due) RETURNING ${columns}`);
  await schedule(tx, { kind, receiver }, nowMs);
  return items.toSorted((one, other) => (one.place < other.place ? -1 : 1));
}

/**
 * Sets when a receiver is next due. It goes behind those that are due already: it has just had its turn, so receivers
 * take turns however many items one of them has.
 */
export function schedule(tx: Writer, { kind, receiver }: Line, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE receivers SET next_at = CASE WHEN paused_at IS NULL THEN ${nextAt(kind, nowMs)} END
    WHERE kind = ${kind} AND receiver = ${receiver}`);
}

function nextAt(kind: ItemKind, nowMs: number): Query {
  const first = kindsInOrder.has(kind) ? sql`ORDER BY place` : sql`ORDER BY due_at`;
  return sql`(SELECT CASE WHEN due_at < ${nowMs} THEN ${typed('bigint', nowMs)} ELSE due_at END FROM outbox
    WHERE kind = receivers.kind AND receiver = receivers.receiver AND state = 'pending' ${first} LIMIT 1)`;
}

/** Nothing is sent to the receiver until it is resumed. */
export function pauseReceiver(tx: Writer, { kind, receiver }: Line, nowMs: number) {
  return tx.run(sql`UPDATE receivers SET paused_at = ${nowMs}, next_at = NULL
    WHERE kind = ${kind} AND receiver = ${receiver}`);
}

/** Resumes every receiver of an owner. */
export function resumeOwner(tx: Writer, kind: ItemKind, owner: string, nowMs: number) {
  return tx.run(sql`UPDATE receivers SET paused_at = NULL, next_at = ${nowMs}
    WHERE kind = ${kind} AND owner = ${owner} AND paused_at IS NOT NULL`);
}

interface Later {
  readonly dueAt: number;
  readonly status: number | null;
  readonly fault: string | null;
}

/**
 * Stores the outcome of an attempt: when the item is tried again, or that it is over, and deleted. One with a dedupe
 * key stays for a while without its content, so that a repeat is recognised. False if another sender has taken it
 * since, or it was over already.
 */
export async function settleItem(
  tx: Writer,
  item: Item,
  later: Later | 'delivered' | 'failed',
  nowMs: number,
): Promise<boolean> {
  await lockReceiver(tx, item);
  // What has arrived is over, even if another sender holds the lease by now.
  const mine = later === 'delivered' ? sql`` : sql` AND taken_until = ${item.taken_until}`;
  const which = sql`id = ${item.id} AND state = 'pending'${mine}`;
  const isOver = typeof later === 'string';
  const changed = await tx.run(isOver ? endOf(item, which, nowMs) : retryOf(later, which));
  if (changed > 0) await leaveLine(tx, item, isOver ? 1 : 0, nowMs);
  return changed > 0;
}

function endOf({ kind }: Item, which: Query, nowMs: number): Query {
  if (kind !== 'arrival') return sql`DELETE FROM outbox WHERE ${which}`;
  return sql`UPDATE outbox SET state = 'delivered', payload = '', taken_until = NULL, due_at = ${nowMs} WHERE ${which}`;
}

function retryOf({ dueAt, status, fault }: Later, which: Query): Query {
  return sql`UPDATE outbox SET due_at = ${dueAt}, status = ${status}, fault = ${fault}, taken_until = NULL
    WHERE ${which}`;
}

/** Releases an item; the attempt does not count. */
export async function releaseItem(tx: Writer, item: Item, nowMs: number): Promise<void> {
  await lockReceiver(tx, item);
  await tx.run(sql`UPDATE outbox SET tries = tries - 1, due_at = ${nowMs}, taken_until = NULL
    WHERE id = ${item.id} AND taken_until = ${item.taken_until}`);
  await schedule(tx, item, nowMs);
}

/** Changes what an item has to say, such as its earlier attempts. */
export function setPayload(tx: Writer, id: string, payload: string): Promise<number> {
  return tx.run(sql`UPDATE outbox SET payload = ${payload} WHERE id = ${id}`);
}

export function lockReceiver(tx: Writer, { kind, receiver }: Line) {
  return tx.get<{
    waiting: number;
    paused_at: number | null;
  }>(sql`SELECT waiting, paused_at FROM receivers
    WHERE kind = ${kind} AND receiver = ${receiver}${forUpdate}`);
}

// The row of a webhook stays, since a pause must outlast what waits.
async function leaveLine(tx: Writer, line: Line, count: number, nowMs: number): Promise<void> {
  const { kind, receiver } = line;
  await tx.run(sql`UPDATE receivers SET waiting = waiting - ${count},
      next_at = CASE WHEN paused_at IS NULL THEN ${nextAt(kind, nowMs)} END
    WHERE kind = ${kind} AND receiver = ${receiver}`);
  if (kind !== 'webhook')
    await tx.run(sql`DELETE FROM receivers
      WHERE kind = ${kind} AND receiver = ${receiver} AND waiting = 0`);
}

/** Ends the leases of an earlier process, which was killed. Only used if there is a single process. */
export async function endLeases(tx: Writer, kind: ItemKind, nowMs: number): Promise<void> {
  const taken = await tx.all<{
    receiver: string;
  }>(sql`UPDATE outbox SET taken_until = 0, due_at = ${nowMs}
    WHERE kind = ${kind} AND taken_until > 0 RETURNING receiver`);
  for (const receiver of new Set(taken.map((row) => row.receiver)))
    await schedule(tx, { kind, receiver }, nowMs);
}

/** How many items of these kinds wait, also those of paused receivers. */
export function countWaiting(reader: Reader, kinds: readonly ItemKind[]): Promise<number> {
  return readNumber(
    reader,
    sql`SELECT sum(waiting) FROM receivers WHERE kind IN (${listOf(kinds)})`,
  );
}

// Of a site. What its items are about, and the names of its receivers, begin with its id and a space.

/** The name of a receiver of a site, and what its items are about. */
export const receiverOf = (siteId: string, name = '') => `${siteId} ${name}`;

export const aboutOf = (siteId: string, conversation?: string | null, thing = '') =>
  `${siteId} ${(conversation ?? '').replaceAll(' ', '+')} ${thing}`;

const startsWith = (column: Query, start: string) =>
  sql`${column} >= ${`${start} `} AND ${column} < ${`${start}!`}`;

const pendingOfSites = sql`kind <> 'webhook' AND state = 'pending'`;

export function countWaitingOfSite(reader: Reader, kind: ItemKind, siteId: string) {
  const isOfSite = startsWith(sql`receiver`, siteId);
  return readNumber(
    reader,
    sql`SELECT sum(waiting) FROM receivers WHERE kind = ${kind} AND ${isOfSite}`,
  );
}

/** How many messages and notices of the site are being sent or answered. */
export function countSending(reader: Reader, siteId: string): Promise<number> {
  return readNumber(
    reader,
    sql`SELECT count(*) FROM outbox WHERE ${pendingOfSites} AND ${startsWith(sql`about`, siteId)}
      AND kind <> 'push' AND taken_until > 0`,
  );
}

/** What waits and moves with the site, in the order of its ids. */
export function itemsOfSiteAfter(reader: Reader, siteId: string, afterId: string, limit: number) {
  return reader.all<MovedItem>(sql`SELECT ${movedColumns} FROM outbox
    WHERE ${pendingOfSites} AND ${startsWith(sql`about`, siteId)} AND id > ${afterId}
      AND kind IN ('notice', 'mail', 'send', 'arrival') AND receiver <> ${receiverOf(siteId, 'link')}
    ORDER BY id LIMIT ${limit}`);
}

export interface MovedItem extends Omit<NewItem, 'owner' | 'dedupe_key'> {
  readonly dedupe_key: string | null;
  readonly tries: number;
  readonly unknown: number;
  readonly fault: string | null;
  readonly due_at: number;
}

const movedColumns = sql`id, kind, receiver, place, created_at, about, payload, dedupe_key, tries, unknown, fault,
  due_at`;

/** An item that another server had. Returns 0 if there is one with its id or key here. */
export async function insertMovedItem(tx: Writer, owner: string, item: MovedItem): Promise<number> {
  const row = { ...item, owner, state: 'pending' };
  const inserted = await tx.run(
    sql`${insertInto('outbox', arrivedColumns, [row])} ON CONFLICT DO NOTHING`,
  );
  if (inserted > 0) {
    await takePlace(tx, { ...item, owner }, Number.MAX_SAFE_INTEGER);
    await schedule(tx, item, item.due_at);
  }
  return inserted;
}

const arrivedColumns = sql`id, kind, owner, receiver, place, created_at, about, payload, dedupe_key, state, tries,
  unknown, fault, due_at`;

/** Deletes what waits and is about a conversation, or a thing such as a lead. */
export function deleteItemsAbout(
  tx: Writer,
  siteId: string,
  what: { readonly conversation: string } | { readonly thing: string },
): Promise<number> {
  const isAbout =
    'conversation' in what
      ? startsWith(sql`about`, aboutOf(siteId, what.conversation).trimEnd())
      : sql`${startsWith(sql`about`, siteId)} AND ${contains(sql`about`, ` ${what.thing}`)}`;
  return deleteItems(tx, sql`${pendingOfSites} AND ${isAbout}`);
}

/** Deletes some items of a deleted site. */
export function deleteItemsOfSite(tx: Writer, siteId: string, limit: number): Promise<number> {
  const isOfSite = startsWith(sql`about`, siteId);
  const some = sql`SELECT id FROM outbox WHERE ${pendingOfSites} AND ${isOfSite} LIMIT ${limit}`;
  return deleteItems(tx, sql`id IN (${some})`);
}

/** Items of paused receivers that are older: they contain what a visitor wrote. At most `limit` at once. */
export function deleteHeld(tx: Writer, kind: ItemKind, beforeMs: number, limit: number) {
  return deleteItems(
    tx,
    sql`id IN (SELECT outbox.id FROM receivers JOIN outbox ON outbox.kind = receivers.kind
        AND outbox.receiver = receivers.receiver AND outbox.state = 'pending'
      WHERE receivers.kind = ${kind} AND receivers.paused_at IS NOT NULL AND outbox.created_at < ${beforeMs}
      LIMIT ${limit})`,
  );
}

/** Keys of items that are over, whose repeats are no longer expected. */
export function forgetKeys(tx: Writer, beforeMs: number, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
    WHERE state = 'delivered' AND due_at < ${beforeMs} ORDER BY due_at LIMIT ${limit})`);
}

async function deleteItems(tx: Writer, which: Query): Promise<number> {
  const found = await tx.all<Line>(sql`SELECT kind, receiver FROM outbox WHERE ${which}`);
  const nameOf = ({ kind, receiver }: Line) => `${kind} ${receiver}`;
  const lines = Map.groupBy(found, nameOf);
  // In one order, against deadlocks.
  for (const name of [...lines.keys()].sort()) await lockReceiver(tx, lines.get(name)?.[0] as Line);
  const gone = await tx.all<Line>(sql`DELETE FROM outbox WHERE ${which} RETURNING kind, receiver`);
  for (const deleted of Map.groupBy(gone, nameOf).values())
    await leaveLine(tx, deleted[0] as Line, deleted.length, 0);
  return gone.length;
}
