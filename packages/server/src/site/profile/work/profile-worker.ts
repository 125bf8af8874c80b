/** Runs work on profiles: on small ones in this process, on large ones in a child process. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairQueue } from '../../../kernel/fair-queue.ts';
import type { Log } from '../../../kernel/log.ts';
import { createChild } from '../../../kernel/process/child-process.ts';
import type { ProfileWorks } from './works.ts';

export interface ProfileWorker {
  /** Rejects with the `Problem` of the work, and with the signal's reason as soon as that aborts. */
  readonly run: <Name extends keyof ProfileWorks>(
    name: Name,
    input: Parameters<ProfileWorks[Name]>[0],
    caller: WorkCaller,
  ) => Promise<ReturnType<ProfileWorks[Name]>>;
  readonly close: () => Promise<void>;
}

interface WorkCaller {
  /** An owner or a site: the child process serves accounts in turn. */
  readonly account: string;
  readonly signal?: AbortSignal | undefined;
}

export interface WorkRequest {
  readonly name: keyof ProfileWorks;
  readonly input: unknown;
}

/** Works in this process: on small profiles, and on all of them in a process that serves no requests. */
export const workHere: ProfileWorker = {
  run: async (name, input) => {
    // Loaded with the first call, not with the server.
    const { profileWorks } = await import('./works.ts');
    return profileWorks[name](input as never) as never;
  },
  close: async () => {},
};

// Takes 20 ms at most.
const smallBytes = 64 * 1024;
const deadlineMs = 30_000;
/** How long saving may take: waiting for a turn, the work, and the index. */
export const largeProfileMs = 3 * deadlineMs;

export function createProfileWorker(log: Log, { hereBytesMax = smallBytes } = {}): ProfileWorker {
  const child = createChild<WorkRequest, { readonly result: unknown }>({
    name: 'the process of large profiles',
    kind: 'profiles',
    program: new URL('./child.ts', import.meta.url),
    log,
    heapMegabytes: 512,
    memoryMegabytes: 1_024,
    stallMs: 2 * deadlineMs,
    restartDelaysMs: [0],
    endsWithCaller: true,
    turns: createFairQueue(
      { atOnce: 1, waitingMax: 64, waitingOfOneMax: 8, waitMs: deadlineMs },
      {
        sentence: 'Too many large profiles are being worked on; try again shortly.',
        retryAfterSeconds: 5,
      },
    ),
  });
  const never = new AbortController().signal;
  return {
    run: async (name, input, { account, signal = never }) => {
      if (bytesOf(input) <= hereBytesMax) return workHere.run(name, input, { account });
      const limits = { account, deadlineMs };
      const { result } = await child.ask({ name, input }, signal, 'urgent', limits);
      // Receiving megabytes took a while, and the caller writes them next: other requests get a turn in between.
      await nextTurn();
      return result as never;
    },
    close: child.close,
  };
}

/** The size of all texts and bytes in an input. */
function bytesOf(input: unknown): number {
  if (typeof input === 'string') return input.length;
  if (input instanceof Uint8Array) return input.byteLength;
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce<number>((sum, value) => sum + bytesOf(value), 0);
}
