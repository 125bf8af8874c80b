import { LRUCache } from 'lru-cache';

const receiversMax = 1_000;

interface Failing {
  readonly count: number;
  readonly untilMs: number;
  /** A probe is in flight. */
  readonly isTried: boolean;
}

/** Circuit breaker by receiver: opens after several failures in a row, then lets one probe through at a time. */
export function createBreaker({ failuresMax = 5, openMs = 60_000 } = {}) {
  const failing = new LRUCache<string, Failing>({ max: receiversMax });
  const open = (nowMs: number) =>
    [...failing.entries()].filter(([, { untilMs }]) => untilMs > nowMs);
  return {
    note: (id: string, ok: boolean, nowMs: number) => {
      const count = (failing.get(id)?.count ?? 0) + 1;
      const untilMs = count >= failuresMax ? nowMs + openMs : 0;
      if (ok) failing.delete(id);
      else failing.set(id, { count, untilMs, isTried: false });
    },
    /**
     * Whether it may be tried now. Once the open period is over, a single probe is let through until its
     * outcome is noted or another period has passed.
     */
    admits: (id: string, nowMs: number) => {
      const { count, untilMs } = failing.get(id) ?? { count: 0, untilMs: 0 };
      if (untilMs > nowMs) return false;
      if (count >= failuresMax) failing.set(id, { count, untilMs: nowMs + openMs, isTried: true });
      return true;
    },
    /** The probe gave no outcome: another one may take its place. */
    release: (id: string, nowMs: number) => {
      const known = failing.get(id);
      if (known?.isTried) failing.set(id, { ...known, untilMs: nowMs, isTried: false });
    },
    /** The receivers that are not tried now. */
    openIds: (nowMs: number) => open(nowMs).map(([id]) => id),
    /** When each of them is tried again. */
    retryAtMs: (nowMs: number) => open(nowMs).map(([, { untilMs }]) => untilMs),
  };
}
