/** While a hold lasts no blob is removed, by whatever process: a backup finds every blob of its snapshot. */
import { type Reader, sql, type Writer } from '../store.ts';
import { storeNow } from '../store-clock.ts';

/** Whoever is killed lets go after this time. */
export const holdMs = 5 * 60_000;

export async function renewHold(tx: Writer, id: string, nowMs: number): Promise<void> {
  await tx.run(sql`INSERT INTO blob_holds (id, until) VALUES (${id}, ${storeNow(nowMs)} + ${holdMs})
    ON CONFLICT (id) DO UPDATE SET until = excluded.until`);
}

export async function endHold(tx: Writer, id: string, nowMs: number): Promise<void> {
  await tx.run(sql`DELETE FROM blob_holds WHERE id = ${id} OR until <= ${storeNow(nowMs)}`);
}

export async function areBlobsHeld(reader: Reader, nowMs: number): Promise<boolean> {
  const row = await reader.get(
    sql`SELECT 1 AS held FROM blob_holds WHERE until > ${storeNow(nowMs)}`,
  );
  return row !== undefined;
}
