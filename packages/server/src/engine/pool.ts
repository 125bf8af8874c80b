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
import { createHedges, type HedgeOptions } from './remote/hedges.ts';
import { createTurns, type Turns } from './turns.ts';

interface PoolOptions {
  /** Engines on other machines may join later. */
  readonly processes: readonly EngineProcess[];
  /** How many questions are read at once: at most one for each processor. */
  readonly atOnce: () => number;
  readonly hasEncoder: boolean;
  readonly log: Log;
  readonly turns?: Turns;
  readonly wait?: HedgeOptions['wait'];
}

// A large edition takes seconds to open; the stream of a question begins before that.
const admissionMs = 1_000;
// An engine on another machine counts as slow after this time, or after three average questions if that is longer.
const patienceMinMs = 400;

export function createEnginePool(options: PoolOptions): Engine {
  const { processes, hasEncoder } = options;
  const closing = new AbortController();
  const turns = options.turns ?? createTurns(options.atOnce);
  const patienceMs = () => Math.max(3 * turns.meanMs(), patienceMinMs);
  const hedges = createHedges({ patienceMs, onSlow: turns.recheck, wait: options.wait });
  const calls = createCalls(processes, hedges, closing.signal, options.log);
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
    vectorsStored: (source) => {
      calls.notifyOthers({ drop: editionOf(source) }, calls.choices(source)[0]);
      calls.openElsewhere(source);
    },
    passages: async (source, { question, history }, charactersMax) => {
      const ask = { question, history };
      const request = { kind: 'passages', edition: editionOf(source), ask, charactersMax } as const;
      return (await calls.askOpened(source, request)).reply.passages;
    },
    measures: {
      results: tally.counts,
      waitingCount: turns.waitingCount,
      waits: questions.waits,
      remotes: () => remotesIn(processes),
    },
    close: async () => {
      closing.abort(new Problem('draining', 'The server is stopping; please ask again shortly.'));
      await Promise.all(processes.map((child) => child.close()));
    },
  };
}

function remotesIn(processes: readonly EngineProcess[]): { readonly [engine: string]: 0 | 1 } {
  return Object.fromEntries(
    processes.flatMap(({ remote, isRunning }) =>
      remote === undefined ? [] : [[remote.name, isRunning() ? 1 : 0]],
    ),
  );
}

function editionOf({ id, stamp }: EngineSource) {
  return { id, stamp };
}
