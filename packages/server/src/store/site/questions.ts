import type { AskMode, FeedbackValue, Language, QuestionStatus } from '@baraza/contract';
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
  readonly feedback: FeedbackValue | null;
  readonly page: string | null;
  /** 1: answered from a text in another language than the visitor's. */
  readonly other_language: number;
  /** 0: waits for the next digest to its owner. */
  readonly told: number;
}

/** Filter over the questions of a site. */
export interface QuestionFilter {
  /** Unanswered questions that were not handled yet. */
  readonly open: boolean;
  /** Those that wait for a digest. */
  readonly untold?: boolean;
  readonly status?: QuestionStatus | undefined;
  readonly feedback?: FeedbackValue | undefined;
  readonly sinceMs: number | undefined;
  /** Already case-folded. */
  readonly text: string | undefined;
}

export function insertQuestion(tx: Writer, row: QuestionRow): Promise<number> {
  return tx.run(sql`INSERT INTO questions (site_id, id, asked_at, question, question_folded,
      language, mode, answered, answer, sources, conversation, status, feedback, page,
      other_language, told)
    VALUES (${row.site_id}, ${row.id}, ${row.asked_at}, ${row.question}, ${row.question_folded},
      ${row.language}, ${row.mode}, ${row.answered}, ${row.answer}, ${row.sources},
      ${row.conversation}, ${row.status}, ${row.feedback}, ${row.page}, ${row.other_language},
      ${row.told})`);
}

export function findQuestion(
  reader: Reader,
  siteId: string,
  id: string,
): Promise<QuestionRow | undefined> {
  return reader.get(sql`SELECT ${columns} FROM questions WHERE site_id = ${siteId} AND id = ${id}`);
}

/** The questions of one conversation in order, the last ones where there are many. */
export async function listConversation(
  reader: Reader,
  siteId: string,
  conversation: string,
  limit: number,
): Promise<QuestionRow[]> {
  const rows = await reader.all<QuestionRow>(sql`SELECT ${columns} FROM questions
    WHERE site_id = ${siteId} AND conversation = ${conversation} ORDER BY id DESC LIMIT ${limit}`);
  return rows.toReversed();
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

export type OtherLanguageRow = Pick<
  QuestionRow,
  'id' | 'question' | 'language' | 'sources' | 'asked_at'
>;

/** Those answered from a text in another language and not handled since, newest first. */
export function listOtherLanguage(
  reader: Reader,
  siteId: string,
  sinceMs: number | undefined,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<OtherLanguageRow[]> {
  const since = sinceMs === undefined ? sql`` : sql` AND asked_at >= ${sinceMs}`;
  const place = page.before === undefined ? sql`` : sql` AND id < ${page.before}`;
  return reader.all(sql`SELECT id, question, language, sources, asked_at FROM questions
    WHERE site_id = ${siteId} AND other_language = 1 AND status = 'new'${since}${place}
    ORDER BY id DESC LIMIT ${page.limit}`);
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

/** They were told to the owner; what is told once is not told again. */
export async function markTold(tx: Writer, siteId: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsMax)
    await tx.run(sql`UPDATE questions SET told = 1
      WHERE site_id = ${siteId} AND id IN (${idList(ids.slice(at, at + idsMax))})`);
}

/** Those that were taught or dismissed before they were told need no telling. */
export function markHandledTold(tx: Writer, siteId: string): Promise<number> {
  return tx.run(sql`UPDATE questions SET told = 1
    WHERE site_id = ${siteId} AND told = 0 AND status <> 'new'`);
}

export async function hasUntold(reader: Reader, siteId: string): Promise<boolean> {
  const row = await reader.get(sql`SELECT 1 AS found FROM questions
    WHERE site_id = ${siteId} AND told = 0 LIMIT 1`);
  return row !== undefined;
}

export function setFeedback(
  tx: Writer,
  siteId: string,
  id: string,
  value: FeedbackValue,
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
  answer, sources, conversation, status, feedback, page, other_language, told`;

// Written out, not as parameters: SQLite uses a partial index only where the text of a query implies it.
const withStatus = {
  new: sql`status = 'new'`,
  taught: sql`status = 'taught'`,
  dismissed: sql`status = 'dismissed'`,
} as const;
const withFeedback = { up: sql`feedback = 'up'`, down: sql`feedback = 'down'` } as const;

function matching(
  siteId: string,
  { open, untold, status, feedback, sinceMs, text }: QuestionFilter,
): Query {
  const conditions = [
    sql`site_id = ${siteId}`,
    ...(open ? [sql`answered = 0 AND status = 'new'`] : []),
    ...(untold === true ? [sql`told = 0`] : []),
    ...(status === undefined ? [] : [withStatus[status]]),
    ...(feedback === undefined ? [] : [withFeedback[feedback]]),
    ...(sinceMs === undefined ? [] : [sql`asked_at >= ${sinceMs}`]),
    ...(text === undefined ? [] : [sql`question_folded LIKE ${containing(text)} ESCAPE '\\'`]),
  ];
  return joinQueries(conditions, ' AND ');
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
