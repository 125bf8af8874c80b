/**
 * Transactional outbox: an item is inserted with the change that caused it, and stays pending until an
 * attempt succeeds or all have failed.
 */
import type { Clock } from '../kernel/clock.ts';
import { listOf, readNumber, readValue } from './rows.ts';
import { type Query, type Reader, type Store, skipLocked, sql, type Writer } from './store.ts';

/** The columns that every outbox has. */
export interface OutboxRow {
  /** The `webhook-id` of every attempt. */
  readonly id: string;
  readonly event: string;
  readonly payload: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly tries: number;
  /**
   * Time of the next attempt; during an attempt, the end of the lease. Null when it is finished, and while
   * its receiver is paused.
   */
  readonly due_at: number | null;
  /** The sender that holds the lease. */
  readonly taken_by: string | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
}

export interface OutboxTable {
  readonly name: Query;
  /** Expression that identifies the receiver of a row. */
  readonly receiver: Query;
  /** Expression that identifies the owner of the receiver; never null. */
  readonly owner: Query;
  /** The columns that an attempt needs. */
  readonly claimed: Query;
  /** Which rows may be claimed, besides that they are due. */
  readonly isNext?: Query;
}

export interface Claim {
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly takenBy: string;
  readonly limit: number;
  readonly except: Except;
}

/** Receivers and owners whose items are skipped. */
export interface Except {
  readonly receivers: readonly string[];
  readonly owners: readonly string[];
}

interface Taken {
  readonly id: string;
  readonly takenBy: string;
}

/** The table as the outbox of a sender; each step is its own transaction. */
export function openOutbox<Row extends { readonly id: string }>(
  store: Store,
  clock: Clock,
  table: OutboxTable,
) {
  return {
    claim: (claim: Claim) => store.write((tx) => claimDue<Row>(tx, table, claim)),
    nextDueMs: (except: Except) => nextDueMs(store, table, except),
    releaseAll: () => store.write((tx) => releaseAll(tx, table, clock())),
    giveBack: ({ id }: Row, takenBy: string, dueAt: number | null) =>
      store.write((tx) => giveBack(tx, table, { id, takenBy }, dueAt)),
  };
}

/** Records the outcome of an attempt. 0 rows when another sender has taken it over or finished it since. */
export function settleTry(
  tx: Writer,
  table: OutboxTable,
  { id, takenBy }: Taken,
  outcome: Pick<OutboxRow, 'state' | 'due_at' | 'status' | 'fault' | 'finished_at'>,
): Promise<number> {
  // A successful delivery is recorded even when another sender holds the lease by now.
  const mine = outcome.state === 'delivered' ? sql`` : sql` AND taken_by = ${takenBy}`;
  return tx.run(sql`UPDATE ${table.name} SET state = ${outcome.state}, due_at = ${outcome.due_at},
      status = ${outcome.status}, fault = ${outcome.fault}, finished_at = ${outcome.finished_at},
      taken_by = NULL
    WHERE id = ${id} AND state = 'pending'${mine}`);
}

/**
 * Claims due items with a lease, counting the attempt before it is made: after a crash they are claimed
 * again when the lease has expired.
 */
function claimDue<Row>(tx: Writer, table: OutboxTable, claim: Claim): Promise<Claimed<Row>[]> {
  return claimWhere(
    tx,
    table,
    claim,
    sql`due_at <= ${claim.nowMs}${passOver(table, claim.except)}`,
  );
}

export type Claimed<Row> = Row & { readonly receiver: string; readonly owner: string };

/** Claims those of the condition that are due first. */
export function claimWhere<Row>(
  tx: Writer,
  { name, receiver, owner, claimed }: OutboxTable,
  claim: Claim,
  condition: Query,
): Promise<Claimed<Row>[]> {
  // Chosen once: inside IN, PostgreSQL may choose again for each row, and claim more than the limit.
  return tx.all(sql`WITH due AS MATERIALIZED (SELECT id FROM ${name}
      WHERE ${condition} ORDER BY due_at LIMIT ${claim.limit}${skipLocked})
    UPDATE ${name} SET tries = tries + 1, taken_by = ${claim.takenBy},
      due_at = ${claim.nowMs + claim.leaseMs}
    WHERE id IN (SELECT id FROM due)
    RETURNING ${claimed}, ${receiver} AS receiver, ${owner} AS owner`);
}

function nextDueMs(reader: Reader, table: OutboxTable, except: Except) {
  const query = sql`SELECT due_at FROM ${table.name}
      WHERE due_at IS NOT NULL${passOver(table, except)} ORDER BY due_at LIMIT 1`;
  return readValue<number>(reader, query);
}

const waitingMax = 10_000;

/** How many items are yet to be delivered, those of paused receivers too; counts no further than 10,000. */
export function countWaiting(reader: Reader, { name }: OutboxTable): Promise<number> {
  const query = sql`SELECT count(*) FROM
      (SELECT 1 FROM ${name} WHERE state = 'pending' LIMIT ${waitingMax}) AS counted`;
  return readNumber(reader, query);
}

/** Releases an item; the attempt does not count. */
export function giveBack(
  tx: Writer,
  { name }: OutboxTable,
  { id, takenBy }: Taken,
  dueAt: number | null,
): Promise<number> {
  return tx.run(sql`UPDATE ${name} SET tries = tries - 1, due_at = ${dueAt}, taken_by = NULL
    WHERE id = ${id} AND state = 'pending' AND taken_by = ${takenBy}`);
}

export function releaseAll(tx: Writer, { name }: OutboxTable, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE ${name} SET due_at = ${nowMs}, taken_by = NULL
    WHERE due_at IS NOT NULL AND taken_by IS NOT NULL`);
}

/** Conditions that leave out the receivers and owners, to be added to others. */
export function passOver(
  { receiver, owner, isNext }: Pick<OutboxTable, 'receiver' | 'owner' | 'isNext'>,
  { receivers, owners }: Except,
): Query {
  const next = isNext === undefined ? sql`` : sql` AND ${isNext}`;
  return sql`${noneOf(receiver, receivers)}${noneOf(owner, owners)}${next}`;
}

function noneOf(expression: Query, values: readonly string[]): Query {
  return values.length === 0 ? sql`` : sql` AND ${expression} NOT IN (${listOf(values)})`;
}
