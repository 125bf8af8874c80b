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
  /** Of one line of an account. */
  readonly waitingOfLineMax?: number;
}

/** The refusal of a caller who gets no slot. */
interface FairQueueRefusal {
  readonly sentence: string;
  readonly retryAfterSeconds?: number;
}

interface Waiter {
  /** Callers without a name share one account. */
  readonly account?: string;
  /** Within an account, lines take turns, such as the networks of a site's visitors. */
  readonly line?: string;
  /** Ends the wait; a slot that was granted is kept. */
  readonly signal?: AbortSignal;
  /** Instead of that of the queue. */
  readonly waitMs?: number;
}

interface Waiting {
  readonly account: string;
  readonly line: string;
  /** Accounts take turns: each further request of one is a round later. */
  round: number;
  /** The same for the lines of its account. */
  readonly lineRound: number;
  readonly start: () => void;
}

export function createFairQueue(size: FairQueueSize, refusal: FairQueueRefusal) {
  const { atOnce, waitingMax } = size;
  const { ofOneMax = atOnce, waitingOfOneMax = waitingMax } = size;
  const { waitingOfLineMax = waitingOfOneMax } = size;
  const waiting = new Set<Waiting>();
  const held = new Map<string, number>();
  let heldInAll = 0;
  /** The round of the last waiter that got a slot. */
  let currentRound = 0;
  /** The same for the lines of each account that has requests here. */
  const lineRounds = new Map<string, number>();

  const heldBy = (account: string): number => held.get(account) ?? 0;
  const hasRoom = (account: string): boolean => heldInAll < atOnce && heldBy(account) < ofOneMax;

  const occupy = (account: string, line: string): void => {
    heldInAll += 1;
    for (const name of [account, lineName(account, line)]) held.set(name, heldBy(name) + 1);
  };

  const vacate = (account: string, line: string): void => {
    heldInAll -= 1;
    for (const name of [account, lineName(account, line)]) {
      const left = heldBy(name) - 1;
      if (left > 0) held.set(name, left);
      else held.delete(name);
    }
    if (heldBy(account) === 0 && countWaiting(waiting, account) === 0) lineRounds.delete(account);
  };

  /** The account that holds the fewest slots goes first; among equals in turn, and then first come, first served. */
  const next = (): Waiting | undefined => {
    let best: Waiting | undefined;
    for (const one of waiting)
      if (hasRoom(one.account) && (best === undefined || isBefore(one, best))) best = one;
    return best && firstOfLines(best);
  };
  /** The turn of an account goes to the line that is due, which leaves its own turn to those it overtakes. */
  const firstOfLines = (turn: Waiting): Waiting => {
    let first = turn;
    for (const one of waiting)
      if (one.account === turn.account && one.lineRound < first.lineRound) first = one;
    [turn.round, first.round] = [first.round, turn.round];
    return first;
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

  const lineRoundOf = (account: string, line: string): number => {
    let round = (lineRounds.get(account) ?? 0) + heldBy(lineName(account, line));
    for (const one of waiting)
      if (one.account === account && one.line === line) round = one.lineRound + 1;
    return round;
  };

  const release = (account: string, line: string) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      vacate(account, line);
      // Handed over synchronously, so that a new caller cannot take it first.
      next()?.start();
    };
  };

  const isCrowded = (account: string, line: string): boolean => {
    if (waiting.size >= waitingMax) return true;
    return (
      (waitingOfOneMax < waitingMax && countWaiting(waiting, account) >= waitingOfOneMax) ||
      (waitingOfLineMax < waitingOfOneMax &&
        countWaiting(waiting, account, line) >= waitingOfLineMax)
    );
  };

  const wait = (
    account: string,
    line: string,
    { signal, waitMs = size.waitMs }: Waiter,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        waiting.delete(one);
      };
      const one: Waiting = {
        account,
        line,
        round: roundOf(account),
        lineRound: lineRoundOf(account, line),
        start: () => {
          leave();
          currentRound = Math.max(currentRound, one.round);
          lineRounds.set(account, Math.max(lineRounds.get(account) ?? 0, one.lineRound));
          occupy(account, line);
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
    const { account = '', line = '', signal } = waiter;
    signal?.throwIfAborted();
    if (hasRoom(account)) occupy(account, line);
    else if (isCrowded(account, line)) throw busyProblem(refusal);
    else await wait(account, line, waiter);
    return release(account, line);
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

function lineName(account: string, line: string): string {
  return `${account}\0${line}`;
}

/** Of an account, or of one of its lines. */
function countWaiting(
  waiting: ReadonlySet<Waiting>,
  account: string,
  line: string | undefined = undefined,
): number {
  let count = 0;
  for (const one of waiting)
    if (one.account === account && (line === undefined || one.line === line)) count += 1;
  return count;
}

function busyProblem({ sentence, ...when }: FairQueueRefusal): Problem {
  return new Problem('busy', sentence, when);
}
