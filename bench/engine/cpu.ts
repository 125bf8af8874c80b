/** The visitors run on the machine that they measure: what they use is not there for the server. */
import { availableParallelism } from 'node:os';

/** Starts a measurement; the result gives the seconds of CPU that this program left to others since then. */
export function cpuLeft(): () => number {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - startedMs) / 1_000;
    return seconds * availableParallelism() - (user + system) / 1_000_000;
  };
}
