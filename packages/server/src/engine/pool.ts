/** The engine in several processes. */
import type { Log } from '../kernel/log.ts';
import { createTally } from '../kernel/measures/tally.ts';
import { Problem } from '../kernel/problem.ts';
import { race } from '../kernel/race.ts';
import { createCalls } from './calls.ts';
import type {
  Engine,
  EngineSource,
  EngineWriting,
  QuestionOptions,
  QuestionResult,
} from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import type { OpenWriting } from './messages.ts';
import { type Answered, createQuestions, isBusy } from './questions.ts';
import { createTurns } from './turns.ts';

interface PoolOptions {
  readonly processes: readonly EngineProcess[];
  /** How many questions are read at once: at most one for each processor. */
  readonly atOnce: number;
  readonly hasEncoder: boolean;
  readonly log: Log;
}

// A large edition takes seconds to open; the stream of a question begins before that.
const admissionMs = 1_000;

export function createEnginePool({ processes, atOnce, hasEncoder, log }: PoolOptions): Engine {
  const closing = new AbortController();
  const turns = createTurns(atOnce);
  const calls = createCalls(processes, closing.signal, log);
  const questions = createQuestions(calls, turns, closing.signal);
  const tally = createTally<QuestionResult>(['read', 'cached', 'busy', 'failed']);

  const countResult = async (answering: Promise<Answered>, { signal }: QuestionOptions) => {
    try {
      const answered = await answering;
      if (answered.reply.memo !== undefined) tally.count('read');
      else if (answered.reply.isRemembered) tally.count('cached');
      return answered;
    } catch (error) {
      if (isBusy(error) && error.cause === undefined) tally.count('busy');
      else if (!signal?.aborted && !closing.signal.aborted) tally.count('failed');
      throw error;
    }
  };

  /** A model's statements are read like questions, in turn with those of others. */
  const writingOn = (
    engine: number,
    { owner, id: site }: EngineSource,
    { network }: QuestionOptions,
    { id: writing, ...opened }: OpenWriting,
  ): EngineWriting => ({
    ...opened,
    end: () => calls.notify(engine, { endWriting: writing }),
    check: async ({ say, from }, signal) => {
      const choices = () => [engine];
      const turn = await turns.take({ owner, site, network, choices, holders: choices }, signal);
      const request = { kind: 'statement', writing, say, from } as const;
      // Another engine does not have the answer.
      const check = () => questions.askInTurn(turn, request, signal);
      const reply = await calls.retrying(check, signal, 1);
      if (reply.kind === 'unknown') throw new Error('the engine has lost the answer');
      return reply;
    },
  });

  return {
    hasEncoder,
    question: async (source, ask, given = {}) => {
      const admitted = Promise.withResolvers<void>();
      const answering = questions.answer(source, ask, given, admitted.resolve);
      const answer = countResult(answering, given).then(
        ({ reply: { reply, writing }, engine }) => ({
          reply,
          writing: writing && writingOn(engine, source, given, writing),
        }),
      );
      // The answer may fail before the caller awaits it: that is no unhandled rejection.
      answer.catch(() => {});
      const decided = Promise.race([admitted.promise, answer]);
      await race<unknown, void>(decided, { limitMs: admissionMs }, () => {});
      return { answer };
    },
    open: async (source) =>
      (await calls.askOpened(source, { kind: 'status', edition: editionOf(source) })).reply,
    embed: async (source, textsMax) =>
      (await calls.askOpened(source, { kind: 'embed', edition: editionOf(source), textsMax }))
        .reply,
    vectorsStored: (source) => calls.drop(editionOf(source), calls.choices(source)[0]),
    passages: async (source, { question, history }, charactersMax) => {
      const ask = { question, history };
      const request = { kind: 'passages', edition: editionOf(source), ask, charactersMax } as const;
      return (await calls.askOpened(source, request)).reply.passages;
    },
    measures: {
      results: tally.counts,
      waitingCount: turns.waitingCount,
      waits: questions.waits,
    },
    close: async () => {
      closing.abort(new Problem('draining', 'The server is stopping; please ask again shortly.'));
      await Promise.all(processes.map((child) => child.close()));
    },
  };
}

function editionOf({ id, stamp }: EngineSource) {
  return { id, stamp };
}
