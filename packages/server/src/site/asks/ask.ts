import type { AskRequest } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import type { EngineAnswer, PendingAnswer, QuestionOptions } from '../../engine/engine.ts';
import { asProblem, Problem } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { handoffOf } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { limitRefusal, type VisitorInfo } from '../visits.ts';
import { busy, monthUsedUp, paused } from '../words.ts';
import { type AskEvent, askEvents, createPieceQueue } from './ask-events.ts';
import {
  type AskContext,
  beginAsk,
  isLimited,
  isRepeated,
  type NewAsk,
  type RepeatedAsk,
  releaseAsk,
  type VisitorAsk,
  waitForResult,
} from './ask-once.ts';
import {
  type AskOutcome,
  type AskResult,
  failureOf,
  questionLanguage,
  resultOf,
  sourceOf,
} from './ask-outcome.ts';
import { recordAsk } from './ask-record.ts';
import type { Limit } from './asks.ts';

/**
 * Answers a question of a visitor, as events with exactly one `done`; rejects with a refusal in the visitor's language.
 * From the moment it resolves the ask runs to its end and is stored, whether the events are read or not. A model writes
 * no faster than they are read, and stops when the visitor has `left` or the server stops.
 */
export async function askAsVisitor(
  context: AskContext,
  visitorInfo: VisitorInfo,
  asked: AskRequest,
  left: AbortSignal,
): Promise<AsyncIterable<AskEvent>> {
  try {
    return await startAsk({ context, site: visitorInfo.site, asked }, left);
  } catch (error) {
    const sentence = error instanceof Problem ? refusals[error.code] : undefined;
    if (!(error instanceof Problem) || sentence === undefined) throw error;
    if (error.code === 'busy') context.asks.countBusy();
    const language = await questionLanguage(asked);
    throw await limitRefusal(context, visitorInfo, error, sentence, language);
  }
}

const refusals: { readonly [code: string]: typeof busy } = { quota: monthUsedUp, busy };

async function startAsk(ask: VisitorAsk, left: AbortSignal): Promise<AsyncIterable<AskEvent>> {
  const { asks } = ask.context;
  asks.assertRoom();
  const cancel = new AbortController();
  const askNow = () => askEngine(ask, cancel.signal);
  const isActive = ask.site.status === 'active';
  // A refusal as busy leaves nothing to undo, so the engine comes first; but not for a site that may have used up its
  // month, and not for a repeat, which waits for the first ask.
  const isNew = isActive && !isLimited(ask) && !(await isRepeated(ask));
  const early = isNew ? await askNow() : undefined;
  const begun = await beginAsk(ask).catch((error: unknown) => {
    cancel.abort(error);
    throw error;
  });
  const pieces = createPieceQueue();
  let result: Promise<AskResult>;
  if (begun.kind === 'repeat') {
    cancel.abort(new Error('the question is a repeat'));
    result = repeatAsk(ask, begun);
  } else {
    const undo = async (error: unknown): Promise<never> => {
      await releaseAsk(ask, begun);
      throw error;
    };
    const question = early ?? (isActive ? await askNow().catch(undo) : undefined);
    result = asks.run(begun.name, (limit, stopping) => {
      const abandoned = AbortSignal.any([left, stopping]);
      const send = (text: string) => pieces.put(text, abandoned);
      return runAsk(ask, begun, { limit, send, abandoned, question, cancel });
    });
  }
  // It may fail before the events are read, and they need never be read.
  result.finally(pieces.end).catch(() => {});
  return askEvents(pieces, result);
}

/** The resources of a running ask. */
interface RunningAsk {
  readonly limit: Limit;
  /** Sends a piece of the answer to the visitor; resolves when there is room for more. */
  readonly send: (text: string) => Promise<void>;
  /** Aborts when the visitor left or the server stops. */
  readonly abandoned: AbortSignal;
  /** Already at the engine; undefined where the site is paused. */
  readonly question: PendingAnswer | undefined;
  /** Takes the question back from the engine. */
  readonly cancel: AbortController;
}

/** Runs an ask; its result is stored durably before it is sent. A failure leaves nothing behind. */
async function runAsk(ask: VisitorAsk, begun: NewAsk, running: RunningAsk): Promise<AskResult> {
  const { context, site } = ask;
  const profile = await running.limit(() => context.profiles.headOf(site)).catch(() => undefined);
  const outcome = await outcomeOf(ask, profile, running);
  const result = resultFor(ask, profile, begun.id, outcome);
  if (outcome.problem !== undefined) {
    await releaseAsk(ask, begun);
    return result;
  }
  try {
    await recordAsk(ask, begun, outcome, result, profile);
    return result;
  } catch (cause) {
    context.log.error('a question was not stored', { site: site.id, cause });
    await releaseAsk(ask, begun);
    return resultFor(ask, profile, begun.id, failureOf(asProblem(cause), outcome.language));
  }
}

async function repeatAsk(ask: VisitorAsk, begun: RepeatedAsk): Promise<AskResult> {
  const result = await waitForResult(ask, begun);
  if (result !== undefined) return result;
  const profile = await ask.context.profiles.headOf(ask.site);
  const language = ask.asked.language ?? profile.languages[0] ?? 'en';
  const problem = new Problem('busy', 'The first ask with this request_id failed.');
  return resultFor(ask, profile, begun.id, failureOf(problem, language));
}

async function outcomeOf(
  { context, site, asked }: VisitorAsk,
  profile: ProfileHead | undefined,
  { limit, send, abandoned, question, cancel }: RunningAsk,
): Promise<AskOutcome> {
  const languageOfQuestion = async () =>
    (await questionLanguage(asked)) ?? profile?.languages[0] ?? 'en';
  try {
    if (question === undefined) {
      const language = await languageOfQuestion();
      const text = paused[language];
      return { text, answered: false, language, sources: [], counts: false, isPaused: true };
    }
    const { reply, writing } = await limit((signal) => {
      signal.addEventListener('abort', () => cancel.abort(signal.reason), { once: true });
      return question.answer;
    });
    const work = { asked, reply, writing, send };
    const { text, answered, sources } = await context.writer.write(work, abandoned);
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
      context.log.error('a question could not be answered', { site: site.id, cause });
    return failureOf(problem, await languageOfQuestion());
  }
}

type EngineAsk = Pick<AskRequest, 'question'> &
  Partial<Pick<AskRequest, 'history' | 'mode' | 'language'>>;
type EngineContext = Pick<AskContext, 'engine' | 'vectors' | 'clock'>;

/** Hands a question about the saved profile to the engine. */
async function askEngine({ context, site, asked }: VisitorAsk, signal: AbortSignal) {
  const writing = await context.writer.options();
  const { engine, vectors } = context;
  return engine.question(vectors.sourceOf(site), engineAsk(context, asked), { signal, writing });
}

/** The engine's answer to a question about the saved profile, as owners see it. */
export async function askAsOwner(
  context: EngineContext,
  site: SiteRow,
  asked: EngineAsk,
  options: QuestionOptions = {},
): Promise<EngineAnswer> {
  const source = context.vectors.sourceOf(site);
  const given = { withDetails: true, ...options };
  return (await context.engine.question(source, engineAsk(context, asked), given)).answer;
}

export function engineAsk(
  { clock }: Pick<AskContext, 'clock'>,
  { question, history = [], mode, language }: EngineAsk,
) {
  return { question, history, language, mode: mode ?? 'text', nowMs: clock() } as const;
}

/** Without a profile, the result has the least: a link to the page of the site, and no sources. */
function resultFor(
  { context, site }: VisitorAsk,
  profile: ProfileHead | undefined,
  id: string,
  outcome: AskOutcome,
): AskResult {
  const contact = profile ?? { whatsapp: '', phone: '', email: '' };
  const handoff = handoffOf(context, site.id, contact);
  return resultOf(outcome, id, handoff, profile?.sources ?? 'none');
}
