import { countAnswers } from '../owners.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';

/** The saved answer of an Idempotency-Key, replayed for repeated requests. */
interface AnswerRow {
  readonly key_id: string;
  readonly idempotency_key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string;
  readonly created_at: number;
}

export function findAnswer(reader: Reader, keyId: string, idempotencyKey: string, sinceMs: number) {
  return reader.get<AnswerRow>(sql`SELECT key_id, idempotency_key, fingerprint, status, headers, body, created_at
    FROM answers WHERE key_id = ${keyId} AND idempotency_key = ${idempotencyKey}
      AND created_at >= ${sinceMs}`);
}

/** What an owner may hold: saved answers, and bytes of objects and answers together. */
interface AnswerRoom {
  readonly answersMax: number;
  readonly bytesMax: number;
}

/**
 * Replaces an expired answer; a valid one stays and false is returned. If the owner's room is used up, the
 * oldest answers are deleted.
 */
export async function insertAnswer(tx: Writer, row: NewAnswer, sinceMs: number, room: AnswerRoom) {
  const old = await tx.get<Forgotten>(sql`DELETE FROM answers WHERE key_id = ${row.key_id}
    AND idempotency_key = ${row.idempotency_key} AND created_at < ${sinceMs}
    RETURNING owner_id, bytes`);
  const inserted = await tx.run(sql`INSERT INTO answers
    (key_id, idempotency_key, fingerprint, status, headers, body, created_at, owner_id, bytes)
    VALUES (${row.key_id}, ${row.idempotency_key}, ${row.fingerprint}, ${row.status},
      ${row.headers}, ${row.body}, ${row.created_at}, ${row.owner_id}, ${bytesOf(row)})
    ON CONFLICT (key_id, idempotency_key) DO NOTHING`);
  if (inserted === 0) return false;
  const counted = await countAnswers(tx, row.owner_id, {
    answers: old === undefined ? 1 : 0,
    bytes: bytesOf(row) - (old?.bytes ?? 0),
  });
  if (counted === undefined) return true;
  if (counted.answers > room.answersMax)
    await forgetOldest(tx, row, counted.answers - room.answersMax);
  else if (counted.bytes > room.bytesMax)
    await forgetOldest(tx, row, await oldestOfBytes(tx, row, counted.bytes - room.bytesMax));
  return true;
}

/** How many of the oldest answers have this many bytes together; a whole batch if they have less. */
async function oldestOfBytes(tx: Writer, row: NewAnswer, bytes: number): Promise<number> {
  const oldest = await tx.all<{ bytes: number }>(sql`SELECT bytes FROM answers
    WHERE ${othersOf(row)} ORDER BY created_at LIMIT ${forgottenAtOnce}`);
  let left = bytes;
  const enough = oldest.findIndex((each) => {
    left -= each.bytes;
    return left <= 0;
  });
  return enough === -1 ? oldest.length : enough + 1;
}

const forgottenAtOnce = 1_000;

function othersOf({ owner_id, key_id, idempotency_key }: NewAnswer): Query {
  return sql`owner_id = ${owner_id}
    AND NOT (key_id = ${key_id} AND idempotency_key = ${idempotency_key})`;
}

export interface NewAnswer extends AnswerRow {
  readonly owner_id: string;
}

interface Forgotten {
  /** Null for old rows whose key no longer existed when this column was added. */
  readonly owner_id: string | null;
  readonly bytes: number;
}

/** At most `limit` at once, so that no writer waits for long. */
export async function pruneAnswers(tx: Writer, sinceMs: number, limit: number): Promise<number> {
  const gone = await tx.all<Forgotten>(sql`DELETE FROM answers WHERE (key_id, idempotency_key) IN
    (SELECT key_id, idempotency_key FROM answers WHERE created_at < ${sinceMs} LIMIT ${limit})
    RETURNING owner_id, bytes`);
  await giveRoom(tx, gone);
  return gone.length;
}

/** The newest, which is the one being saved, stays in any case. */
async function forgetOldest(tx: Writer, newest: NewAnswer, count: number): Promise<void> {
  const gone = await tx.all<Forgotten>(sql`DELETE FROM answers WHERE (key_id, idempotency_key) IN
    (SELECT key_id, idempotency_key FROM answers WHERE ${othersOf(newest)}
      ORDER BY created_at LIMIT ${count})
    RETURNING owner_id, bytes`);
  await giveRoom(tx, gone);
}

/** Owners are locked in a fixed order, so that transactions cannot deadlock. */
async function giveRoom(tx: Writer, gone: readonly Forgotten[]): Promise<void> {
  const byOwner = Object.groupBy(gone, ({ owner_id }) => owner_id ?? '');
  for (const ownerId of Object.keys(byOwner).sort()) {
    const rows = byOwner[ownerId] ?? [];
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    if (ownerId !== '') await countAnswers(tx, ownerId, { answers: -rows.length, bytes: -bytes });
  }
}

function bytesOf({ headers, body }: Pick<AnswerRow, 'headers' | 'body'>): number {
  return Buffer.byteLength(headers) + Buffer.byteLength(body);
}
