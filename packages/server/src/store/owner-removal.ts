/** The last of an owner: keys, activity, saved answers and the row itself. Sites and resources have gone before. */
import { type Reader, sql, type Writer } from './store.ts';

export async function endKeysOf(tx: Writer, ownerId: string, nowMs: number): Promise<number> {
  await tx.notify({ about: 'key', id: '' });
  return tx.run(sql`UPDATE keys SET revoked_at = ${nowMs}
    WHERE owner_id = ${ownerId} AND revoked_at IS NULL`);
}

/** Those that are hidden while they are deleted, too. */
export function resourceIdsOf(reader: Reader, ownerId: string): Promise<{ readonly id: string }[]> {
  return reader.all(sql`SELECT id FROM resources WHERE owner_id = ${ownerId} ORDER BY id`);
}

export function deleteSomeActivity(tx: Writer, ownerId: string, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM activity WHERE owner_id = ${ownerId} AND seq IN
    (SELECT seq FROM activity WHERE owner_id = ${ownerId} ORDER BY seq LIMIT ${limit})`);
}

export function deleteSomeAnswers(tx: Writer, ownerId: string, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM answers WHERE (key_id, idempotency_key) IN
    (SELECT key_id, idempotency_key FROM answers WHERE owner_id = ${ownerId} LIMIT ${limit})`);
}

export async function deleteOwner(tx: Writer, ownerId: string): Promise<void> {
  await tx.run(sql`DELETE FROM keys WHERE owner_id = ${ownerId}`);
  await tx.run(sql`DELETE FROM owners WHERE id = ${ownerId}`);
}
