/**
 * Blobs that no object refers to: those being uploaded, and those to be removed. No sweep touches any other,
 * and none runs while a hold is valid.
 */
import { hasRows, listOf, storeNow } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

// An upload ends long before this. The blob of a killed process is kept for this time.
const uploadLeaseMs = 60 * 60_000;

/** Before the first byte goes out. */
export function registerUpload(tx: Writer, blob: string, nowMs: number): Promise<number> {
  return tx.run(sql`INSERT INTO loose_blobs (blob, is_doomed, due_at)
    VALUES (${blob}, 0, ${storeNow(nowMs)} + ${uploadLeaseMs})`);
}

/** In the transaction that makes its object; 0 when a sweep was faster. */
export function publishUpload(tx: Writer, blob: string): Promise<number> {
  return tx.run(sql`DELETE FROM loose_blobs WHERE blob = ${blob} AND is_doomed = 0`);
}

/** In the transaction that deletes or replaces its object. */
export function markForDeletion(tx: Writer, blob: string, nowMs: number): Promise<number> {
  return tx.run(sql`INSERT INTO loose_blobs (blob, is_doomed, due_at)
    VALUES (${blob}, 1, ${storeNow(nowMs)})`);
}

/** In the transaction that deletes the resource. */
export function markBlobsOfForDeletion(tx: Writer, resourceId: string, nowMs: number) {
  return tx.run(sql`INSERT INTO loose_blobs (blob, is_doomed, due_at)
    SELECT blob, 1, ${storeNow(nowMs)} FROM objects WHERE resource_id = ${resourceId}`);
}

/** Abandoned uploads can no longer be published: those whose lease has ended, and those that began before a time. */
export function markOldUploadsForDeletion(tx: Writer, nowMs: number, beganBeforeMs = 0) {
  return tx.run(sql`UPDATE loose_blobs SET is_doomed = 1 WHERE is_doomed = 0
    AND (due_at <= ${storeNow(nowMs)} OR due_at < ${beganBeforeMs + uploadLeaseMs})`);
}

export async function blobsToDelete(reader: Reader, after: string, limit: number) {
  const rows = await reader.all<{ blob: string }>(sql`SELECT blob FROM loose_blobs
    WHERE is_doomed = 1 AND blob > ${after} ORDER BY blob LIMIT ${limit}`);
  return rows.map(({ blob }) => blob);
}

/** Their bytes are gone. */
export async function forgetBlobs(tx: Writer, blobs: readonly string[]): Promise<void> {
  for (let at = 0; at < blobs.length; at += 500) {
    const some = listOf(blobs.slice(at, at + 500));
    await tx.run(sql`DELETE FROM loose_blobs WHERE blob IN (${some})`);
  }
}

// While a hold lasts, no process removes a blob: a backup finds every blob of its snapshot.

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
