import {
  type AskMode,
  type FeedbackValue,
  type Language,
  type QuestionStatus,
  siteLimits,
} from '@baraza/contract';
import { hasRows, insertInto, listOf, readNumber } from '../rows.ts';
import {
  contains,
  forChange,
  joinQueries,
  type Query,
  type Reader,
  sql,
  sqlText,
  type Writer,
} from '../store.ts';

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
  /** 1: answered from a text in a different language than the visitor's. */
  readonly other_language: number;
  /** Whether the owner was notified of it; 0 waits for the next digest. */
  readonly notified: number;
}

/** Filter over the questions of a site. */
export interface QuestionFilter {
  /** Unanswered questions that were not handled yet. */
  readonly open: boolean;
  /** Questions that wait for a digest. */
  readonly unnotified?: boolean;
  readonly status?: QuestionStatus | undefined;
  readonly feedback?: FeedbackValue | undefined;
  readonly sinceMs: number | undefined;
  /** Already case-folded. */
  readonly text: string | undefined;
}

export const questionColumns = sql`site_id, id, asked_at, question, question_folded, language, mode, answered, answer,
  sources, conversation, status, feedback, page, other_language, told AS notified`;

export function insertQuestion(tx: Writer, row: QuestionRow): Promise<number> {
  return tx.run(insertInto('questions', questionColumns, [row]));
}

export function findQuestion(reader: Reader, siteId: string, id: string) {
  return reader.get<QuestionRow>(sql`SELECT ${questionColumns} FROM questions
    WHERE site_id = ${siteId} AND id = ${id}`);
}

/** The last questions of one conversation, in order. */
export async function listConversation(
  reader: Reader,
  siteId: string,
  conversation: string,
  limit: number,
): Promise<QuestionRow[]> {
  const rows = await reader.all<QuestionRow>(sql`SELECT ${questionColumns} FROM questions
    WHERE site_id = ${siteId} AND conversation = ${conversation} ORDER BY id DESC LIMIT ${limit}`);
  return rows.toReversed();
}

interface Page {
  /** The last id of the previous page. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export function listQuestions(reader: Reader, siteId: string, filter: QuestionFilter, page: Page) {
  return reader.all<QuestionRow>(pageOf(questionColumns, matching(siteId, filter), page));
}

/** Only the columns needed for grouping by meaning, since there may be thousands. */
type Wording = Pick<QuestionRow, 'id' | 'question' | 'language'>;
const wordingColumns = sql`id, question, language`;

/** The number of rows in one statement if all are read. */
export const wordingsAtOnce = 100;

/** Newest first. */
export function listWordings(reader: Reader, siteId: string, filter: QuestionFilter, page: Page) {
  return reader.all<Wording>(pageOf(wordingColumns, matching(siteId, filter), page));
}

export type OtherLanguageRow = Pick<
  QuestionRow,
  'id' | 'question' | 'language' | 'sources' | 'asked_at'
>;

/** Questions answered from a text in another language and not handled since, newest first. */
export function listOtherLanguage(
  reader: Reader,
  siteId: string,
  sinceMs: number | undefined,
  page: Page,
): Promise<OtherLanguageRow[]> {
  const since = sinceMs === undefined ? sql`` : sql` AND asked_at >= ${sinceMs}`;
  const which = sql`site_id = ${siteId} AND other_language = 1 AND status = 'new'${since}`;
  return reader.all(pageOf(sql`id, question, language, sources, asked_at`, which, page));
}

/** The existing questions of these ids, unordered. */
export function findQuestions(reader: Reader, siteId: string, ids: readonly string[]) {
  return reader.all<QuestionRow>(sql`SELECT ${questionColumns} FROM questions
    WHERE site_id = ${siteId} AND id IN (${listOf(ids)})`);
}

/** The wordings of the existing questions of these ids, unordered. */
export function findWordings(reader: Reader, siteId: string, ids: readonly string[]) {
  return reader.all<Wording>(sql`SELECT ${wordingColumns} FROM questions
    WHERE site_id = ${siteId} AND id IN (${listOf(ids)})`);
}

/** Whether a site has so many that reading all of them takes a long time. */
export function hasManyQuestions(reader: Reader, siteId: string): Promise<boolean> {
  const query = sql`SELECT id FROM questions WHERE site_id = ${siteId} ORDER BY id LIMIT 1 OFFSET ${fewMax}`;
  return hasRows(reader, query);
}

const fewMax = 5_000;

/** Reads all that match: for many questions it needs a reader of `store.scan`. */
export function countQuestions(reader: Reader, siteId: string, filter: QuestionFilter) {
  return readNumber(reader, sql`SELECT count(*) FROM questions WHERE ${matching(siteId, filter)}`);
}

/** What becomes of questions: a status, or that the owner was notified of them. */
export type QuestionChange = QuestionStatus | 'notified';

/** At most 1,000 at once, the maximum number of parameters of a statement. */
export async function updateQuestions(
  tx: Writer,
  siteId: string,
  ids: readonly string[],
  change: QuestionChange,
): Promise<void> {
  const set = change === 'notified' ? sql`told = 1` : sql`status = ${change}`;
  await tx.run(sql`UPDATE questions SET ${set}
    WHERE site_id = ${siteId} AND id IN (${listOf(ids)})`);
}

/** Questions that were taught or dismissed before the owner was notified need no notice; at most `limit` at once. */
export function markHandledNotified(tx: Writer, siteId: string, limit: number): Promise<number> {
  return tx.run(sql`UPDATE questions SET told = 1 WHERE site_id = ${siteId} AND id IN
    (SELECT id FROM questions WHERE site_id = ${siteId} AND told = 0 AND status <> 'new'
      ORDER BY id LIMIT ${limit})`);
}

export function hasUnnotified(reader: Reader, siteId: string): Promise<boolean> {
  const query = sql`SELECT 1 FROM questions WHERE site_id = ${siteId} AND told = 0 LIMIT 1`;
  return hasRows(reader, query);
}

export function setFeedback(tx: Writer, siteId: string, id: string, value: FeedbackValue) {
  return tx.run(sql`UPDATE questions SET feedback = ${value}
    WHERE site_id = ${siteId} AND id = ${id}`);
}

function pageOf(columns: Query, which: Query, { before, limit }: Page): Query {
  const place = before === undefined ? sql`` : sql` AND id < ${before}`;
  return sql`SELECT ${columns} FROM questions WHERE ${which}${place} ORDER BY id DESC
    LIMIT ${usualLimits.get(limit) ?? limit}`;
}

// Constants: if the limit is a parameter, PostgreSQL expects a tenth of all rows from a plan that serves every limit,
// does not keep such a plan, and plans each page again over the partitions of all months.
const usualLimits = new Map(
  [siteLimits.pageSizeDefault + 1, wordingsAtOnce].map((limit) => [limit, sqlText(String(limit))]),
);

// Written out, not as parameters: SQLite uses a partial index only if the text of a query implies it.
const withStatus = {
  new: sql`status = 'new'`,
  taught: sql`status = 'taught'`,
  dismissed: sql`status = 'dismissed'`,
} as const;
const withFeedback = { up: sql`feedback = 'up'`, down: sql`feedback = 'down'` } as const;

function matching(
  siteId: string,
  { open, unnotified, status, feedback, sinceMs, text }: QuestionFilter,
): Query {
  const conditions = [
    sql`site_id = ${siteId}`,
    ...(open ? [sql`answered = 0 AND status = 'new'`] : []),
    ...(unnotified === true ? [sql`told = 0`] : []),
    ...(status === undefined ? [] : [withStatus[status]]),
    ...(feedback === undefined ? [] : [withFeedback[feedback]]),
    ...(sinceMs === undefined ? [] : [sql`asked_at >= ${sinceMs}`]),
    ...(text === undefined ? [] : [contains(sql`question_folded`, text)]),
  ];
  return joinQueries(conditions, ' AND ');
}

// Changes of many questions. They are stored in the transaction of the decision, each for some ids; later transactions
// make them, one after the other.

/** The number of questions that are changed in one transaction. */
export const changedAtOnce = 200;

/** The caller must have locked the site, so that its changes are made in the order in which they were stored. */
export async function insertQuestionChanges(
  tx: Writer,
  siteId: string,
  ids: readonly string[],
  change: QuestionChange,
): Promise<void> {
  for (let at = 0; at < ids.length; at += changedAtOnce)
    await tx.run(sql`INSERT INTO question_moves (site_id, place, change, question_ids)
      VALUES (${siteId},
        (SELECT coalesce(max(place), 0) + 1 FROM question_moves WHERE site_id = ${siteId}),
        ${change}, ${JSON.stringify(ids.slice(at, at + changedAtOnce))})`);
}

/** Makes the first stored change of a site; returns false if there is none. */
export async function makeNextQuestionChange(tx: Writer, siteId: string): Promise<boolean> {
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

export function hasQuestionChanges(reader: Reader, siteId: string): Promise<boolean> {
  return hasRows(reader, sql`SELECT 1 FROM question_moves WHERE site_id = ${siteId} LIMIT 1`);
}

/** The next site, by its id, that has stored changes. */
export function siteWithQuestionChanges(reader: Reader, afterId: string) {
  return reader.get<{ site_id: string }>(sql`SELECT site_id FROM question_moves
    WHERE site_id > ${afterId} ORDER BY site_id LIMIT 1`);
}
