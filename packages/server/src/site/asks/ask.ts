import type { AskRequest } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import { asProblem, Problem } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import type { ProfileHead } from '../profile/profile-head.ts';
import { limitRefusal, type VisitorInfo } from '../visits.ts';
import { monthUsedUp, paused } from '../words.ts';
import { type AskEvent, askEvents } from './ask-events.ts';
import { questionLanguage } from './ask-language.ts';
import { type AskStart, beginAsk, waitForResult } from './ask-once.ts';
import { type AskResult, failureOf, type Outcome, resultOf, sourceOf } from './ask-outcome.ts';
import { recordAsk } from './ask-record.ts';
import type { Limit } from './asks.ts';
import { handoffOf } from './handoff.ts';
import { createPieceQueue } from './piece-queue.ts';

/**
 * Answers a question of a visitor, as events with exactly one `done`; rejects with a refusal in the
 * visitor's words. From the moment it resolves the ask runs to its end and is kept, whether
 * somebody reads the events or not. A model writes no faster than they are read, and is not waited
 * for when the visitor has `left` or the server stops.
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
    if (!(error instanceof Problem) || error.code !== 'quota') throw error;
    const language = await questionLanguage(asked);
    throw await limitRefusal(assistant, visitorInfo, error, monthUsedUp, language);
  }
}

async function startAsk(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  left: AbortSignal,
): Promise<AsyncIterable<AskEvent>> {
  assistant.asks.assertRoom();
  const begun = await beginAsk(assistant, site, asked);
  const pieces = createPieceQueue();
  const result = (
    begun.kind === 'fresh'
      ? assistant.asks.run(begun.name, (limit, stopping) => {
          const abandoned = AbortSignal.any([left, stopping]);
          const onPiece = (text: string) => pieces.put(text, abandoned);
          return runAsk(assistant, site, asked, begun, { limit, onPiece, abandoned });
        })
      : repeatAsk(assistant, site, asked, begun)
  ).finally(pieces.end);
  // It may fail before somebody reads, and nobody need ever read.
  result.catch(() => {});
  return askEvents(pieces, result);
}

/** Limits and output of a running ask. */
interface AskControl {
  readonly limit: Limit;
  /** Sends a piece of the answer to the visitor; resolves when there is room for more. */
  readonly onPiece: (text: string) => Promise<void>;
  /** Aborts when the visitor left or the server stops. */
  readonly abandoned: AbortSignal;
}

/** Runs an ask; its result is stored durably before it is sent. */
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
  try {
    await recordAsk(assistant, site, asked, begun, { outcome, result, profile });
    return result;
  } catch (cause) {
    assistant.log.error('a question was not stored', { site: site.id, cause });
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
  const problem = new Problem('busy', 'The first ask with this request_id came to nothing.');
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
  try {
    const found = await control.limit((signal) => askEngine(assistant, site, asked, signal));
    const { language } = found.reply;
    if (site.status === 'paused')
      return {
        text: paused[language],
        answered: false,
        language,
        sources: [],
        counts: false,
        isResting: true,
      };
    const work = { site, asked, ...found, nowMs: assistant.clock(), send: control.onPiece };
    const { text, answered, sources } = await assistant.writer.write(work, control.abandoned);
    return {
      text,
      answered,
      language,
      sources: answered ? sources.slice(0, siteLimits.sourcesMax).map(sourceOf) : [],
      ...(answered || found.reply.suggestions === undefined
        ? {}
        : { suggestions: found.reply.suggestions }),
      counts: true,
    };
  } catch (cause) {
    const problem = asProblem(cause);
    // A stop and a slow day are told as what they are; anything else is a fault of ours.
    if (problem.cause !== undefined)
      assistant.log.error('a question could not be answered', { site: site.id, cause });
    return failureOf(problem, asked.language ?? profile?.languages[0] ?? 'en');
  }
}

type EngineAsk = Pick<AskRequest, 'question'> &
  Partial<Pick<AskRequest, 'history' | 'mode' | 'language'>>;

/** The engine's reply to a visitor of a saved profile. */
export async function askEngine(
  assistant: Assistant,
  site: SiteRow,
  { question, history, mode, language }: EngineAsk,
  signal?: AbortSignal,
) {
  const prepared = await assistant.library.preparedFor(site);
  const ask = {
    question,
    history: history ?? [],
    language,
    mode: mode ?? 'text',
    nowMs: assistant.clock(),
  } as const;
  const reply = await assistant.library.answer({ site, prepared }, ask, signal);
  return { prepared, reply };
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
