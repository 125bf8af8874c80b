/** Measures the CPU that is left for the server, because the load generator runs on the same machine. */
import { availableParallelism } from 'node:os';

/** Starts a measurement; the result returns the CPU seconds since then that this program did not use. */
export function cpuLeft(): () => number {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - startedMs) / 1_000;
    return seconds * availableParallelism() - (user + system) / 1_000_000;
  };
}
