import { cutCharacters, isConversationId, siteLimits } from '@baraza/contract';
import type { PendingAnswer } from '../../engine/engine.ts';
import { absent, asProblem, Problem } from '../../kernel/problem.ts';
import { findConversation } from '../../store/site/conversations.ts';
import { messagesBefore } from '../../store/site/messages.ts';
import type { Reader } from '../../store/store.ts';
import { isFromItsVisitor, isWithPerson } from '../conversations/conversation-log.ts';
import { messagesIn } from '../conversations/conversations-view.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { limitRefusal, type VisitorInfo } from '../visits.ts';
import { busy, monthUsedUp, paused, tooFast } from '../words.ts';
import { type AskEvent, askEvents, createPieceQueue } from './ask-events.ts';
import {
  type AskContext,
  type AskOptions,
  beginAsk,
  isLimited,
  isRepeated,
  type NewAsk,
  type RepeatedAsk,
  releaseAsk,
  type VisitorAsk,
  visitorAsk,
  waitForResult,
} from './ask-once.ts';
import {
  type Asked,
  type AskOutcome,
  type AskResult,
  failureOf,
  personOutcome,
  questionLanguage,
  sourceOf,
} from './ask-outcome.ts';
import { recordAsk, resultOf } from './ask-record.ts';
import type { Limit } from './asks.ts';

/**
 * Answers a question of a visitor, as events with exactly one `done`; rejects with a refusal in the visitor's language.
 * From the moment it resolves the ask runs to its end and is stored, whether the events are read or not. A model writes
 * no faster than they are read, and stops when the visitor has `left` or the server stops.
 */
export async function askAsVisitor(
  context: AskContext,
  visitorInfo: VisitorInfo,
  asked: Asked,
  left: AbortSignal,
  options: AskOptions = {},
): Promise<AsyncIterable<AskEvent>> {
  try {
    return await startAsk(visitorAsk(context, visitorInfo, asked, options), left);
  } catch (error) {
    const sentence = error instanceof Problem ? refusals[error.code] : undefined;
    if (!(error instanceof Problem) || sentence === undefined) throw error;
    if (error.code === 'busy') context.asks.countBusy();
    throw await limitRefusal(context, visitorInfo, error, sentence, questionLanguage(asked));
  }
}

const refusals: { readonly [code: string]: typeof busy } = {
  quota: monthUsedUp,
  rate: tooFast,
  busy,
};

async function startAsk(given: VisitorAsk, left: AbortSignal): Promise<AsyncIterable<AskEvent>> {
  const { asks, disk } = given.context;
  asks.assertRoom();
  disk.assertRoom('writes');
  const { ask, isForPerson } = await readConversation(given);
  const cancel = new AbortController();
  const askNow = () => askEngine(ask, cancel.signal);
  const isAnswered = ask.site.status === 'active' && !isForPerson;
  // A refusal as busy leaves nothing to undo, so the engine comes first; but not if a limit may be reached, and not
  // for a repeat, which waits for the first ask.
  const isNew = isAnswered && !isLimited(ask) && !(await isRepeated(ask));
  const early = isNew ? await askNow() : undefined;
  const started = await beginAsk(ask, isForPerson).catch((error: unknown) => {
    cancel.abort(error);
    throw error;
  });
  const pieces = createPieceQueue();
  let result: Promise<AskResult>;
  if (started.kind === 'repeat') {
    cancel.abort(new Error('the question is a repeat'));
    result = repeatAsk(ask, started);
  } else {
    const undo = async (error: unknown): Promise<never> => {
      await releaseAsk(ask, started);
      throw error;
    };
    const question = early ?? (isAnswered ? await askNow().catch(undo) : undefined);
    result = asks.run(started.name, (limit, stopping) => {
      const taken = new AbortController();
      const abandoned = AbortSignal.any([left, stopping, taken.signal]);
      const send = async (text: string) => {
        if (await hasPerson(ask)) taken.abort(new Error('a person has taken the conversation'));
        await pieces.put(text, abandoned);
      };
      const running = { limit, send, abandoned, cancel, askNow };
      return runAsk(ask, started, { ...running, question, isForPerson });
    });
  }
  // The result may fail before the events are read, or they may never be read.
  result.finally(pieces.end).catch(() => {});
  return askEvents(pieces, result);
}

interface RunningAsk {
  readonly limit: Limit;
  /** Sends a piece of the answer to the visitor; resolves when there is room for more. */
  readonly send: (text: string) => Promise<void>;
  /** Aborts when the visitor left or the server stops. */
  readonly abandoned: AbortSignal;
  /** Already at the engine; undefined if the site is paused or a person has the conversation. */
  readonly question: PendingAnswer | undefined;
  /** Whether a person had the conversation when the ask began; the transaction that stores it decides. */
  readonly isForPerson: boolean;
  readonly askNow: () => Promise<PendingAnswer>;
  /** Takes the question back from the engine. */
  readonly cancel: AbortController;
}

/** Runs an ask; its result is stored durably before it is sent. A failure leaves nothing behind. */
async function runAsk(ask: VisitorAsk, started: NewAsk, running: RunningAsk): Promise<AskResult> {
  const { context, site } = ask;
  const profile = await running.limit(() => context.profiles.headOf(site)).catch(() => undefined);
  const outcome = await outcomeOf(ask, profile, running);
  if (outcome.problem !== undefined) {
    await releaseAsk(ask, started);
    return resultOf(ask, profile, started.id, outcome);
  }
  try {
    const result = await recordAsk(ask, started, outcome, profile);
    if (result !== undefined) return result;
    // The person has given the conversation back meanwhile.
    const question = site.status === 'active' ? await running.askNow() : undefined;
    return await runAsk(ask, started, { ...running, question, isForPerson: false });
  } catch (cause) {
    const problem = asProblem(cause);
    if (problem.code !== 'busy' && problem.code !== 'not_found')
      context.log.error('a question was not stored', { site: site.id, cause });
    await releaseAsk(ask, started);
    return resultOf(ask, profile, started.id, failureOf(problem, outcome.language));
  }
}

/** Whether a person has the conversation of an ask now. */
async function hasPerson({ context: { store, clock }, site, asked }: VisitorAsk): Promise<boolean> {
  const { conversation: id } = asked;
  if (id === undefined || !isConversationId(id)) return false;
  return isWithPerson(await findConversation(store, site.id, id), clock());
}

/**
 * Whether a person has the conversation of an ask; if not, its stored messages are the history of an ask that sends
 * none, if it is from its visitor.
 */
async function readConversation(ask: VisitorAsk) {
  const { context, site, asked, from, inChannel } = ask;
  const { conversation: id, history = [] } = asked;
  if (id === undefined || !isConversationId(id)) return { ask, isForPerson: false };
  const row = await findConversation(context.store, site.id, id);
  if (row === undefined) return { ask, isForPerson: false };
  if (row.channel !== (inChannel?.channel ?? 'web')) throw absent('conversation');
  if (isWithPerson(row, context.clock())) return { ask, isForPerson: true };
  const mayKnow = inChannel !== undefined || isFromItsVisitor(context, row, from);
  if (history.length > 0 || !mayKnow) return { ask, isForPerson: false };
  const stored = await storedHistory(context.store, site.id, id);
  return { ask: { ...ask, asked: { ...asked, history: stored } }, isForPerson: false };
}

async function repeatAsk(ask: VisitorAsk, started: RepeatedAsk): Promise<AskResult> {
  const result = await waitForResult(ask, started);
  if (result !== undefined) return result;
  const profile = await ask.context.profiles.headOf(ask.site);
  const language = ask.asked.language ?? profile.languages[0] ?? 'en';
  const problem = new Problem('busy', 'The first ask with this request_id failed.');
  return resultOf(ask, profile, started.id, failureOf(problem, language));
}

async function outcomeOf(
  { context, site, asked }: VisitorAsk,
  profile: ProfileHead | undefined,
  { limit, send, abandoned, question, cancel, isForPerson }: RunningAsk,
): Promise<AskOutcome> {
  const languageOfQuestion = () => questionLanguage(asked) ?? profile?.languages[0] ?? 'en';
  try {
    if (isForPerson) return personOutcome(languageOfQuestion());
    if (question === undefined) {
      const language = languageOfQuestion();
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
      ...(reply.asksForPerson && { asksForPerson: true }),
      ...(answered || reply.suggestions === undefined ? {} : { suggestions: reply.suggestions }),
      counts: true,
    };
  } catch (cause) {
    const problem = asProblem(cause);
    // A stop, a queue that is too long and a slow answer are expected; anything else is our fault.
    if (problem.cause !== undefined)
      context.log.error('a question could not be answered', { site: site.id, cause });
    return failureOf(problem, languageOfQuestion());
  }
}

export type EngineContext = Pick<AskContext, 'engine' | 'vectors' | 'clock'>;

/**
 * Hands a question about the saved profile to the engine. The people of a channel wait in one line: many messages at
 * once delay a visitor of the website by one of them.
 */
async function askEngine(
  { context, site, asked, network, inChannel }: VisitorAsk,
  signal: AbortSignal,
) {
  const writing = await context.writer.options();
  const { engine, vectors } = context;
  const options = { signal, writing, network: inChannel?.channel ?? network };
  return engine.question(vectors.sourceOf(site), engineAsk(context, asked), options);
}

export function engineAsk(
  { clock }: Pick<AskContext, 'clock'>,
  { question, history = [], mode, language }: Asked,
) {
  return { question, history, language, mode: mode ?? 'text', nowMs: clock() } as const;
}

/** The last messages of a conversation as history of a question: it helps to understand, and is never evidence. */
async function storedHistory(
  reader: Reader,
  siteId: string,
  conversation: string,
): Promise<{ role: 'user' | 'assistant'; content: string }[]> {
  const { historyEntriesMax, historyCharactersMax } = siteLimits;
  const newest = Number.MAX_SAFE_INTEGER;
  const rows = await messagesBefore(reader, siteId, conversation, newest, historyEntriesMax);
  return rows
    .toReversed()
    .flatMap(messagesIn)
    .slice(-historyEntriesMax)
    .map(({ message: { from, text } }) => ({
      role: from === 'visitor' ? 'user' : 'assistant',
      content: cutCharacters(text, historyCharactersMax),
    }));
}
