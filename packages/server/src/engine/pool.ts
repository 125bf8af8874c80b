/** Runs the engine in several processes: divides sites among them, queues questions, and survives their deaths. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Ask } from '../answers/knowledge.ts';
import type { Log } from '../kernel/log.ts';
import { createDurations } from '../kernel/measures/durations.ts';
import { createTally } from '../kernel/measures/tally.ts';
import { Problem } from '../kernel/problem.ts';
import { ChildEnded, ChildRefusal } from '../kernel/process/running-process.ts';
import type {
  Engine,
  EngineAnswer,
  EngineSource,
  EngineWriting,
  QuestionOptions,
  QuestionResult,
} from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import { memoBytes } from './memo.ts';
import type {
  EngineRequest,
  Memo,
  OpenWriting,
  QuestionReply,
  QuestionRequest,
  ReplyTo,
  UnknownReply,
} from './messages.ts';
import { createOpenings } from './openings.ts';
import { createTurns, type Turn, type Turns } from './turns.ts';

interface PoolOptions {
  readonly processes: readonly EngineProcess[];
  /** How many questions are read at once: at most one for each processor. */
  readonly atOnce: number;
  readonly hasEncoder: boolean;
  readonly log: Log;
  readonly turns?: Turns;
}

const MB = 1024 * 1024;
const memoBytesMax = 24 * MB;
// A large edition takes seconds to open; the stream of a question begins before that.
const admissionMs = 1_000;
// A question is asked again when its engine dies, and when the engine has made room for other editions.
const triesMax = 4;

export function createEnginePool(options: PoolOptions): Engine {
  const { processes, log } = options;
  const turns = options.turns ?? createTurns(options.atOnce);
  const memos = new LRUCache<string, Memo>({ maxSize: memoBytesMax, sizeCalculation: memoBytes });
  const beingRead = new Map<string, Promise<unknown>>();
  const tally = createTally<QuestionResult>(['read', 'cached', 'busy', 'failed']);
  const waits = createDurations();
  const closing = new AbortController();
  const openings = createOpenings(processes, closing.signal);

  const processAt = (number: number): EngineProcess => {
    const found = processes[number];
    if (found === undefined) throw new Error(`there is no engine ${number}`);
    return found;
  };

  /** Running engines first; one that does not run is chosen only where none does. */
  const choicesFor = ({ id }: EngineSource): readonly number[] => {
    const both = placesOf(id, processes.length);
    const running = both.filter((number) => processAt(number).isRunning());
    return running.length > 0 ? running : both.slice(0, 1);
  };

  /** A question has to wait: another engine may help with the next ones. */
  const wakeOthers = ({ id }: EngineSource): void => {
    for (const number of placesOf(id, processes.length))
      if (!processAt(number).isRunning())
        void processAt(number)
          .ask({ kind: 'wake' }, closing.signal)
          .then(turns.recheck)
          .catch(() => {});
  };

  /** Asks one engine, which gets the edition where it does not hold it. */
  const askOn = async <Request extends EngineRequest>(
    number: number,
    source: EngineSource,
    request: Request,
    signal: AbortSignal,
  ): Promise<Exclude<ReplyTo[Request['kind']], UnknownReply>> => {
    for (let tries = 1; ; tries += 1)
      try {
        const reply = await processAt(number).ask(request, signal);
        if (reply.kind !== 'unknown')
          return reply as Exclude<ReplyTo[Request['kind']], UnknownReply>;
        if (tries >= triesMax) throw new Error('the engine does not keep the edition');
        await openings.open(number, source);
      } catch (cause) {
        signal.throwIfAborted();
        if (cause instanceof ChildRefusal || cause instanceof Problem) throw cause;
        if (tries >= triesMax || !(cause instanceof ChildEnded)) throw engineFailed(cause);
        log.debug('an engine ended; the request is repeated', { cause });
      }
  };

  const readNow = async (
    source: EngineSource,
    request: QuestionRequest,
    turn: Turn,
    signal: AbortSignal,
  ): Promise<Extract<QuestionReply, { kind: 'answer' }>> => {
    let busyMs: number | undefined;
    try {
      const reply = await askOn(turn.engine, source, { ...request, mayRead: true }, signal);
      if (reply.kind !== 'answer') throw new Error('an engine did not read a question');
      if (reply.memo !== undefined) busyMs = reply.busyMs;
      return reply;
    } finally {
      turn.end(busyMs);
    }
  };

  const waitForTurn = async (
    source: EngineSource,
    signal: AbortSignal,
    onAdmitted: () => void,
  ): Promise<Turn> => {
    const startedMs = performance.now();
    const wanted = {
      owner: source.owner,
      site: source.id,
      choices: () => choicesFor(source),
      onAdmitted,
    };
    const turn = turns.take(wanted, signal);
    wakeOthers(source);
    const got = await turn;
    waits.observe((performance.now() - startedMs) / 1_000);
    return got;
  };

  const answerTo = async (
    source: EngineSource,
    ask: Ask,
    given: QuestionOptions,
    onAdmitted: () => void,
  ): Promise<{
    readonly reply: Extract<QuestionReply, { kind: 'answer' }>;
    readonly engine: number;
  }> => {
    const signal = AbortSignal.any([closing.signal, ...(given.signal ? [given.signal] : [])]);
    const key = memoKey(source, ask);
    const known = given.isDraft ? undefined : beingRead.get(key);
    if (known !== undefined) {
      onAdmitted();
      await known.catch(() => {});
    }
    const memo = given.isDraft ? undefined : memos.get(key);
    const { writing, wantsDetails, isDeclined } = given;
    const edition = { id: source.id, stamp: source.stamp };
    const request: QuestionRequest = {
      ...{ kind: 'question', edition, ask, mayRead: false },
      ...{ memo, writing, wantsDetails, isDeclined },
    };
    const read = async (turn: Turn) => {
      const reading = readNow(source, request, turn, signal);
      if (!given.isDraft) beingRead.set(key, reading);
      try {
        const reply = await reading;
        if (reply.memo !== undefined && !given.isDraft) memos.set(key, reply.memo);
        return { reply, engine: turn.engine };
      } finally {
        if (beingRead.get(key) === reading) beingRead.delete(key);
      }
    };
    const free = memo === undefined ? turns.tryTake(choicesFor(source)) : undefined;
    if (free !== undefined) {
      onAdmitted();
      waits.observe(0);
      return read(free);
    }
    const engine = choicesFor(source)[0] ?? 0;
    const first = await askOn(engine, source, request, signal);
    if (first.kind === 'answer') return { reply: first, engine };
    const turn = await waitForTurn(source, signal, onAdmitted).catch((error: unknown) => {
      if (first.certain === undefined || !isBusy(error)) throw error;
      return first.certain;
    });
    if ('engine' in turn) return read(turn);
    const plain = { memo: undefined, isRemembered: false, busyMs: 0, writing: undefined };
    return { reply: { kind: 'answer', reply: turn, ...plain }, engine };
  };

  const counted = async (
    source: EngineSource,
    ask: Ask,
    given: QuestionOptions,
    onAdmitted: () => void,
  ): Promise<EngineAnswer> => {
    try {
      const { reply, engine } = await answerTo(source, ask, given, onAdmitted);
      if (reply.memo !== undefined) tally.count('read');
      else if (reply.isRemembered) tally.count('cached');
      const writing = reply.writing && writingOn(processAt(engine), source, engine, reply.writing);
      return { reply: reply.reply, writing };
    } catch (error) {
      if (isBusy(error) && (error as Problem).cause === undefined) tally.count('busy');
      else if (!given.signal?.aborted) tally.count('failed');
      throw error;
    }
  };

  /** A model's statements are read like questions, in turn with those of others. */
  const writingOn = (
    child: EngineProcess,
    source: EngineSource,
    engine: number,
    { id, ...opened }: OpenWriting,
  ): EngineWriting => ({
    ...opened,
    end: () => child.tell({ endWriting: id }),
    check: async ({ say, from }, signal) => {
      const wanted = { owner: source.owner, site: source.id, choices: () => [engine] };
      const turn = await turns.take(wanted, signal);
      let busyMs: number | undefined;
      try {
        const reply = await child.ask({ kind: 'statement', writing: id, say, from }, signal);
        if (reply.kind === 'unknown') throw new Error('the engine has lost the answer');
        busyMs = reply.busyMs;
        return reply;
      } finally {
        turn.end(busyMs);
      }
    },
  });

  const firstChoice = (source: EngineSource) => choicesFor(source)[0] ?? 0;

  return {
    hasEncoder: options.hasEncoder,
    question: async (source, ask, given = {}) => {
      const admitted = Promise.withResolvers<void>();
      const answer = counted(source, ask, given, admitted.resolve);
      // It may fail before the caller awaits it.
      answer.catch(() => {});
      const late = new AbortController();
      const limit = delay(admissionMs, undefined, { signal: late.signal }).catch(() => {});
      await Promise.race([admitted.promise, answer, limit]);
      late.abort();
      return { answer };
    },
    open: async (source) => {
      const { id, stamp } = source;
      const request = { kind: 'status', edition: { id, stamp } } as const;
      return askOn(firstChoice(source), source, request, closing.signal);
    },
    embed: async (source, textsMax) => {
      const engine = firstChoice(source);
      const { id, stamp } = source;
      const request = { kind: 'embed', edition: { id, stamp }, textsMax } as const;
      const reply = await askOn(engine, source, request, closing.signal);
      // The others opened it without these vectors.
      if (reply.missing === 0)
        for (const [number, child] of processes.entries())
          if (number !== engine) child.tell({ drop: request.edition });
      return reply;
    },
    passages: async (source, { question, history }, charactersMax) => {
      const { id, stamp } = source;
      const ask = { question, history };
      const request = { kind: 'passages', edition: { id, stamp }, ask, charactersMax } as const;
      return (await askOn(firstChoice(source), source, request, closing.signal)).passages;
    },
    measures: {
      results: tally.counts,
      waitingCount: turns.waitingCount,
      waits: waits.read,
    },
    close: async () => {
      closing.abort(new Problem('draining', 'The server is stopping; please ask again shortly.'));
      await Promise.all(processes.map((child) => child.close()));
    },
  };
}

/** The engines of a site, the preferred one first: always the same, and evenly spread. */
function placesOf(id: string, count: number): readonly number[] {
  if (count === 1) return [0];
  const hash = createHash('sha256').update(id).digest();
  const first = hash.readUInt32LE(0) % count;
  const second = (first + 1 + (hash.readUInt32LE(4) % (count - 1))) % count;
  return [first, second];
}

/** What the models are asked about: the question and the visitor's turn before it. */
function memoKey({ id, stamp }: EngineSource, { question, history }: Ask): string {
  const before = history.findLast(({ role }) => role === 'user')?.content ?? '';
  const asked = createHash('sha256')
    .update(JSON.stringify([question, before]))
    .digest('base64url');
  return `${id} ${stamp} ${asked}`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Problem && error.code === 'busy';
}

function engineFailed(cause: unknown): Problem {
  return new Problem('busy', 'The answer could not be looked up; try again shortly.', {
    cause,
    retryAfterSeconds: 2,
  });
}
