/** When each site's next digest is due; a due one is taken with a lease, so that of several processes one makes it. */
import { hasRows, readNumber } from '../rows.ts';
import { forUpdate, type Reader, skipLocked, sql, type Writer } from '../store.ts';
import { isTaking } from './frozen-sites.ts';

export interface TakenDigest {
  readonly site_id: string;
  readonly due_at: number;
  readonly taken_by: string;
}

/** The slot of the site's last digest; 0 before the first. */
export function lastDigestSlot(reader: Reader, siteId: string): Promise<number> {
  return readNumber(reader, sql`SELECT last_slot FROM digests WHERE site_id = ${siteId}`);
}

/**
 * Makes a digest due at this time at the latest. The row stays locked until the transaction ends, even if
 * nothing changes: a process that finishes a digest meanwhile waits, and then sees what this transaction wrote.
 */
export function armDigest(tx: Writer, siteId: string, dueAt: number): Promise<number> {
  return tx.run(sql`INSERT INTO digests (site_id, due_at) VALUES (${siteId}, ${dueAt})
    ON CONFLICT (site_id) DO UPDATE SET due_at = excluded.due_at
    WHERE digests.due_at IS NULL OR digests.due_at > excluded.due_at`);
}

/** Locks the digest of a site until the transaction ends: a question that waits for it comes before or after. */
export async function lockDigest(tx: Writer, siteId: string): Promise<void> {
  await tx.get(sql`SELECT site_id FROM digests WHERE site_id = ${siteId}${forUpdate}`);
}

/** For a site without questions that wait for the next digest. */
export function disarmDigest(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`UPDATE digests SET due_at = NULL
    WHERE site_id = ${siteId} AND taken_by IS NULL`);
}

export function isDigestDue(reader: Reader, nowMs: number): Promise<boolean> {
  const query = sql`SELECT 1 FROM digests WHERE due_at <= ${nowMs} AND taken_until <= ${nowMs}
    AND ${isTaking} LIMIT 1`;
  return hasRows(reader, query);
}

export function takeDigest(
  tx: Writer,
  lease: { readonly nowMs: number; readonly untilMs: number; readonly takenBy: string },
): Promise<TakenDigest | undefined> {
  // Chosen once: inside IN, PostgreSQL may choose again for each row.
  return tx.get(sql`WITH due AS MATERIALIZED (SELECT site_id FROM digests
      WHERE due_at <= ${lease.nowMs} AND taken_until <= ${lease.nowMs} AND ${isTaking}
      ORDER BY due_at LIMIT 1${skipLocked})
    UPDATE digests SET taken_by = ${lease.takenBy}, taken_until = ${lease.untilMs}
    WHERE site_id IN (SELECT site_id FROM due)
    RETURNING site_id, due_at, taken_by`);
}

/** Marks the slot of a digest as done; returns 0 if another process has taken it over. */
export function finishDigest(tx: Writer, { site_id, due_at, taken_by }: TakenDigest) {
  return tx.run(sql`UPDATE digests
    SET due_at = NULL, last_slot = ${due_at}, taken_by = NULL, taken_until = 0
    WHERE site_id = ${site_id} AND due_at = ${due_at} AND taken_by = ${taken_by}`);
}

/** Moves a digest that was taken to another time, which the owner has chosen meanwhile. */
export function postponeDigest(
  tx: Writer,
  { site_id, due_at, taken_by }: TakenDigest,
  dueAt: number,
): Promise<number> {
  return tx.run(sql`UPDATE digests SET due_at = ${dueAt}, taken_by = NULL, taken_until = 0
    WHERE site_id = ${site_id} AND due_at = ${due_at} AND taken_by = ${taken_by}`);
}
