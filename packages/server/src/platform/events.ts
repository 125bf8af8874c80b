/** Event streams of an owner's activity: they end with their key, and wake up for changes of other processes. */
import { type EventsQuery, isId } from '@baraza/contract';
import { isKeyAlive } from '../access/keys.ts';
import { type Caller, isKnown, knownIds, readableServices } from '../access/scopes.ts';
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

/** Events of an activity stream, in order. */
export type ActivityEvent =
  /** Subscribed: from here on nothing is missed. */
  | { readonly type: 'listening' }
  /** Heartbeat. */
  | { readonly type: 'beat' }
  /** New entries of one poll that the key may read; may be empty. */
  | {
      readonly type: 'activity';
      readonly rows: readonly ActivityRow[];
      /** The position to resume from after this entry. */
      readonly placeOf: (row: ActivityRow) => string;
    };

/**
 * Live activity. The position of an entry is a sequence number per owner, without gaps and in commit order:
 * a client that resumes with the last one it saw misses nothing and sees nothing twice.
 */
export async function followActivity(
  platform: Platform,
  caller: Caller,
  query: EventsQuery,
  signal: AbortSignal,
): Promise<AsyncIterable<ActivityEvent>> {
  const start = await startAfter(platform, caller, query.lastEventId);
  return activityEvents(platform, caller, start, query.follow !== false, signal);
}

async function* activityEvents(
  platform: Platform,
  caller: Caller,
  start: number,
  follows: boolean,
  signal: AbortSignal,
): AsyncGenerator<ActivityEvent, void, undefined> {
  const wakeSignal = createWakeSignal();
  const { changes } = platform;
  const stopListening = follows
    ? changes.listen(caller.ownerId, { ...wakeSignal.listener, keyId: caller.keyId })
    : () => {};
  signal.addEventListener('abort', wakeSignal.listener.onChange, { once: true });
  try {
    yield { type: 'listening' };
    const isOver = () => signal.aborted || changes.isClosed();
    let after = yield* activitySince(platform, caller, start, isOver);
    while (follows && after !== undefined && !isOver()) {
      const beat = await wakeSignal.next();
      // A key that has been revoked gets no more events, not even those it was woken for.
      if (!(await isKeyAlive(platform, caller.keyId))) return;
      if (beat) yield { type: 'beat' };
      after = yield* activitySince(platform, caller, after, isOver);
    }
  } finally {
    stopListening();
  }
}

/** A repeated query of the store. */
interface Poll {
  /** Polls now, or once more after the running poll. */
  readonly now: () => void;
  readonly stop: () => Promise<void>;
}

/** Polls for changes of other processes that came without a hint, for all owners with listeners in one query. */
export function followOthers(platform: Platform, everyMs: () => number): Poll {
  const known = new Map<string, number>();
  return pollEvery(platform, everyMs, async () => {
    const owners = platform.changes.listenedOwners();
    for (const id of known.keys()) if (!owners.includes(id)) known.delete(id);
    for (const { id, seq } of await lastSeqs(platform.store, owners)) {
      // The first poll notifies too: a new listener may have read before this poll.
      if (known.get(id) !== seq) platform.changes.receive({ about: 'activity', id });
      known.set(id, seq);
    }
  });
}

/** Polls for keys of listeners that were revoked, also by other processes, or have expired. */
export function watchKeys(platform: Platform, everyMs: () => number): Poll {
  const { changes, store, clock } = platform;
  return pollEvery(platform, everyMs, async () => {
    const listened = changes.listenedKeys();
    const alive = await aliveKeys(store, listened, clock());
    for (const keyId of listened) if (!alive.has(keyId)) changes.announceKeyEnd(keyId);
  });
}

function pollEvery({ log }: Platform, everyMs: () => number, poll: () => Promise<void>): Poll {
  let polling: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    again = true;
    if (polling !== undefined || stopped) return;
    clearTimeout(timer);
    again = false;
    polling = poll()
      .catch((cause: unknown) => log.warn('changes could not be polled', { cause }))
      .finally(() => {
        polling = undefined;
        if (again) now();
        else wait();
      });
  };
  const wait = (): void => {
    if (!stopped) timer = setTimeout(now, everyMs()).unref();
  };
  wait();
  return {
    now,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await polling;
    },
  };
}

const batchSize = 200;

/** The entries after a position, and the new position. */
async function* activitySince(
  platform: Platform,
  caller: Caller,
  start: number,
  isOver: () => boolean,
): AsyncGenerator<ActivityEvent, number | undefined, undefined> {
  const services = readableServices(caller);
  // Gaps in the owner's sequence would reveal to a key for some resources that others exist.
  const placeOf = ({ seq, id }: ActivityRow) => (caller.resources === 'all' ? String(seq) : id);
  let after = start;
  let full = true;
  while (full && !isOver()) {
    const rows = await activityAfter(platform.store, caller.ownerId, after, batchSize);
    // Checked for every batch: a replay may be long, and its reader slow.
    if (rows.length > 0 && !(await isKeyAlive(platform, caller.keyId))) return undefined;
    after = rows.at(-1)?.seq ?? after;
    const readable = rows.filter(
      ({ service, resource_id }) => services.includes(service) && isKnown(caller, resource_id),
    );
    yield { type: 'activity', rows: readable, placeOf };
    full = rows.length === batchSize;
  }
  return after;
}

async function startAfter(
  platform: Platform,
  caller: Caller,
  lastEventId: string | undefined,
): Promise<number> {
  const { ownerId, resources } = caller;
  const newest = await lastSeq(platform.store, ownerId);
  if (lastEventId === undefined || lastEventId === '') return newest;
  // After a restore from a backup the sequence continues from an earlier number.
  if (resources === 'all' && /^\d{1,15}$/.test(lastEventId))
    return Math.min(Number(lastEventId), newest);
  const found = isId('activity', lastEventId)
    ? await seqOfActivity(platform.store, ownerId, lastEventId, knownIds(caller))
    : undefined;
  if (found === undefined)
    throw new Problem('invalid', 'Last-Event-ID must be the id of an event of this stream.');
  return found;
}

/** A latched signal: one that arrives between waits ends the next wait at once. */
function createWakeSignal() {
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
    /** Whether a heartbeat is due. */
    next: async (): Promise<boolean> => {
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
