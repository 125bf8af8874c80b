/**
 * A program in a process of its own: it starts with the first request, is started again when it
 * dies, and ends when nobody asks.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';

export interface HelperOptions {
  /** What it is called where its end is told. */
  readonly name: string;
  readonly program: URL;
  /** What the program reads from its command line. */
  readonly input: unknown;
  readonly log: Log;
  /** All of its environment: that of the server may hold passwords. */
  readonly environment?: { readonly [name: string]: string };
  /** After which silence it ends. */
  readonly idleMs?: number;
  /** After which silence with work before it, and after which start without a word, it is given up. */
  readonly stallMs?: number;
  /** How long it rests after each failure in a row; what is patient is tried once more than there are rests. */
  readonly restsMs?: readonly number[];
  /** Megabytes of its JavaScript heap. */
  readonly heapMegabytes?: number;
}

/** What a request and its answer are is agreed on by those who share a file of messages. */
interface Helper<Request extends object, Reply extends object> {
  /**
   * The reply to one request. Rejects when it cannot be had, and as soon as the signal aborts.
   * `urgent` is not tried again, `patient` waits for rests, and else a death is survived once.
   */
  readonly ask: (request: Request, signal: AbortSignal, haste?: Haste) => Promise<Reply>;
  /** Says something that is not answered; nothing where it sleeps. */
  readonly tell: (message: object) => void;
  /** `asleep` wakes with the next request, which takes a moment; `away` failed lately and rests. */
  readonly state: () => 'awake' | 'asleep' | 'away';
  readonly close: () => Promise<void>;
}

type Haste = 'urgent' | 'patient';

/** The program answers, but not as it was asked to; trying again would give the same. */
class HelperRefusal extends Error {}

/** The process is gone. Whether it had come so far as to work tells a hard request from a broken program. */
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
      log.warn(`${name} ended unasked`, { restMs, cause });
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
  readonly waiting: () => number;
  /** Ends it; that is no failure. */
  readonly end: () => Promise<void>;
}

interface Pending {
  readonly resolve: (reply: object) => void;
  readonly reject: (cause: Error) => void;
}

/** What a program tells: that it is ready, a reply with the id of its request, or why there is none. */
type Told = { readonly ready: true } | { readonly id: number; readonly refused?: string };

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
  const ended = Promise.withResolvers<void>();
  let phase: 'starting' | 'ready' | 'ending' | 'over' = 'starting';
  let last = 0;
  let stall: NodeJS.Timeout | undefined;

  const watch = (): void => {
    clearTimeout(stall);
    if (phase === 'starting' || pending.size > 0)
      stall = setTimeout(() => child.kill('SIGKILL'), stallMs).unref();
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
    waiting: () => pending.size,
    tell: (message) => send(child, message),
    ask: async (request, signal) => {
      last += 1;
      const id = last;
      const { promise, resolve, reject } = Promise.withResolvers<object>();
      pending.set(id, { resolve, reject });
      // What is told before it is ready waits in its channel.
      send(child, { ...request, id });
      if (pending.size === 1) watch();
      try {
        return await abortable(promise, signal);
      } finally {
        // Still there: nobody waits for it any more.
        if (pending.delete(id)) send(child, { forget: id });
      }
    },
    end: () => {
      if (phase !== 'over') phase = 'ending';
      // Whatever it is at: nothing of it is kept.
      child.kill('SIGKILL');
      return ended.promise;
    },
  };
}

function send(child: ChildProcess, message: object): void {
  // That it is gone is told by an event of its own.
  if (child.connected) child.send(message, () => {});
}

async function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  // Whichever comes second may still fail when nobody waits for it any more.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
