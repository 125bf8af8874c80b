/** Live sessions that are open now, over all processes on one store. */
import { type Reader, sql, type Writer } from '../store.ts';

interface LiveRow {
  readonly site_id: string;
  readonly id: string;
  /** Hidden, as everywhere. */
  readonly visitor: string;
  readonly process: string;
}

/** For how long a process that shows no life is still counted as alive. */
const aliveMs = 30_000;

/** Forgets those of a site that died with their process, and the one that this visitor had. */
export function clearLive(
  tx: Writer,
  siteId: string,
  visitor: string,
  nowMs: number,
): Promise<number> {
  return tx.run(sql`DELETE FROM live_sessions WHERE site_id = ${siteId}
    AND (visitor = ${visitor} OR seen_at < ${storeNow(nowMs)} - ${aliveMs})`);
}

export async function countLive(reader: Reader, siteId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM live_sessions WHERE site_id = ${siteId}`,
  );
  return Number(row?.count ?? 0);
}

export function insertLive(tx: Writer, row: LiveRow, nowMs: number): Promise<number> {
  return tx.run(sql`INSERT INTO live_sessions (site_id, id, visitor, process, seen_at)
    VALUES (${row.site_id}, ${row.id}, ${row.visitor}, ${row.process}, ${storeNow(nowMs)})`);
}

export function deleteLive(tx: Writer, siteId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM live_sessions WHERE site_id = ${siteId} AND id = ${id}`);
}

/** Shows that a process lives, and with it all its sessions. */
export function renewLive(tx: Writer, process: string, nowMs: number): Promise<number> {
  return tx.run(
    sql`UPDATE live_sessions SET seen_at = ${storeNow(nowMs)} WHERE process = ${process}`,
  );
}

export async function liveIdsOf(reader: Reader, process: string): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ id: string }>(
    sql`SELECT id FROM live_sessions WHERE process = ${process}`,
  );
  return new Set(rows.map(({ id }) => id));
}

// As with months: processes on one database agree on it, whatever their own clocks say.
function storeNow(nowMs: number) {
  return {
    sqlite: sql`${nowMs}`,
    postgres: sql`(extract(epoch FROM now()) * 1000)::bigint`,
  };
}
