/** Import of questions and leads from another installation, with their original ids. */

import { joinQueries, sql, type Writer } from '../store.ts';
import type { LeadRow } from './leads.ts';
import type { QuestionRow } from './questions.ts';

/** Returns how many were new; existing ones are not changed. */
export function importQuestions(tx: Writer, rows: readonly QuestionRow[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  const values = rows.map(
    (row) => sql`(${row.site_id}, ${row.id}, ${row.asked_at}, ${row.question},
      ${row.question_folded}, ${row.language}, ${row.mode}, ${row.answered}, ${row.answer},
      ${row.sources}, ${row.conversation}, ${row.status}, ${row.feedback}, ${row.page},
      ${row.other_language}, ${row.told})`,
  );
  return tx.run(sql`INSERT INTO questions (site_id, id, asked_at, question, question_folded,
      language, mode, answered, answer, sources, conversation, status, feedback, page,
      other_language, told)
    VALUES ${joinQueries(values, ', ')} ON CONFLICT (site_id, id) DO NOTHING`);
}

export function importLeads(tx: Writer, rows: readonly LeadRow[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  const values = rows.map(
    (row) => sql`(${row.site_id}, ${row.id}, ${row.name}, ${row.contact}, ${row.message},
      ${row.received_at}, ${row.language}, ${row.page}, ${row.question_id}, ${row.conversation},
      ${row.status}, ${row.fingerprint})`,
  );
  return tx.run(sql`INSERT INTO leads (site_id, id, name, contact, message, received_at, language,
      page, question_id, conversation, status, fingerprint)
    VALUES ${joinQueries(values, ', ')} ON CONFLICT (site_id, id) DO NOTHING`);
}
