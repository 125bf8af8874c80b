/** The engine in several processes: questions that need no model are answered at once, all others in turn. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Ask } from '../answers/knowledge.ts';
import type { Log } from '../kernel/log.ts';
import { createDurations } from '../kernel/measures/durations.ts';
import { createTally } from '../kernel/measures/tally.ts';
import { Problem } from '../kernel/problem.ts';
import { race } from '../kernel/race.ts';
import { createCalls, engineFailed } from './calls.ts';
import type {
  Engine,
  EngineSource,
  EngineWriting,
  QuestionOptions,
  QuestionResult,
} from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import { copyMemo, memoBytes } from './memo.ts';
import type { Memo, OpenWriting, QuestionReply, QuestionRequest } from './messages.ts';
import { createTurns, type Turn, type Turns } from './turns.ts';

interface PoolOptions {
  readonly processes: readonly EngineProcess[];
  /** How many questions are read at once: at most one for each processor. */
  readonly atOnce: number;
  readonly hasEncoder: boolean;
  readonly log: Log;
  readonly turns?: Turns;
}

type Answer = Extract<QuestionReply, { kind: 'answer' }>;

interface Answered {
  readonly reply: Answer;
  /** The engine that has the open writing. */
  readonly engine: number;
}

const MB = 1024 * 1024;
const memoBytesMax = 24 * MB;
// A large edition takes seconds to open; the stream of a question begins before that.
const admissionMs = 1_000;
const opensMax = 4;

export function createEnginePool(options: PoolOptions): Engine {
  const { processes } = options;
  const closing = new AbortController();
  const turns = options.turns ?? createTurns(options.atOnce);
  const calls = createCalls(processes, closing.signal, options.log);
  const memos = new LRUCache<string, Memo>({ maxSize: memoBytesMax, sizeCalculation: memoBytes });
  const beingRead = new Map<string, Promise<Answered>>();
  const tally = createTally<QuestionResult>(['read', 'cached', 'busy', 'failed']);
  const waits = createDurations();

  const waitForTurn = async (
    source: EngineSource,
    signal: AbortSignal,
    onAdmitted: () => void,
  ): Promise<Turn> => {
    const startedMs = performance.now();
    const { owner, id: site } = source;
    const choices = () => calls.choices(source);
    const holders = () => calls.holders(source);
    const turn = turns.take({ owner, site, choices, holders, onAdmitted }, signal);
    if (turns.waitingCount() > 0) calls.wakeOthers(source, turns.recheck);
    const taken = await turn;
    waits.observe((performance.now() - startedMs) / 1_000);
    return taken;
  };

  /** Reads a question in its turn. No turn is held while the edition is opened, which may take seconds. */
  const readInTurn = async (
    source: EngineSource,
    request: () => QuestionRequest,
    signal: AbortSignal,
    nextTurn: () => Promise<Turn>,
  ): Promise<Answered> => {
    for (let opens = 0; opens <= opensMax; opens += 1) {
      const turn = await nextTurn();
      let busyMs: number | undefined;
      try {
        const reply = await calls.ask(turn.engine, { ...request(), mayRead: true }, signal);
        if (reply.kind === 'answer') {
          if (reply.memo !== undefined) busyMs = reply.busyMs;
          return { reply, engine: turn.engine };
        }
        if (reply.kind === 'unread') throw new Error('an engine did not read a question');
      } finally {
        turn.end(busyMs);
      }
      await calls.open(turn.engine, source);
    }
    throw engineFailed(new Error('the engines do not keep the edition'));
  };

  const answerTo = async (
    source: EngineSource,
    ask: Ask,
    given: QuestionOptions,
    onAdmitted: () => void,
  ): Promise<Answered> => {
    const { isDraft = false, writing, wantsDetails, isDeclined } = given;
    const signal = AbortSignal.any([closing.signal, ...(given.signal ? [given.signal] : [])]);
    const key = memoKey(source, ask);
    // The same question of another visitor is being read.
    if (!isDraft && beingRead.has(key)) {
      onAdmitted();
      await beingRead.get(key)?.catch(() => {});
    }
    const edition = editionOf(source);
    const request = (): QuestionRequest => ({
      ...{ kind: 'question', edition, ask, mayRead: false, writing, wantsDetails, isDeclined },
      memo: isDraft ? undefined : memos.get(key),
    });

    const read = async (first: Turn): Promise<Answered> => {
      let turn: Turn | undefined = first;
      const nextTurn = async () => {
        const next = turn ?? (await waitForTurn(source, signal, onAdmitted));
        turn = undefined;
        return next;
      };
      const reading = readInTurn(source, request, signal, nextTurn);
      if (isDraft)
        return reading.finally(() => {
          for (const engine of processes.keys()) calls.tell(engine, { drop: edition });
        });
      beingRead.set(key, reading);
      try {
        const answered = await reading;
        if (answered.reply.memo !== undefined) memos.set(key, copyMemo(answered.reply.memo));
        return answered;
      } finally {
        if (beingRead.get(key) === reading) beingRead.delete(key);
      }
    };

    const free = memos.has(key) ? undefined : turns.tryTake(calls.holders(source));
    if (free !== undefined) {
      onAdmitted();
      waits.observe(0);
      return read(free);
    }
    const [engine] = calls.choices(source);
    const quick = await calls.askOpened(engine, source, request(), signal);
    if (quick.kind === 'answer') return { reply: quick, engine };
    const turn = await waitForTurn(source, signal, onAdmitted).catch((error: unknown) => {
      if (quick.certain === undefined || !isBusy(error)) throw error;
      return undefined;
    });
    if (turn !== undefined) return read(turn);
    return { reply: answerWithout(quick.certain), engine };
  };

  const counted = async (answering: Promise<Answered>, given: QuestionOptions) => {
    try {
      const answered = await answering;
      if (answered.reply.memo !== undefined) tally.count('read');
      else if (answered.reply.isRemembered) tally.count('cached');
      return answered;
    } catch (error) {
      if (isBusy(error) && (error as Problem).cause === undefined) tally.count('busy');
      else if (!given.signal?.aborted && !closing.signal.aborted) tally.count('failed');
      throw error;
    }
  };

  /** A model's statements are read like questions, in turn with those of others. */
  const writingOn = (
    engine: number,
    { owner, id: site }: EngineSource,
    { id: writing, ...opened }: OpenWriting,
  ): EngineWriting => ({
    ...opened,
    end: () => calls.tell(engine, { endWriting: writing }),
    check: async ({ say, from }, signal) => {
      const choices = () => [engine];
      const turn = await turns.take({ owner, site, choices, holders: choices }, signal);
      let busyMs: number | undefined;
      try {
        const request = { kind: 'statement', writing, say, from } as const;
        const reply = await calls.ask(engine, request, signal);
        if (reply.kind === 'unknown') throw new Error('the engine has lost the answer');
        busyMs = reply.busyMs;
        return reply;
      } finally {
        turn.end(busyMs);
      }
    },
  });

  return {
    hasEncoder: options.hasEncoder,
    question: async (source, ask, given = {}) => {
      const admitted = Promise.withResolvers<void>();
      const answering = counted(answerTo(source, ask, given, admitted.resolve), given);
      const answer = answering.then(({ reply: { reply, writing }, engine }) => ({
        reply,
        writing: writing && writingOn(engine, source, writing),
      }));
      // It may fail before the caller awaits it.
      answer.catch(() => {});
      const decided = Promise.race([admitted.promise, answer]);
      await race<unknown, void>(decided, { limitMs: admissionMs }, () => {});
      return { answer };
    },
    open: async (source) => {
      const request = { kind: 'status', edition: editionOf(source) } as const;
      return calls.askOpened(calls.choices(source)[0], source, request, closing.signal);
    },
    embed: async (source, textsMax) => {
      const [engine] = calls.choices(source);
      const request = { kind: 'embed', edition: editionOf(source), textsMax } as const;
      return calls.askOpened(engine, source, request, closing.signal);
    },
    vectorsStored: (source) => {
      const [holder] = calls.choices(source);
      for (const engine of processes.keys())
        if (engine !== holder) calls.tell(engine, { drop: editionOf(source) });
    },
    passages: async (source, { question, history }, charactersMax) => {
      const ask = { question, history };
      const request = { kind: 'passages', edition: editionOf(source), ask, charactersMax } as const;
      const [engine] = calls.choices(source);
      return (await calls.askOpened(engine, source, request, closing.signal)).passages;
    },
    measures: { results: tally.counts, waitingCount: turns.waitingCount, waits: waits.read },
    close: async () => {
      closing.abort(new Problem('draining', 'The server is stopping; please ask again shortly.'));
      await Promise.all(processes.map((child) => child.close()));
    },
  };
}

function answerWithout(reply: Answer['reply'] | undefined): Answer {
  if (reply === undefined) throw new Error('there is nothing that is certain');
  const unread = { memo: undefined, isRemembered: false, busyMs: 0, writing: undefined };
  return { kind: 'answer', reply, ...unread };
}

function editionOf({ id, stamp }: EngineSource) {
  return { id, stamp };
}

/** What the models are asked about: the question and the visitor's turn before it. */
function memoKey({ id, stamp }: EngineSource, { question, history }: Ask): string {
  const before = history.findLast(({ role }) => role === 'user')?.content ?? '';
  const hash = createHash('sha256').update(JSON.stringify([question, before]));
  return `${id} ${stamp} ${hash.digest('base64url')}`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Problem && error.code === 'busy';
}
