import { type Reader, sql, type Writer } from '../store.ts';

/** The first answer to an Idempotency-Key, kept to be given again. */
export interface AnswerRow {
  readonly key_id: string;
  readonly idempotency_key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string;
  readonly created_at: number;
}

export function findAnswer(
  reader: Reader,
  keyId: string,
  idempotencyKey: string,
  sinceMs: number,
): Promise<AnswerRow | undefined> {
  return reader.get(sql`SELECT key_id, idempotency_key, fingerprint, status, headers, body, created_at
    FROM answers WHERE key_id = ${keyId} AND idempotency_key = ${idempotencyKey}
      AND created_at >= ${sinceMs}`);
}

/** One that is too old to be given again makes room; a fresh one stays and 0 is returned. */
export function insertAnswer(tx: Writer, row: AnswerRow, sinceMs: number): Promise<number> {
  return tx.run(sql`INSERT INTO answers
    (key_id, idempotency_key, fingerprint, status, headers, body, created_at)
    VALUES (${row.key_id}, ${row.idempotency_key}, ${row.fingerprint}, ${row.status},
      ${row.headers}, ${row.body}, ${row.created_at})
    ON CONFLICT (key_id, idempotency_key) DO UPDATE SET
      fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
      body = excluded.body, created_at = excluded.created_at
    WHERE answers.created_at < ${sinceMs}`);
}

/** At most `limit` at once, so that no writer waits for long. */
export function pruneAnswers(tx: Writer, sinceMs: number, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM answers WHERE (key_id, idempotency_key) IN
    (SELECT key_id, idempotency_key FROM answers WHERE created_at < ${sinceMs} LIMIT ${limit})`);
}
