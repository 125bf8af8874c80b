/** Clock, timers and randomness; tests pass their own and never wait. */
export type Timing = {
  /** Resolves after `ms`; rejects with the signal's reason on abort. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls `ring` once after `ms`; returns a function that cancels it. */
  readonly alarm: (ms: number, ring: () => void) => () => void;
  /** Milliseconds since 1970, for Retry-After with a date. */
  readonly now: () => number;
  /** At least 0 and below 1. */
  readonly random: () => number;
};

export const systemTiming: Timing = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal.addEventListener('abort', stop, { once: true });
    }),
  alarm: (ms, ring) => {
    // A longer delay overflows in setTimeout and would fire at once.
    if (ms > timerMsMax) return () => {};
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  random: () => Math.random(),
};

const timerMsMax = 2_147_483_647;
