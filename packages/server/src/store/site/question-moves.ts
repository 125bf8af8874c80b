/**
 * Changes of many questions. A row holds some ids and what becomes of them; it is stored with the decision, and the
 * rows of the questions are changed in steps.
 */
import { hasRows } from '../rows.ts';
import { forChange, type Reader, sql, type Writer } from '../store.ts';
import { type QuestionChange, updateQuestions } from './questions.ts';
import { isOursToChange } from './site-moves.ts';

/** The number of questions that are changed in one transaction. */
export const movedAtOnce = 200;

/** The site has to be held: its moves are made in the order in which they were stored. */
export async function insertMoves(
  tx: Writer,
  siteId: string,
  ids: readonly string[],
  change: QuestionChange,
): Promise<void> {
  for (let at = 0; at < ids.length; at += movedAtOnce)
    await tx.run(sql`INSERT INTO question_moves (site_id, place, change, question_ids)
      VALUES (${siteId},
        (SELECT coalesce(max(place), 0) + 1 FROM question_moves WHERE site_id = ${siteId}),
        ${change}, ${JSON.stringify(ids.slice(at, at + movedAtOnce))})`);
}

/** Makes the first move of a site; false where there is none. */
export async function takeMove(tx: Writer, siteId: string): Promise<boolean> {
  await tx.get(sql`SELECT id FROM sites WHERE id = ${siteId}${forChange}`);
  const move = await tx.get<{
    place: number;
    change: QuestionChange;
    question_ids: string;
  }>(sql`SELECT place, change, question_ids FROM question_moves
      WHERE site_id = ${siteId} ORDER BY place LIMIT 1`);
  if (move === undefined) return false;
  await updateQuestions(tx, siteId, JSON.parse(move.question_ids) as string[], move.change);
  await tx.run(sql`DELETE FROM question_moves WHERE site_id = ${siteId} AND place = ${move.place}`);
  return true;
}

export function hasMoves(reader: Reader, siteId: string): Promise<boolean> {
  return hasRows(reader, sql`SELECT 1 FROM question_moves WHERE site_id = ${siteId} LIMIT 1`);
}

/** The next site in order that has some. */
export function siteWithMoves(reader: Reader, afterId: string) {
  return reader.get<{ site_id: string }>(sql`SELECT site_id FROM question_moves
    WHERE site_id > ${afterId} AND ${isOursToChange}
      ORDER BY site_id LIMIT 1`);
}
