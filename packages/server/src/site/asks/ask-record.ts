/** End of an ask: stores question and answer, counts it and enqueues notices for the owner. */

import { siteLimits } from '@baraza/contract';
import { normalized } from '../../kernel/formats/normalized.ts';
import { giveBackQuestion, settleQuestion } from '../../limits/allowance.ts';
import { planOf } from '../../limits/plans.ts';
import { finishAsk } from '../../store/site/asks.ts';
import { noteEntryUse } from '../../store/site/entry-uses.ts';
import { insertQuestion, type QuestionRow } from '../../store/site/questions.ts';
import { countDay, takeUsage } from '../../store/site/usage.ts';
import { awaitDigest, type DigestSettings, digestRhythm } from '../notices/digests.ts';
import { enqueueNotices } from '../notices/notices.ts';
import { questionNotice } from '../questions/questions-view.ts';
import type { NewAsk, VisitorAsk } from './ask-once.ts';
import type { AskOutcome, AskResult } from './ask-outcome.ts';

/**
 * All of it in one transaction. A failed ask is not stored: it shows no gap in the owner's information. Without a
 * profile, which may be unreadable, no notice is sent.
 */
export async function recordAsk(
  { context, site, asked }: VisitorAsk,
  { id, reserved }: NewAsk,
  outcome: AskOutcome,
  result: AskResult,
  profile: DigestSettings | undefined,
): Promise<void> {
  const { store, clock } = context;
  const { request_id } = asked;
  const isNotified = profile !== undefined && !outcome.answered && outcome.counts;
  const rhythm = isNotified ? digestRhythm(profile) : undefined;
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
  await store.write(async (tx) => {
    await insertQuestion(tx, row);
    if (request_id !== undefined) {
      const first = { site_id: site.id, request_id, question_id: id };
      await finishAsk(tx, first, JSON.stringify(result));
    }
    for (const entry of usedEntries(outcome))
      await noteEntryUse(tx, site.id, entry, row.asked_at, siteLimits.entryUseNotedMs);
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
  });
}

/** The entries that an answer was made from, always in the same order, which prevents deadlocks. */
function usedEntries({ answered, sources }: AskOutcome): readonly string[] {
  if (!answered) return [];
  return [...new Set(sources.map(({ id }) => id))].filter((id) => id !== 'profile').toSorted();
}

/** Whether an answer was made from a text in another language than the visitor's. */
export function isFromOtherLanguage(
  asked: Pick<AskOutcome, 'answered' | 'language' | 'sources'>,
): boolean {
  return asked.answered && asked.sources.some(({ language }) => language !== asked.language);
}

/** The form in which searches compare texts. */
export function foldText(text: string): string {
  return normalized(text, 'NFKC').toLowerCase();
}
