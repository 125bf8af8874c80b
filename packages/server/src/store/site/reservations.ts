/**
 * What running work has taken from an allowance and not yet settled. Rows of a killed process are given back when they
 * expire.
 */
import { storeNow } from '../rows.ts';
import { type Reader, skipLocked, sql, type Writer } from '../store.ts';
import { isOursToChange } from './site-moves.ts';
import { monthNow } from './usage.ts';

export function insertReservation(
  tx: Writer,
  { id, siteId }: { readonly id: string; readonly siteId: string },
  heldMs: number,
  nowMs: number,
): Promise<number> {
  return tx.run(sql`INSERT INTO reservations (id, site_id, period, until)
    VALUES (${id}, ${siteId}, ${monthNow(nowMs)}, ${storeNow(nowMs)} + ${heldMs})`);
}

/** Undefined when it was settled before, or given back since its time was over. */
export function deleteReservation(tx: Writer, id: string) {
  return tx.get<{ readonly period: string }>(
    sql`DELETE FROM reservations WHERE id = ${id} RETURNING period`,
  );
}

/** Gives back expired reservations: one question for each. */
export async function reclaimReservations(
  tx: Writer,
  siteId: string,
  nowMs: number,
): Promise<number> {
  const rows = await tx.all<{ period: string }>(sql`DELETE FROM reservations WHERE id IN
      (SELECT id FROM reservations WHERE site_id = ${siteId} AND until < ${storeNow(nowMs)}
        ORDER BY id${skipLocked})
    RETURNING period`);
  for (const period of new Set(rows.map((row) => row.period))) {
    const amount = rows.filter((row) => row.period === period).length;
    await tx.run(sql`UPDATE site_usage SET questions = questions - ${amount}
      WHERE site_id = ${siteId} AND period = ${period} AND questions >= ${amount}`);
  }
  return rows.length;
}

export function sitesToReclaim(reader: Reader, nowMs: number) {
  return reader.all<{ readonly site_id: string }>(sql`SELECT DISTINCT site_id FROM reservations
    WHERE until < ${storeNow(nowMs)} AND ${isOursToChange} ORDER BY site_id`);
}
