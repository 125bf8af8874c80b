import { getHeapStatistics } from 'node:v8';

/** What a process can say of itself, and what it can do about it. */
interface Housekeeping {
  readonly cpuMs: () => number;
  readonly heapBytes: () => number;
  /** Collects all garbage and gives the room back; some tens of milliseconds in which nothing else runs. */
  readonly collect: () => void;
}

const lookMs = 5_000;
// In so long a quiet moment nobody is being served who would notice.
const quietShareMax = 0.02;
const grownBytesMin = 2 * 1024 * 1024;

/** One look: what was left by the last busy moment is cleared away in the first quiet one after it. */
export function createTidy(
  { cpuMs, heapBytes, collect }: Housekeeping,
  everyMs = lookMs,
): () => void {
  let spentMs = cpuMs();
  let keptBytes = 0;
  return () => {
    const nowMs = cpuMs();
    const isQuiet = nowMs - spentMs <= everyMs * quietShareMax;
    spentMs = nowMs;
    if (!isQuiet || heapBytes() - keptBytes < grownBytesMin) return;
    collect();
    keptBytes = heapBytes();
    // What it took itself is nobody's business.
    spentMs = cpuMs();
  };
}

/**
 * By itself the engine keeps what a busy moment left until the next one needs the room, be that days
 * later. Only where the process was started so that it may be told to; answers how to stop.
 */
export function keepMemoryTidy(): () => Promise<void> {
  const { gc } = globalThis;
  if (gc === undefined) return async () => {};
  const tidy = createTidy({
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    // Unlike `process.memoryUsage()` it opens no file, which fails when descriptors are short.
    heapBytes: () => getHeapStatistics().used_heap_size,
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  const timer = setInterval(tidy, lookMs).unref();
  return async () => clearInterval(timer);
}
