/** Calls to the engine processes: chooses those of a site, opens missing editions, and retries when one dies. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { entriesMax } from '../kernel/byte-cache.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { ChildEnded, ChildRefusal } from '../kernel/process/running-process.ts';
import type { EngineSource } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import type { EngineNotice, EngineRequest, ReplyTo, UnknownReply } from './messages.ts';
import { createOpenings } from './openings.ts';
import type { Hedges } from './remote/hedges.ts';

export type EngineCalls = ReturnType<typeof createCalls>;

// An engine may die more than once, and may make room for other editions in between.
const usualTries = 4;
const sitesMax = 10_000;

export function createCalls(
  processes: readonly EngineProcess[],
  hedges: Hedges,
  closing: AbortSignal,
  log: Log,
) {
  const openings = createOpenings(processes, closing);
  const ranking = createRanking(processes);

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

  /** Opens a site on its second machine too, so that it can answer at once if the first fails. Not a draft. */
  const openElsewhere = (source: EngineSource): void => {
    if (source.embedMax !== undefined) return;
    for (const engine of choices(source))
      if (processAt(engine).remote !== undefined && !openings.isOpened(engine, source))
        openings.open(engine, source).catch((cause: unknown) => {
          log.debug('a site was not opened on its second machine', { cause });
        });
  };

  /** Opens a site on an engine. Rejects if that fails, unless the site has another engine by then. */
  const open = async (engine: number, source: EngineSource): Promise<void> => {
    try {
      const { missing } = await retrying(() => openings.open(engine, source), closing);
      // If vectors are missing, the site is opened elsewhere only after they are stored.
      if (missing === 0) openElsewhere(source);
    } catch (error) {
      const isHere = processAt(engine).remote === undefined;
      if (isHere || choices(source).includes(engine)) throw error;
    }
  };

  /** All engines except unreachable ones on other machines; if none is left, all. */
  const usable = (): readonly number[] => {
    const all = [...processes.keys()];
    const here = all.filter((engine) => {
      const { remote, isRunning } = processAt(engine);
      return remote === undefined || isRunning();
    });
    return here.length > 0 ? here : all;
  };

  /** The engines that a site may use now, the preferred one first. */
  const choices = ({ id }: EngineSource): readonly [number, ...number[]] => {
    const both = ranking(id, usable());
    const quick = both.filter((engine) => !hedges.isSlow(engine));
    const [first = both[0], second = first] = quick.length > 0 ? quick : both;
    const running = [first, second].filter((engine) => processAt(engine).isRunning());
    // An engine whose process is not running is chosen only if both are not running.
    const sleeping = processAt(first).isPaused() ? second : first;
    const [preferred = sleeping, ...others] = new Set(running);
    return [preferred, ...others];
  };

  /** Asks the other engine of the site too if one on another machine is slow. */
  const hedged = <Reply>(
    engine: number,
    source: EngineSource,
    first: (signal: AbortSignal) => Promise<Reply>,
    second: (other: number) => (signal: AbortSignal) => Promise<Reply>,
    signal: AbortSignal,
  ): Promise<Reply> => {
    const { remote } = processAt(engine);
    if (remote === undefined) return first(signal);
    const onOther = () => {
      const other = choices(source).find((choice) => choice !== engine);
      return other === undefined ? undefined : second(other);
    };
    return hedges.run(engine, { first, second: onOther, whenFree: remote.whenFree }, signal);
  };

  return {
    choices,
    ask,
    hedged,
    /** Resolves when an engine has stopped work on abandoned requests; undefined if it has none. */
    whenFree: (engine: number) => processAt(engine).remote?.whenFree(),
    retrying,
    open,
    openElsewhere,
    /** The preferred engine, and those of the other choices that hold the edition. */
    holders: (source: EngineSource): readonly number[] => {
      const [preferred, ...others] = choices(source);
      return [preferred, ...others.filter((engine) => openings.isOpened(engine, source))];
    },
    /** Starts the engines of a site that do not run; calls `onAwake` when one does. */
    wakeOthers: ({ id }: EngineSource, onAwake: () => void): void => {
      for (const engine of ranking(id, usable()))
        if (!processAt(engine).isRunning())
          void processAt(engine)
            .ask({ kind: 'wake' }, closing)
            .then(onAwake)
            .catch(() => {});
    },
    /** Asks the preferred engine of the site; first opens the edition if the engine does not hold it. */
    askOpened: async <Request extends EngineRequest>(
      source: EngineSource,
      request: Request,
      signal: AbortSignal = closing,
    ) => {
      for (let tries = 1; tries <= usualTries; tries += 1) {
        const askOn = (engine: number) => async (until: AbortSignal) => ({
          engine,
          reply: await ask(engine, request, until),
        });
        const { engine, reply } = await retrying(async () => {
          const [chosen] = choices(source);
          // Vectors take a long time on any engine.
          if (request.kind === 'embed') return askOn(chosen)(signal);
          return hedged(chosen, source, askOn(chosen), askOn, signal);
        }, signal);
        if (reply.kind !== 'unknown')
          return { engine, reply: reply as Exclude<ReplyTo[Request['kind']], UnknownReply> };
        await open(engine, source);
      }
      throw engineFailed(new Error('the engine does not keep the edition'));
    },
    notify: (engine: number, notice: EngineNotice): void => processAt(engine).notify(notice),
    /** Notifies all engines but one. */
    notifyOthers: (notice: EngineNotice, except?: number): void => {
      for (const [engine, child] of processes.entries()) {
        if (engine === except) continue;
        child.notify(notice);
        if ('drop' in notice) openings.forget(engine, notice.drop);
      }
    },
  };
}

/**
 * The two engines of a site among some: always the same, evenly spread, and on two machines if there are two.
 * An engine that joins or leaves moves only the sites that it has.
 */
function createRanking(processes: readonly EngineProcess[]) {
  const nameOf = (engine: number) => processes[engine]?.remote?.name ?? `engine ${engine}`;
  const machineOf = (engine: number) => processes[engine]?.remote?.machine ?? engine;
  const scoreOf = (id: string, engine: number) => hash('sha256', `${id} ${nameOf(engine)}`);
  // Every question ranks the engines several times.
  const ranked = new LRUCache<string, readonly number[]>({
    ...entriesMax(sitesMax),
    memoMethod: (id) =>
      [...processes.keys()]
        .map((engine) => ({ engine, score: scoreOf(id, engine) }))
        .sort((one, other) => (one.score < other.score ? -1 : 1))
        .map(({ engine }) => engine),
  });
  return (id: string, engines: readonly number[]): readonly [number, number] => {
    const known = ranked.memo(id);
    // More engines may have joined.
    const all = known.length === processes.length ? known : ranked.memo(id, { forceRefresh: true });
    const [first = 0, ...others] = all.filter((engine) => engines.includes(engine));
    const elsewhere = others.find((engine) => machineOf(engine) !== machineOf(first));
    return [first, elsewhere ?? others[0] ?? first];
  };
}

/** Callers get `busy`; as the problem has a cause, metrics count a failure. */
export function engineFailed(cause: unknown): Problem {
  return new Problem('busy', 'The answer could not be looked up; try again shortly.', {
    cause,
    retryAfterSeconds: 2,
  });
}
