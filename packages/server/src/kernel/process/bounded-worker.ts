/**
 * A program that is ended in the middle of its work, over its time or over its memory. It is a
 * process and no thread: one that has filled its heap does not heed to be ended, a process is killed.
 */
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createFairQueue } from '../fair-queue.ts';
import type { WorkerReply } from './worker-program.ts';

interface WorkerOptions {
  /** Calls `serveRequests`. */
  readonly program: URL;
  /** Megabytes of its JavaScript heap. */
  readonly heapMegabytes: number;
  /** After which silence it ends. */
  readonly idleMs?: number;
  /** How many requests may wait for their turn, of all and of one party, and for how long. */
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  readonly waitMs: number;
  /** Told to whom there is no room for. */
  readonly crowded: string;
}

/** `cpuMs` is what the work took of a processor; of what was cut off, no more than its time limit is known. */
type Outcome<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply; readonly cpuMs: number }
  | { readonly kind: 'cut-off'; readonly cpuMs: number };

interface BoundedWorker<Request, Reply> {
  /**
   * Works on one request at a time; of those who wait, the party with the fewest turns goes first.
   * The time limit begins with the work, not with the wait. Rejects with what the program throws.
   */
  readonly ask: (
    request: Request,
    limit: {
      readonly timeLimitMs: number;
      readonly party: string;
      /** Throws where the wait has lasted so long that the work is not wanted any more. */
      readonly assertStill?: () => void;
    },
  ) => Promise<Outcome<Reply>>;
  readonly close: () => Promise<void>;
}

export function createBoundedWorker<Request, Reply>(
  options: WorkerOptions,
): BoundedWorker<Request, Reply> {
  const { idleMs = 60_000, waitingMax, waitingOfOneMax, waitMs, crowded } = options;
  const queue = createFairQueue(
    { atOnce: 1, waitingMax, waitingOfOneMax, waitMs },
    { sentence: crowded, retryAfterSeconds: 5 },
  );
  let running: Process | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    const ended = running;
    running = undefined;
    await ended?.end();
  };

  const work = async (request: Request, timeLimitMs: number): Promise<Outcome<Reply>> => {
    running ??= startProcess(options);
    const child = running;
    const reply = (await child.isReady) ? await child.ask(request, timeLimitMs) : undefined;
    if (reply === undefined) {
      await end();
      return { kind: 'cut-off', cpuMs: timeLimitMs };
    }
    if (reply.failed !== undefined) throw new Error(reply.failed);
    return { kind: 'done', reply: reply.reply as Reply, cpuMs: reply.cpuMs };
  };

  return {
    ask: async (request, { timeLimitMs, party, assertStill = () => {} }) => {
      const giveTurnBack = await queue.take({ account: party });
      clearTimeout(idle);
      try {
        assertStill();
        return await work(request, timeLimitMs);
      } finally {
        clearTimeout(idle);
        idle = setTimeout(() => void end(), idleMs).unref();
        giveTurnBack();
      }
    },
    close: async () => {
      clearTimeout(idle);
      await end();
    },
  };
}

interface Process {
  /** False when it ended before it could work. */
  readonly isReady: Promise<boolean>;
  /** Undefined when it is over its time, or when the process is gone. */
  readonly ask: (request: unknown, timeLimitMs: number) => Promise<WorkerReply | undefined>;
  readonly end: () => Promise<unknown>;
}

function startProcess({ program, heapMegabytes }: WorkerOptions): Process {
  const child = fork(program, [], {
    // None of the server's environment: it may hold passwords.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Whoever waits for an answer is kept alive by the connection, not by this.
  child.unref();
  child.channel?.unref();
  const ready = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<void>();
  let settle: (told: WorkerReply | undefined) => void = () => {};
  child.on('message', (message: WorkerReply | 'ready') =>
    message === 'ready' ? ready.resolve(true) : settle(message),
  );
  const onEnd = () => {
    ready.resolve(false);
    settle(undefined);
    ended.resolve();
  };
  child.on('error', onEnd);
  child.on('exit', onEnd);
  lowerPriority(child.pid);
  return {
    isReady: ready.promise,
    ask: async (request, timeLimitMs) => {
      const answer = Promise.withResolvers<WorkerReply | undefined>();
      settle = answer.resolve;
      const timer = setTimeout(() => answer.resolve(undefined), timeLimitMs);
      // That it is gone is told by an event of its own.
      if (child.connected) child.send(request as object, () => {});
      else answer.resolve(undefined);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
      }
    },
    end: () => {
      child.kill('SIGKILL');
      return ended.promise;
    },
  };
}

// Whoever is served goes first.
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}
