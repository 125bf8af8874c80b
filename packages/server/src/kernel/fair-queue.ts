import { Problem } from './problem.ts';

/** Semaphore with a bounded wait queue and a wait timeout, shared fairly among accounts. */
export type FairQueue = ReturnType<typeof createFairQueue>;

export interface FairQueueSize {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly waitMs: number;
  /** Limits of one account, running and waiting; the rest stays free for others. No limit unless given. */
  readonly ofOneMax?: number;
  readonly waitingOfOneMax?: number;
}

/** The refusal of a caller who gets no slot. */
interface FairQueueRefusal {
  readonly sentence: string;
  readonly retryAfterSeconds?: number;
}

interface Waiter {
  /** Callers without a name share one account. */
  readonly account?: string;
  /** Ends the wait; a slot that was granted is kept. */
  readonly signal?: AbortSignal;
  /** Instead of that of the queue. */
  readonly waitMs?: number;
}

interface Waiting {
  readonly account: string;
  /** Accounts take turns: each further request of one is a round later. */
  readonly round: number;
  readonly start: () => void;
}

export function createFairQueue(size: FairQueueSize, refusal: FairQueueRefusal) {
  const { atOnce, waitingMax } = size;
  const { ofOneMax = atOnce, waitingOfOneMax = waitingMax } = size;
  const waiting = new Set<Waiting>();
  const held = new Map<string, number>();
  let heldInAll = 0;
  /** The round of the last waiter that got a slot. */
  let currentRound = 0;

  const heldBy = (account: string): number => held.get(account) ?? 0;
  const hasRoom = (account: string): boolean => heldInAll < atOnce && heldBy(account) < ofOneMax;

  const occupy = (account: string): void => {
    heldInAll += 1;
    held.set(account, heldBy(account) + 1);
  };

  const vacate = (account: string): void => {
    heldInAll -= 1;
    const left = heldBy(account) - 1;
    if (left > 0) held.set(account, left);
    else held.delete(account);
  };

  /** The account that holds the fewest slots goes first; among equals in turn, and then first come, first served. */
  const next = (): Waiting | undefined => {
    let best: Waiting | undefined;
    for (const one of waiting)
      if (hasRoom(one.account) && (best === undefined || isBefore(one, best))) best = one;
    return best;
  };
  const isBefore = (one: Waiting, other: Waiting): boolean => {
    const fewer = heldBy(one.account) - heldBy(other.account);
    return fewer < 0 || (fewer === 0 && one.round < other.round);
  };
  const roundOf = (account: string): number => {
    let round = currentRound + heldBy(account);
    for (const one of waiting) if (one.account === account) round = one.round + 1;
    return round;
  };

  const release = (account: string) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      vacate(account);
      // Handed over synchronously, so that a new caller cannot take it first.
      next()?.start();
    };
  };

  const isCrowded = (account: string): boolean => {
    if (waiting.size >= waitingMax) return true;
    return waitingOfOneMax < waitingMax && countWaiting(waiting, account) >= waitingOfOneMax;
  };

  const wait = (account: string, { signal, waitMs = size.waitMs }: Waiter): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        waiting.delete(one);
      };
      const one: Waiting = {
        account,
        round: roundOf(account),
        start: () => {
          leave();
          currentRound = Math.max(currentRound, one.round);
          occupy(account);
          resolve();
        },
      };
      const abort = () => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(busyProblem(refusal));
      }, waitMs);
      waiting.add(one);
      signal?.addEventListener('abort', abort, { once: true });
    });

  const take = async (waiter: Waiter = {}) => {
    const { account = '', signal } = waiter;
    signal?.throwIfAborted();
    if (hasRoom(account)) occupy(account);
    else if (isCrowded(account)) throw busyProblem(refusal);
    else await wait(account, waiter);
    return release(account);
  };

  return {
    /** Resolves to the release function. Rejects with `busy` when the queue is full or the wait timed out. */
    take,
    /** Holds a slot while the job runs. */
    run: async <Result>(job: () => Promise<Result>, waiter?: Waiter) => {
      const giveBack = await take(waiter);
      try {
        return await job();
      } finally {
        giveBack();
      }
    },
  };
}

function countWaiting(waiting: ReadonlySet<Waiting>, wanted: string): number {
  let count = 0;
  for (const { account } of waiting) if (account === wanted) count += 1;
  return count;
}

function busyProblem({ sentence, ...when }: FairQueueRefusal): Problem {
  return new Problem('busy', sentence, when);
}
