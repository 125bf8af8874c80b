/** Calls to the engine processes: which of them a site uses, editions that one does not hold, and deaths. */
import { createHash } from 'node:crypto';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { ChildEnded, ChildRefusal } from '../kernel/process/running-process.ts';
import type { EngineSource } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import type { EngineNotice, EngineRequest, ReplyTo, UnknownReply } from './messages.ts';
import { createOpenings } from './openings.ts';

interface EngineCalls {
  /** The engines that a site may use now, the preferred one first. */
  readonly choices: (source: EngineSource) => readonly [number, ...number[]];
  /** Those of the choices that hold the edition, and the preferred one. */
  readonly holders: (source: EngineSource) => readonly number[];
  /** Starts the other engine of a site; calls `onAwake` when it runs. */
  readonly wakeOthers: (source: EngineSource, onAwake: () => void) => void;
  /** Asks again when the engine dies. Rejects with `busy` when it keeps dying or does not reply. */
  readonly ask: <Request extends EngineRequest>(
    engine: number,
    request: Request,
    signal: AbortSignal,
  ) => Promise<ReplyTo[Request['kind']]>;
  /** Likewise; first opens the edition where the engine does not hold it. */
  readonly askOpened: <Request extends EngineRequest>(
    engine: number,
    source: EngineSource,
    request: Request,
    signal: AbortSignal,
  ) => Promise<Known<Request>>;
  readonly open: (engine: number, source: EngineSource) => Promise<unknown>;
  readonly tell: (engine: number, notice: EngineNotice) => void;
}

type Known<Request extends EngineRequest> = Exclude<ReplyTo[Request['kind']], UnknownReply>;

// An engine may die more than once, and may make room for other editions in between.
const triesMax = 4;

export function createCalls(
  processes: readonly EngineProcess[],
  closing: AbortSignal,
  log: Log,
): EngineCalls {
  const openings = createOpenings(processes, closing);

  const processAt = (engine: number): EngineProcess => {
    const found = processes[engine];
    if (found === undefined) throw new Error(`there is no engine ${engine}`);
    return found;
  };

  const ask: EngineCalls['ask'] = async (engine, request, signal) => {
    for (let tries = 1; ; tries += 1)
      try {
        return await processAt(engine).ask(request, signal);
      } catch (cause) {
        signal.throwIfAborted();
        if (cause instanceof ChildRefusal || cause instanceof Problem) throw cause;
        const isDead = cause instanceof ChildEnded && cause.reason !== 'deadline';
        if (tries >= triesMax || !isDead) throw engineFailed(cause);
        log.debug('an engine ended; the request is repeated', { cause });
      }
  };

  const open: EngineCalls['open'] = async (engine, source) => {
    for (let tries = 1; ; tries += 1)
      try {
        return await openings.open(engine, source);
      } catch (cause) {
        closing.throwIfAborted();
        if (cause instanceof ChildRefusal || cause instanceof Problem) throw cause;
        if (tries >= triesMax || !(cause instanceof ChildEnded)) throw engineFailed(cause);
      }
  };

  const choices: EngineCalls['choices'] = ({ id }) => {
    const [first, second] = placesOf(id, processes.length);
    const running = [first, second].filter((engine) => processAt(engine).isRunning());
    // One that does not run is chosen only where neither does.
    const sleeping = processAt(first).isPaused() ? second : first;
    const [preferred = sleeping, ...others] = new Set(running);
    return [preferred, ...others];
  };

  return {
    choices,
    holders: (source) => {
      const [preferred, ...others] = choices(source);
      return [preferred, ...others.filter((engine) => openings.isOpened(engine, source))];
    },
    wakeOthers: ({ id }, onAwake) => {
      for (const engine of placesOf(id, processes.length))
        if (!processAt(engine).isRunning())
          void processAt(engine)
            .ask({ kind: 'wake' }, closing)
            .then(onAwake)
            .catch(() => {});
    },
    ask,
    askOpened: async (engine, source, request, signal) => {
      for (let tries = 1; tries <= triesMax; tries += 1) {
        const reply = await ask(engine, request, signal);
        if (reply.kind !== 'unknown') return reply as Known<typeof request>;
        await open(engine, source);
      }
      throw engineFailed(new Error('the engine does not keep the edition'));
    },
    open,
    tell: (engine, notice) => processAt(engine).tell(notice),
  };
}

/** The two engines of a site: always the same, and evenly spread. */
function placesOf(id: string, count: number): readonly [number, number] {
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
