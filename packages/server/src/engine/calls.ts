/** Calls to the engine processes: chooses those of a site, opens missing editions, and retries when one dies. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { entriesMax } from '../kernel/byte-cache.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { ChildEnded, ChildRefusal } from '../kernel/process/running-process.ts';
import type { EngineSource } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import type { Edition, EngineNotice, EngineRequest, ReplyTo, UnknownReply } from './messages.ts';
import { createOpenings } from './openings.ts';

export type EngineCalls = ReturnType<typeof createCalls>;

/** A reply, and the engine that gave it. */
export interface EngineReplied<Reply> {
  readonly engine: number;
  readonly reply: Reply;
}

// An engine may die more than once, and may make room for other editions in between.
const usualTries = 4;
const opensMax = 4;
const sitesMax = 10_000;

export function createCalls(processes: readonly EngineProcess[], closing: AbortSignal, log: Log) {
  const openings = createOpenings(processes, closing);
  const enginesOf = createRanking(processes.length);

  const processAt = (engine: number): EngineProcess => {
    const found = processes[engine];
    if (found === undefined) throw new Error(`there is no engine ${engine}`);
    return found;
  };

  const ask = <Request extends EngineRequest>(
    engine: number,
    request: Request,
    signal: AbortSignal,
  ) => processAt(engine).ask(request, signal);

  /** The engines that a site may use now, the preferred one first. */
  const choices = ({ id }: EngineSource): readonly [number, ...number[]] => {
    const both = enginesOf(id);
    const [first = 0, second = first] = both;
    // An engine whose process is not running is chosen only if both are not running.
    const sleeping = processAt(first).isPaused() ? second : first;
    const [preferred = sleeping, ...others] = both.filter((engine) =>
      processAt(engine).isRunning(),
    );
    return [preferred, ...others];
  };

  /**
   * Repeats a call when an engine dies; the next try may choose another. Rejects with `busy` when they keep dying, or
   * when one does not reply.
   */
  const retrying = async <Reply>(
    call: () => Promise<Reply>,
    signal: AbortSignal,
    triesMax = usualTries,
  ): Promise<Reply> => {
    for (let tries = 1; ; tries += 1)
      try {
        return await call();
      } catch (cause) {
        signal.throwIfAborted();
        if (cause instanceof ChildRefusal || cause instanceof Problem) throw cause;
        const isDead = cause instanceof ChildEnded && cause.reason !== 'deadline';
        if (tries >= triesMax || !isDead) throw engineFailed(cause);
        log.debug('an engine ended; the request is repeated', { cause });
      }
  };

  /** Repeats a call, also on an engine that did not hold the edition and has opened it meanwhile. */
  const withEdition = async <Reply extends { readonly kind: string }>(
    source: EngineSource,
    call: () => Promise<EngineReplied<Reply | UnknownReply>>,
    signal: AbortSignal,
  ): Promise<EngineReplied<Exclude<Reply, UnknownReply>>> => {
    for (let opens = 0; ; opens += 1) {
      const { engine, reply } = await retrying(call, signal);
      if (reply.kind !== 'unknown') return { engine, reply: reply as Exclude<Reply, UnknownReply> };
      if (opens === opensMax) throw engineFailed(new Error('the engines do not keep the edition'));
      await retrying(() => openings.open(engine, source), closing);
    }
  };

  return {
    choices,
    ask,
    retrying,
    withEdition,
    /** The preferred engine, and those of the other choices that hold the edition. */
    holders: (source: EngineSource): readonly number[] => {
      const [preferred, ...others] = choices(source);
      return [preferred, ...others.filter((engine) => openings.isOpened(engine, source))];
    },
    /** Starts the engines of a site that do not run; calls `onAwake` when one does. */
    wakeOthers: ({ id }: EngineSource, onAwake: () => void): void => {
      for (const engine of enginesOf(id))
        if (!processAt(engine).isRunning())
          void ask(engine, { kind: 'wake' }, closing)
            .then(onAwake)
            .catch(() => {});
    },
    /** Asks the preferred engine of the site; first opens the edition if the engine does not hold it. */
    askOpened: <Request extends EngineRequest>(
      source: EngineSource,
      request: Request,
      signal: AbortSignal = closing,
    ) =>
      withEdition<ReplyTo[Request['kind']]>(
        source,
        async () => {
          const [engine] = choices(source);
          return { engine, reply: await ask(engine, request, signal) };
        },
        signal,
      ),
    notify: (engine: number, notice: EngineNotice): void => processAt(engine).notify(notice),
    /** All engines but one drop the edition. */
    drop: (edition: Edition, except?: number): void => {
      for (const [engine, { notify }] of processes.entries()) {
        if (engine === except) continue;
        notify({ drop: edition });
        openings.forget(engine, edition);
      }
    },
  };
}

/** The two engines of a site: always the same, and evenly spread. */
function createRanking(count: number) {
  const scoreOf = (id: string, engine: number) => hash('sha256', `${id} engine ${engine}`);
  // Every question ranks the engines several times.
  const ranked = new LRUCache<string, readonly number[]>({
    ...entriesMax(sitesMax),
    memoMethod: (id) =>
      Array.from({ length: count }, (_, engine) => ({ engine, score: scoreOf(id, engine) }))
        .sort((one, other) => (one.score < other.score ? -1 : 1))
        .slice(0, 2)
        .map(({ engine }) => engine),
  });
  return (id: string): readonly number[] => ranked.memo(id);
}

/** Callers get `busy`; as the problem has a cause, metrics count a failure. */
function engineFailed(cause: unknown): Problem {
  return new Problem('busy', 'The answer could not be looked up; try again shortly.', {
    cause,
    retryAfterSeconds: 2,
  });
}
