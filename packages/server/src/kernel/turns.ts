import { Problem } from './problem.ts';

/** A bounded number at once, a bounded number that wait for their turn, and nobody for ever. */
export interface Turns {
  /** Resolves to what ends the turn. Refuses when too many wait, or after too long a wait. */
  readonly take: (signal: AbortSignal, party?: string) => Promise<() => void>;
}

export interface TurnsSize {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly waitMs: number;
  /** Of one party, at once and waiting: what is beyond stays free for the others. All of it unless given. */
  readonly ofOneMax?: number;
  readonly waitingOfOneMax?: number;
  /** Told to whom there is no room for. */
  readonly crowded?: string;
}

interface Waiting {
  readonly party: string;
  readonly start: () => void;
}

export function createTurns(size: TurnsSize): Turns {
  const { atOnce, waitingMax, waitMs } = size;
  const { ofOneMax = atOnce, waitingOfOneMax = waitingMax, crowded: sentence } = size;
  const waiting = new Set<Waiting>();
  const held = new Map<string, number>();
  let taken = 0;

  const heldBy = (party: string): number => held.get(party) ?? 0;
  const hasRoom = (party: string): boolean => taken < atOnce && heldBy(party) < ofOneMax;

  const occupy = (party: string): void => {
    taken += 1;
    held.set(party, heldBy(party) + 1);
  };

  const vacate = (party: string): void => {
    taken -= 1;
    const left = heldBy(party) - 1;
    if (left > 0) held.set(party, left);
    else held.delete(party);
  };

  /** Who has fewest turns goes first; of those, who came first. */
  const next = (): Waiting | undefined => {
    let best: Waiting | undefined;
    for (const one of waiting)
      if (hasRoom(one.party) && (best === undefined || heldBy(one.party) < heldBy(best.party)))
        best = one;
    return best;
  };

  const end = (party: string) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      vacate(party);
      // At once, so that nobody who comes just now takes it.
      next()?.start();
    };
  };

  const isCrowded = (party: string): boolean => {
    if (waiting.size >= waitingMax) return true;
    return waitingOfOneMax < waitingMax && countOf(waiting, party) >= waitingOfOneMax;
  };

  const wait = (signal: AbortSignal, party: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        waiting.delete(one);
      };
      const one: Waiting = {
        party,
        start: () => {
          leave();
          occupy(party);
          resolve();
        },
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(crowded(sentence));
      }, waitMs);
      waiting.add(one);
      signal.addEventListener('abort', abort, { once: true });
    });

  return {
    take: async (signal, party = '') => {
      signal.throwIfAborted();
      if (hasRoom(party)) occupy(party);
      else if (isCrowded(party)) throw crowded(sentence);
      else await wait(signal, party);
      return end(party);
    },
  };
}

function countOf(waiting: ReadonlySet<Waiting>, wanted: string): number {
  let count = 0;
  for (const { party } of waiting) if (party === wanted) count += 1;
  return count;
}

function crowded(
  sentence = 'Too many answers are being written; please try again shortly.',
): Problem {
  return new Problem('busy', sentence, {
    retryAfterSeconds: 5,
  });
}
