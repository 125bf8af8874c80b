import { Problem } from '../kernel/problem.ts';
import { type Connection, openConnection, type Timeouts } from './postgres-connection.ts';
import type { StoreLoad } from './store.ts';

export interface ConnectionPool {
  /** Waits for a free slot on a connection and lends it to the job. */
  readonly use: <Result>(job: (lane: Connection) => Promise<Result>) => Promise<Result>;
  readonly load: () => StoreLoad;
  readonly close: () => Promise<void>;
}

const waitingMax = 20_000;

interface Waiter {
  readonly serve: (place: Place) => void;
  readonly refuse: (error: unknown) => void;
}

interface Place {
  lane: Connection | undefined;
  isReady: boolean;
  busy: number;
}

/**
 * Connection pool: transactions get a connection exclusively; single statements share connections and are
 * pipelined. A lost connection is never reused; it is replaced for the next job.
 */
export function createConnectionPool(
  url: string,
  size: { readonly lanesMax: number; readonly jobsPerLane: number },
  timeouts: Timeouts,
): ConnectionPool {
  const places = Array.from(
    { length: size.lanesMax },
    (): Place => ({ lane: undefined, isReady: false, busy: 0 }),
  );
  const waiting = new Set<Waiter>();
  let closed = false;

  const take = async (): Promise<Place> => {
    const best = places.reduce((one, other) => (isBetter(other, one) ? other : one));
    if (best.busy < size.jobsPerLane) {
      best.busy += 1;
      return best;
    }
    if (waiting.size >= waitingMax) throw tooManyWaiting();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        serve: (place) => {
          leave();
          resolve(place);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const timer = setTimeout(() => waiter.refuse(tooManyWaiting()), timeouts.waitMs);
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(waiter);
      };
      waiting.add(waiter);
    });
  };

  const refuseAll = (error: unknown): void => {
    for (const waiter of waiting) waiter.refuse(error);
  };

  const giveBack = (place: Place): void => {
    const [next] = waiting;
    if (next === undefined) place.busy -= 1;
    else next.serve(place);
  };

  const laneOf = async (place: Place): Promise<Connection> => {
    if (!isOpen(place)) {
      place.lane = openConnection(url, timeouts);
      place.isReady = false;
    }
    const lane = place.lane as Connection;
    try {
      await lane.ready();
      place.isReady = true;
    } catch (error) {
      // Those who wait would each try to connect once more, one after the other.
      if (!places.some((each) => each.isReady && isOpen(each))) refuseAll(error);
      throw error;
    }
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
      waiting: waiting.size,
    }),
    close: async () => {
      closed = true;
      refuseAll(stopping());
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

function tooManyWaiting(): Problem {
  return new Problem('busy', 'Too many requests wait for the database; try again shortly.');
}

function stopping(): Problem {
  return new Problem('draining', 'The server is stopping; try again shortly.');
}
