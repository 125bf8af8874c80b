/** End of an ask: stores question and answer, counts it and enqueues notices for the owner. */

import { type AnswerSource, isConversationId, type Profile, siteLimits } from '@baraza/contract';
import { foldText } from '../../kernel/formats/normalized.ts';
import { absent } from '../../kernel/problem.ts';
import { giveBackQuestion, settleQuestion } from '../../limits/allowance.ts';
import { planOf } from '../../limits/plans.ts';
import { finishAsk } from '../../store/site/asks.ts';
import { noteEntryUse } from '../../store/site/entry-uses.ts';
import { insertQuestion, type QuestionRow } from '../../store/site/questions.ts';
import { countDay, takeUsage } from '../../store/site/usage.ts';
import { together, type Writer } from '../../store/store.ts';
import {
  append,
  changeState,
  type Held,
  isWithPerson,
  openConversation,
} from '../conversations/conversation-log.ts';
import { awaitDigest, type DigestSettings, digestRhythm } from '../notices/digests.ts';
import { enqueueNotices } from '../notices/notices.ts';
import { handoffOf } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { questionNotice } from '../questions/questions-view.ts';
import { type NewAsk, type VisitorAsk, writeReply } from './ask-once.ts';
import { type AskOutcome, type AskResult, isBusy, personOutcome } from './ask-outcome.ts';

/**
 * All of it in one transaction, which also decides who answers: if a person has the conversation by then, only the
 * message of the visitor is stored. Undefined, and nothing is stored, if the message was for a person who no longer
 * has the conversation. A failed ask is not stored: it shows no gap in the owner's information. Without a profile,
 * which may be unreadable, no notice is sent.
 */
export async function recordAsk(
  ask: VisitorAsk,
  started: NewAsk,
  outcome: AskOutcome,
  profile: ProfileHead | undefined,
): Promise<AskResult | undefined> {
  const { context } = ask;
  return context.store.write(async (tx) => {
    const held = await openAsked(ask, tx, outcome);
    const isForPerson = isWithPerson(held?.row, context.clock());
    if (outcome.isForPerson === true && !isForPerson) return undefined;
    const final = isForPerson ? personOutcome(outcome.language) : outcome;
    const result = resultOf(ask, profile, started.id, final, held?.secret);
    if (held !== undefined) held.row = { ...held.row, language: final.language };
    await together(
      finish(ask, started, tx, result),
      held !== undefined && isForPerson
        ? recordMessage(ask, started, tx, held)
        : recordAnswer(ask, started, tx, held, final, profile),
    );
    return result;
  });
}

/** What the visitor gets. Without a profile, the handoff is the page of the site, and there are no sources. */
export function resultOf(
  { context, site }: VisitorAsk,
  profile: ProfileHead | undefined,
  id: string,
  outcome: AskOutcome,
  /** The secret of a new conversation. */
  secret?: string,
): AskResult {
  const { text, answered, language, sources, suggestions = [], isForPerson, problem } = outcome;
  const isPersonOffered = outcome.asksForPerson === true && profile?.people === true;
  const contact = profile ?? { whatsapp: '', phone: '', email: '' };
  return {
    text,
    done: {
      answered,
      language,
      sources: shownSources(sources, profile?.sources ?? 'none'),
      handoff: handoffOf(context, site.id, contact),
      id,
      ...(suggestions.length === 0 ? {} : { suggestions: [...suggestions] }),
      ...(isPersonOffered ? { offer: 'person' as const } : {}),
      ...(problem && { error: { code: isBusy(problem) ? 'busy' : 'upstream', error: text } }),
      ...(isForPerson === true ? { person: true as const } : {}),
      ...(secret === undefined ? {} : { conversation_secret: secret }),
    },
  };
}

function shownSources(sources: readonly AnswerSource[], shown: Profile['sources']): AnswerSource[] {
  if (shown === 'none') return [];
  return sources.map((source) => (shown === 'full' ? source : { ...source, quote: '' }));
}

/** Keeps the result for repeats. */
async function finish(
  { context, site, requestKey }: VisitorAsk,
  { id }: NewAsk,
  tx: Writer,
  result: AskResult,
): Promise<void> {
  if (requestKey === undefined) return;
  const first = { site_id: site.id, request_id: requestKey, question_id: id };
  await finishAsk(tx, first, writeReply(context.seal, result));
}

/** A message to the person who has the conversation. */
async function recordMessage(
  { context, site, asked, inChannel }: VisitorAsk,
  { id, reserved }: NewAsk,
  tx: Writer,
  held: Held,
): Promise<void> {
  await append(context, tx, held, { id, kind: 'visitor', author: null, text: asked.question });
  await inChannel?.settle(tx, held, { id, text: '' });
  if (reserved) await giveBackQuestion(tx, { id, siteId: site.id });
}

/** The conversation of an ask; undefined if it has none. */
async function openAsked(
  { context, site, asked: { conversation: id }, from: { visitor }, inChannel }: VisitorAsk,
  tx: Writer,
  { language }: AskOutcome,
): Promise<Held | undefined> {
  if (id === undefined || !isConversationId(id)) return undefined;
  const channel = inChannel?.channel ?? 'web';
  const held = await openConversation(context, tx, site, id, { channel, language, visitor });
  if (held === undefined) throw absent('conversation');
  // A closed conversation is opened again when its visitor writes.
  if (held.row.state === 'closed')
    await changeState(context, tx, held, { state: 'assistant', by: null });
  return held;
}

async function recordAnswer(
  { context, site, asked, inChannel }: VisitorAsk,
  { id, reserved }: NewAsk,
  tx: Writer,
  held: Held | undefined,
  outcome: AskOutcome,
  profile: DigestSettings | undefined,
): Promise<void> {
  const { clock } = context;
  const isNotified = profile !== undefined && !outcome.answered && outcome.counts;
  const rhythm = isNotified ? await digestRhythm(tx, site, profile, clock()) : undefined;
  const row: QuestionRow = {
    site_id: site.id,
    id,
    asked_at: clock(),
    question: asked.question,
    question_folded: foldText(asked.question),
    language: outcome.language,
    mode: asked.mode ?? 'text',
    answered: outcome.answered ? 1 : 0,
    answer: outcome.text,
    sources: JSON.stringify(outcome.sources),
    conversation: asked.conversation ?? null,
    status: outcome.isPaused === true ? 'dismissed' : 'new',
    feedback: null,
    page: asked.page ?? null,
    other_language: isFromOtherLanguage(outcome) ? 1 : 0,
    // 0 while the question waits for a digest.
    notified: rhythm === undefined ? 1 : 0,
  };
  const logAsk = async () => {
    if (held === undefined) return;
    const delivery = inChannel === undefined ? {} : { delivery: 'pending' as const };
    await append(context, tx, held, { id, kind: 'ask', author: null, text: null, ...delivery });
    await inChannel?.settle(tx, held, { id, text: outcome.text });
  };
  const noteUses = async () => {
    for (const entry of usedEntries(outcome))
      await noteEntryUse(tx, site.id, entry, row.asked_at, siteLimits.entryUseNotedMs);
  };
  await together(insertQuestion(tx, row), logAsk(), noteUses());
  if (isNotified && rhythm === undefined)
    await enqueueNotices(context, tx, site, profile.notify, questionNotice(row));
  if (isNotified && rhythm !== undefined)
    await awaitDigest(tx, site, rhythm, profile.timezone, row.asked_at);
  // Shared counter rows come last, so that their locks are held for the shortest time.
  const nowMs = clock();
  const max = planOf(context.plans, site.plan).questions ?? Number.MAX_SAFE_INTEGER;
  const question = { id, siteId: site.id, max };
  if (reserved && outcome.counts) await settleQuestion(tx, question, nowMs);
  else if (reserved) await giveBackQuestion(tx, question);
  else if (outcome.counts)
    await takeUsage(tx, site.id, 'questions', { amount: 1, max: undefined, nowMs });
  if (outcome.isPaused !== true) {
    const answered = outcome.answered ? 1 : 0;
    await countDay(tx, site.id, { questions: 1, answered }, clock());
  }
}

/** The entries that an answer was made from, always in the same order, which prevents deadlocks. */
function usedEntries({ answered, sources }: AskOutcome): readonly string[] {
  if (!answered) return [];
  return [...new Set(sources.map(({ id }) => id))].filter((id) => id !== 'profile').toSorted();
}

/** Whether an answer was made from a text in a different language than the visitor's. */
export function isFromOtherLanguage(
  asked: Pick<AskOutcome, 'answered' | 'language' | 'sources'>,
): boolean {
  return asked.answered && asked.sources.some(({ language }) => language !== asked.language);
}
