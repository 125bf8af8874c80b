import {
  type FeedbackRequest,
  isId,
  type Language,
  type QuestionList,
  type QuestionsQuery,
  type SiteQuestion,
  type StatusQuery,
  siteLimits,
  type TaughtQuestion,
  type TeachRequest,
} from '@baraza/contract';
import type { EngineReply } from '../../engine/messages.ts';
import { foldText } from '../../kernel/formats/normalized.ts';
import { absent, conflict } from '../../kernel/problem.ts';
import { decodeCursor, encodeCursor } from '../../store/cursor.ts';
import { deleteItemsAbout } from '../../store/outbox.ts';
import { deleteAsksOf } from '../../store/site/asks.ts';
import { deleteMessage } from '../../store/site/messages.ts';
import {
  countQuestions,
  findQuestion,
  hasManyQuestions,
  listConversation,
  listQuestions,
  type QuestionFilter,
  type QuestionRow,
  setFeedback,
} from '../../store/site/questions.ts';
import { lockSite, type SiteRow } from '../../store/site/sites.ts';
import { deleteVisits, visitTables } from '../../store/site/visits.ts';
import type { Reader, Store } from '../../store/store.ts';
import { type EngineContext, engineAsk } from '../asks/ask.ts';
import { ownersView } from '../asks/preview.ts';
import type { Assistant } from '../assistant.ts';
import { allPages, pageOf } from '../leads/csv.ts';
import { changeProfile, type ProfileContext } from '../profile/profile-saving.ts';
import { busy } from '../words.ts';
import { changeQuestions, finishQuestionChanges } from './question-changes.ts';
import { groupsOf, viewGroups } from './question-groups.ts';
import { viewQuestion } from './questions-view.ts';

/** Newest first; groups by how often they were asked. */
export async function pageOfQuestions(
  store: Pick<Store, 'get' | 'all' | 'scan'>,
  site: SiteRow,
  query: QuestionsQuery,
): Promise<QuestionList> {
  const isSmall =
    query.q === undefined &&
    query.since === undefined &&
    !query.group &&
    !(await hasManyQuestions(store, site.id));
  const reader = isSmall ? store : store.scan(site.owner_id);
  const filter = filterOf(query);
  if (query.group === true) {
    const { limit = siteLimits.pageSizeDefault } = query;
    const start = groupPosition(query);
    const { groups, truncated } = await groupsOf(reader, site, filter);
    return {
      questions: await viewGroups(reader, site, groups.slice(start, start + limit)),
      next: start + limit < groups.length ? encodeCursor(String(start + limit)) : null,
      total: groups.length,
      ...(truncated ? { truncated } : {}),
    };
  }
  const [page, total] = await Promise.all([
    singleQuestions(reader, site, query),
    countQuestions(reader, site.id, filter),
  ]);
  return { ...page, total };
}

async function singleQuestions(
  reader: Reader,
  site: SiteRow,
  query: QuestionsQuery,
): Promise<Pick<QuestionList, 'questions' | 'next'>> {
  const { limit = siteLimits.pageSizeDefault } = query;
  const before = decodeCursor(query.cursor, (place) => isId('question', place), 'next');
  const { rows, next } = await pageOf(limit, (rowsMax) =>
    listQuestions(reader, site.id, filterOf(query), { before, limit: rowsMax }),
  );
  return { questions: rows.map(viewQuestion), next };
}

function groupPosition({ cursor }: QuestionsQuery): number {
  return Number(decodeCursor(cursor, (place) => /^\d{1,6}$/.test(place), 'next') ?? 0);
}

/** The ids of all questions of this filter with the same meaning as this one, itself included. */
async function sameQuestions(
  reader: Reader,
  site: SiteRow,
  question: QuestionRow,
  filter: Partial<QuestionFilter>,
): Promise<readonly string[]> {
  const all = { open: false, sinceMs: undefined, text: undefined };
  const { groups } = await groupsOf(reader, site, { ...all, ...filter });
  return groups.find((ids) => ids.includes(question.id)) ?? [question.id];
}

/** All questions of a query in batches, for a file. */
export async function* allQuestions(
  reader: Reader,
  site: SiteRow,
  query: QuestionsQuery,
): AsyncGenerator<readonly SiteQuestion[]> {
  if (query.group === true) {
    const start = groupPosition(query);
    const { groups } = await groupsOf(reader, site, filterOf(query));
    const wanted = groups.slice(start, start + (query.limit ?? groups.length));
    for (let at = 0; at < wanted.length; at += groupsAtOnce)
      yield await viewGroups(reader, site, wanted.slice(at, at + groupsAtOnce));
    return;
  }
  yield* allPages(query, async (page) => {
    const { questions: items, next } = await singleQuestions(reader, site, page);
    return { items, next };
  });
}

const groupsAtOnce = 200;

async function requireQuestion(reader: Reader, site: SiteRow, id: string): Promise<QuestionRow> {
  const row = isId('question', id) ? await findQuestion(reader, site.id, id) : undefined;
  if (row === undefined) throw absent('question');
  return row;
}

/** A question among the others of its conversation, itself included. */
export async function questionDetails(reader: Reader, site: SiteRow, id: string) {
  const row = await requireQuestion(reader, site, id);
  const others =
    row.conversation === null
      ? [row]
      : await listConversation(reader, site.id, row.conversation, siteLimits.pageSizeDefault);
  return { question: viewQuestion(row), conversation: others.map(viewQuestion) };
}

/** Dismisses a question, or takes the dismissal back; with `group`, all that mean the same. */
export async function setStatus(
  store: Store,
  site: SiteRow,
  id: string,
  to: 'dismissed' | 'new',
  { group }: StatusQuery,
): Promise<SiteQuestion> {
  const asked = await requireQuestion(store, site, id);
  if (to === 'new' && asked.status === 'taught')
    throw conflict('This question was taught; delete the entry that answers it to reopen it.');
  const status = to === 'new' ? 'dismissed' : 'new';
  const same = group === true ? await sameQuestions(store, site, asked, { status }) : [id];
  const row = await store.write(async (tx) => {
    await lockSite(tx, site.id);
    const held = await requireQuestion(tx, site, id);
    await changeQuestions(tx, site.id, same, to);
    return held;
  });
  await finishQuestionChanges(store, site.id);
  return viewQuestion({ ...row, status: to });
}

/** Stores whether an answer helped; refuses if the owner does not ask for feedback. */
export async function takeFeedback(
  { store, profiles }: Pick<Assistant, 'store' | 'profiles'>,
  site: SiteRow,
  { id, value }: FeedbackRequest,
): Promise<void> {
  const { feedback } = await profiles.headOf(site);
  if (!feedback || !isId('question', id)) throw absent('question');
  const changed = await store.write((tx) => setFeedback(tx, site.id, id, value));
  if (changed === 0) throw absent('question');
}

/** Deletes a question with its answer and its notices that were not sent yet. */
export async function removeQuestion(store: Store, site: SiteRow, id: string): Promise<void> {
  await store.write(async (tx) => {
    await requireQuestion(tx, site, id);
    await deleteVisits(tx, visitTables.questions, site.id, [id]);
    await deleteMessage(tx, site.id, id);
    await deleteAsksOf(tx, site.id, [id]);
    await deleteItemsAbout(tx, site.id, { thing: id });
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

type TeachContext = ProfileContext & EngineContext & Pick<Assistant, 'publicUrl'>;

/**
 * An owner's answer to a question becomes an approved FAQ, in one transaction with the profile's
 * new version; the reply shows what the next visitor with this question will get.
 */
export async function teach(
  assistant: TeachContext,
  site: SiteRow,
  id: string,
  { answer, url, language }: TeachRequest,
  { by = 'teach', signal }: { readonly by?: string; readonly signal?: AbortSignal } = {},
): Promise<TaughtQuestion> {
  const { profiles, store } = assistant;
  const asked = await requireQuestion(store, site, id);
  const same = await sameQuestions(store, site, asked, { open: true });
  const { site: now, changed } = await changeProfile(assistant, site, {
    by,
    change: { kind: 'teach', asked, answer, url, language },
    signal,
    also: async (tx) => {
      await requireQuestion(tx, site, id);
      await changeQuestions(tx, site.id, same, 'taught');
    },
  });
  if (changed.entry === undefined) throw new Error('a taught answer is not in the profile');
  const reply = await askAgain(assistant, now, { question: asked.question, language });
  return {
    question: viewQuestion({ ...asked, status: 'taught' }),
    faq: JSON.parse(changed.entry) as TaughtQuestion['faq'],
    version: now.version,
    asked_again: ownersView(assistant, now, await profiles.headOf(now), reply),
  };
}

/** The answer is saved by now: an engine that is busy or failed is reported as such, not as an error of the call. */
async function askAgain(
  assistant: TeachContext,
  site: SiteRow,
  question: { readonly question: string; readonly language: Language | undefined },
): Promise<EngineReply> {
  try {
    const source = assistant.vectors.sourceOf(site);
    const asked = engineAsk(assistant, question);
    const { answer } = await assistant.engine.question(source, asked, { withDetails: true });
    return (await answer).reply;
  } catch {
    const language = question.language ?? 'en';
    const details = { considered: [], needed: 0, reason: 'not_read' } as const;
    return { answered: false, language, text: busy[language], sources: [], made: [], details };
  }
}
