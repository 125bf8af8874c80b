/** How the event streams of this process read the store: together if they want the same, and few at a time. */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue } from '../kernel/fair-queue.ts';
import { race } from '../kernel/race.ts';
import type { ActivityRow } from '../store/platform/activity.ts';
import type { RecordRow } from '../store/platform/records.ts';

/** Some entries of the activity as one caller sees them. */
export interface ActivityBatch {
  readonly rows: readonly ActivityRow[];
  /** The records of the entries by their seq, if requested; null for a deleted one. */
  readonly records: ReadonlyMap<number, RecordRow | null>;
  /** The position of the last entry that was read, also if the caller does not see it. */
  readonly after: number;
  readonly isFull: boolean;
}

/** Undefined if the key or the token of the caller has ended. */
type Read = () => Promise<ActivityBatch | undefined>;

interface ReadRequest {
  readonly ownerId: string;
  /** Equal only if the same reading serves both: the same caller, filter and position. */
  readonly name: string;
  readonly signal: AbortSignal;
}

interface Reading {
  readonly result: ReturnType<Read>;
  readonly join: () => void;
  readonly leave: () => void;
}

// Fewer than the connections of a store, so that other requests do not wait for streams, and no owner waits for the
// streams of another. Whatever waits here has an open connection, and the number of those is limited.
const size = {
  atOnce: 4,
  ofOneMax: 2,
  waitingMax: Number.POSITIVE_INFINITY,
  waitMs: 60_000,
};
const pauseMs = 100;

export type EventReadings = ReturnType<typeof createEventReadings>;

export function createEventReadings() {
  const turns = createFairQueue(size, { sentence: 'Too many event streams are being read.' });
  const joinable = new Map<string, Reading>();
  let pausing: Promise<void> | undefined;

  const queue = ({ ownerId, name }: ReadRequest, read: Read): Reading => {
    const abandoned = new AbortController();
    let readers = 0;
    const close = () => {
      if (joinable.get(name) === reading) joinable.delete(name);
    };
    const begin = () => {
      close();
      return read();
    };
    const waiter = { account: ownerId, signal: abandoned.signal };
    const reading: Reading = {
      // All streams that one change wakes join before the next turn of the event loop.
      result: immediate()
        .then(() => turns.run(begin, waiter))
        .finally(close),
      join: () => {
        readers += 1;
      },
      leave: () => {
        readers -= 1;
        if (readers > 0) return;
        close();
        abandoned.abort();
      },
    };
    joinable.set(name, reading);
    return reading;
  };

  return {
    /**
     * Joins an equal reading that has not begun, or queues a new one. One that has begun may lack the change that woke
     * the stream, so it is never joined. Undefined also when the signal aborts.
     */
    read: async (request: ReadRequest, read: Read) => {
      const reading = joinable.get(request.name) ?? queue(request, read);
      reading.join();
      try {
        return await race(reading.result, { signal: request.signal }, () => undefined);
      } finally {
        reading.leave();
      }
    },
    /** Until a stream may read again. All that wait continue at the same moment, so that they read together. */
    pause: () => {
      pausing ??= sleep(pauseMs).then(() => {
        pausing = undefined;
      });
      return pausing;
    },
  };
}
