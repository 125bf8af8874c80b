import { randomUUID } from 'node:crypto';
import { hourMs, limits, minuteMs } from '@baraza/contract';
import { createBreaker } from '../kernel/breaker.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

export interface Sender {
  /** Something may be due now. */
  readonly wake: () => void;
  /** Resolves when nothing is under way and nothing more is due now. */
  readonly idle: () => Promise<void>;
  /** Takes nothing more, cuts off what is under way and gives it back for the next start. */
  readonly stop: () => Promise<void>;
}

interface SenderOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The longest that one try may take. */
  readonly timeoutMs?: number | undefined;
  /** How often to look for what another process put in; undefined where there is no other. */
  readonly pollMs?: number | undefined;
}

/** One thing to carry; tries count the one that is being made. */
interface Item {
  readonly id: string;
  /** Who it goes to: tries to one receiver are few at once, and stop while it keeps failing. */
  readonly receiver: string;
  readonly tries: number;
}

/** Where the things wait. Whoever claims one has it until the lease ends, under the name `takenBy`. */
interface Outbox<Carried extends Item> {
  readonly claim: (claim: Claim) => Promise<readonly Carried[]>;
  /** When the next one is due, of those that may be taken. */
  readonly nextDueMs: (exceptReceivers: readonly string[]) => Promise<number | undefined>;
  /** What an earlier process was trying when it ended; asked only where there is never a second one. */
  readonly releaseAll: () => Promise<unknown>;
  /** A try that was not made, or was cut off by us, does not count. */
  readonly giveBack: (item: Carried, takenBy: string, dueAt: number | null) => Promise<unknown>;
}

/** What is done about one thing. */
interface Carrier<Carried extends Item> {
  /** Makes one try; undefined when there is nothing left to do about it. */
  readonly attempt: (item: Carried, signal: AbortSignal) => Promise<Outcome | undefined>;
  readonly settle: (item: Carried, takenBy: string, settled: Settled) => Promise<unknown>;
}

interface Claim {
  readonly nowMs: number;
  readonly leaseMs: number;
  readonly takenBy: string;
  readonly limit: number;
  readonly exceptReceivers: readonly string[];
}

export type Outcome =
  | { readonly kind: 'delivered'; readonly status: number | null }
  | { readonly kind: 'refused'; readonly status: number | null; readonly fault: string }
  /** The receiver is not to be reached now by a wish of its owner: it waits without a time. */
  | { readonly kind: 'held' };

interface Settled {
  readonly state: 'delivered' | 'failed' | 'pending';
  readonly status: number | null;
  readonly fault: string | null;
  readonly nowMs: number;
  /** When to try again; null when it is finished. */
  readonly dueAt: number | null;
}

const secondMs = 1_000;

/** How long to wait after each failed try; after the last there is no other. */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
];

const underWayMax = 32;
const perReceiverMax = 4;
// So few at once that no claim can take one receiver over its number.
const claimedAtOnce = 2;
const leaseGraceMs = 5 * secondMs;
const longestSleepMs = 10 * minuteMs;
const faultSleepMs = 5 * secondMs;

/**
 * Carries what lies in an outbox to its receivers: at least once each. A receiver that keeps
 * failing is left alone for a while, so that it holds up nobody.
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
  const underWay = new Map<string, Set<Promise<void>>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;
  let started = false;

  const works = () => [...underWay.values()].flatMap((set) => [...set]);

  const closedTo = (nowMs: number): string[] => [
    ...[...underWay]
      .filter(([, set]) => set.size > perReceiverMax - claimedAtOnce)
      .map(([receiver]) => receiver),
    ...breaker.closed(nowMs),
  ];

  const look = async (): Promise<void> => {
    const nowMs = clock();
    if (underWayMax - works().length < claimedAtOnce) return;
    const claimed = await outbox.claim({
      nowMs,
      leaseMs: timeoutMs + leaseGraceMs,
      takenBy,
      limit: claimedAtOnce,
      exceptReceivers: closedTo(nowMs),
    });
    for (const item of claimed) start(item);
    again ||= claimed.length > 0;
  };

  const start = (item: Carried): void => {
    const set = underWay.get(item.receiver) ?? new Set();
    underWay.set(item.receiver, set);
    const work = attempt(item)
      .catch((cause: unknown) => log.warn('a delivery was not settled', { cause }))
      .finally(() => {
        set.delete(work);
        if (set.size === 0) underWay.delete(item.receiver);
        wake();
      });
    set.add(work);
  };

  const attempt = async (item: Carried): Promise<void> => {
    const outcome = await carrier.attempt(item, stopping.signal);
    if (outcome === undefined) return;
    const cutOff = stopping.signal.aborted && outcome.kind === 'refused' && outcome.status === null;
    if (outcome.kind === 'held') await outbox.giveBack(item, takenBy, null);
    else if (cutOff) await outbox.giveBack(item, takenBy, clock());
    else await settle(item, outcome);
  };

  const settle = async (
    item: Carried,
    outcome: Exclude<Outcome, { kind: 'held' }>,
  ): Promise<void> => {
    const nowMs = clock();
    const delivered = outcome.kind === 'delivered';
    const delayMs = retryDelaysMs[item.tries - 1];
    const over = delivered || delayMs === undefined;
    breaker.note(item.receiver, delivered, nowMs);
    await carrier.settle(item, takenBy, {
      state: delivered ? 'delivered' : over ? 'failed' : 'pending',
      status: outcome.status,
      fault: delivered ? null : outcome.fault,
      nowMs,
      dueAt: over ? null : nowMs + delayMs,
    });
  };

  const loop = async (): Promise<void> => {
    // One process alone on its store: what was being tried when it last ended is free at once.
    if (!started && options.pollMs === undefined) await outbox.releaseAll();
    started = true;
    do {
      again = false;
      await look();
    } while (again && !stopping.signal.aborted);
    if (!stopping.signal.aborted) await sleepUntilDue();
  };

  const sleepUntilDue = async (): Promise<void> => {
    const nowMs = clock();
    const dueMs = await outbox.nextDueMs(closedTo(nowMs));
    const waits = [
      longestSleepMs,
      ...(options.pollMs === undefined ? [] : [options.pollMs]),
      ...(dueMs === undefined ? [] : [dueMs - nowMs]),
      ...breaker.opensAtMs(nowMs).map((atMs) => atMs - nowMs),
    ];
    clearTimeout(timer);
    // What is due already waits for a place; whoever leaves one wakes us.
    timer = setTimeout(wake, Math.max(secondMs / 10, Math.min(...waits))).unref();
  };

  const wake = (): void => {
    if (stopping.signal.aborted) return;
    again = true;
    if (looking !== undefined) return;
    looking = loop()
      .catch((cause: unknown) => {
        again = false;
        log.warn('deliveries cannot be looked for', { cause });
        clearTimeout(timer);
        timer = setTimeout(wake, faultSleepMs).unref();
      })
      .finally(() => {
        looking = undefined;
        if (again) wake();
      });
  };

  return {
    wake,
    idle: async () => {
      while (looking !== undefined || underWay.size > 0) {
        await looking;
        await Promise.all(works());
      }
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      await Promise.all(works());
    },
  };
}
