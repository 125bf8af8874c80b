import { type EventsQuery, isId } from '@baraza/contract';
import { isKeyAlive } from '../access/keys.ts';
import { type Caller, readableServices } from '../access/scopes.ts';
import { Problem } from '../kernel/problem.ts';
import { aliveKeys } from '../store/keys.ts';
import {
  type ActivityRow,
  activityAfter,
  lastSeq,
  lastSeqs,
  seqOfActivity,
} from '../store/platform/activity.ts';
import type { Platform } from './platform.ts';

/** What a stream of activity tells, in its order. */
export type ActivityEvent =
  /** From here on nothing is missed. */
  | { readonly type: 'listening' }
  /** Nothing has happened for a while, and the stream is alive. */
  | { readonly type: 'beat' }
  /** What was found at one look, of what the key may read; it may be nothing. */
  | { readonly type: 'activity'; readonly rows: readonly ActivityRow[] };

/**
 * Activity as it happens. The place of an entry is the owner's own count of changes, which has no
 * gap and follows the order of commits: whoever says the last one they saw misses nothing and sees
 * nothing twice, whatever happened in between.
 */
export async function followActivity(
  platform: Platform,
  caller: Caller,
  query: EventsQuery,
  signal: AbortSignal,
): Promise<AsyncIterable<ActivityEvent>> {
  const start = await startAfter(platform, caller.ownerId, query.lastEventId);
  return activityEvents(platform, caller, start, query.follow !== false, signal);
}

async function* activityEvents(
  platform: Platform,
  caller: Caller,
  start: number,
  follows: boolean,
  signal: AbortSignal,
): AsyncGenerator<ActivityEvent, void, undefined> {
  const bell = createBell();
  const { changes } = platform;
  const stopListening = follows
    ? changes.listen(caller.ownerId, { ...bell.listener, keyId: caller.keyId })
    : () => {};
  signal.addEventListener('abort', bell.listener.onChange, { once: true });
  try {
    yield { type: 'listening' };
    const isOver = () => signal.aborted || changes.isClosed();
    let after = yield* activitySince(platform, caller, start, isOver);
    while (follows && !isOver()) {
      const beat = await bell.rung();
      // A key that was revoked meanwhile hears no more, not even what it was woken for.
      if (!(await isKeyAlive(platform, caller.keyId))) return;
      if (beat) yield { type: 'beat' };
      after = yield* activitySince(platform, caller, after, isOver);
    }
  } finally {
    stopListening();
  }
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
      .catch((cause: unknown) => log.warn('changes could not be polled', { cause }))
      .finally(() => {
        looking = undefined;
      });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

const batchSize = 200;

/** All that came after a place, and the place that it has come to. */
async function* activitySince(
  platform: Platform,
  caller: Caller,
  start: number,
  isOver: () => boolean,
): AsyncGenerator<ActivityEvent, number, undefined> {
  const services = readableServices(caller);
  let after = start;
  let full = true;
  while (full && !isOver()) {
    const rows = await activityAfter(platform.store, caller.ownerId, after, batchSize);
    after = rows.at(-1)?.seq ?? after;
    yield { type: 'activity', rows: rows.filter(({ service }) => services.includes(service)) };
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
