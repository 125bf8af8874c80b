/**
 * A worker that is killed when it exceeds its time or memory limit. It is a process, not a thread:
 * a thread that has filled its heap cannot be terminated reliably, a process can be killed.
 */
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createFairQueue } from '../fair-queue.ts';
import type { WorkerReply } from './worker-program.ts';

interface WorkerOptions {
  /** The module to run; it calls `serveRequests`. */
  readonly program: URL;
  /** Megabytes of its JavaScript heap. */
  readonly heapMegabytes: number;
  /** Idle time after which the process is ended. */
  readonly idleMs?: number;
  /** How many requests may be queued, in total and per party, and for how long. */
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  readonly waitMs: number;
  /** The refusal when the queue is full. */
  readonly crowded: string;
}

/** `cpuMs` is the CPU time used; for work that was cut off, its time limit. */
type Outcome<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply; readonly cpuMs: number }
  | { readonly kind: 'cut-off'; readonly cpuMs: number };

interface BoundedWorker<Request, Reply> {
  /**
   * Processes one request at a time; of those queued, the party with the fewest turns goes first.
   * The time limit starts with the work, not with the wait. Rejects with what the program throws.
   */
  readonly ask: (
    request: Request,
    limit: {
      readonly timeLimitMs: number;
      readonly party: string;
      /** Throws when the work is not wanted any more after the wait. */
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
  /** Resolves to false when the process ended before it was ready. */
  readonly isReady: Promise<boolean>;
  /** Undefined when the time limit has passed or the process has exited. */
  readonly ask: (request: unknown, timeLimitMs: number) => Promise<WorkerReply | undefined>;
  readonly end: () => Promise<unknown>;
}

function startProcess({ program, heapMegabytes }: WorkerOptions): Process {
  const child = fork(program, [], {
    // An empty environment: the server's may hold passwords.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Unreferenced: a pending request keeps the event loop alive by its connection, not by this child.
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
      // The exit is reported by the child's own `exit` event.
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

// Requests that the server itself handles have priority over this worker.
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}
