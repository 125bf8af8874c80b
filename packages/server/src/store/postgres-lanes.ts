import { Problem } from '../kernel/problem.ts';
import { type Lane, openLane, type Timeouts } from './postgres-lane.ts';
import type { StoreLoad } from './store.ts';

export interface Lanes {
  /** Waits for a free slot on a connection and lends it to the job. */
  readonly use: <Result>(job: (lane: Lane) => Promise<Result>) => Promise<Result>;
  readonly load: () => StoreLoad;
  readonly close: () => Promise<void>;
}

const waitingMax = 20_000;

interface Place {
  lane: Lane | undefined;
  busy: number;
}

/**
 * Connection pool: transactions get a connection exclusively; single statements share connections and are
 * pipelined. A lost connection is never reused; it is replaced for the next job.
 */
export function createLanes(
  url: string,
  size: { readonly lanesMax: number; readonly jobsPerLane: number },
  timeouts: Timeouts,
): Lanes {
  const places = Array.from({ length: size.lanesMax }, (): Place => ({ lane: undefined, busy: 0 }));
  const waiting: {
    readonly resolve: (place: Place) => void;
    readonly reject: (error: Problem) => void;
  }[] = [];
  let closed = false;

  const take = async (): Promise<Place> => {
    const best = places.reduce((one, other) => (isBetter(other, one) ? other : one));
    if (best.busy < size.jobsPerLane) {
      best.busy += 1;
      return best;
    }
    if (waiting.length >= waitingMax)
      throw new Problem('busy', 'Too many requests wait for the database; try again shortly.');
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };

  const giveBack = (place: Place): void => {
    const next = waiting.shift();
    if (next === undefined) place.busy -= 1;
    else next.resolve(place);
  };

  const laneOf = async (place: Place): Promise<Lane> => {
    if (place.lane === undefined || place.lane.isLost()) place.lane = openLane(url, timeouts);
    const { lane } = place;
    await lane.ready();
    return lane;
  };

  return {
    use: async (job) => {
      if (closed) throw stopping();
      const place = await take();
      try {
        return await job(await laneOf(place));
      } finally {
        giveBack(place);
      }
    },
    load: () => ({
      busy: places.reduce((sum, { busy }) => sum + busy, 0),
      waiting: waiting.length,
    }),
    close: async () => {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(stopping());
      await Promise.all(places.map(({ lane }) => lane?.end()));
    },
  };
}

// The least busy connection; among equals, one that is already connected.
function isBetter(one: Place, other: Place): boolean {
  if (one.busy !== other.busy) return one.busy < other.busy;
  return isOpen(one) && !isOpen(other);
}

function isOpen({ lane }: Place): boolean {
  return lane !== undefined && !lane.isLost();
}

function stopping(): Problem {
  return new Problem('draining', 'The server is stopping; try again shortly.');
}
