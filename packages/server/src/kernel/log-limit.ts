/** Limits repeated log lines to 10 per 10 s: an outage fails every request for the same reason. */

interface Window {
  startedMs: number;
  logged: number;
  suppressed: number;
}

const windowMs = 10_000;
const mostInWindow = 10;
// Messages are few and fixed; should one ever hold something of a request, the memory stays bounded.
const messagesMax = 200;

/**
 * For each message undefined when it is to be suppressed; else how many were suppressed since it was last logged.
 */
export function createLogLimit(monotonicMs: () => number = () => performance.now()) {
  const windows = new Map<string, Window>();
  return (message: string): number | undefined => {
    const nowMs = monotonicMs();
    const window = windows.get(message);
    if (window === undefined || nowMs - window.startedMs >= windowMs) {
      if (windows.size >= messagesMax) windows.clear();
      windows.set(message, { startedMs: nowMs, logged: 1, suppressed: 0 });
      return window?.suppressed ?? 0;
    }
    if (window.logged >= mostInWindow) {
      window.suppressed += 1;
      return undefined;
    }
    window.logged += 1;
    return 0;
  };
}
