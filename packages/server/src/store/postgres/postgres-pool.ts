import { Problem } from '../../kernel/problem.ts';
import type { StoreLoad } from '../store.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { Connector } from './postgres-connector.ts';

export type ConnectionPool = ReturnType<typeof createConnectionPool>;

interface Slot {
  connection: PostgresConnection | undefined;
  /** The next connection, while it is being opened. */
  connecting: Promise<PostgresConnection> | undefined;
  jobs: number;
}

const waitingMax = 20_000;

/**
 * Transactions have a connection to themselves (`jobsMax` 1); single statements share connections and are
 * pipelined. A lost connection is never reused; the next job opens another.
 */
export function createConnectionPool(
  connector: Connector,
  size: { readonly connectionsMax: number; readonly jobsMax: number },
  waitMs: number,
) {
  const slots = Array.from(
    { length: size.connectionsMax },
    (): Slot => ({ connection: undefined, connecting: undefined, jobs: 0 }),
  );
  const waiting = new Set<PromiseWithResolvers<Slot>>();
  let closed = false;

  const take = async (): Promise<Slot> => {
    const best = slots.reduce((one, other) => (isBetter(other, one) ? other : one));
    if (best.jobs < size.jobsMax) {
      best.jobs += 1;
      return best;
    }
    if (waiting.size >= waitingMax) throw tooManyWaiting();
    const waiter = Promise.withResolvers<Slot>();
    const timer = setTimeout(() => {
      waiting.delete(waiter);
      waiter.reject(tooManyWaiting());
    }, waitMs);
    waiting.add(waiter);
    return waiter.promise.finally(() => clearTimeout(timer));
  };

  const giveBack = (slot: Slot): void => {
    const [next] = waiting;
    if (next === undefined) slot.jobs -= 1;
    else {
      waiting.delete(next);
      next.resolve(slot);
    }
  };

  const refuseAll = (error: unknown): void => {
    for (const { reject } of waiting) reject(error);
    waiting.clear();
  };

  const connectionOf = async (slot: Slot): Promise<PostgresConnection> => {
    if (slot.connection !== undefined && isOpen(slot)) return slot.connection;
    slot.connecting ??= connector.connect().finally(() => {
      slot.connecting = undefined;
    });
    try {
      slot.connection = await slot.connecting;
    } catch (error) {
      // Otherwise each waiting job would try to connect in turn.
      if (!slots.some(isOpen)) refuseAll(error);
      throw error;
    }
    return slot.connection;
  };

  return {
    /** Waits for a free slot on a connection and lends it to the job. */
    use: async <Result>(
      job: (connection: PostgresConnection) => Promise<Result>,
    ): Promise<Result> => {
      if (closed) throw stopping();
      const slot = await take();
      try {
        return await job(await connectionOf(slot));
      } finally {
        giveBack(slot);
      }
    },
    load: (): StoreLoad => ({
      busy: slots.reduce((sum, { jobs }) => sum + jobs, 0),
      waiting: waiting.size,
    }),
    close: async () => {
      closed = true;
      refuseAll(stopping());
      const ended = slots.map(async ({ connection, connecting }) => {
        const next = await connecting?.catch(() => undefined);
        await Promise.all([connection?.end(), next?.end()]);
      });
      await Promise.all(ended);
    },
  };
}

// The least busy connection; among equals, one that is already connected.
function isBetter(one: Slot, other: Slot): boolean {
  if (one.jobs !== other.jobs) return one.jobs < other.jobs;
  return isOpen(one) && !isOpen(other);
}

function isOpen({ connection }: Slot): boolean {
  return connection !== undefined && !connection.isLost();
}

function tooManyWaiting(): Problem {
  return new Problem('busy', 'Too many requests wait for the database; try again shortly.');
}

function stopping(): Problem {
  return new Problem('draining', 'The server is stopping; try again shortly.');
}
