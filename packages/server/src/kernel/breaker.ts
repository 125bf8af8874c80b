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
  /** The receivers that are not tried now. */
  readonly openIds: (nowMs: number) => string[];
  /** When each of them is tried again. */
  readonly retryAtMs: (nowMs: number) => number[];
}

interface Failing {
  readonly count: number;
  readonly untilMs: number;
  /** A probe is in flight. */
  readonly isTried: boolean;
}

export function createBreaker({ failuresMax = 5, openMs = 60_000 } = {}): Breaker {
  const failing = new LRUCache<string, Failing>({ max: receiversMax });
  const open = (nowMs: number) =>
    [...failing.entries()].filter(([, { untilMs }]) => untilMs > nowMs);
  return {
    note: (id, ok, nowMs) => {
      const count = (failing.get(id)?.count ?? 0) + 1;
      const untilMs = count >= failuresMax ? nowMs + openMs : 0;
      if (ok) failing.delete(id);
      else failing.set(id, { count, untilMs, isTried: false });
    },
    admits: (id, nowMs) => {
      const { count, untilMs } = failing.get(id) ?? { count: 0, untilMs: 0 };
      if (untilMs > nowMs) return false;
      if (count >= failuresMax) failing.set(id, { count, untilMs: nowMs + openMs, isTried: true });
      return true;
    },
    release: (id, nowMs) => {
      const known = failing.get(id);
      if (known?.isTried) failing.set(id, { ...known, untilMs: nowMs, isTried: false });
    },
    openIds: (nowMs) => open(nowMs).map(([id]) => id),
    retryAtMs: (nowMs) => open(nowMs).map(([, { untilMs }]) => untilMs),
  };
}
