import type { AskRequest } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import type { EngineAnswer, PendingAnswer, QuestionOptions } from '../../engine/engine.ts';
import { asProblem, Problem } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import type { ProfileHead } from '../profile/profile-head.ts';
import { limitRefusal, type VisitorInfo } from '../visits.ts';
import { busy, monthUsedUp, paused } from '../words.ts';
import { type AskEvent, askEvents } from './ask-events.ts';
import { questionLanguage } from './ask-language.ts';
import {
  type AskStart,
  beginAsk,
  isLimited,
  isRepeated,
  releaseAsk,
  waitForResult,
} from './ask-once.ts';
import { type AskResult, failureOf, type Outcome, resultOf, sourceOf } from './ask-outcome.ts';
import { recordAsk } from './ask-record.ts';
import type { Limit } from './asks.ts';
import { handoffOf } from './handoff.ts';
import { createPieceQueue } from './piece-queue.ts';

/**
 * Answers a question of a visitor, as events with exactly one `done`; rejects with a refusal in the visitor's language.
 * From the moment it resolves the ask runs to its end and is stored, whether the events are read or not. A model writes
 * no faster than they are read, and stops when the visitor has `left` or the server stops.
 */
export async function askAsVisitor(
  assistant: Assistant,
  visitorInfo: VisitorInfo,
  asked: AskRequest,
  left: AbortSignal,
): Promise<AsyncIterable<AskEvent>> {
  try {
    return await startAsk(assistant, visitorInfo.site, asked, left);
  } catch (error) {
    const sentence = error instanceof Problem ? refusals[error.code] : undefined;
    if (!(error instanceof Problem) || sentence === undefined) throw error;
    if (error.code === 'busy') assistant.asks.countBusy();
    const language = await questionLanguage(asked);
    throw await limitRefusal(assistant, visitorInfo, error, sentence, language);
  }
}

const refusals: { readonly [code: string]: typeof busy } = { quota: monthUsedUp, busy };

async function startAsk(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  left: AbortSignal,
): Promise<AsyncIterable<AskEvent>> {
  assistant.asks.assertRoom();
  const cancel = new AbortController();
  const askNow = () => askEngine(assistant, site, asked, cancel.signal);
  const isActive = site.status === 'active';
  // A refusal as busy leaves nothing to undo, so the engine comes first; but not for a site that may have used up its
  // month, and not for a repeat, which waits for the first ask.
  const comesFirst = isActive && !isLimited(assistant, site);
  const isNew = comesFirst && !(await isRepeated(assistant, site, asked));
  const early = isNew ? await askNow() : undefined;
  const begun = await beginAsk(assistant, site, asked).catch((error: unknown) => {
    cancel.abort(error);
    throw error;
  });
  if (begun.kind === 'repeat') cancel.abort(new Error('the question is a repeat'));
  const isFresh = isActive && early === undefined && begun.kind === 'fresh';
  const question = isFresh ? await askLate(assistant, site, asked, begun, askNow) : early;
  const pieces = createPieceQueue();
  const result = (
    begun.kind === 'fresh'
      ? assistant.asks.run(begun.name, (limit, stopping) => {
          const abandoned = AbortSignal.any([left, stopping]);
          const onPiece = (text: string) => pieces.put(text, abandoned);
          return runAsk(assistant, site, asked, begun, {
            limit,
            onPiece,
            abandoned,
            question,
            cancel,
          });
        })
      : repeatAsk(assistant, site, asked, begun)
  ).finally(pieces.end);
  // It may fail before the events are read, and they need never be read.
  result.catch(() => {});
  return askEvents(pieces, result);
}

/** The engine's place for a question that has begun already; a refusal undoes its beginning. */
async function askLate(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  begun: Extract<AskStart, { kind: 'fresh' }>,
  askNow: () => Promise<PendingAnswer>,
): Promise<PendingAnswer> {
  try {
    return await askNow();
  } catch (error) {
    await releaseAsk(assistant, site, asked, begun);
    throw error;
  }
}

/** Limits and output of a running ask. */
interface AskControl {
  readonly limit: Limit;
  /** Sends a piece of the answer to the visitor; resolves when there is room for more. */
  readonly onPiece: (text: string) => Promise<void>;
  /** Aborts when the visitor left or the server stops. */
  readonly abandoned: AbortSignal;
  /** Already at the engine; undefined where the site is paused. */
  readonly question: PendingAnswer | undefined;
  /** Takes the question back from the engine. */
  readonly cancel: AbortController;
}

/** Runs an ask; its result is stored durably before it is sent. A failure leaves nothing behind. */
async function runAsk(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  begun: Extract<AskStart, { kind: 'fresh' }>,
  control: AskControl,
): Promise<AskResult> {
  const profile = await control.limit(() => assistant.profiles.headOf(site)).catch(() => undefined);
  const outcome = await outcomeOf(assistant, site, asked, profile, control);
  const toResult = (what: Outcome) =>
    resultOf(what, resultOptionsOf(assistant, site, profile, begun.id));
  const result = toResult(outcome);
  if (outcome.problem !== undefined) {
    await releaseAsk(assistant, site, asked, begun);
    return result;
  }
  try {
    await recordAsk(assistant, site, asked, begun, { outcome, result, profile });
    return result;
  } catch (cause) {
    assistant.log.error('a question was not stored', { site: site.id, cause });
    await releaseAsk(assistant, site, asked, begun);
    return toResult(failureOf(asProblem(cause), outcome.language));
  }
}

async function repeatAsk(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  begun: Extract<AskStart, { kind: 'repeat' }>,
): Promise<AskResult> {
  const result = await waitForResult(assistant, site, begun);
  if (result !== undefined) return result;
  const profile = await assistant.profiles.headOf(site);
  const language = asked.language ?? profile.languages[0] ?? 'en';
  const problem = new Problem('busy', 'The first ask with this request_id failed.');
  const failure = failureOf(problem, language);
  return resultOf(failure, resultOptionsOf(assistant, site, profile, begun.id));
}

async function outcomeOf(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  profile: ProfileHead | undefined,
  control: AskControl,
): Promise<Outcome> {
  const { question } = control;
  try {
    if (question === undefined) return await pausedOutcome(asked, profile);
    const { reply, writing } = await control.limit((signal) => {
      signal.addEventListener('abort', () => control.cancel.abort(signal.reason), { once: true });
      return question.answer;
    });
    const work = { asked, reply, writing, send: control.onPiece };
    const { text, answered, sources } = await assistant.writer.write(work, control.abandoned);
    return {
      text,
      answered,
      language: reply.language,
      sources: answered ? sources.slice(0, siteLimits.sourcesMax).map(sourceOf) : [],
      ...(answered || reply.suggestions === undefined ? {} : { suggestions: reply.suggestions }),
      counts: true,
    };
  } catch (cause) {
    const problem = asProblem(cause);
    // A stop, a queue that is too long and a slow answer are expected; anything else is our fault.
    if (problem.cause !== undefined)
      assistant.log.error('a question could not be answered', { site: site.id, cause });
    const language = await questionLanguage(asked);
    return failureOf(problem, language ?? profile?.languages[0] ?? 'en');
  }
}

async function pausedOutcome(
  asked: AskRequest,
  profile: ProfileHead | undefined,
): Promise<Outcome> {
  const language = (await questionLanguage(asked)) ?? profile?.languages[0] ?? 'en';
  const text = paused[language];
  return { text, answered: false, language, sources: [], counts: false, isResting: true };
}

type EngineAsk = Pick<AskRequest, 'question'> &
  Partial<Pick<AskRequest, 'history' | 'mode' | 'language'>>;

/** Hands a question about the saved profile to the engine. */
async function askEngine(
  assistant: Assistant,
  site: SiteRow,
  asked: EngineAsk,
  signal: AbortSignal,
): Promise<PendingAnswer> {
  const writing = await assistant.writer.wish();
  return assistant.engine.question(assistant.vectors.sourceOf(site), engineAsk(assistant, asked), {
    signal,
    writing,
  });
}

/** The engine's answer to a question about the saved profile, as owners see it. */
export async function askAsOwner(
  assistant: Assistant,
  site: SiteRow,
  asked: EngineAsk,
  options: QuestionOptions = {},
): Promise<EngineAnswer> {
  const source = assistant.vectors.sourceOf(site);
  const given = { wantsDetails: true, ...options };
  return (await assistant.engine.question(source, engineAsk(assistant, asked), given)).answer;
}

export function engineAsk(
  { clock }: Pick<Assistant, 'clock'>,
  { question, history, mode, language }: EngineAsk,
) {
  return {
    question,
    history: history ?? [],
    language,
    mode: mode ?? 'text',
    nowMs: clock(),
  } as const;
}

/** Options for the result from the profile; without a profile, the minimum. */
function resultOptionsOf(
  assistant: Assistant,
  site: SiteRow,
  profile: ProfileHead | undefined,
  id: string,
) {
  const contact = profile ?? { whatsapp: '', phone: '', email: '' };
  return {
    id,
    handoff: handoffOf(assistant, site.id, contact),
    shown: profile?.sources ?? 'none',
  } as const;
}
