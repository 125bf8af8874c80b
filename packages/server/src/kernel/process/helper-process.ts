/**
 * A long-lived child process: started with the first request, restarted when it dies, ended when idle.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';

export interface HelperOptions {
  /** Its name in log lines and errors. */
  readonly name: string;
  readonly program: URL;
  /** Command line arguments of the program. */
  readonly input: unknown;
  readonly log: Log;
  /** Its whole environment; the server's is not inherited, since it may hold passwords. */
  readonly environment?: { readonly [name: string]: string };
  /** Idle time after which the process is ended. */
  readonly idleMs?: number;
  /** Silence, while it has work or while it starts, after which the process is killed. */
  readonly stallMs?: number;
  /** Backoff after each failure in a row; `patient` requests are tried once more than there are entries. */
  readonly restsMs?: readonly number[];
  /** Megabytes of its JavaScript heap. */
  readonly heapMegabytes?: number;
}

/** Types of requests and replies are declared in the message file that both sides import. */
interface Helper<Request extends object, Reply extends object> {
  /**
   * The reply to one request. Rejects when there is none, and as soon as the signal aborts.
   * `urgent` is never retried, `patient` waits out the backoff, any other is retried once after a crash.
   */
  readonly ask: (request: Request, signal: AbortSignal, haste?: Haste) => Promise<Reply>;
  /** Sends a one-way message; dropped while the process is not running. */
  readonly tell: (message: object) => void;
  /** `asleep`: starts with the next request; `away`: failed recently and is in backoff. */
  readonly state: () => 'awake' | 'asleep' | 'away';
  /** Whether the running process has sent this note since it started. */
  readonly hasNoted: (note: string) => boolean;
  readonly close: () => Promise<void>;
}

type Haste = 'urgent' | 'patient';

/** The program replied with an error; a retry would give the same. */
class HelperRefusal extends Error {}

/** The process has exited. Whether it had become ready distinguishes a fatal request from a broken program. */
export class HelperEnded extends Error {
  readonly wasReady: boolean;

  constructor(message: string, wasReady: boolean) {
    super(message);
    this.wasReady = wasReady;
  }
}

const usualRestsMs = [0, 1_000, 10_000, 60_000];

export function createHelper<Request extends object, Reply extends object>(
  options: HelperOptions,
): Helper<Request, Reply> {
  const { name, log, idleMs = 60_000, restsMs = usualRestsMs } = options;
  const closing = new AbortController();
  let running: Process | undefined;
  let failures = 0;
  let restUntilMs = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Process => {
    const child = startProcess(options, (cause) => {
      if (running === child) running = undefined;
      if (cause === undefined) return;
      const restMs = restsMs[Math.min(failures, restsMs.length - 1)] ?? 0;
      failures += 1;
      restUntilMs = performance.now() + restMs;
      log.warn(`${name} exited unexpectedly`, { restMs, cause });
    });
    running = child;
    return child;
  };

  const sleepWhenIdle = (child: Process): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (child.waiting() > 0) return sleepWhenIdle(child);
      if (running === child) running = undefined;
      void child.end();
    }, idleMs).unref();
  };

  const isResting = () => performance.now() < restUntilMs;

  return {
    state: () => (running?.isReady() ? 'awake' : isResting() ? 'away' : 'asleep'),
    ask: async (request, given, haste) => {
      const signal = AbortSignal.any([given, closing.signal]);
      const triesMax = haste === 'urgent' ? 0 : haste === 'patient' ? restsMs.length : 1;
      for (let tries = 0; ; tries += 1) {
        signal.throwIfAborted();
        if (isResting()) {
          if (haste !== 'patient') throw new Error(`${name} rests`);
          await wait(restUntilMs - performance.now(), undefined, { signal });
        }
        const child = running ?? start();
        sleepWhenIdle(child);
        try {
          const reply = await child.ask(request, signal);
          failures = 0;
          return reply as Reply;
        } catch (error) {
          if (error instanceof HelperRefusal || signal.aborted || tries >= triesMax) throw error;
        }
      }
    },
    hasNoted: (note) => running?.hasNoted(note) ?? false,
    tell: (message) => running?.tell(message),
    close: async () => {
      clearTimeout(idle);
      closing.abort(new Error('the server is stopping'));
      await running?.end();
    },
  };
}

interface Process {
  /** Waits until it is ready, too. */
  readonly ask: (request: object, signal: AbortSignal) => Promise<object>;
  readonly tell: (message: object) => void;
  readonly isReady: () => boolean;
  readonly hasNoted: (note: string) => boolean;
  readonly waiting: () => number;
  /** Ends it; that is no failure. */
  readonly end: () => Promise<void>;
}

interface Pending {
  readonly resolve: (reply: object) => void;
  readonly reject: (cause: Error) => void;
}

/** Messages of the program: ready, a note on itself, a reply with the id of its request, or an error with that id. */
type Told =
  | { readonly ready: true }
  | { readonly note: string }
  | { readonly id: number; readonly refused?: string };

function startProcess(
  { name, program, input, environment = {}, stallMs = 30_000, heapMegabytes = 128 }: HelperOptions,
  onEnd: (failure: Error | undefined) => void,
): Process {
  const child = fork(program, [JSON.stringify(input)], {
    env: environment,
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const pending = new Map<number, Pending>();
  const notes = new Set<string>();
  const ended = Promise.withResolvers<void>();
  let phase: 'starting' | 'ready' | 'ending' | 'over' = 'starting';
  let last = 0;
  let stall: NodeJS.Timeout | undefined;
  // Requests whose callers gave up since the process last said anything.
  let givenUp = 0;

  /** From each message on, and from the first request after one: callers who give up do not extend it. */
  const watch = (): void => {
    clearTimeout(stall);
    stall = undefined;
    givenUp = 0;
    if (phase === 'starting' || pending.size > 0) stall = setTimeout(onStall, stallMs).unref();
  };
  const onStall = (): void => {
    stall = undefined;
    if (phase === 'starting' || pending.size > 0 || givenUp >= givenUpMax) child.kill('SIGKILL');
  };
  const over = (cause: Error): void => {
    if (phase === 'over') return;
    const failure = phase === 'ending' ? undefined : cause;
    phase = 'over';
    clearTimeout(stall);
    for (const { reject } of pending.values()) reject(cause);
    pending.clear();
    onEnd(failure);
    ended.resolve();
  };
  child.on('message', (message: Told) => {
    if ('ready' in message) {
      if (phase === 'starting') phase = 'ready';
      return watch();
    }
    if ('note' in message) {
      notes.add(message.note);
      return watch();
    }
    const request = pending.get(message.id);
    pending.delete(message.id);
    watch();
    if (message.refused === undefined) request?.resolve(message);
    else request?.reject(new HelperRefusal(message.refused));
  });
  child.on('error', over);
  child.on('exit', (code, signal) =>
    over(new HelperEnded(`${name} ended with ${signal ?? code}`, phase === 'ready')),
  );
  watch();

  return {
    isReady: () => phase === 'ready',
    hasNoted: (note) => notes.has(note),
    waiting: () => pending.size,
    tell: (message) => send(child, message),
    ask: async (request, signal) => {
      last += 1;
      const id = last;
      const { promise, resolve, reject } = Promise.withResolvers<object>();
      pending.set(id, { resolve, reject });
      // Messages sent before it is ready wait in the IPC channel.
      send(child, { ...request, id });
      if (stall === undefined) watch();
      try {
        return await abortable(promise, signal);
      } finally {
        // Still pending, but its caller has given up.
        if (pending.delete(id)) {
          givenUp += 1;
          send(child, { forget: id });
        }
      }
    },
    end: () => {
      if (phase !== 'over') phase = 'ending';
      // SIGKILL is safe: the process has no state worth saving.
      child.kill('SIGKILL');
      return ended.promise;
    },
  };
}

// One visitor who left says nothing about the process; three in a row without a word from it do.
const givenUpMax = 3;

function send(child: ChildProcess, message: object): void {
  // The exit is reported by the child's own `exit` event.
  if (child.connected) child.send(message, () => {});
}

async function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  // The loser of the race may still reject; nobody awaits it.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
