import type { Time } from '../../src/voice/time.ts';

/** Time that stands still until a test moves it. */
export interface ManualTime extends Time {
  /** Moves on, and lets everything that was due happen in its order. */
  readonly pass: (ms: number) => Promise<void>;
  /** Lets what needs no time happen. */
  readonly settle: () => Promise<void>;
  readonly waiting: () => number;
}

export function createManualTime(): ManualTime {
  let nowMs = 1_000;
  let timers: { readonly atMs: number; readonly callback: () => void }[] = [];
  const settle = async () => {
    for (let turns = 0; turns < 5; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    nowMs: () => nowMs,
    after: (ms, callback) => {
      const timer = { atMs: nowMs + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    settle,
    pass: async (ms) => {
      const untilMs = nowMs + ms;
      await settle();
      for (;;) {
        const next = timers
          .filter(({ atMs }) => atMs <= untilMs)
          .toSorted((one, other) => one.atMs - other.atMs)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        nowMs = Math.max(nowMs, next.atMs);
        next.callback();
        await settle();
      }
      nowMs = untilMs;
    },
    waiting: () => timers.length,
  };
}
