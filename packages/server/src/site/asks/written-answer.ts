/**
 * Answers by a language model: if the engine is certain its reply is sent; otherwise the model is given the approved
 * information and answers or refuses, and the engine checks each of its statements before it is sent.
 */
import { hourMs } from '@baraza/contract';
import type { Source } from '../../answers/knowledge.ts';
import type { EngineAnswer, EngineWriting } from '../../engine/engine.ts';
import type { StatementCounts, WritingOptions } from '../../engine/messages.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { createTally } from '../../kernel/measures/tally.ts';
import { Problem } from '../../kernel/problem.ts';
import type { LanguageModel } from '../../models/models.ts';
import type { Asked } from './ask-outcome.ts';
import type { ModelExam } from './model-exam.ts';
import { createStatementReader, type Statement } from './statement-reader.ts';
import { answerRequest, informationCharactersMax } from './writing-request.ts';

/**
 * `written`: all sentences passed. `mended`: some did, and the rest was replaced by approved ones.
 * `built_in`: none did. `failed`: no sentence arrived, or not in time.
 */
const writingResults = ['written', 'mended', 'built_in', 'failed'] as const;
type WritingResult = (typeof writingResults)[number];

interface Writing extends EngineAnswer {
  readonly asked: Asked;
  /** Resolves when the visitor has room for more; rejects when the visitor has left. */
  readonly send: (text: string) => Promise<void>;
}

interface Answer {
  readonly text: string;
  readonly answered: boolean;
  readonly sources: readonly Source[];
}

export interface WritingTimes {
  /** From the request to the first checked sentence. */
  readonly firstMs: number;
  readonly firstVoiceMs: number;
  readonly wholeMs: number;
}

const defaultTimes: WritingTimes = { firstMs: 2_500, firstVoiceMs: 1_200, wholeMs: 20_000 };

export const noWriter: ReturnType<typeof createWriter> = {
  options: async () => undefined,
  write: async ({ reply }) => reply,
  counts: createTally(writingResults).counts,
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
}) {
  const { log, clock, loadLanguageModel, contextTokens, exam } = parts;
  const times = { ...defaultTimes, ...parts.times };
  const tally = createTally(writingResults);
  const warnOfFailures = createFailureWarning(log, clock);
  const count = (result: WritingResult): void => {
    tally.count(result);
    warnOfFailures(result);
  };

  const readyModel = async (): Promise<LanguageModel | 'none' | 'paused'> => {
    try {
      const model = await loadLanguageModel();
      if (model === undefined) return 'none';
      return model.state() === 'ready' ? model : 'paused';
    } catch {
      return 'paused';
    }
  };

  return {
    /** Results since the start; answers that were abandoned are not counted. */
    counts: tally.counts,
    /** What the engine prepares for the model; undefined if no model is ready. */
    options: async (): Promise<WritingOptions | undefined> => {
      const model = await readyModel();
      if (typeof model === 'string') return undefined;
      const charactersMax = informationCharactersMax(contextTokens);
      return { charactersMax, isTrusted: exam?.hasPassed(model) ?? true };
    },
    /**
     * The whole answer; `send` has received its beginning, or nothing. Never rejects because of the model: if it
     * fails, the engine's reply is the answer. Ends soon after the signal.
     */
    write: async (
      { asked, reply, writing, send }: Writing,
      signal: AbortSignal,
    ): Promise<Answer> => {
      if (reply.isCertain) return reply;
      const model = await readyModel();
      if (model === 'paused') count('failed');
      try {
        if (typeof model === 'string' || signal.aborted || writing === undefined) return reply;
        const question = { ...asked, question: writing.question };
        const request = answerRequest(question, reply.language, writing.items);
        const firstMs = asked.mode === 'voice' ? times.firstVoiceMs : times.firstMs;
        const limits = { firstMs, wholeMs: times.wholeMs };
        const write = (until: AbortSignal) => model.write(request, until);
        const sent = await sendChecked(write, writing, send, limits, signal);
        // Only the kind of ending is logged: causes contain questions and answers.
        if (sent.ending !== 'whole' && sent.ending !== 'refused')
          log.debug('an answer of the model was cut short', { why: sent.why ?? sent.ending });
        // The model may have known an answer that could not be checked: that is busy, not unknown.
        if (sent.ending === 'unchecked' && sent.text === '' && !reply.answered)
          throw uncheckedAnswer();
        if (sent.ending !== 'left') count(resultOf(sent));
        return answerOf(sent, reply, writing);
      } finally {
        writing?.end();
      }
    },
  };
}

/** What the visitor has received of the model's answer, and how it ended. */
interface SentText {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly counts: StatementCounts;
  /**
   * `cut`: the model wrote what cannot be sent; `failed`: it broke off or was late; `unchecked`: the engine was too
   * busy to check a statement; `left`: the visitor left.
   */
  readonly ending: 'whole' | 'refused' | 'cut' | 'failed' | 'unchecked' | 'left';
  readonly why?: string;
}

function answerOf(
  { text, sources, ending }: SentText,
  reply: EngineAnswer['reply'],
  { isTrusted, refusal }: EngineWriting,
): Answer {
  if (text !== '') return { text, answered: true, sources };
  // The engine's certain replies are never put to the model, so the refusal of a trusted model counts.
  const isRefusal = ending === 'refused' && isTrusted && reply.isOwnersQuestion !== true;
  return isRefusal && reply.answered ? { text: refusal, answered: false, sources: [] } : reply;
}

function resultOf({ text, counts, ending }: SentText): WritingResult {
  if (text === '' && ending === 'refused') return 'written';
  if (text === '') return ending === 'failed' ? 'failed' : 'built_in';
  if (ending === 'whole' && counts.replaced + counts.dropped === 0) return 'written';
  // An answer in the owner's sentences alone was not written by the model.
  return counts.passed > 0 ? 'mended' : 'built_in';
}

/** The engine was too busy to check a statement, or has ended. */
class NotChecked extends Error {}

/** Reads the model's statements as they come, has each one checked, and sends what passes. */
async function sendChecked(
  write: (signal: AbortSignal) => ReturnType<LanguageModel['write']>,
  writing: EngineWriting,
  send: Writing['send'],
  { firstMs, wholeMs }: Omit<WritingTimes, 'firstVoiceMs'>,
  left: AbortSignal,
): Promise<SentText> {
  const late = new AbortController();
  const signal = AbortSignal.any([left, late.signal]);
  const first = setTimeout(() => late.abort(), firstMs);
  const whole = setTimeout(() => late.abort(), wholeMs);
  const reader = createStatementReader();
  const sources: Source[] = [];
  let text = '';
  let counts: StatementCounts = { passed: 0, replaced: 0, dropped: 0 };

  /** Returns how the answer has ended; undefined to continue. */
  const take = async (statements: readonly Statement[]): Promise<string | undefined> => {
    for (const statement of statements) {
      const checked = await writing.check(statement, signal).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new NotChecked('a statement was not checked', { cause });
      });
      ({ counts } = checked);
      for (const sentence of checked.sentences) {
        clearTimeout(first);
        text += sentence.text;
        sources.push(...sentence.sources);
        await send(sentence.text);
      }
      if (checked.ended !== undefined) return checked.ended;
    }
    return undefined;
  };

  const takeAll = async (): Promise<string> => {
    let ending = 'unfinished';
    for await (const written of write(signal)) {
      const isText = written.type === 'text';
      // Otherwise the last statement was cut off in the middle and does not count.
      const isWhole = !isText && (written.reason === 'stop' || written.reason === 'other');
      const ended = await take(isText ? reader.push(written.text) : isWhole ? reader.end() : []);
      if (ended !== undefined) return ended;
      if (isText && reader.waiting() > waitingCharsMax) return 'length';
      if (isWhole) ending = reader.hasRefused() ? 'refused' : 'whole';
    }
    return ending;
  };

  const sent = (ending: SentText['ending'], why?: string): SentText => ({
    ...{ text, sources, counts, ending },
    ...(why === undefined ? {} : { why }),
  });
  try {
    const ending = await takeAll();
    return ending === 'whole' || ending === 'refused' ? sent(ending) : sent('cut', ending);
  } catch (error) {
    if (left.aborted) return sent('left');
    if (error instanceof NotChecked) return sent('unchecked');
    if (late.signal.aborted) return sent('failed', 'late');
    return sent('failed', error instanceof Problem ? error.code : 'fault');
  } finally {
    clearTimeout(first);
    clearTimeout(whole);
  }
}

const waitingCharsMax = 2_000;

function uncheckedAnswer(): Problem {
  const sentence = 'The answer could not be checked; please ask again shortly.';
  return new Problem('busy', sentence, { retryAfterSeconds: 2 });
}

const failuresMax = 20;

/** Warns the operator, at most once an hour, when none of the model's last answers was sent. */
function createFailureWarning(log: Log, clock: Clock): (result: WritingResult) => void {
  let inARow = { built_in: 0, failed: 0 };
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  return (result) => {
    if (result === 'written' || result === 'mended') {
      inARow = { built_in: 0, failed: 0 };
      return;
    }
    inARow[result] += 1;
    const nowMs = clock();
    if (inARow.built_in + inARow.failed < failuresMax || nowMs < quietUntilMs) return;
    quietUntilMs = nowMs + hourMs;
    log.warn(
      'none of the last answers of the model of BARAZA_MODEL was sent; see docs/operating/models.md',
      { rejected: inARow.built_in, failed: inARow.failed },
    );
  };
}
