/** Sends what waits in the outbox, at least once. */
import { minuteMs } from '@baraza/contract';
import { createBreaker } from '../kernel/breaker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { createTally } from '../kernel/measures/tally.ts';
import type { Hint } from '../store/hints.ts';
import {
  endLeases,
  type Item,
  type ItemKind,
  itemKinds,
  nextReceivers,
  pauseReceiver,
  releaseItem,
  settleItem,
  takeItems,
} from '../store/outbox.ts';
import type { Store, Writer } from '../store/store.ts';
import { type Lane, lanes } from './lanes.ts';

export type Sender = ReturnType<typeof createSender>;

export type Outcome =
  | { readonly kind: 'delivered'; readonly status: number | null }
  | {
      readonly kind: 'refused';
      readonly status: number | null;
      readonly fault: string;
      /** When to try again, if the receiver names a time; else by the schedule. */
      readonly retryAfterMs?: number | undefined;
      /** Whether the item is not tried again. */
      readonly isFinal?: boolean;
    }
  /** The item may not be delivered at all, so no attempt was made and none will be. */
  | { readonly kind: 'dropped'; readonly status: null; readonly fault: string }
  /** Nothing may be sent to the receiver now: it is paused, with all that waits for it. */
  | { readonly kind: 'held' }
  /** As after a crash, nobody knows whether it has arrived: it is taken again when its lease has ended. */
  | { readonly kind: 'unknown' };

/** The outcome of a call that was made, or is never made. */
export type Tried = Exclude<Outcome, { readonly kind: 'held' | 'unknown' }>;

export interface Settled {
  readonly state: 'delivered' | 'failed' | 'pending';
  readonly status: number | null;
  readonly fault: string | null;
  /** When the attempt began. */
  readonly startedAtMs: number;
  readonly nowMs: number;
}

/** How the items of one kind are sent. */
export interface Handler {
  /** Makes one attempt; undefined if the item is obsolete, and is deleted. */
  readonly attempt: (item: Item, signal: AbortSignal) => Promise<Outcome | undefined>;
  /** What the transaction of the outcome writes first, even if another sender has taken the item since. */
  readonly before?: (tx: Writer, item: Item, settled: Settled) => Promise<unknown>;
  /** What else it writes. */
  readonly settle?: (tx: Writer, item: Item, settled: Settled) => Promise<unknown>;
  /** After the outcome was stored. */
  readonly settled?: (item: Item) => Promise<unknown>;
  readonly lane?: Partial<Lane>;
}

export type Handlers = { readonly [kind in ItemKind]?: Handler };

interface SenderContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** How soon to poll for items of other processes; undefined if there are none. */
  readonly pollMs?: (() => number) | undefined;
}

type Attempted = 'delivered' | 'delayed' | 'failed';

const leaseGraceMs = 5_000;
const longestSleepMs = 10 * minuteMs;
const faultSleepMs = 5_000;
const shortestSleepMs = 100;
// Each transaction takes so many of a receiver, so that there are fewer of them.
const batchSize = 2;

/** Only the kinds that have a handler are sent here. */
export function createSender(context: SenderContext, handlers: Handlers) {
  const tallies = new Map<ItemKind, ReturnType<typeof tallyOfLane>>();
  const running = new Map<ItemKind, RunningLane>();
  for (const kind of itemKinds) {
    const handler = handlers[kind];
    if (handler === undefined) continue;
    const tally = tallyOfLane();
    tallies.set(kind, tally);
    running.set(
      kind,
      runLane(context, kind, handler, (name) => tally.count(name)),
    );
  }
  const all = [...running.values()];
  return {
    /** Something may be due now. A receiver that is named is no longer paused for its failures. */
    wake: (kind?: ItemKind, receiver?: string) => {
      if (kind === undefined) for (const lane of all) lane.wake();
      else running.get(kind)?.wake(receiver);
    },
    /** Of another process; undefined if hints may have been lost. */
    onHint: (hint: Hint | undefined) => {
      if (hint === undefined) for (const lane of all) lane.wake();
      if (hint?.about !== 'outbox') return;
      const [kind, receiver] = hint.id.split('.');
      running.get(kind as ItemKind)?.wake(receiver);
    },
    /** Resolves when nothing is under way and nothing more is due now. */
    idle: async () => void (await Promise.all(all.map(({ idle }) => idle()))),
    /** Takes nothing more, aborts what is under way and releases it for the next start. */
    stop: async () => void (await Promise.all(all.map(({ stop }) => stop()))),
    /** Outcomes of attempts of these kinds: `delayed` are tried again, `failed` given up. */
    counts: (kinds: readonly ItemKind[]) => {
      const sum = { delivered: 0, delayed: 0, failed: 0 };
      for (const kind of kinds)
        for (const [name, count] of Object.entries(tallies.get(kind)?.counts() ?? {}))
          sum[name as Attempted] += count;
      return sum;
    },
  };
}

const tallyOfLane = () => createTally<Attempted>(['delivered', 'delayed', 'failed']);

interface RunningLane {
  readonly wake: (receiver?: string) => void;
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A receiver that keeps failing is left alone for a while by a circuit breaker, so that it does not hold up others. */
function runLane(
  { store, clock, log, pollMs }: SenderContext,
  kind: ItemKind,
  handler: Handler,
  count: (name: Attempted) => void,
): RunningLane {
  const lane: Lane = { ...lanes[kind], ...handler.lane };
  const stopping = new AbortController();
  const breaker = createBreaker();
  const underWay = new Map<Promise<void>, Item>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let isStarted = false;

  const countBy = (whose: 'receiver' | 'owner') => {
    const counts = new Map<string, number>();
    for (const item of underWay.values())
      counts.set(item[whose], (counts.get(item[whose]) ?? 0) + 1);
    return counts;
  };

  /** Takes what is due; returns when to look again. */
  const takeDue = async (): Promise<number | undefined> => {
    const nowMs = clock();
    const [byReceiver, byOwner] = [countBy('receiver'), countBy('owner')];
    let room = lane.atOnce - underWay.size;
    const batch = Math.min(lane.perReceiver, batchSize);
    if (room < batch) return undefined;
    // The second half of the places is for owners that have no attempt under way.
    const ownerMax = room * 2 > lane.atOnce ? lane.perOwner : batch;
    const fullOf = (counts: Map<string, number>, max: number) =>
      [...counts].filter(([, n]) => n > max - batch).map(([name]) => name);
    const except = {
      receivers: [...fullOf(byReceiver, lane.perReceiver), ...breaker.openIds(nowMs)],
      owners: fullOf(byOwner, ownerMax),
    };
    const next = await nextReceivers(store, kind, except, lane.perOwner + 1);
    const due: { receiver: string; limit: number }[] = [];
    for (const { receiver, owner, next_at } of next) {
      const ofOwner = byOwner.get(owner) ?? 0;
      const left = lane.perReceiver - (byReceiver.get(receiver) ?? 0);
      const limit = Math.min(room, left, ownerMax - ofOwner);
      if (next_at > nowMs || limit <= 0) continue;
      byOwner.set(owner, ofOwner + limit);
      room -= limit;
      due.push({ receiver, limit });
    }
    if (due.length > 0) {
      const leaseMs = lane.attemptMs + leaseGraceMs;
      const items = await store.write(async (tx) => {
        const taken: Item[] = [];
        for (const { receiver, limit } of due)
          taken.push(...(await takeItems(tx, { kind, receiver }, { nowMs, leaseMs, limit })));
        return taken;
      });
      // Of a receiver whose items were deleted, the time of the next is known only now.
      again = true;
      for (const item of items) start(item);
    }
    return next.find(({ next_at }) => next_at > nowMs)?.next_at;
  };

  const start = (item: Item): void => {
    const work = attempt(item)
      .catch((cause: unknown) =>
        log.warn('the outcome of a delivery could not be recorded', { cause }),
      )
      .finally(() => {
        underWay.delete(work);
        wake();
      });
    underWay.set(work, item);
  };

  const attempt = async (item: Item): Promise<void> => {
    const startedAtMs = clock();
    const outcome = await handler.attempt(item, stopping.signal);
    const nowMs = clock();
    const isCutOff =
      stopping.signal.aborted && outcome?.kind === 'refused' && outcome.status === null;
    if (outcome?.kind === 'unknown') return;
    if (outcome === undefined) await store.write((tx) => settleItem(tx, item, 'failed', nowMs));
    else if (outcome.kind === 'held' || isCutOff)
      await store.write(async (tx) => {
        await releaseItem(tx, item, nowMs);
        if (outcome.kind === 'held') await pauseReceiver(tx, item, nowMs);
      });
    else await settle(item, outcome, startedAtMs);
  };

  const settle = async (item: Item, outcome: Tried, startedAtMs: number): Promise<void> => {
    const nowMs = clock();
    const delayMs = lane.delaysMs[item.tries - 1];
    const isFinal = outcome.kind === 'dropped' || (outcome.kind === 'refused' && outcome.isFinal);
    const isDelivered = outcome.kind === 'delivered';
    const state = isDelivered
      ? 'delivered'
      : isFinal || delayMs === undefined
        ? 'failed'
        : 'pending';
    count(state === 'pending' ? 'delayed' : state);
    if (outcome.kind !== 'dropped') breaker.note(item.receiver, isDelivered, nowMs);
    const { status } = outcome;
    const fault = isDelivered ? null : outcome.fault;
    const waitMs = outcome.kind === 'refused' ? (outcome.retryAfterMs ?? delayMs) : delayMs;
    const later = { dueAt: nowMs + (waitMs ?? 0), status, fault };
    await store.write(async (tx) => {
      const settled = { state, status, fault, startedAtMs, nowMs } as const;
      await handler.before?.(tx, item, settled);
      const isMine = await settleItem(tx, item, state === 'pending' ? later : state, nowMs);
      if (isMine) await handler.settle?.(tx, item, settled);
    });
    await handler.settled?.(item);
  };

  const loop = async (): Promise<void> => {
    // A single process on its store: nobody else can hold the leases of its last run.
    if (!isStarted && pollMs === undefined) await store.write((tx) => endLeases(tx, kind, clock()));
    isStarted = true;
    let nextMs: number | undefined;
    do {
      again = false;
      nextMs = await takeDue();
    } while (again && !stopping.signal.aborted);
    if (!stopping.signal.aborted) sleepUntil(nextMs);
  };

  const sleepUntil = (nextMs: number | undefined): void => {
    const nowMs = clock();
    const waits = [
      longestSleepMs,
      ...(pollMs === undefined ? [] : [pollMs()]),
      ...(nextMs === undefined ? [] : [nextMs - nowMs]),
      ...breaker.retryAtMs(nowMs).map((atMs) => atMs - nowMs),
    ];
    clearTimeout(timer);
    // What is due already waits for a free place; the end of an attempt wakes this loop.
    timer = setTimeout(wake, Math.max(shortestSleepMs, Math.min(...waits))).unref();
  };

  const wake = (receiver?: string): void => {
    if (stopping.signal.aborted) return;
    if (receiver !== undefined) breaker.note(receiver, true, clock());
    again = true;
    if (running !== undefined) return;
    running = loop()
      .catch((cause: unknown) => {
        again = false;
        log.warn('due deliveries could not be read', { kind, cause });
        clearTimeout(timer);
        timer = setTimeout(wake, faultSleepMs).unref();
      })
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  };

  return {
    wake,
    idle: async () => {
      while (running !== undefined || underWay.size > 0) {
        await running;
        await Promise.all(underWay.keys());
      }
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
      await Promise.all(underWay.keys());
    },
  };
}
