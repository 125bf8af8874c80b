/** Calls to the engine processes: which of them a site uses, editions that one does not hold, and deaths. */
import { createHash } from 'node:crypto';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { ChildEnded, ChildRefusal } from '../kernel/process/running-process.ts';
import type { EngineSource } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import type { EngineNotice, EngineRequest, ReplyTo, UnknownReply } from './messages.ts';
import { createOpenings } from './openings.ts';

export type EngineCalls = ReturnType<typeof createCalls>;

// An engine may die more than once, and may make room for other editions in between.
const triesMax = 4;

export function createCalls(processes: readonly EngineProcess[], closing: AbortSignal, log: Log) {
  const openings = createOpenings(processes, closing);

  const processAt = (engine: number): EngineProcess => {
    const found = processes[engine];
    if (found === undefined) throw new Error(`there is no engine ${engine}`);
    return found;
  };

  /** Repeats a call when the engine dies. Rejects with `busy` when it keeps dying or does not reply. */
  const retrying = async <Reply>(call: () => Promise<Reply>, signal: AbortSignal) => {
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

  const ask = <Request extends EngineRequest>(
    engine: number,
    request: Request,
    signal: AbortSignal,
  ) => retrying(() => processAt(engine).ask(request, signal), signal);

  const open = (engine: number, source: EngineSource) =>
    retrying(() => openings.open(engine, source), closing);

  /** The engines that a site may use now, the preferred one first. */
  const choices = ({ id }: EngineSource): readonly [number, ...number[]] => {
    const [first, second] = enginesOf(id, processes.length);
    const running = [first, second].filter((engine) => processAt(engine).isRunning());
    // One that does not run is chosen only where neither does.
    const sleeping = processAt(first).isPaused() ? second : first;
    const [preferred = sleeping, ...others] = new Set(running);
    return [preferred, ...others];
  };

  return {
    choices,
    ask,
    open,
    /** Those of the choices that hold the edition, and the preferred one. */
    holders: (source: EngineSource): readonly number[] => {
      const [preferred, ...others] = choices(source);
      return [preferred, ...others.filter((engine) => openings.isOpened(engine, source))];
    },
    /** Starts the engines of a site that do not run; calls `onAwake` when one does. */
    wakeOthers: ({ id }: EngineSource, onAwake: () => void): void => {
      for (const engine of enginesOf(id, processes.length))
        if (!processAt(engine).isRunning())
          void processAt(engine)
            .ask({ kind: 'wake' }, closing)
            .then(onAwake)
            .catch(() => {});
    },
    /** Asks the preferred engine of the site; first opens the edition where the engine does not hold it. */
    askOpened: async <Request extends EngineRequest>(
      source: EngineSource,
      request: Request,
      signal: AbortSignal = closing,
    ) => {
      const [engine] = choices(source);
      for (let tries = 1; tries <= triesMax; tries += 1) {
        const reply = await ask(engine, request, signal);
        if (reply.kind !== 'unknown')
          return { engine, reply: reply as Exclude<ReplyTo[Request['kind']], UnknownReply> };
        await open(engine, source);
      }
      throw engineFailed(new Error('the engine does not keep the edition'));
    },
    notify: (engine: number, notice: EngineNotice): void => processAt(engine).notify(notice),
    /** Notifies all engines but one. */
    notifyOthers: (notice: EngineNotice, except?: number): void => {
      for (const [engine, child] of processes.entries())
        if (engine !== except) child.notify(notice);
    },
  };
}

/** The two engines of a site: always the same, and evenly spread. */
function enginesOf(id: string, count: number): readonly [number, number] {
  const hash = createHash('sha256').update(id).digest();
  const first = hash.readUInt32LE(0) % count;
  if (count === 1) return [first, first];
  return [first, (first + 1 + (hash.readUInt32LE(4) % (count - 1))) % count];
}

/** Busy for callers, and a failure in the metrics: it has a cause. */
export function engineFailed(cause: unknown): Problem {
  return new Problem('busy', 'The answer could not be looked up; try again shortly.', {
    cause,
    retryAfterSeconds: 2,
  });
}
