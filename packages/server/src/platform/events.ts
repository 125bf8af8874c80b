import { type EventsQuery, isId } from '@baraza/contract';
import { isKeyAlive } from '../access/keys.ts';
import { type Caller, readableServices } from '../access/scopes.ts';
import type { Answer, Sink } from '../http/answer.ts';
import { eventStreamHeaders, stillHere } from '../http/sse.ts';
import { Problem } from '../kernel/problem.ts';
import { aliveKeys } from '../store/keys.ts';
import { activityAfter, lastSeq, lastSeqs, seqOfActivity } from '../store/platform/activity.ts';
import type { Platform } from './platform.ts';
import { renderActivity } from './resources/render.ts';

/**
 * Activity as it happens. The id of an event is the owner's own count of changes, which has no
 * gap and follows the order of commits: whoever says the last one they saw misses nothing and sees
 * nothing twice, whatever happened in between.
 */
export async function streamEvents(
  platform: Platform,
  caller: Caller,
  query: EventsQuery,
  signal: AbortSignal,
): Promise<Answer> {
  const start = await startAfter(platform, caller.ownerId, query.lastEventId);
  return {
    stream: async (sink) => {
      const bell = createBell();
      const { changes } = platform;
      const stopListening =
        query.follow === false
          ? () => {}
          : changes.listen(caller.ownerId, { ...bell.listener, keyId: caller.keyId });
      signal.addEventListener('abort', bell.listener.onChange, { once: true });
      try {
        sink.start(200, eventStreamHeaders);
        if (sink.headersOnly) return;
        await sink.write(`retry: ${reconnectMs}\n\n`);
        const isOver = () => signal.aborted || changes.isClosed();
        let after = await tellAfter(platform, caller, start, sink, isOver);
        while (query.follow !== false && !isOver()) {
          const beat = await bell.rung();
          // A key that was revoked meanwhile hears no more, not even what it was woken for.
          if (!(await isKeyAlive(platform, caller.keyId))) return;
          if (beat) await sink.write(stillHere);
          after = await tellAfter(platform, caller, after, sink, isOver);
        }
      } finally {
        stopListening();
      }
    },
  };
}

/** Looks every so often for what other processes have changed, for all listened owners at once. */
export function followOthers(platform: Platform, everyMs: number): () => Promise<void> {
  const known = new Map<string, number>();
  return every(platform, everyMs, async () => {
    const owners = platform.changes.listenedOwners();
    for (const id of known.keys()) if (!owners.includes(id)) known.delete(id);
    for (const { id, seq } of await lastSeqs(platform.store, owners)) {
      // Whoever began to listen just now may have read before this: the first look rings too.
      if (known.get(id) !== seq) platform.changes.announce(id);
      known.set(id, seq);
    }
  });
}

/** Looks every so often which keys have ended that somebody listens with, whoever ended them. */
export function watchKeys(platform: Platform, everyMs: number): () => Promise<void> {
  const { changes, store, clock } = platform;
  return every(platform, everyMs, async () => {
    const listened = changes.listenedKeys();
    const alive = await aliveKeys(store, listened, clock());
    for (const keyId of listened) if (!alive.has(keyId)) changes.announceKeyEnd(keyId);
  });
}

/** One look at a time, until the given function is called. */
function every({ log }: Platform, everyMs: number, look: () => Promise<void>): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((cause: unknown) => log.warn('changes cannot be looked for', { cause }))
      .finally(() => {
        looking = undefined;
      });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

const reconnectMs = 2_000;
const batchSize = 200;

/** Sends all that came after a place and gives the place that it has come to. */
async function tellAfter(
  platform: Platform,
  caller: Caller,
  start: number,
  sink: Sink,
  isOver: () => boolean,
): Promise<number> {
  const services = readableServices(caller);
  let after = start;
  let full = true;
  while (full && !isOver()) {
    const rows = await activityAfter(platform.store, caller.ownerId, after, batchSize);
    for (const row of rows) {
      after = row.seq;
      if (services.includes(row.service))
        await sink.write(`id: ${row.seq}\ndata: ${renderActivity(row)}\n\n`);
    }
    await sink.flush();
    full = rows.length === batchSize;
  }
  return after;
}

async function startAfter(
  platform: Platform,
  ownerId: string,
  lastEventId: string | undefined,
): Promise<number> {
  const newest = await lastSeq(platform.store, ownerId);
  if (lastEventId === undefined || lastEventId === '') return newest;
  // A store that was restored from a backup counts again from an earlier place.
  if (/^\d{1,15}$/.test(lastEventId)) return Math.min(Number(lastEventId), newest);
  const found = isId('activity', lastEventId)
    ? await seqOfActivity(platform.store, ownerId, lastEventId)
    : undefined;
  if (found === undefined)
    throw new Problem('invalid', 'Last-Event-ID must be the id of an event of this stream.');
  return found;
}

/** A ring that comes while nobody waits is not lost: the next wait ends at once. */
function createBell() {
  let changed = false;
  let beaten = false;
  let wake = () => {};
  return {
    listener: {
      onChange: () => {
        changed = true;
        wake();
      },
      onBeat: () => {
        beaten = true;
        wake();
      },
    },
    /** Whether a sign of life is due. */
    rung: async (): Promise<boolean> => {
      if (!changed && !beaten)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const beat = beaten;
      changed = false;
      beaten = false;
      return beat;
    },
  };
}
