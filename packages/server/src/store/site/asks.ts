import { listOf } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

/** The saved answer of an ask by request id, replayed for repeated requests. */
interface AskRow {
  readonly site_id: string;
  /** Hash of the visitor and the request id that the visitor sent. */
  readonly request_id: string;
  /** Hash of the question: the same id with another question is an error, not a repeat. */
  readonly fingerprint: string;
  readonly question_id: string;
  readonly state: 'running' | 'done';
  /** The events of the stream, as JSON; null while it runs. */
  readonly reply: string | null;
  readonly created_at: number;
}

/**
 * Claims a request id. Returns 0 if it is taken; an expired ask is replaced, and so is one that still runs
 * long after its deadline.
 */
export function claimAsk(
  tx: Writer,
  row: Pick<AskRow, 'site_id' | 'request_id' | 'fingerprint' | 'question_id' | 'created_at'>,
  kept: { readonly sinceMs: number; readonly runningSinceMs: number },
): Promise<number> {
  return tx.run(sql`INSERT INTO asks
    (site_id, request_id, fingerprint, question_id, state, reply, created_at)
    VALUES (${row.site_id}, ${row.request_id}, ${row.fingerprint}, ${row.question_id}, 'running',
      NULL, ${row.created_at})
    ON CONFLICT (site_id, request_id) DO UPDATE SET
      fingerprint = excluded.fingerprint, question_id = excluded.question_id,
      state = excluded.state, reply = NULL, created_at = excluded.created_at
    WHERE asks.created_at < ${kept.sinceMs}
      OR (asks.state = 'running' AND asks.created_at < ${kept.runningSinceMs})`);
}

export function findAsk(reader: Reader, siteId: string, requestId: string) {
  return reader.get<AskRow>(sql`SELECT site_id, request_id, fingerprint, question_id, state, reply,
      created_at
    FROM asks WHERE site_id = ${siteId} AND request_id = ${requestId}`);
}

/** Saves the events; only the process that claimed the id may. */
export function finishAsk(
  tx: Writer,
  { site_id, request_id, question_id }: Pick<AskRow, 'site_id' | 'request_id' | 'question_id'>,
  reply: string,
): Promise<number> {
  return tx.run(sql`UPDATE asks SET state = 'done', reply = ${reply}
    WHERE site_id = ${site_id} AND request_id = ${request_id} AND question_id = ${question_id}`);
}

/** Releases the id of a failed ask. */
export function dropAsk(
  tx: Writer,
  { site_id, request_id, question_id }: Pick<AskRow, 'site_id' | 'request_id' | 'question_id'>,
): Promise<number> {
  return tx.run(sql`DELETE FROM asks WHERE site_id = ${site_id} AND request_id = ${request_id}
    AND question_id = ${question_id}`);
}

/** Deletes the saved answers of deleted questions. */
export function deleteAsksOf(tx: Writer, siteId: string, questions: readonly string[]) {
  return tx.run(sql`DELETE FROM asks
    WHERE site_id = ${siteId} AND question_id IN (${listOf(questions)})`);
}

/** At most `limit` at once, so that no writer waits for long. */
export function pruneAsks(tx: Writer, beforeMs: number, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM asks WHERE (site_id, request_id) IN
    (SELECT site_id, request_id FROM asks WHERE created_at < ${beforeMs}
      ORDER BY created_at LIMIT ${limit})`);
}

/** Deletes asks of one site, of any age. */
export function deleteSomeAsks(tx: Writer, siteId: string, limit: number): Promise<number> {
  return tx.run(sql`DELETE FROM asks WHERE site_id = ${siteId} AND request_id IN
    (SELECT request_id FROM asks WHERE site_id = ${siteId} LIMIT ${limit})`);
}
