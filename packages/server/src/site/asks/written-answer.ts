/**
 * Answers by a language model: where the engine is certain its reply is sent; otherwise the model is given the approved
 * information and answers or refuses, and the engine checks each of its statements before it is sent.
 */
import type { AskRequest } from '@baraza/contract';
import type { Source } from '../../answers/knowledge.ts';
import type { EngineAnswer, EngineWriting } from '../../engine/engine.ts';
import type { StatementCounts, WritingWish } from '../../engine/messages.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import type { LanguageModel, WritingOrder } from '../../models/models.ts';
import { informationCharactersMax } from './model-context.ts';
import type { ModelExam } from './model-exam.ts';
import { createStatementReader, type Statement } from './statement-reader.ts';
import { answerOrder } from './writing-order.ts';
import {
  createWritingTally,
  noneWritten,
  type WritingCounts,
  type WritingResult,
} from './writing-tally.ts';

export interface Writer {
  /** What the engine prepares for the model; undefined where no model is ready. */
  readonly wish: () => Promise<WritingWish | undefined>;
  /**
   * The whole answer; `send` has got its beginning or nothing. Never rejects because of the model: what it fails to
   * say is said in the engine's words. Ends soon after the signal.
   */
  readonly write: (work: Writing, signal: AbortSignal) => Promise<Answer>;
  /** Results since the start; answers that were abandoned are not counted. */
  readonly counts: () => WritingCounts;
}

interface Writing extends EngineAnswer {
  readonly asked: AskRequest;
  /** Resolves when the visitor has room for more; rejects when the visitor has left. */
  readonly send: (text: string) => Promise<void>;
}

interface Answer {
  readonly text: string;
  readonly answered: boolean;
  readonly sources: readonly Source[];
}

export interface WritingTimes {
  /** From the order to the first checked sentence. */
  readonly firstMs: number;
  readonly firstVoiceMs: number;
  readonly wholeMs: number;
}

const usualTimes: WritingTimes = { firstMs: 2_500, firstVoiceMs: 1_200, wholeMs: 20_000 };

export const noWriter: Writer = {
  wish: async () => undefined,
  write: async ({ reply }) => reply,
  counts: () => noneWritten,
};

export function createWriter(parts: {
  readonly log: Log;
  readonly clock: Clock;
  readonly loadLanguageModel: () => Promise<LanguageModel | undefined>;
  /** Without it, the model may decide what answers. */
  readonly exam?: Pick<ModelExam, 'hasPassed'>;
  /** The size of the model's prompt, in tokens. */
  readonly contextTokens: number;
  readonly times?: Partial<WritingTimes>;
}): Writer {
  const { log, clock, loadLanguageModel, contextTokens, exam } = parts;
  const times = { ...usualTimes, ...parts.times };
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
    wish: async () => {
      const model = await readyModel();
      if (typeof model === 'string') return undefined;
      const charactersMax = informationCharactersMax(contextTokens);
      return { charactersMax, isTrusted: exam?.hasPassed(model) ?? true };
    },
    write: async ({ asked, reply, writing, send }, signal) => {
      if (reply.isCertain) return reply;
      const model = await readyModel();
      if (model === 'away') tally.count('failed');
      if (typeof model === 'string' || signal.aborted || writing === undefined) {
        writing?.end();
        return reply;
      }
      const { question, items } = writing;
      const order = answerOrder({ ...asked, question }, reply.language, items);
      const firstMs = asked.mode === 'voice' ? times.firstVoiceMs : times.firstMs;
      const sent = createSentAnswer(writing, send);
      const ending = await takeStatements(model, sent, order, { ...times, firstMs }, signal);
      writing.end();
      // The model may have known an answer that could not be checked: that is busy, not unknown.
      if (ending.unchecked !== undefined && sent.text() === '' && !reply.answered)
        throw ending.unchecked;
      // Only the kind of failure is logged: causes contain questions and answers.
      if (ending.outcome !== 'whole' && ending.outcome !== 'refused')
        log.debug('an answer of the model was cut short', { why: ending.outcome });
      const { answer, result } = answerAfter(ending, sent, { reply, writing });
      if (ending.outcome !== 'left') tally.count(result);
      return answer;
    },
  };
}

/** The checked sentences that the visitor has got so far. */
interface SentAnswer {
  /** Checks a statement and sends what passes; undefined to go on, otherwise how the answer has ended. */
  readonly take: (statement: Statement, signal: AbortSignal) => Promise<Outcome | undefined>;
  readonly text: () => string;
  readonly sources: () => readonly Source[];
  readonly counts: () => StatementCounts;
}

function createSentAnswer(
  writing: EngineWriting,
  send: (text: string) => Promise<void>,
): SentAnswer {
  const sources: Source[] = [];
  let text = '';
  let counts: StatementCounts = { passed: 0, replaced: 0, dropped: 0 };
  return {
    text: () => text,
    sources: () => sources,
    counts: () => counts,
    take: async (statement, signal) => {
      const checked = await writing.check(statement, signal).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new NotChecked('a statement was not checked', { cause });
      });
      ({ counts } = checked);
      for (const sentence of checked.sentences) {
        text += sentence.text;
        sources.push(...sentence.sources);
        await send(sentence.text);
      }
      return checked.ended;
    },
  };
}

/** What the visitor gets, and the result of the model's work. */
function answerAfter(
  { outcome, hasFailed }: Ending,
  sent: SentAnswer,
  { reply, writing }: { readonly reply: EngineAnswer['reply']; readonly writing: EngineWriting },
): { readonly answer: Answer; readonly result: WritingResult } {
  const text = sent.text();
  if (text !== '') {
    const { passed, replaced, dropped } = sent.counts();
    const isWhole = outcome === 'whole' && replaced + dropped === 0;
    // An answer in the owner's sentences alone was not written by the model.
    const result = isWhole ? 'written' : passed > 0 ? 'mended' : 'built_in';
    return { answer: { text, answered: true, sources: sent.sources() }, result };
  }
  if (outcome !== 'refused') return { answer: reply, result: hasFailed ? 'failed' : 'built_in' };
  const isKept = !reply.answered || reply.isOwnersQuestion === true || !writing.isTrusted;
  if (isKept) return { answer: reply, result: 'written' };
  // What the engine is certain of is never put to the model, so that its refusal counts.
  return { answer: { text: writing.refusal, answered: false, sources: [] }, result: 'written' };
}

type Outcome = 'whole' | 'refused' | 'late' | 'left' | 'unfinished' | 'repeated' | string;

interface Ending {
  readonly outcome: Outcome;
  /** Whether the model broke off or was late, rather than wrote what cannot be sent. */
  readonly hasFailed: boolean;
  /** Why a statement could not be checked. */
  readonly unchecked?: Problem;
}

/** The engine was too busy to check a statement, or has ended. */
class NotChecked extends Error {}

async function takeStatements(
  model: LanguageModel,
  sent: SentAnswer,
  order: WritingOrder,
  times: { readonly firstMs: number; readonly wholeMs: number },
  given: AbortSignal,
): Promise<Ending> {
  const cut = new AbortController();
  const signal = AbortSignal.any([given, cut.signal]);
  const whole = setTimeout(() => cut.abort(), times.wholeMs);
  const first = setTimeout(() => cut.abort(), times.firstMs);
  const reader = createStatementReader();
  const takeAll = async (statements: readonly Statement[]): Promise<Outcome | undefined> => {
    for (const statement of statements) {
      const ended = await sent.take(statement, signal);
      if (sent.text() !== '') clearTimeout(first);
      if (ended !== undefined) return ended;
    }
    return undefined;
  };
  try {
    let outcome: Outcome | undefined;
    for await (const written of model.write(order, signal)) {
      if (outcome !== undefined) continue;
      if (written.type === 'end') {
        // A statement that was cut off in the middle does not count.
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
    if (error instanceof NotChecked) {
      const sentence = 'The answer could not be checked; please ask again shortly.';
      const unchecked = new Problem('busy', sentence, { retryAfterSeconds: 2 });
      return { outcome: 'unchecked', hasFailed: false, unchecked };
    }
    return { outcome: cut.signal.aborted ? 'late' : reasonOf(error), hasFailed: true };
  } finally {
    clearTimeout(whole);
    clearTimeout(first);
  }
}

const waitingCharsMax = 2_000;

function reasonOf(error: unknown): string {
  return error instanceof Problem ? error.code : 'fault';
}
