/** Monotonic clock and timers of a session; tests advance them by hand. */
export interface Time {
  readonly nowMs: () => number;
  /** Calls back once; returns the cancellation. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

export const systemTime: Time = {
  nowMs: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
