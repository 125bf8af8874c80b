/**
 * Answers written by a language model: the engine retrieves and decides, the model only words it,
 * and each of its sentences is checked against the passages before it is sent.
 */

import type { AskRequest } from '@baraza/contract';
import type { Basis } from '../../answers/grounding/basis.ts';
import type { Drift, Grounding } from '../../answers/grounding/grounding.ts';
import type { Reply } from '../../answers/knowledge.ts';
import type { Prepared } from '../../answers/prepared.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import type { LanguageModel } from '../../models/models.ts';
import type { Readings } from '../../models/readings.ts';
import type { Edition } from '../knowledge/edition.ts';
import { createSentenceReader, type Sentence } from './sentence-reader.ts';
import { answerOrder, rephraseOrder } from './writing-order.ts';
import {
  createWritingTally,
  noneWritten,
  type WritingCounts,
  type WritingResult,
} from './writing-tally.ts';

export interface Writer {
  /**
   * The answer to be told, of which `tell` has heard a beginning or nothing. Never rejects for the
   * model's sake: what it fails to say is said in the engine's words. Ends soon after the signal.
   */
  readonly write: (work: Writing, signal: AbortSignal) => Promise<string>;
  /**
   * A question that leans on the turns before it, said so that it can be found; undefined where
   * that did not come in time.
   */
  readonly rephrase: (
    asked: Pick<AskRequest, 'question' | 'history'>,
    language: Reply['language'],
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** What became of the model's words since the start; answers that nobody waited for are not among them. */
  readonly counts: () => WritingCounts;
}

interface Writing {
  readonly site: Edition;
  readonly asked: AskRequest;
  /** What the engine answers. */
  readonly reply: Reply;
  readonly business: Prepared['business'];
  /** Resolves when the visitor has room for more; rejects when there is no visitor any more. */
  readonly send: (text: string) => Promise<void>;
}

export interface WritingTimes {
  /** From the order to the first sentence that may be told. */
  readonly firstMs: number;
  readonly firstVoiceMs: number;
  readonly wholeMs: number;
  readonly rephraseMs: number;
}

const usual: WritingTimes = {
  firstMs: 6_000,
  firstVoiceMs: 3_000,
  wholeMs: 20_000,
  rephraseMs: 1_500,
};

export const noWriter: Writer = {
  write: async ({ reply }) => reply.text,
  rephrase: async () => undefined,
  counts: () => noneWritten,
};

export function createWriter(parts: {
  readonly log: Log;
  readonly clock: Clock;
  readonly loadLanguageModel: () => Promise<LanguageModel | undefined>;
  /** Says whether the passages say a sentence; where it is absent or late, only their own sentences are told. */
  readonly readings: Pick<Readings, 'once'>;
  readonly times?: Partial<WritingTimes>;
}): Writer {
  const { log, clock, loadLanguageModel, readings } = parts;
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

  // Only what went wrong is told: causes hold what was asked and answered.
  const note = (why: string) => log.debug('the built-in answer was given', { why });

  return {
    counts: tally.counts,
    write: async (work, signal) => {
      const { reply, asked, site } = work;
      if (!isFromPassages(reply)) return reply.text;
      const model = await readyModel();
      if (model === 'none' || signal.aborted) return reply.text;
      if (model === 'away') {
        tally.count('failed');
        return reply.text;
      }
      const { createGrounding, toldShare, vagueShare } = await import(
        '../../answers/grounding/grounding.ts'
      );
      const { statementsOf } = await import('../../answers/grounding/tidy-sentence.ts');
      const { spoken } = await import('../../answers/spoken-form.ts');
      const basis = basisOf(work);
      const grounding = createGrounding(basis, (reading, until) =>
        readings.once(site, reading, until),
      );
      const telling = createCheckedStream(work, grounding, spoken);
      const order = answerOrder(asked, reply.language, basis.passages);
      const firstMs = asked.mode === 'voice' ? times.firstVoiceMs : times.firstMs;
      const ending = await streamSentences(model, telling, order, { ...times, firstMs }, signal);
      const { outcome } = ending;
      if (outcome !== 'whole') note(outcome);
      const { text, count } = telling.sent();
      const countAs = (fate: WritingResult) => {
        if (outcome !== 'left') tally.count(fate);
      };
      if (text === '') {
        countAs(ending.hasFailed ? 'failed' : 'built_in');
        return reply.text;
      }
      const sentences = statementsOf(reply.text);
      const missing = grounding.untold(
        sentences,
        text,
        outcome === 'whole' ? vagueShare : toldShare,
      );
      // A whole answer may be shorter than ours, but not about nothing of it.
      if (outcome === 'whole' && missing.length < sentences.length) {
        countAs('written');
        return text;
      }
      countAs('mended');
      const most = asked.mode === 'voice' ? limits.voice.sentences - count : missing.length;
      return [text, ...missing.slice(0, Math.max(0, most))].join(' ');
    },
    rephrase: async (asked, language, signal) => {
      const { canRephrase, acceptedRephrasing } = await import(
        '../../answers/grounding/rephrased.ts'
      );
      const ask = { question: asked.question, history: asked.history ?? [] };
      if (!canRephrase(ask)) return undefined;
      const model = await readyModel();
      if (model === 'none' || model === 'away') return undefined;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(times.rephraseMs)]);
      try {
        let text = '';
        for await (const written of model.write(
          rephraseOrder({ ...ask, mode: undefined }, language),
          limit,
        )) {
          if (written.type === 'text') text += written.text;
          if (text.length > rephrasedCharsMax) return undefined;
        }
        return acceptedRephrasing(text, ask, language);
      } catch (error) {
        note(reasonOf(error));
        return undefined;
      }
    },
  };
}

const rephrasedCharsMax = 1_000;
const limits = {
  text: { sentences: 6, characters: 900 },
  voice: { sentences: 2, characters: 420 },
} as const;
/** Sentences that state nothing are left out, but not for ever. */
const readMax = 20;

/** Hours, prices and contacts, small talk and refusals are the engine's own. */
function isFromPassages({ answered, passages }: Reply): boolean {
  return (
    answered &&
    passages !== undefined &&
    passages.length > 0 &&
    passages.every(({ entry }) => entry.kind !== 'profile')
  );
}

function basisOf({ reply, business }: Writing): Basis {
  const { text: builtIn, language, passages = [] } = reply;
  return {
    language,
    builtIn,
    names: [business.name, business.business].flatMap((name) =>
      typeof name === 'string' ? [name] : [name.sw ?? '', name.en ?? ''],
    ),
    passages: passages.map(({ entry, text, language: told }) => ({
      kind: entry.kind,
      title: entry.title,
      text,
      language: told,
    })),
  };
}

type Outcome = 'whole' | Drift | 'late' | 'left' | 'unfinished' | 'repeated' | string;

interface CheckedStream {
  /** Undefined to go on; else how it has ended. */
  readonly take: (sentence: Sentence, signal: AbortSignal) => Promise<Outcome | undefined>;
  readonly sent: () => { readonly text: string; readonly count: number };
}

function createCheckedStream(
  { asked, reply: { language }, send }: Writing,
  grounding: Grounding,
  spoken: (text: string, language: Reply['language']) => string,
): CheckedStream {
  const mode = asked.mode === 'voice' ? 'voice' : 'text';
  const most = limits[mode];
  let text = '';
  let count = 0;
  let read = 0;
  return {
    sent: () => ({ text, count }),
    take: async (sentence, signal) => {
      read += 1;
      if (read > readMax) return 'length';
      const checked = await grounding.check(sentence.text, signal);
      if (checked.kind === 'drift') return checked.why;
      if (checked.kind === 'empty') return undefined;
      const said = mode === 'voice' ? spoken(checked.text, language) : checked.text;
      if (said === '') return undefined;
      if (text.includes(said)) return 'repeated';
      const piece =
        text === '' ? said : `${sentence.isLine && mode === 'text' ? '\n' : ' '}${said}`;
      if (text.length + piece.length > most.characters) return text === '' ? 'length' : 'whole';
      text += piece;
      count += 1;
      await send(piece);
      return count >= most.sentences ? 'whole' : undefined;
    },
  };
}

interface Ending {
  readonly outcome: Outcome;
  /** Whether the model broke off or was late, rather than wrote what cannot be told. */
  readonly hasFailed: boolean;
}

async function streamSentences(
  model: LanguageModel,
  telling: CheckedStream,
  order: ReturnType<typeof answerOrder>,
  times: { readonly firstMs: number; readonly wholeMs: number },
  given: AbortSignal,
): Promise<Ending> {
  const cut = new AbortController();
  const signal = AbortSignal.any([given, cut.signal]);
  const whole = setTimeout(() => cut.abort(), times.wholeMs);
  const first = setTimeout(() => cut.abort(), times.firstMs);
  const reader = createSentenceReader();
  const takeAll = async (sentences: readonly Sentence[]): Promise<Outcome | undefined> => {
    for (const sentence of sentences) {
      const ended = await telling.take(sentence, signal);
      if (telling.sent().count > 0) clearTimeout(first);
      if (ended !== undefined) return ended;
    }
    return undefined;
  };
  try {
    let outcome: Outcome | undefined;
    for await (const written of model.write(order, signal)) {
      if (outcome !== undefined) continue;
      if (written.type === 'end') {
        // What was cut off in the middle of a sentence is no sentence.
        outcome =
          written.reason === 'stop' || written.reason === 'other'
            ? ((await takeAll(reader.end())) ?? 'whole')
            : 'unfinished';
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

const waitingCharsMax = 800;

function reasonOf(error: unknown): string {
  return error instanceof Problem ? error.code : 'fault';
}
