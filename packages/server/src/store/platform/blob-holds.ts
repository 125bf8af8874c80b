/** While a hold lasts, no process removes a blob: a backup finds every blob of its snapshot. */
import { hasRows, storeNow } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

/** A holder that is killed loses its hold after this time. */
export const holdMs = 5 * 60_000;

export async function renewHold(tx: Writer, id: string, nowMs: number): Promise<void> {
  await tx.run(sql`INSERT INTO blob_holds (id, until) VALUES (${id}, ${storeNow(nowMs)} + ${holdMs})
    ON CONFLICT (id) DO UPDATE SET until = excluded.until`);
}

export async function endHold(tx: Writer, id: string, nowMs: number): Promise<void> {
  await tx.run(sql`DELETE FROM blob_holds WHERE id = ${id} OR until <= ${storeNow(nowMs)}`);
}

export function areBlobsHeld(reader: Reader, nowMs: number): Promise<boolean> {
  return hasRows(reader, sql`SELECT 1 FROM blob_holds WHERE until > ${storeNow(nowMs)}`);
}
