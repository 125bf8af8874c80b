import type { AskRequest, Profile } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import { asProblem, Problem } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../site.ts';
import { type Guest, toldToVisitor } from '../visits.ts';
import { monthUsedUp, paused } from '../words.ts';
import { type AskEvent, tellAsk } from './ask-events.ts';
import { questionLanguage } from './ask-language.ts';
import { type Begun, beginAsk, waitForTold } from './ask-once.ts';
import { failureOf, type Outcome, sourceOf, type Told, toldOf } from './ask-outcome.ts';
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
  guest: Guest,
  asked: AskRequest,
  left: AbortSignal,
): Promise<AsyncIterable<AskEvent>> {
  try {
    return await startAsk(assistant, guest.site, asked, left);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'quota') throw error;
    const language = await questionLanguage(asked);
    throw await toldToVisitor(assistant, guest, error, monthUsedUp, language);
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
  const told = (
    begun.kind === 'fresh'
      ? assistant.asks.run(begun.name, (limit, stopping) => {
          const unheard = AbortSignal.any([left, stopping]);
          const hears = (text: string) => pieces.put(text, unheard);
          return produce(assistant, site, asked, begun, { limit, hears, unheard });
        })
      : repeat(assistant, site, asked, begun)
  ).finally(pieces.end);
  // It may fail before somebody reads, and nobody need ever read.
  told.catch(() => {});
  return tellAsk(pieces, told);
}

/** Within which bounds an ask is answered. */
interface Course {
  readonly limit: Limit;
  /** Tells the visitor a beginning of the answer. */
  readonly hears: (text: string) => Promise<void>;
  /** Aborts when nobody is to hear more than is at hand. */
  readonly unheard: AbortSignal;
}

/** The outcome of an ask, kept durably before anybody hears of it. */
async function produce(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  begun: Extract<Begun, { kind: 'fresh' }>,
  course: Course,
): Promise<Told> {
  const profile = await course
    .limit(() => assistant.library.profileOf(site))
    .catch(() => undefined);
  const outcome = await outcomeOf(assistant, site, asked, profile, course);
  const tell = (what: Outcome) => toldOf(what, tellingOf(assistant, site, profile, begun.id));
  const told = tell(outcome);
  try {
    const ways = profile?.notify ?? {};
    await recordAsk(assistant, site, asked, begun, { outcome, told, ways });
    return told;
  } catch (cause) {
    assistant.log.error('a question was not stored', { site: site.id, cause });
    return tell(failureOf(asProblem(cause), outcome.language));
  }
}

async function repeat(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  begun: Extract<Begun, { kind: 'repeat' }>,
): Promise<Told> {
  const told = await waitForTold(assistant, site, begun);
  if (told !== undefined) return told;
  const profile = await assistant.library.profileOf(site);
  const language = asked.language ?? profile.languages[0] ?? 'en';
  const problem = new Problem('busy', 'The first ask with this request_id came to nothing.');
  const failure = failureOf(problem, language);
  return toldOf(failure, tellingOf(assistant, site, profile, begun.id));
}

async function outcomeOf(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  profile: Profile | undefined,
  course: Course,
): Promise<Outcome> {
  try {
    const found = await course.limit((signal) => askEngine(assistant, site, asked, signal));
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
    const { reply, prepared } = await understood(assistant, asked, found, course);
    const { business } = prepared;
    const work = { asked, reply, business, tell: course.hears };
    return {
      text: await assistant.writer.write(work, course.unheard),
      answered: reply.answered,
      language,
      sources: reply.answered ? reply.sources.slice(0, siteLimits.sourcesMax).map(sourceOf) : [],
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

type Found = Awaited<ReturnType<typeof askEngine>>;

/**
 * What the engine finds when a question that it cannot answer is said without leaning on the turns
 * before it. Words that a model chose have to find their answer with more certainty than a visitor's own.
 */
async function understood(
  assistant: Assistant,
  asked: AskRequest,
  found: Found,
  { limit, unheard }: Course,
): Promise<Found> {
  const { answered, language } = found.reply;
  if (answered) return found;
  const question = await assistant.writer.rephrase(asked, language, unheard);
  if (question === undefined) return found;
  const { prepared } = found;
  const strict = { ...prepared, business: { ...prepared.business, strictness: 'high' as const } };
  const ask = {
    question,
    history: [],
    language,
    mode: asked.mode ?? 'text',
    nowMs: assistant.clock(),
  } as const;
  const reply = await limit((signal) => assistant.library.answer(strict, ask, signal));
  return reply.answered ? { prepared, reply } : found;
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
  const reply = await assistant.library.answer(prepared, ask, signal);
  return { prepared, reply };
}

/** What a profile says of how its answers are told; without one, as little as possible. */
function tellingOf(assistant: Assistant, site: SiteRow, profile: Profile | undefined, id: string) {
  const contact = profile ?? { whatsapp: '', phone: '', email: '' };
  return {
    id,
    handoff: handoffOf(assistant, site.id, contact),
    shown: profile?.sources ?? 'none',
  } as const;
}
