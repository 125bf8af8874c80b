import { Problem } from '../kernel/problem.ts';

/** A bounded number at once, a bounded number that wait for their turn, and nobody for ever. */
export interface Turns {
  /** Resolves to what ends the turn. Refuses when too many wait, or after too long a wait. */
  readonly take: (signal: AbortSignal) => Promise<() => void>;
}

export interface TurnsSize {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly waitMs: number;
}

export function createTurns({ atOnce, waitingMax, waitMs }: TurnsSize): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;

  const end = () => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const [next] = waiting;
      // The place goes from hand to hand, so that nobody who comes just now takes it.
      if (next === undefined) taken -= 1;
      else next();
    };
  };

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        waiting.delete(start);
      };
      const start = () => {
        leave();
        resolve();
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(crowded());
      }, waitMs);
      waiting.add(start);
      signal.addEventListener('abort', abort, { once: true });
    });

  return {
    take: async (signal) => {
      signal.throwIfAborted();
      if (taken < atOnce) taken += 1;
      else if (waiting.size >= waitingMax) throw crowded();
      else await wait(signal);
      return end();
    },
  };
}

function crowded(): Problem {
  return new Problem('busy', 'Too many answers are being written; please try again shortly.', {
    retryAfterSeconds: 5,
  });
}
