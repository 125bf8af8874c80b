/** End of an ask: stores question and answer, counts it and enqueues notices for the owner. */
import { type AskRequest, siteLimits } from '@baraza/contract';
import { giveBackQuestion, settleQuestion } from '../../limits/allowance.ts';
import { planOf } from '../../limits/plans.ts';
import { finishAsk } from '../../store/site/asks.ts';
import { noteEntryUse } from '../../store/site/entry-uses.ts';
import { insertQuestion, type QuestionRow } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { countDay, takeUsage } from '../../store/site/usage.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { awaitDigest, type DigestWishes, digestRhythm } from '../notices/digests.ts';
import { enqueueNotices } from '../notices/notices.ts';
import { questionNotice } from '../questions/questions-view.ts';
import type { AskStart } from './ask-once.ts';
import type { AskResult, Outcome } from './ask-outcome.ts';

/** All of it in one transaction. A failed ask is not stored: it says nothing about what the owner should add. */
export async function recordAsk(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  begun: Extract<AskStart, { kind: 'fresh' }>,
  {
    outcome,
    result,
    profile,
  }: {
    readonly outcome: Outcome;
    readonly result: AskResult;
    /** Undefined where it could not be read; then nobody is told. */
    readonly profile: DigestWishes | undefined;
  },
): Promise<void> {
  const isTelling = profile !== undefined && !outcome.answered && outcome.counts;
  const rhythm = isTelling ? digestRhythm(profile) : undefined;
  const asIs = rowOf(assistant, site, asked, begun.id, outcome);
  const row: QuestionRow = { ...asIs, notified: rhythm === undefined ? 1 : 0 };
  const ask = askOf(site, asked, begun.id);
  await assistant.store.write(async (tx) => {
    await insertQuestion(tx, row);
    if (ask !== undefined) await finishAsk(tx, ask, JSON.stringify(result));
    for (const id of usedEntries(outcome))
      await noteEntryUse(tx, site.id, id, row.asked_at, siteLimits.entryUseNotedMs);
    if (isTelling && rhythm === undefined)
      await enqueueNotices(assistant, tx, site, profile.notify, questionNotice(row));
    if (isTelling && rhythm !== undefined)
      await awaitDigest(tx, site, rhythm, profile.timezone, row.asked_at);
    await count(assistant, tx, site, begun, outcome);
  });
}

function rowOf(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  id: string,
  outcome: Outcome,
): QuestionRow {
  return {
    site_id: site.id,
    id,
    asked_at: assistant.clock(),
    question: asked.question,
    question_folded: foldText(asked.question),
    language: outcome.language,
    mode: asked.mode ?? 'text',
    answered: outcome.answered ? 1 : 0,
    answer: outcome.text,
    sources: JSON.stringify(outcome.sources),
    conversation: asked.conversation ?? null,
    status: outcome.isResting === true ? 'dismissed' : 'new',
    feedback: null,
    page: asked.page ?? null,
    other_language: isFromOtherLanguage(outcome) ? 1 : 0,
    notified: 1,
  };
}

/** The entries that an answer was made from, in one order, so that two asks never wait for each other's rows. */
function usedEntries({ answered, sources }: Outcome): readonly string[] {
  if (!answered) return [];
  return [...new Set(sources.map(({ id }) => id))].filter((id) => id !== 'profile').toSorted();
}

/** Whether an answer was made from a text in another language than the visitor's. */
export function isFromOtherLanguage(
  asked: Pick<Outcome, 'answered' | 'language' | 'sources'>,
): boolean {
  return asked.answered && asked.sources.some(({ language }) => language !== asked.language);
}

/** As searches compare texts. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function askOf(site: SiteRow, { request_id }: AskRequest, id: string) {
  return request_id === undefined ? undefined : { site_id: site.id, request_id, question_id: id };
}

// Shared counter rows come last, so that their locks are held for the shortest time.
async function count(
  assistant: Assistant,
  tx: Writer,
  site: SiteRow,
  { id, reserved }: Extract<AskStart, { kind: 'fresh' }>,
  { answered, counts, isResting }: Outcome,
): Promise<void> {
  const nowMs = assistant.clock();
  const { questions: max } = planOf(assistant.plans, site.plan);
  const one = { id, siteId: site.id, max: max ?? Number.MAX_SAFE_INTEGER };
  if (counts && !reserved)
    await takeUsage(tx, site.id, 'questions', { amount: 1, max: undefined, nowMs });
  if (counts && reserved) await settleQuestion(tx, one, nowMs);
  if (!counts && reserved) await giveBackQuestion(tx, one);
  if (isResting === true) return;
  await countDay(tx, site.id, { questions: 1, answered: answered ? 1 : 0 }, nowMs);
}
