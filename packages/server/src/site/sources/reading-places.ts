/**
 * Where files and websites are read, so that no owner's file keeps those of others waiting. A small file starts in
 * front; a reading that is large, or turns out to be long, goes on behind: it holds none of the places in front, and
 * its process runs only on what the others leave of the processors. It is not stopped, since a stopped process would
 * stay for ever if the server were killed.
 */
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import { createSlowWorkBudget } from '../../kernel/process/slow-work-budget.ts';

/** A file up to this size starts in front. */
export const smallBytesMax = 1024 * 1024;
/** CPU time after which a reading goes on behind. Most small files take less. */
export const longCpuMs = 1_000;
const waiting = { ofOneMax: 1, waitingMax: 16, waitMs: 15_000 };
// Each place may take the memory of one process.
const sizes = {
  front: { atOnce: 3, ...waiting },
  behind: { atOnce: 3, ...waiting },
  websites: { atOnce: 4, ...waiting },
};
// Three minutes of a processor at once, then a fifth of it: ten photos in a row take one minute.
const budgetSize = { capacityMs: 180_000, returnedMsPerSecond: 200 };
const retrySecondsMin = 10;
const readingMsMax = 10 * 60_000;

const busy = {
  sentence: 'Several files and websites are being read; try again shortly.',
  retryAfterSeconds: 10,
};

interface Reading {
  readonly owner: string;
  /** Bytes of a file; a website mostly waits for answers. */
  readonly size: number | 'website';
  readonly signal: AbortSignal;
}

/** What a running reading tells and hears. */
interface Place {
  /** To be called with the CPU time that its process has used since its start. */
  readonly onCpuMs: (cpuMs: number) => void;
  /** Aborts when the process shall stand back. */
  readonly standBack: AbortSignal;
}

export function createReadingPlaces(now?: () => number) {
  const queues = {
    front: createFairQueue(sizes.front, busy),
    behind: createFairQueue(sizes.behind, busy),
    websites: createFairQueue(sizes.websites, busy),
  };
  const budget = createSlowWorkBudget(budgetSize, now);

  const assertLeft = (owner: string): void => {
    if (budget.hasLeft(owner)) return;
    const retryAfterSeconds = Math.max(retrySecondsMin, budget.secondsUntilLeft(owner));
    throw new Problem('busy', usedUp(retryAfterSeconds), { retryAfterSeconds });
  };

  return {
    /** Throws `busy` while the owner has used up the time for readings. */
    assertLeft,
    /** Runs a reading when it is the owner's turn, else throws `busy`. */
    run: async <Result>(
      { owner, size, signal }: Reading,
      read: (place: Place) => Promise<Result>,
    ): Promise<Result> => {
      assertLeft(owner);
      const first = size === 'website' ? 'websites' : size > smallBytesMax ? 'behind' : 'front';
      let leave = await queues[first].take({ account: owner, signal });
      const ending = new AbortController();
      const standBack = new AbortController();
      const goBehind = async (): Promise<void> => {
        if (standBack.signal.aborted) return;
        standBack.abort();
        if (first !== 'front') return;
        const waiter = { account: owner, signal: ending.signal, waitMs: readingMsMax };
        const leaveBehind = await queues.behind.take(waiter);
        if (ending.signal.aborted) return leaveBehind();
        leave();
        leave = leaveBehind;
      };
      if (first === 'behind') standBack.abort();
      let countedMs = 0;
      const onCpuMs = (cpuMs: number): void => {
        budget.spend(owner, cpuMs - countedMs);
        countedMs = cpuMs;
        // It stays in front when it ends first, or when too many wait.
        if (cpuMs > longCpuMs) goBehind().catch(() => {});
      };
      try {
        return await read({ onCpuMs, standBack: standBack.signal });
      } finally {
        ending.abort();
        leave();
      }
    },
  };
}

function usedUp(seconds: number): string {
  const when = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Your files have taken a lot of time to read lately; send the next one in ${when}.`;
}
