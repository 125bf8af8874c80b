import type { AnswerSource, AskRequest, DoneEvent, Language, Profile } from '@baraza/contract';
import { cutCharacters, siteLimits } from '@baraza/contract';
import type { Source } from '../../answers/answers.ts';
import type { Answer, Sink } from '../../http/answer.ts';
import { asProblem } from '../../http/refusal.ts';
import { eventLine, eventStreamHeaders, stillHere, tokenLines } from '../../http/sse.ts';
import { Problem } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../site.ts';
import { failed, paused } from '../words.ts';
import { type Begun, beginAsk, waitForTold } from './ask-once.ts';
import { recordAsk } from './ask-record.ts';
import type { Limit } from './asks.ts';
import { handoffOf } from './handoff.ts';

/** What a stream tells: its text and the fields of its one `done`. */
export interface Told {
  readonly text: string;
  readonly done: Omit<DoneEvent, 'type'>;
}

/** What the engine or a rule came to, before it is told. */
export interface Outcome {
  readonly text: string;
  readonly answered: boolean;
  readonly language: Language;
  readonly sources: readonly AnswerSource[];
  /** Whether it is taken from the month's allowance. */
  readonly counts: boolean;
  /** Whether the assistant rested; then it tells nothing of what the owner should add. */
  readonly isResting?: boolean;
  /** Why there is none; a failure is no gap in what the owner has told. */
  readonly problem?: Problem;
}

/**
 * Answers a question as a stream with exactly one `done`. From the moment it has begun the ask
 * runs to its end and is kept, whether somebody still listens or not; only what a model was
 * writing for a visitor who has left is not waited for.
 */
export async function answerAsk(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
  left: AbortSignal,
): Promise<Answer> {
  assistant.asks.assertRoom();
  const begun = await beginAsk(assistant, site, asked);
  return {
    stream: async (sink) => {
      sink.start(200, eventStreamHeaders);
      let heard = '';
      const hears = async (text: string) => {
        heard += text;
        await sink.write(tokenLines(text));
        await sink.flush();
      };
      const work = () =>
        begun.kind === 'fresh'
          ? assistant.asks.run(begun.name, (limit, stopping) =>
              produce(assistant, site, asked, begun, {
                limit,
                hears,
                unheard: AbortSignal.any([left, stopping]),
              }),
            )
          : repeat(assistant, site, asked, begun);
      await tell(sink, await withSignsOfLife(assistant, sink, work), heard);
    },
  };
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
  const told = toldOf(assistant, site, profile, begun.id, outcome);
  try {
    const ways = profile?.notify ?? {};
    await recordAsk(assistant, site, asked, begun, { outcome, told, ways });
    return told;
  } catch (cause) {
    assistant.log.error('a question was not stored', { site: site.id, cause });
    const lost = failure(asProblem(cause), outcome.language);
    return toldOf(assistant, site, profile, begun.id, lost);
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
  return toldOf(assistant, site, profile, begun.id, failure(problem, language));
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
    return failure(problem, asked.language ?? profile?.languages[0] ?? 'en');
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

function failure(problem: Problem, language: Language): Outcome {
  return { text: failed[language], answered: false, language, sources: [], counts: false, problem };
}

export function sourceOf(source: Source): AnswerSource {
  const quote = cutCharacters(source.quote, siteLimits.quoteCharactersMax);
  const { id, title, url, kind, language } = source;
  return { id, title, url, quote, kind, language };
}

function toldOf(
  assistant: Assistant,
  site: SiteRow,
  profile: Profile | undefined,
  id: string,
  { text, answered, language, sources, problem }: Outcome,
): Told {
  const contact = profile ?? { whatsapp: '', phone: '', email: '' };
  const done = {
    answered,
    language,
    sources: shownSources(sources, profile?.sources ?? 'none'),
    handoff: handoffOf(assistant, site.id, contact),
    id,
  };
  return problem === undefined
    ? { text, done }
    : { text, done: { ...done, error: errorOf(problem, text) } };
}

function errorOf(problem: Problem, text: string) {
  const code = problem.code === 'draining' || problem.code === 'busy' ? 'busy' : 'upstream';
  return { code, error: text };
}

function shownSources(sources: readonly AnswerSource[], shown: Profile['sources']): AnswerSource[] {
  if (shown === 'none') return [];
  return sources.map((source) => (shown === 'full' ? source : { ...source, quote: '' }));
}

/** Nothing for a quick answer; a comment now and then where somebody has to wait. */
async function withSignsOfLife<Result>(
  { asks }: Assistant,
  sink: Sink,
  work: () => Promise<Result>,
): Promise<Result> {
  const beat = setInterval(() => {
    void sink
      .write(stillHere)
      .then(sink.flush)
      .catch(() => {});
  }, asks.silenceMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}

/** Whoever has left meanwhile missed it; the ask itself is done all the same. */
async function tell(sink: Sink, { text, done }: Told, heard: string): Promise<void> {
  // An answer that could not be kept ends with another sentence than it began with.
  const rest = text.startsWith(heard) ? text.slice(heard.length) : `\n${text}`;
  await sink.write(tokenLines(rest) + eventLine({ type: 'done', ...done }));
  await sink.flush();
}
