/**
 * Answers by a language model: where the engine is certain its answer stands; else the model is given the approved
 * information and answers or refuses, and each of its statements is checked before it is sent.
 */

import type { Reply, Source } from '../../answers/knowledge.ts';
import type { Drift } from '../../answers/write/grounding/grounding.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import type { LanguageModel, WritingOrder } from '../../models/models.ts';
import type { Readings } from '../../models/readings.ts';
import { type Edition, stampOf } from '../knowledge/edition.ts';
import { informationCharactersMax } from './model-context.ts';
import type { ModelExam } from './model-exam.ts';
import { createStatementReader } from './statement-reader.ts';
import {
  createToldAnswer,
  loadTellingTools,
  type Telling,
  type ToldAnswer,
} from './told-answer.ts';
import { answerOrder } from './writing-order.ts';
import {
  createWritingTally,
  noneWritten,
  type WritingCounts,
  type WritingResult,
} from './writing-tally.ts';

export interface Writer {
  /**
   * The answer to be told, of which `send` has heard a beginning or nothing. Never rejects for the
   * model's sake: what it fails to say is said in the engine's words. Ends soon after the signal.
   */
  readonly write: (work: Writing, signal: AbortSignal) => Promise<Answer>;
  /** What became of the model's words since the start; answers that nobody waited for are not among them. */
  readonly counts: () => WritingCounts;
}

interface Writing extends Telling {
  readonly site: Edition;
}

interface Answer {
  readonly text: string;
  readonly answered: boolean;
  readonly sources: readonly Source[];
}

export interface WritingTimes {
  /** From the order to the first sentence that may be told. */
  readonly firstMs: number;
  readonly firstVoiceMs: number;
  readonly wholeMs: number;
}

const usual: WritingTimes = { firstMs: 2_500, firstVoiceMs: 1_200, wholeMs: 20_000 };

export const noWriter: Writer = { write: async ({ reply }) => reply, counts: () => noneWritten };

export function createWriter(parts: {
  readonly log: Log;
  readonly clock: Clock;
  readonly loadLanguageModel: () => Promise<LanguageModel | undefined>;
  /** Says whether the passages say a sentence; where it is absent or late, only their own sentences are told. */
  readonly readings: Pick<Readings, 'of' | 'once'>;
  /** Without it, the model is taken for one that may decide. */
  readonly exam?: Pick<ModelExam, 'hasPassed'>;
  /** What the model is given at once, in tokens. */
  readonly contextTokens: number;
  readonly times?: Partial<WritingTimes>;
  /** Hears of each sentence that was checked, and why it cannot be told; for measurements. */
  readonly onChecked?: (sentence: string, why: Drift | undefined) => void;
}): Writer {
  const { log, clock, loadLanguageModel, readings, contextTokens, exam } = parts;
  const times = { ...usual, ...parts.times };
  const tally = createWritingTally(log, clock);

  const readyModel = async (): Promise<LanguageModel | 'none' | 'away'> => {
    try {
      const model = await loadLanguageModel();
      if (model === undefined) return 'none';
      return model.state() === 'ready' ? model : 'away';
    } catch {
      return 'away';
    }
  };

  return {
    counts: tally.counts,
    write: async (work, signal) => {
      const { reply, asked, site } = work;
      if (reply.isCertain || reply.asked === undefined) return reply;
      const model = await readyModel();
      if (model === 'none' || signal.aborted) return reply;
      if (model === 'away') {
        tally.count('failed');
        return reply;
      }
      const tools = await loadTellingTools();
      const charactersMax = informationCharactersMax(contextTokens);
      const { near, question } = reply.asked;
      const items = tools.informationFor(work.prepared, near, reply.language, charactersMax);
      if (items.length === 0) return reply;
      const isTrusted = exam?.hasPassed(model) ?? true;
      const source = { id: site.id, stamp: stampOf(site) };
      const telling = createToldAnswer(
        work,
        items,
        {
          answers: (reading, until) => orAborted(readings.of(source, reading), until),
          said: (reading, until) => readings.once(site, reading, until),
        },
        tools,
        { isTrusted, onChecked: parts.onChecked },
      );
      const order = answerOrder({ ...asked, question }, reply.language, items);
      const firstMs = asked.mode === 'voice' ? times.firstVoiceMs : times.firstMs;
      const ending = await takeStatements(model, telling, order, { ...times, firstMs }, signal);
      // Only what went wrong is told: causes hold what was asked and answered.
      if (ending.outcome !== 'whole' && ending.outcome !== 'refused')
        log.debug('an answer of the model was cut short', { why: ending.outcome });
      const refusal = isTrusted ? tools.words[reply.language].refusal : undefined;
      const { answer, fate } = answerAfter(ending, telling, reply, refusal);
      if (ending.outcome !== 'left') tally.count(fate);
      return answer;
    },
  };
}

/** What the visitor gets, and what became of the model's words. */
function answerAfter(
  { outcome, hasFailed }: Ending,
  telling: ToldAnswer,
  reply: Reply,
  /** Undefined where the model's refusal does not count. */
  refusal: string | undefined,
): { readonly answer: Answer; readonly fate: WritingResult } {
  const { text, sources } = telling.told();
  if (text !== '') {
    const { passed, replaced, dropped } = telling.counts();
    const isWhole = outcome === 'whole' && replaced + dropped === 0;
    // What was told in the owner's words alone is nothing that the model wrote.
    const fate = isWhole ? 'written' : passed > 0 ? 'mended' : 'built_in';
    return { answer: { text, answered: true, sources }, fate };
  }
  if (outcome !== 'refused') return { answer: reply, fate: hasFailed ? 'failed' : 'built_in' };
  const stands = !reply.answered || reply.isOwnersQuestion === true;
  if (stands || refusal === undefined) return { answer: reply, fate: 'written' };
  // What the engine is certain of was never asked here, so that the model's word counts more.
  return { answer: { text: refusal, answered: false, sources: [] }, fate: 'written' };
}

type Outcome = 'whole' | 'refused' | 'late' | 'left' | 'unfinished' | 'repeated' | string;

interface Ending {
  readonly outcome: Outcome;
  /** Whether the model broke off or was late, rather than wrote what cannot be told. */
  readonly hasFailed: boolean;
}

async function takeStatements(
  model: LanguageModel,
  telling: ToldAnswer,
  order: WritingOrder,
  times: { readonly firstMs: number; readonly wholeMs: number },
  given: AbortSignal,
): Promise<Ending> {
  const cut = new AbortController();
  const signal = AbortSignal.any([given, cut.signal]);
  const whole = setTimeout(() => cut.abort(), times.wholeMs);
  const first = setTimeout(() => cut.abort(), times.firstMs);
  const reader = createStatementReader();
  const takeAll = async (
    statements: ReturnType<typeof reader.push>,
  ): Promise<Outcome | undefined> => {
    for (const statement of statements) {
      const ended = await telling.take(statement, signal);
      if (telling.told().text !== '') clearTimeout(first);
      if (ended !== undefined) return ended;
    }
    return undefined;
  };
  try {
    let outcome: Outcome | undefined;
    for await (const written of model.write(order, signal)) {
      if (outcome !== undefined) continue;
      if (written.type === 'end') {
        // What was cut off in the middle of a statement is none.
        const isEnded = written.reason === 'stop' || written.reason === 'other';
        const ended = isEnded ? await takeAll(reader.end()) : 'unfinished';
        outcome = ended ?? (reader.hasRefused() ? 'refused' : 'whole');
        continue;
      }
      const ended = await takeAll(reader.push(written.text));
      if (ended !== undefined) return { outcome: ended, hasFailed: false };
      if (reader.waiting() > waitingCharsMax) return { outcome: 'length', hasFailed: false };
    }
    return { outcome: outcome ?? 'unfinished', hasFailed: false };
  } catch (error) {
    if (given.aborted) return { outcome: 'left', hasFailed: false };
    return { outcome: cut.signal.aborted ? 'late' : reasonOf(error), hasFailed: true };
  } finally {
    clearTimeout(whole);
    clearTimeout(first);
  }
}

const waitingCharsMax = 2_000;

/** What others may wait for too is not cut off, but waited for no longer. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Problem ? error.code : 'fault';
}
