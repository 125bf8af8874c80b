/** Import of questions and leads from another installation, with their original ids. */
import { insertInto } from '../rows.ts';
import { type Query, sql, type Writer } from '../store.ts';
import { type LeadRow, leadColumns } from './leads.ts';
import { type QuestionRow, questionColumns } from './questions.ts';

/** Returns how many were new; existing ones are not changed. */
export function importQuestions(tx: Writer, rows: readonly QuestionRow[]): Promise<number> {
  return importRows(tx, 'questions', questionColumns, rows);
}

export function importLeads(tx: Writer, rows: readonly LeadRow[]): Promise<number> {
  return importRows(tx, 'leads', leadColumns, rows);
}

async function importRows(tx: Writer, table: string, columns: Query, rows: readonly object[]) {
  if (rows.length === 0) return 0;
  return tx.run(sql`${insertInto(table, columns, rows)} ON CONFLICT (site_id, id) DO NOTHING`);
}
