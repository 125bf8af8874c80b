import {
  isId,
  type QuestionsQuery,
  type SiteQuestion,
  type StatusQuery,
  siteLimits,
} from '@baraza/contract';
import { absent, Problem } from '../../kernel/problem.ts';
import { decodeCursor, encodeCursor } from '../../store/cursor.ts';
import { deleteAskOfQuestion } from '../../store/site/asks.ts';
import { deleteNoticesAbout } from '../../store/site/notices.ts';
import {
  countQuestions,
  deleteQuestion,
  findQuestion,
  listConversation,
  listQuestions,
  type QuestionFilter,
  type QuestionRow,
  setQuestionStatus,
} from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { foldText } from '../asks/ask-record.ts';
import type { Assistant } from '../assistant.ts';
import { groupsOf, viewGroups } from './question-groups.ts';
import { viewQuestion } from './questions-view.ts';

interface QuestionPage {
  readonly questions: readonly SiteQuestion[];
  readonly next: string | null;
  readonly total: number;
  /** Where there are so many that the oldest were not looked at. */
  readonly truncated?: boolean;
}

/** Newest first; joined ones by how often they were asked. */
export function pageOfQuestions(
  assistant: Assistant,
  site: SiteRow,
  query: QuestionsQuery,
): Promise<QuestionPage> {
  const { limit = siteLimits.pageSizeDefault } = query;
  return query.group === true
    ? groupedPage(assistant, site, query, limit)
    : plainPage(assistant, site, query, limit);
}

async function plainPage(
  { store }: Assistant,
  site: SiteRow,
  query: QuestionsQuery,
  limit: number,
): Promise<QuestionPage> {
  const filter = filterOf(query);
  const before = decodeCursor(query.cursor, (place) => isId('question', place), 'next');
  const [rows, total] = await Promise.all([
    // One more tells whether there are others.
    listQuestions(store, site.id, filter, { before, limit: limit + 1 }),
    countQuestions(store, site.id, filter),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    questions: shown.map(viewQuestion),
    next: rows.length > limit && last !== undefined ? encodeCursor(last.id) : null,
    total,
  };
}

async function groupedPage(
  { store }: Assistant,
  site: SiteRow,
  query: QuestionsQuery,
  limit: number,
): Promise<QuestionPage> {
  const start = groupPlace(query);
  const { groups, truncated } = await groupsOf(store, site, filterOf(query));
  const end = start + limit;
  return {
    questions: await viewGroups(store, site, groups.slice(start, end)),
    next: end < groups.length ? encodeCursor(String(end)) : null,
    total: groups.length,
    ...(truncated ? { truncated } : {}),
  };
}

function groupPlace({ cursor }: QuestionsQuery): number {
  return Number(decodeCursor(cursor, (place) => /^\d{1,6}$/.test(place), 'next') ?? 0);
}

/** The ids of all open questions that mean the same as this one, itself included. */
export function sameOpenQuestions(
  assistant: Assistant,
  site: SiteRow,
  question: QuestionRow,
): Promise<readonly string[]> {
  return sameQuestions(assistant, site, question, { open: true });
}

async function sameQuestions(
  { store }: Assistant,
  site: SiteRow,
  question: QuestionRow,
  filter: Partial<QuestionFilter>,
): Promise<readonly string[]> {
  const { groups } = await groupsOf(store, site, {
    open: false,
    sinceMs: undefined,
    text: undefined,
    ...filter,
  });
  return groups.find((ids) => ids.includes(question.id)) ?? [question.id];
}

/** All of a query in batches, for a file. */
export async function* allQuestions(
  assistant: Assistant,
  site: SiteRow,
  query: QuestionsQuery,
): AsyncGenerator<readonly SiteQuestion[]> {
  if (query.group === true) {
    yield* allGroups(assistant, site, query);
    return;
  }
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  let cursor = query.cursor ?? null;
  do {
    const page = await pageOfQuestions(assistant, site, {
      ...query,
      cursor: cursor ?? undefined,
      limit: Math.min(left, siteLimits.pageSizeMax),
    });
    yield page.questions;
    left -= page.questions.length;
    cursor = page.next;
  } while (cursor !== null && left > 0);
}

async function* allGroups(
  { store }: Assistant,
  site: SiteRow,
  query: QuestionsQuery,
): AsyncGenerator<readonly SiteQuestion[]> {
  const start = groupPlace(query);
  const { groups } = await groupsOf(store, site, filterOf(query));
  const end = Math.min(groups.length, start + (query.limit ?? groups.length));
  for (let at = start; at < end; at += groupsAtOnce)
    yield await viewGroups(store, site, groups.slice(at, Math.min(end, at + groupsAtOnce)));
}

const groupsAtOnce = 200;

export async function requireQuestion(
  reader: Reader,
  site: SiteRow,
  id: string,
): Promise<QuestionRow> {
  const row = isId('question', id) ? await findQuestion(reader, site.id, id) : undefined;
  if (row === undefined) throw absent('question');
  return row;
}

/** A question among the others of its conversation, itself included. */
export async function questionDetails(
  { store }: Pick<Assistant, 'store'>,
  site: SiteRow,
  id: string,
): Promise<{ readonly question: SiteQuestion; readonly conversation: readonly SiteQuestion[] }> {
  const row = await requireQuestion(store, site, id);
  const others =
    row.conversation === null
      ? [row]
      : await listConversation(store, site.id, row.conversation, siteLimits.pageSizeDefault);
  return { question: viewQuestion(row), conversation: others.map(viewQuestion) };
}

/** Not worth an answer: it is no longer shown as open, nor are those that mean the same where that is wanted. */
export function dismissQuestion(
  assistant: Assistant,
  site: SiteRow,
  id: string,
  { group }: StatusQuery,
): Promise<SiteQuestion> {
  return changeStatus(assistant, site, id, {
    from: 'new',
    to: 'dismissed',
    isGroup: group === true,
  });
}

/** Takes a dismissal back; what was taught stays taught. */
export function reopenQuestion(
  assistant: Assistant,
  site: SiteRow,
  id: string,
  { group }: StatusQuery,
): Promise<SiteQuestion> {
  return changeStatus(assistant, site, id, {
    from: 'dismissed',
    to: 'new',
    isGroup: group === true,
  });
}

async function changeStatus(
  assistant: Assistant,
  site: SiteRow,
  id: string,
  change: {
    readonly from: 'new' | 'dismissed';
    readonly to: 'new' | 'dismissed';
    readonly isGroup: boolean;
  },
): Promise<SiteQuestion> {
  const { from, to, isGroup } = change;
  const asked = await requireQuestion(assistant.store, site, id);
  if (to === 'new' && asked.status === 'taught')
    throw new Problem(
      'conflict',
      'This question was taught; delete the entry that answers it to reopen it.',
    );
  const same = isGroup ? await sameQuestions(assistant, site, asked, { status: from }) : [id];
  return assistant.store.write(async (tx) => {
    const row = await requireQuestion(tx, site, id);
    await setQuestionStatus(tx, site.id, same, to);
    return viewQuestion({ ...row, status: to });
  });
}

/** Gone for good, and with it its answer and what was still to be told of it. */
export async function removeQuestion(
  assistant: Assistant,
  site: SiteRow,
  id: string,
): Promise<void> {
  await assistant.store.write(async (tx) => {
    await requireQuestion(tx, site, id);
    await deleteQuestion(tx, site.id, id);
    await deleteAskOfQuestion(tx, site.id, id);
    await deleteNoticesAbout(tx, site.id, id);
  });
}

function filterOf({ unanswered, status, feedback, since, q }: QuestionsQuery): QuestionFilter {
  return {
    open: unanswered === true,
    status,
    feedback,
    sinceMs: since,
    text: q === undefined || q === '' ? undefined : foldText(q),
  };
}
