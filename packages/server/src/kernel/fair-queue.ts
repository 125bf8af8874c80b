import { Problem } from './problem.ts';

/** A bounded number of places, a bounded number that wait for one and not for ever, shared fairly among accounts. */
export interface FairQueue {
  /** Resolves to what gives the place back. Refuses with `busy` when too many wait, or after too long a wait. */
  readonly take: (waiter?: Waiter) => Promise<() => void>;
  /** Holds a place while the job runs. */
  readonly run: <Result>(job: () => Promise<Result>, waiter?: Waiter) => Promise<Result>;
}

export interface FairQueueSize {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly waitMs: number;
  /** Of one account, at once and waiting: what is beyond stays free for the others. All of it unless given. */
  readonly ofOneMax?: number;
  readonly waitingOfOneMax?: number;
}

/** What those are told who get no place. */
interface FairQueueRefusal {
  readonly sentence: string;
  readonly retryAfterSeconds?: number;
}

interface Waiter {
  /** Those that name none are one account. */
  readonly account?: string;
  /** Ends the wait; who has a place keeps it. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly account: string;
  readonly start: () => void;
}

export function createFairQueue(size: FairQueueSize, refusal: FairQueueRefusal): FairQueue {
  const { atOnce, waitingMax, waitMs } = size;
  const { ofOneMax = atOnce, waitingOfOneMax = waitingMax } = size;
  const waiting = new Set<Waiting>();
  const held = new Map<string, number>();
  let heldInAll = 0;

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

  /** The account that holds fewest goes first; of those, who came first. */
  const next = (): Waiting | undefined => {
    let best: Waiting | undefined;
    for (const one of waiting)
      if (
        hasRoom(one.account) &&
        (best === undefined || heldBy(one.account) < heldBy(best.account))
      )
        best = one;
    return best;
  };

  const release = (account: string) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      vacate(account);
      // At once, so that nobody who comes just now takes it.
      next()?.start();
    };
  };

  const isCrowded = (account: string): boolean => {
    if (waiting.size >= waitingMax) return true;
    return waitingOfOneMax < waitingMax && countWaiting(waiting, account) >= waitingOfOneMax;
  };

  const wait = (account: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        waiting.delete(one);
      };
      const one: Waiting = {
        account,
        start: () => {
          leave();
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

  const take: FairQueue['take'] = async ({ account = '', signal } = {}) => {
    signal?.throwIfAborted();
    if (hasRoom(account)) occupy(account);
    else if (isCrowded(account)) throw busyProblem(refusal);
    else await wait(account, signal);
    return release(account);
  };

  return {
    take,
    run: async (job, waiter) => {
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
