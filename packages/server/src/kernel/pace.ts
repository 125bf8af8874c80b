/** How often the same thing is worth saying: an outage fails every request for the same reason. */

interface Window {
  startedMs: number;
  said: number;
  leftOut: number;
}

const windowMs = 10_000;
const mostInWindow = 10;
// Messages are few and fixed; should one ever hold something of a request, the memory stays bounded.
const messagesMax = 200;

/**
 * For each message undefined when it was said often enough just now; else how many were left out since it was last
 * said.
 */
export function createPace(monotonicMs: () => number = () => performance.now()) {
  const windows = new Map<string, Window>();
  return (message: string): number | undefined => {
    const nowMs = monotonicMs();
    const window = windows.get(message);
    if (window === undefined || nowMs - window.startedMs >= windowMs) {
      if (windows.size >= messagesMax) windows.clear();
      windows.set(message, { startedMs: nowMs, said: 1, leftOut: 0 });
      return window?.leftOut ?? 0;
    }
    if (window.said >= mostInWindow) {
      window.leftOut += 1;
      return undefined;
    }
    window.said += 1;
    return 0;
  };
}
