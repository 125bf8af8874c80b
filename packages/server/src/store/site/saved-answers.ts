import { insertInto } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

interface SavedAnswerRow {
  readonly site_id: string;
  readonly id: string;
  readonly text: string;
}

const columns = sql`site_id, id, text`;

/** The newest first. */
export function listSavedAnswers(reader: Reader, siteId: string): Promise<SavedAnswerRow[]> {
  return reader.all(sql`SELECT ${columns} FROM saved_answers
    WHERE site_id = ${siteId} ORDER BY id DESC`);
}

export function insertSavedAnswer(tx: Writer, row: SavedAnswerRow): Promise<number> {
  return tx.run(insertInto('saved_answers', columns, [row]));
}

export function deleteSavedAnswer(tx: Writer, siteId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM saved_answers WHERE site_id = ${siteId} AND id = ${id}`);
}
