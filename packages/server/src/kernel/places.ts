import { Problem } from './problem.ts';

/** A bounded number of places that are held while a client reads, shared fairly among accounts. */
interface Places {
  /** Runs the job when there is a place; refuses when none comes free in time. */
  readonly hold: <Result>(account: string, job: () => Promise<Result>) => Promise<Result>;
}

const waitingMax = 1_000;

interface Waiting {
  readonly account: string;
  readonly start: () => void;
}

/**
 * One account never holds more than its share, so clients that read slowly use up the places of
 * their own owner and nobody else's.
 */
export function createPlaces(size: {
  readonly max: number;
  readonly perAccount: number;
  readonly waitMs: number;
}): Places {
  const held = new Map<string, number>();
  let heldInAll = 0;
  let waiting: Waiting[] = [];

  const isFree = (account: string) =>
    heldInAll < size.max && (held.get(account) ?? 0) < size.perAccount;

  const occupy = (account: string, change: 1 | -1): void => {
    heldInAll += change;
    const count = (held.get(account) ?? 0) + change;
    if (count === 0) held.delete(account);
    else held.set(account, count);
  };

  const wait = (account: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        account,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== entry);
        reject(crowded());
      }, size.waitMs);
      waiting.push(entry);
    });

  const release = (account: string): void => {
    occupy(account, -1);
    const next = waiting.find((entry) => isFree(entry.account));
    if (next === undefined) return;
    waiting = waiting.filter((entry) => entry !== next);
    occupy(next.account, 1);
    next.start();
  };

  return {
    hold: async (account, job) => {
      if (isFree(account)) occupy(account, 1);
      else if (waiting.length >= waitingMax) throw crowded();
      else await wait(account);
      try {
        return await job();
      } finally {
        release(account);
      }
    },
  };
}

function crowded(): Problem {
  return new Problem('busy', 'Too many long answers are being read; try again shortly.');
}
