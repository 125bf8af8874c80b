/** A supervised child process: started with the first request, restarted after a death, ended when idle. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FairQueue } from '../fair-queue.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import {
  ChildEnded,
  ChildRefusal,
  type ProcessOptions,
  type RequestOptions,
  type RunningProcess,
  startProcess,
} from './running-process.ts';

export interface ChildOptions extends ProcessOptions {
  /** Gets a warning when the process fails. */
  readonly log?: Log;
  /** Idle time after which the process is ended. */
  readonly idleMs?: number;
  /** For one piece of work with state in the process: ended by `close` alone, never started again. */
  readonly isOneShot?: boolean;
  /** Backoff after each failure in a row; a `patient` request is retried as often as there are entries. */
  readonly restartDelaysMs?: readonly number[];
  /** Bounds the requests in the process; others wait here, or are refused. */
  readonly turns?: FairQueue;
}

interface AskOptions<Progress> extends RequestOptions<Progress> {
  /** Who waits for a turn. */
  readonly account?: string;
  /** Within the account, lines take turns. */
  readonly line?: string | undefined;
}

/** `urgent` is never retried, `patient` waits out the backoff, any other is retried once after a crash. */
type Haste = 'urgent' | 'patient';

const usualRestartDelaysMs = [0, 1_000, 10_000, 60_000];

/** The child ended too often, and is not started again for a while. */
class ChildPaused extends Error {}

/** Types of requests, replies and progress are declared in the message file that both sides import. */
export function createChild<
  Request extends object,
  Reply extends object,
  Progress extends object = object,
>(options: ChildOptions) {
  const {
    name,
    log,
    idleMs = 60_000,
    isOneShot = false,
    restartDelaysMs = usualRestartDelaysMs,
    turns,
  } = options;
  const closing = new AbortController();
  let running: RunningProcess | undefined;
  let hasStarted = false;
  let failures = 0;
  let pausedUntilMs = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): RunningProcess => {
    if (isOneShot && hasStarted) throw new ChildEnded(`${name} has ended`, true);
    hasStarted = true;
    const process = startProcess(options, (failure) => {
      if (running === process) running = undefined;
      if (failure === undefined) return;
      const delayMs = restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)] ?? 0;
      failures += 1;
      pausedUntilMs = performance.now() + delayMs;
      log?.warn(`${name} exited unexpectedly`, { delayMs, cause: failure });
    });
    running = process;
    return process;
  };

  const endWhenIdle = (process: RunningProcess): void => {
    clearTimeout(idle);
    if (isOneShot || running !== process) return;
    idle = setTimeout(() => {
      if (process.hasWork()) endWhenIdle(process);
      else void process.end();
    }, idleMs).unref();
  };

  const isPaused = () => performance.now() < pausedUntilMs;

  const askWithRetries = async (
    request: Request,
    signal: AbortSignal,
    haste: Haste | undefined,
    requestOptions: RequestOptions<Progress>,
  ): Promise<object> => {
    const retriesMax = haste === 'urgent' ? 0 : haste === 'patient' ? restartDelaysMs.length : 1;
    for (let retries = 0; ; retries += 1) {
      signal.throwIfAborted();
      if (isPaused()) {
        if (haste !== 'patient') throw new ChildPaused(`${name} is paused`);
        const rest = wait(pausedUntilMs - performance.now(), undefined, { signal });
        await rest.catch(() => signal.throwIfAborted());
      }
      const process = running ?? start();
      endWhenIdle(process);
      try {
        const reply = await process.ask(request, signal, requestOptions);
        failures = 0;
        return reply;
      } catch (error) {
        if (isFinal(error) || signal.aborted || retries >= retriesMax) throw error;
      } finally {
        endWhenIdle(process);
      }
    }
  };

  return {
    /**
     * The reply to one request. Rejects with `ChildEnded` when the process has ended and no retry is left, and with the
     * reason of the signal as soon as that aborts. After its deadline a request is not retried.
     */
    ask: async (
      request: Request,
      given: AbortSignal,
      haste?: Haste,
      { account = '', line = '', ...requestOptions }: AskOptions<Progress> = {},
    ): Promise<Reply> => {
      const signal = AbortSignal.any([given, closing.signal]);
      const answer = async () =>
        (await askWithRetries(request, signal, haste, requestOptions)) as Reply;
      return turns === undefined ? answer() : turns.run(answer, { account, line, signal });
    },
    /** `asleep`: starts with the next request; `paused`: failed recently and is in backoff. */
    state: () => (running?.isReady() ? 'awake' : isPaused() ? 'paused' : 'asleep'),
    /** From now on every other process goes before the running one. */
    standBack: () => running?.standBack(),
    /** Sends a one-way message; dropped while the process is not running. */
    post: (message: object) => running?.post(message),
    close: async () => {
      clearTimeout(idle);
      closing.abort(new Error('the server is stopping'));
      await running?.end();
    },
  };
}

/** The program's own refusal, or a request that took too long: the next try would end in the same way. */
function isFinal(error: unknown): boolean {
  if (error instanceof ChildEnded) return error.reason === 'deadline';
  return error instanceof ChildRefusal || error instanceof Problem;
}
