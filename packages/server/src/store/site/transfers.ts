/** Import of questions and leads from another installation, with their original ids. */
import { countImported } from '../owners.ts';
import { insertInto } from '../rows.ts';
import { type Query, sql, sqlText, type Writer } from '../store.ts';
import { type LeadRow, leadColumns } from './leads.ts';
import { type QuestionRow, questionColumns } from './questions.ts';

interface ImportedRows {
  /** How many were new; existing ones are not changed. */
  readonly count: number;
  /** All bytes of the owner, with these; 0 if none was new. */
  readonly ownerBytes: number;
}

export function importQuestions(tx: Writer, rows: readonly QuestionRow[]): Promise<ImportedRows> {
  return importRows(tx, 'questions', questionColumns, rows);
}

export function importLeads(tx: Writer, rows: readonly LeadRow[]): Promise<ImportedRows> {
  return importRows(tx, 'leads', leadColumns, rows);
}

async function importRows(
  tx: Writer,
  table: 'questions' | 'leads',
  columns: Query,
  rows: readonly { readonly site_id: string }[],
): Promise<ImportedRows> {
  const [first] = rows;
  if (first === undefined) return { count: 0, ownerBytes: 0 };
  const counted = rows.map((row) => ({ ...row, imported_bytes: textBytes(row) }));
  const names = `${columns.strings[0]}, imported_bytes`;
  const added = await tx.all<{
    imported_bytes: number;
  }>(sql`${insertInto(table, sqlText(names), counted)}
      ON CONFLICT (site_id, id) DO NOTHING RETURNING imported_bytes`);
  if (added.length === 0) return { count: 0, ownerBytes: 0 };
  const bytes = added.reduce((sum, row) => sum + row.imported_bytes, 0);
  return { count: added.length, ownerBytes: await countImported(tx, first.site_id, bytes) };
}

/** The bytes of all texts of a row. */
export function textBytes(row: object): number {
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
