import { randomUUID } from 'node:crypto';
import { limits, minuteMs } from '@baraza/contract';
import { createBreaker } from '../kernel/breaker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { createTally, type Tally } from '../kernel/measures/tally.ts';
import type { Claim, Except } from '../store/outbox.ts';
import { retryDelaysMs } from './retry-schedule.ts';

export interface Sender {
  /** Wakes the sender: something may be due now. A receiver that is named is no longer paused for its failures. */
  readonly wake: (receiver?: string) => void;
  /** Resolves when nothing is in flight and nothing more is due now. */
  readonly idle: () => Promise<void>;
  /** Claims nothing more, aborts what is in flight and releases it for the next start. */
  readonly stop: () => Promise<void>;
  /** Outcomes of attempts: `delayed` are retried, `failed` given up. */
  readonly counts: Tally<Attempted>['counts'];
}

/** Sends nothing: due deliveries wait in the store. */
export const idleSender: Sender = {
  wake: () => {},
  idle: async () => {},
  stop: async () => {},
  counts: () => ({ delivered: 0, delayed: 0, failed: 0 }),
};

type Attempted = 'delivered' | 'delayed' | 'failed';

interface SenderOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Time limit of one attempt. */
  readonly timeoutMs?: number | undefined;
  /** How soon to poll for items of other processes; undefined if there are no others. */
  readonly pollMs?: (() => number) | undefined;
}

/** One outbox item; `tries` includes the attempt being made. */
interface Item {
  readonly id: string;
  /** Its receiver: attempts per receiver are limited, and paused by a circuit breaker while it keeps failing. */
  readonly receiver: string;
  /** The owner of the receiver: attempts per owner are limited, so that slow receivers of one do not delay others. */
  readonly owner: string;
  readonly tries: number;
}

/** The outbox. A claimed item is leased to the sender `takenBy` until the lease ends. */
interface Outbox<Carried extends Item> {
  readonly claim: (claim: Claim) => Promise<readonly Carried[]>;
  /** When the next claimable item is due. */
  readonly nextDueMs: (except: Except) => Promise<number | undefined>;
  /** Releases the leases of an earlier process; only used if there is a single process. */
  readonly releaseAll: () => Promise<unknown>;
  /** Releases an item; an attempt that was not made, or was aborted by us, does not count. */
  readonly giveBack: (item: Carried, takenBy: string, dueAt: number | null) => Promise<unknown>;
}

/** How one item is delivered. */
interface Carrier<Carried extends Item> {
  /** Makes one attempt; undefined when the item is obsolete. */
  readonly attempt: (item: Carried, signal: AbortSignal) => Promise<Outcome | undefined>;
  readonly settle: (item: Carried, takenBy: string, settled: Settled) => Promise<unknown>;
}

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
  /** Its owner has paused the receiver: the item waits without a due time. */
  | { readonly kind: 'held' };

export interface Settled {
  readonly state: 'delivered' | 'failed' | 'pending';
  readonly status: number | null;
  readonly fault: string | null;
  /** When the attempt began. */
  readonly startedAtMs: number;
  readonly nowMs: number;
  /** Time of the next attempt; null when finished. */
  readonly dueAt: number | null;
}

const secondMs = 1_000;

const inFlightMax = 32;
const perOwnerMax = 8;
const perReceiverMax = 4;
// The batch is small enough that no claim can exceed the limit of one receiver or owner.
const claimedAtOnce = 2;
const leaseGraceMs = 5 * secondMs;
const longestSleepMs = 10 * minuteMs;
const faultSleepMs = 5 * secondMs;

/**
 * Delivers the items of an outbox at least once. A receiver that keeps failing is paused by a circuit
 * breaker, so that it does not hold up others.
 */
export function createSender<Carried extends Item>(
  outbox: Outbox<Carried>,
  carrier: Carrier<Carried>,
  options: SenderOptions,
): Sender {
  const { clock, log, timeoutMs = limits.webhookTimeoutMs } = options;
  const takenBy = randomUUID();
  const stopping = new AbortController();
  const breaker = createBreaker();
  const inFlight = new Map<Promise<void>, Carried>();
  const tally = createTally<Attempted>(['delivered', 'delayed', 'failed']);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let started = false;

  const attempts = () => [...inFlight.keys()];

  const full = (whose: 'receiver' | 'owner', max: number): string[] => {
    const counts = new Map<string, number>();
    for (const { [whose]: name } of inFlight.values())
      counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].filter(([, n]) => n > max - claimedAtOnce).map(([name]) => name);
  };

  const exceptionsAt = (nowMs: number): Except => ({
    receivers: [...full('receiver', perReceiverMax), ...breaker.openIds(nowMs)],
    owners: full('owner', perOwnerMax),
  });

  const claimDue = async (): Promise<void> => {
    const nowMs = clock();
    if (inFlightMax - inFlight.size < claimedAtOnce) return;
    const claimed = await outbox.claim({
      nowMs,
      leaseMs: timeoutMs + leaseGraceMs,
      takenBy,
      limit: claimedAtOnce,
      except: exceptionsAt(nowMs),
    });
    for (const item of claimed) start(item);
    again ||= claimed.length > 0;
  };

  const start = (item: Carried): void => {
    const work = attempt(item)
      .catch((cause: unknown) =>
        log.warn('the outcome of a delivery could not be recorded', { cause }),
      )
      .finally(() => {
        inFlight.delete(work);
        wake();
      });
    inFlight.set(work, item);
  };

  const attempt = async (item: Carried): Promise<void> => {
    const startedAtMs = clock();
    const outcome = await carrier.attempt(item, stopping.signal);
    if (outcome === undefined) return;
    const cutOff = stopping.signal.aborted && outcome.kind === 'refused' && outcome.status === null;
    if (outcome.kind === 'held') await outbox.giveBack(item, takenBy, null);
    else if (cutOff) await outbox.giveBack(item, takenBy, clock());
    else await settle(item, outcome, startedAtMs);
  };

  const settle = async (
    item: Carried,
    outcome: Exclude<Outcome, { kind: 'held' }>,
    startedAtMs: number,
  ): Promise<void> => {
    const nowMs = clock();
    const delivered = outcome.kind === 'delivered';
    const delayMs = retryDelaysMs[item.tries - 1];
    const isFinal = outcome.kind === 'dropped' || (outcome.kind === 'refused' && outcome.isFinal);
    const isOver = delivered || isFinal || delayMs === undefined;
    const waitMs = outcome.kind === 'refused' ? (outcome.retryAfterMs ?? delayMs) : delayMs;
    tally.count(delivered ? 'delivered' : isOver ? 'failed' : 'delayed');
    if (outcome.kind !== 'dropped') breaker.note(item.receiver, delivered, nowMs);
    await carrier.settle(item, takenBy, {
      state: delivered ? 'delivered' : isOver ? 'failed' : 'pending',
      status: outcome.status,
      fault: delivered ? null : outcome.fault,
      startedAtMs,
      nowMs,
      dueAt: isOver ? null : nowMs + (waitMs ?? 0),
    });
  };

  const loop = async (): Promise<void> => {
    // A single process on its store: leases left by its last run are released at once.
    if (!started && options.pollMs === undefined) await outbox.releaseAll();
    started = true;
    do {
      again = false;
      await claimDue();
    } while (again && !stopping.signal.aborted);
    if (!stopping.signal.aborted) await sleepUntilDue();
  };

  const sleepUntilDue = async (): Promise<void> => {
    const nowMs = clock();
    const dueMs = await outbox.nextDueMs(exceptionsAt(nowMs));
    const waits = [
      longestSleepMs,
      ...(options.pollMs === undefined ? [] : [options.pollMs()]),
      ...(dueMs === undefined ? [] : [dueMs - nowMs]),
      ...breaker.retryAtMs(nowMs).map((atMs) => atMs - nowMs),
    ];
    clearTimeout(timer);
    // Items already due wait for a free slot; releasing one wakes this loop.
    timer = setTimeout(wake, Math.max(secondMs / 10, Math.min(...waits))).unref();
  };

  const wake = (receiver?: string): void => {
    if (stopping.signal.aborted) return;
    if (receiver !== undefined) breaker.note(receiver, true, clock());
    again = true;
    if (running !== undefined) return;
    running = loop()
      .catch((cause: unknown) => {
        again = false;
        log.warn('due deliveries could not be read', { cause });
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
    counts: tally.counts,
    idle: async () => {
      while (running !== undefined || inFlight.size > 0) {
        await running;
        await Promise.all(attempts());
      }
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
      await Promise.all(attempts());
    },
  };
}
