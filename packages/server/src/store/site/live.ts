/** Registry of open live sessions over all processes on one store. */
import { readNumber, storeNow } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

interface LiveRow {
  readonly site_id: string;
  readonly id: string;
  /** The pseudonymised address of the visitor. */
  readonly visitor: string;
  readonly process: string;
}

/** Lease: how long a process without heartbeat counts as alive. */
const aliveMs = 30_000;

/** Deletes the sessions of a site whose process has died, and the earlier one of this visitor. */
export async function clearLive(tx: Writer, siteId: string, visitor: string, nowMs: number) {
  const cleared = await tx.run(sql`DELETE FROM live_sessions WHERE site_id = ${siteId}
    AND (visitor = ${visitor} OR seen_at < ${storeNow(nowMs)} - ${aliveMs})`);
  if (cleared > 0) await tx.notify({ about: 'site', id: siteId });
  return cleared;
}

export function countLive(reader: Reader, siteId: string): Promise<number> {
  return readNumber(reader, sql`SELECT count(*) FROM live_sessions WHERE site_id = ${siteId}`);
}

export function insertLive(tx: Writer, row: LiveRow, nowMs: number): Promise<number> {
  return tx.run(sql`INSERT INTO live_sessions (site_id, id, visitor, process, seen_at)
    VALUES (${row.site_id}, ${row.id}, ${row.visitor}, ${row.process}, ${storeNow(nowMs)})`);
}

export function deleteLive(tx: Writer, siteId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM live_sessions WHERE site_id = ${siteId} AND id = ${id}`);
}

/** Heartbeat of a process for all its sessions. */
export function renewLive(tx: Writer, process: string, nowMs: number): Promise<number> {
  return tx.run(sql`UPDATE live_sessions SET seen_at = ${storeNow(nowMs)}
    WHERE process = ${process}`);
}

export async function liveIdsOf(reader: Reader, process: string): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ id: string }>(sql`SELECT id FROM live_sessions
    WHERE process = ${process}`);
  return new Set(rows.map(({ id }) => id));
}
