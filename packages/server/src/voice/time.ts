/** The time of a session: it only moves on, and tests move it by hand. */
export interface Time {
  readonly nowMs: () => number;
  /** Calls back once, later; what it returns takes that back. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

export const systemTime: Time = {
  nowMs: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
