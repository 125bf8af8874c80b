import type { AskMode, Language, QuestionStatus } from '@baraza/contract';
import { joinQueries, type Query, type Reader, sql, type Writer } from '../store.ts';

export interface QuestionRow {
  readonly site_id: string;
  readonly id: string;
  readonly asked_at: number;
  readonly question: string;
  /** For searches that do not care about case. */
  readonly question_folded: string;
  readonly language: Language;
  readonly mode: AskMode;
  readonly answered: number;
  readonly answer: string;
  /** A JSON list, as the visitor saw it. */
  readonly sources: string;
  readonly conversation: string | null;
  readonly status: QuestionStatus;
  readonly feedback: 'up' | 'down' | null;
  readonly page: string | null;
}

/** Filter over the questions of a site. */
export interface QuestionFilter {
  /** Unanswered questions that were not handled yet. */
  readonly open: boolean;
  readonly sinceMs: number | undefined;
  /** Already case-folded. */
  readonly text: string | undefined;
}

export function insertQuestion(tx: Writer, row: QuestionRow): Promise<number> {
  return tx.run(sql`INSERT INTO questions (site_id, id, asked_at, question, question_folded,
      language, mode, answered, answer, sources, conversation, status, feedback, page)
    VALUES (${row.site_id}, ${row.id}, ${row.asked_at}, ${row.question}, ${row.question_folded},
      ${row.language}, ${row.mode}, ${row.answered}, ${row.answer}, ${row.sources},
      ${row.conversation}, ${row.status}, ${row.feedback}, ${row.page})`);
}

export function findQuestion(
  reader: Reader,
  siteId: string,
  id: string,
): Promise<QuestionRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM questions WHERE site_id = ${siteId} AND id = ${id}`);
}

/** Newest first, after the place of a cursor. */
export function listQuestions(
  reader: Reader,
  siteId: string,
  filter: QuestionFilter,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<QuestionRow[]> {
  const place = page.before === undefined ? sql`` : sql` AND id < ${page.before}`;
  return reader.all(sql`SELECT ${columns} FROM questions
    WHERE ${matching(siteId, filter)}${place} ORDER BY id DESC LIMIT ${page.limit}`);
}

/** Only the columns needed for grouping by meaning, since there may be thousands. */
type Wording = Pick<QuestionRow, 'id' | 'question' | 'language'>;

/** As `listQuestions`. */
export function listWordings(
  reader: Reader,
  siteId: string,
  filter: QuestionFilter,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<Wording[]> {
  const place = page.before === undefined ? sql`` : sql` AND id < ${page.before}`;
  return reader.all(sql`SELECT id, question, language FROM questions
    WHERE ${matching(siteId, filter)}${place} ORDER BY id DESC LIMIT ${page.limit}`);
}

/** The existing questions of these ids, unordered. */
export function findQuestions(
  reader: Reader,
  siteId: string,
  ids: readonly string[],
): Promise<QuestionRow[]> {
  return reader.all(sql`SELECT ${columns} FROM questions
    WHERE site_id = ${siteId} AND id IN (${idList(ids)})`);
}

/** As `findQuestions`. */
export function findWordings(
  reader: Reader,
  siteId: string,
  ids: readonly string[],
): Promise<Wording[]> {
  return reader.all(sql`SELECT id, question, language FROM questions
    WHERE site_id = ${siteId} AND id IN (${idList(ids)})`);
}

export async function countQuestions(
  reader: Reader,
  siteId: string,
  filter: QuestionFilter,
): Promise<number> {
  const row = await reader.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM questions WHERE ${matching(siteId, filter)}`,
  );
  return Number(row?.n ?? 0);
}

export async function setQuestionStatus(
  tx: Writer,
  siteId: string,
  ids: readonly string[],
  status: QuestionStatus,
): Promise<void> {
  for (let at = 0; at < ids.length; at += idsMax)
    await tx.run(sql`UPDATE questions SET status = ${status}
      WHERE site_id = ${siteId} AND id IN (${idList(ids.slice(at, at + idsMax))})`);
}

export function setFeedback(
  tx: Writer,
  siteId: string,
  id: string,
  value: 'up' | 'down',
): Promise<number> {
  return tx.run(sql`UPDATE questions SET feedback = ${value}
    WHERE site_id = ${siteId} AND id = ${id}`);
}

export function deleteQuestion(tx: Writer, siteId: string, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM questions WHERE site_id = ${siteId} AND id = ${id}`);
}

export async function hasQuestionsBefore(
  reader: Reader,
  siteId: string,
  beforeMs: number,
): Promise<boolean> {
  const row = await reader.get(sql`SELECT 1 AS found FROM questions
    WHERE site_id = ${siteId} AND asked_at < ${beforeMs} LIMIT 1`);
  return row !== undefined;
}

/** At most `limit` at once, so that no writer waits for long. */
export function pruneQuestions(
  tx: Writer,
  siteId: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  return tx.run(sql`DELETE FROM questions WHERE site_id = ${siteId} AND id IN
    (SELECT id FROM questions WHERE site_id = ${siteId} AND asked_at < ${beforeMs}
      ORDER BY asked_at LIMIT ${limit})`);
}

// Maximum number of parameters of one statement.
const idsMax = 1_000;

// NULL is equal to no id.
function idList(ids: readonly string[]): Query {
  return ids.length === 0
    ? sql`NULL`
    : joinQueries(
        ids.map((id) => sql`${id}`),
        ', ',
      );
}

const columns = sql`site_id, id, asked_at, question, question_folded, language, mode, answered,
  answer, sources, conversation, status, feedback, page`;

function matching(siteId: string, { open, sinceMs, text }: QuestionFilter): Query {
  const conditions = [
    sql`site_id = ${siteId}`,
    ...(open ? [sql`answered = 0 AND status = 'new'`] : []),
    ...(sinceMs === undefined ? [] : [sql`asked_at >= ${sinceMs}`]),
    ...(text === undefined ? [] : [sql`question_folded LIKE ${containing(text)} ESCAPE '\\'`]),
  ];
  return joinQueries(conditions, ' AND ');
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
