/** Event streams of an owner's activity: they end with their key, and wake up for changes of other processes. */
import { type EventsQuery, isId, limits } from '@baraza/contract';
import { type Caller, isKnown, knownIds, readableServices } from '../access/scopes.ts';
import { invalid } from '../kernel/problem.ts';
import { createWakeSignal } from '../kernel/race.ts';
import { aliveKeys } from '../store/keys.ts';
import { aliveSessions } from '../store/platform/accounts.ts';
import {
  type ActivityRow,
  activityAfter,
  lastSeq,
  lastSeqs,
  oldestActivity,
  seqOfActivity,
} from '../store/platform/activity.ts';
import { findObject } from '../store/platform/objects.ts';
import { findRecord, type RecordRow } from '../store/platform/records.ts';
import { findResource, type ResourceRow } from '../store/platform/resources.ts';
import type { ActivityBatch } from './event-readings.ts';
import type { Platform } from './platform.ts';
import { requireResource } from './resources/resources.ts';
import { isOpen } from './rules/access-rules.ts';
import { allowedRecords, isAllowed, objectSubject, wasVisible } from './rules/keyless-access.ts';
import { visibleRow } from './rules/visible-fields.ts';
import { credentialOf, currentCaller, tokenHashIn } from './users/sessions.ts';

/** Events of an activity stream, in order. */
export type ActivityEvent =
  /** Subscribed: from here on nothing is missed. */
  | { readonly type: 'listening' }
  | { readonly type: 'beat' }
  /** Sent first if events after the client's last one are no longer kept. */
  | { readonly type: 'gap'; readonly lastEventId: string }
  /** New entries of one poll that the key may read; may be empty. */
  | {
      readonly type: 'activity';
      readonly rows: readonly ActivityRow[];
      /** The position to resume from after this entry. */
      readonly positionOf: (row: ActivityRow) => string;
      /** The records of the entries by their seq, if requested; null for a deleted one. */
      readonly records: ReadonlyMap<number, RecordRow | null>;
    };

/** Which part of the activity a stream sends. */
interface Wanted {
  /** Undefined for all. */
  readonly resources: ReadonlySet<string> | undefined;
  readonly withRecords: boolean;
}

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
  const wanted = {
    resources: await wantedResources(platform, caller, query.resource),
    withRecords: query.include === 'record',
  };
  const gapAfter = start.hasGap ? query.lastEventId : undefined;
  const follows = query.follow !== false;
  return activityEvents(
    platform,
    caller,
    wanted,
    { after: start.after, gapAfter, follows },
    signal,
  );
}

async function wantedResources({ store }: Platform, caller: Caller, resource: string | undefined) {
  if (resource === undefined) return undefined;
  const ids = new Set(resource.split(',').map((id) => id.trim()));
  if (ids.size > limits.eventResourcesMax)
    throw invalid(`resource takes at most ${limits.eventResourcesMax} ids.`);
  for (const id of ids) await requireResource(store, caller, id, 'read', ['view']);
  return ids;
}

async function* activityEvents(
  platform: Platform,
  caller: Caller,
  wanted: Wanted,
  {
    after: start,
    gapAfter,
    follows,
  }: {
    readonly after: number;
    readonly gapAfter: string | undefined;
    readonly follows: boolean;
  },
  signal: AbortSignal,
): AsyncGenerator<ActivityEvent, void, undefined> {
  const wakeSignal = createWakeSignal();
  const { changes, eventReadings } = platform;
  const stopListening = follows
    ? changes.listen(caller.ownerId, {
        ...wakeSignal.listener,
        keyId: credentialOf(caller),
        isKeyless: caller.keyless !== undefined,
      })
    : () => {};
  signal.addEventListener('abort', wakeSignal.listener.onChange, { once: true });
  // Gaps in the owner's sequence would reveal to a key for some resources that others exist.
  const positionOf = ({ seq, id }: ActivityRow) => (seesAll(caller) ? String(seq) : id);
  try {
    yield { type: 'listening' };
    if (gapAfter !== undefined) yield { type: 'gap', lastEventId: gapAfter };
    let after = start;
    let beat = false;
    while (!signal.aborted && !changes.isClosed()) {
      const wish = { ownerId: caller.ownerId, name: nameOf(caller, wanted, after), signal };
      const position = after;
      const batch = await eventReadings.read(wish, () =>
        readBatch(platform, caller, wanted, position),
      );
      if (batch === undefined) return;
      if (beat) yield { type: 'beat' };
      beat = false;
      yield { type: 'activity', rows: batch.rows, positionOf, records: batch.records };
      after = batch.after;
      if (batch.isFull) continue;
      if (!follows) return;
      await eventReadings.pause();
      beat = await wakeSignal.next();
    }
  } finally {
    stopListening();
  }
}

/** Equal for streams that get the same entries: of one key or token, or of anonymous callers. */
function nameOf(caller: Caller, { resources, withRecords }: Wanted, after: number): string {
  const { ownerId, scopes, keyless } = caller;
  return JSON.stringify([
    ownerId,
    keyless === undefined ? 'key' : 'keyless',
    credentialOf(caller) ?? null,
    [...scopes],
    knownIds(caller) ?? null,
    resources === undefined ? null : [...resources].sort(),
    withRecords,
    after,
  ]);
}

/** Whether nothing of the owner's activity is hidden from the caller. */
function seesAll({ resources, keyless }: Caller): boolean {
  return resources === 'all' && keyless === undefined;
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
    const tokens = listened.flatMap((credential) => tokenHashIn(credential) ?? []);
    const keys = listened.filter((credential) => tokenHashIn(credential) === undefined);
    const alive = await aliveKeys(store, keys, clock());
    const aliveTokens = await aliveSessions(store, tokens, clock());
    for (const credential of listened) {
      const hash = tokenHashIn(credential);
      if (hash === undefined ? !alive.has(credential) : !aliveTokens.has(hash))
        changes.announceKeyEnd(credential);
    }
  });
}

/** Polls again this long after each poll has ended. */
export function pollEvery(
  { log }: Pick<Platform, 'log'>,
  everyMs: () => number,
  poll: () => Promise<void>,
  what = 'changes',
): Poll {
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
      .catch((cause: unknown) => log.warn(`${what} could not be polled`, { cause }))
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

/** The next entries after a position; undefined if the key or the token has ended. */
async function readBatch(
  platform: Platform,
  caller: Caller,
  { resources, withRecords }: Wanted,
  position: number,
): Promise<ActivityBatch | undefined> {
  const rows = await activityAfter(platform.store, caller.ownerId, position, batchSize);
  // Read after the entries: one that has been revoked gets no more events, not even those it was woken for.
  const current = await currentCaller(platform, caller);
  if (current === undefined) return undefined;
  const after = rows.at(-1)?.seq ?? position;
  const isFull = rows.length === batchSize;
  const asked = rows.filter(
    ({ resource_id }) =>
      isKnown(current, resource_id) && (resources === undefined || resources.has(resource_id)),
  );
  if (current.keyless === undefined) {
    const services = readableServices(current);
    const readable = asked.filter(({ service }) => services.includes(service));
    const records = withRecords ? await recordsOf(platform, readable) : new Map();
    return { rows: readable, records, after, isFull };
  }
  const entries = await visibleEntries(platform, current, asked);
  const withRecord = entries.flatMap(({ row, record }) =>
    withRecords && record !== undefined ? [[row.seq, record] as const] : [],
  );
  return { rows: entries.map(({ row }) => row), records: new Map(withRecord), after, isFull };
}

/** The current records of those entries that are about a record. */
async function recordsOf({ store }: Platform, rows: readonly ActivityRow[]) {
  const records = new Map<number, RecordRow | null>();
  for (const { seq, resource_id, detail } of rows) {
    const { recordId } = JSON.parse(detail) as { readonly recordId?: unknown };
    if (typeof recordId !== 'string') continue;
    records.set(seq, (await findRecord(store, resource_id, recordId)) ?? null);
  }
  return records;
}

async function startAfter(platform: Platform, caller: Caller, lastEventId: string | undefined) {
  const { ownerId } = caller;
  const newest = await lastSeq(platform.store, ownerId);
  if (lastEventId === undefined || lastEventId === '') return { after: newest, hasGap: false };
  const kept = await oldestActivity(platform.store, ownerId);
  const oldest = kept?.seq ?? newest + 1;
  // After a restore from a backup the sequence continues from an earlier number.
  if (seesAll(caller) && /^\d{1,15}$/.test(lastEventId))
    return {
      after: Math.min(Number(lastEventId), newest),
      hasGap: Number(lastEventId) < oldest - 1,
    };
  const found = isId('activity', lastEventId)
    ? await seqOfActivity(platform.store, ownerId, lastEventId, knownIds(caller))
    : undefined;
  if (found !== undefined) return { after: found, hasGap: false };
  // Ids sort by time: the entry of an id before the oldest kept one was deleted, and all kept entries come after it.
  const isOlder = oldest > 1 && (kept === undefined || lastEventId < kept.id);
  if (isId('activity', lastEventId) && isOlder) return { after: oldest - 1, hasGap: true };
  throw invalid('Last-Event-ID must be the id of an event of this stream.');
}

// The activity for a caller without a key: changes of records and objects that `view` allows when it is sent.

interface VisibleEntry {
  readonly row: ActivityRow;
  /** The record as the caller sees it; null if it is deleted, undefined if the entry is about none. */
  readonly record: RecordRow | null | undefined;
}

async function visibleEntries(
  platform: Platform,
  caller: Caller,
  rows: readonly ActivityRow[],
): Promise<readonly VisibleEntry[]> {
  const resources = new Map<string, ResourceRow | undefined>();
  const entries: VisibleEntry[] = [];
  for (const row of rows) {
    const { resource_id: id } = row;
    if (!resources.has(id)) {
      const found = await findResource(platform.store, caller.ownerId, id);
      resources.set(id, found && isOpen(found, ['view']) ? found : undefined);
    }
    const resource = resources.get(id);
    const entry = resource && (await visibleEntry(platform, caller, resource, row));
    if (entry !== undefined) entries.push({ ...entry, row: withActor(caller, row) });
  }
  return entries;
}

async function visibleEntry(
  { store, clock }: Platform,
  caller: Caller,
  resource: ResourceRow,
  row: ActivityRow,
): Promise<VisibleEntry | undefined> {
  const detail = JSON.parse(row.detail) as { readonly recordId?: unknown; readonly key?: unknown };
  if (row.action.startsWith('object-') && typeof detail.key === 'string') {
    const object = await findObject(store, resource.id, detail.key);
    const isVisible =
      object !== undefined &&
      (await isAllowed(store, caller, resource, 'view', objectSubject(object), clock()));
    return isVisible ? { row, record: undefined } : undefined;
  }
  if (typeof detail.recordId !== 'string') return undefined;
  if (row.action === 'record-deleted')
    return (await wasVisible(store, caller, resource, row.removed, clock()))
      ? { row, record: null }
      : undefined;
  const allowed = allowedRecords(caller, resource, 'view', clock());
  const record = await findRecord(store, resource.id, detail.recordId, allowed);
  return record && { row, record: visibleRow(caller, resource, record) };
}

/** Users learn neither the keys of the owner nor who other users are. */
function withActor({ keyless }: Caller, row: ActivityRow): ActivityRow {
  const isOwn = row.user_id !== null && row.user_id === keyless?.user?.id;
  return isOwn ? row : { ...row, key_id: '', key_name: '', user_id: null };
}
