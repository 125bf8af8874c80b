import { LRUCache } from 'lru-cache';

const receiversMax = 1_000;

/** Circuit breaker by receiver: opens after several failures in a row, then lets one probe through at a time. */
interface Breaker {
  readonly note: (id: string, ok: boolean, nowMs: number) => void;
  /**
   * Whether it may be tried now. Once the open period is over, a single probe is let through until its
   * outcome is noted or another period has passed.
   */
  readonly admits: (id: string, nowMs: number) => boolean;
  /** The probe gave no outcome: another one may take its place. */
  readonly release: (id: string, nowMs: number) => void;
  /** The receivers whose breaker is open now. */
  readonly closed: (nowMs: number) => string[];
  /** When each of them is to be tried again. */
  readonly opensAtMs: (nowMs: number) => number[];
}

interface Failing {
  readonly count: number;
  readonly untilMs: number;
  /** A probe is in flight. */
  readonly isTried: boolean;
}

export function createBreaker({ failuresMax = 5, closedMs = 60_000 } = {}): Breaker {
  const failing = new LRUCache<string, Failing>({ max: receiversMax });
  const closed = (nowMs: number) =>
    [...failing.entries()].filter(([, { untilMs }]) => untilMs > nowMs);
  return {
    note: (id, ok, nowMs) => {
      const count = (failing.get(id)?.count ?? 0) + 1;
      const untilMs = count >= failuresMax ? nowMs + closedMs : 0;
      if (ok) failing.delete(id);
      else failing.set(id, { count, untilMs, isTried: false });
    },
    admits: (id, nowMs) => {
      const { count, untilMs } = failing.get(id) ?? { count: 0, untilMs: 0 };
      if (untilMs > nowMs) return false;
      if (count >= failuresMax)
        failing.set(id, { count, untilMs: nowMs + closedMs, isTried: true });
      return true;
    },
    release: (id, nowMs) => {
      const known = failing.get(id);
      if (known?.isTried) failing.set(id, { ...known, untilMs: nowMs, isTried: false });
    },
    closed: (nowMs) => closed(nowMs).map(([id]) => id),
    opensAtMs: (nowMs) => closed(nowMs).map(([, { untilMs }]) => untilMs),
  };
}
