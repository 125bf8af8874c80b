import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The memory and CPU figures of a process, and its garbage collector. */
interface MemoryControls {
  readonly cpuMs: () => number;
  readonly heapBytes: () => number;
  /** Full garbage collection that returns memory to the system; blocks for some tens of milliseconds. */
  readonly collect: () => void;
}

const checkMs = 5_000;
// GC runs only when CPU use was below 2 % for 5 s, so that no request waits for it.
const quietShareMax = 0.02;
const grownBytesMin = 2 * 1024 * 1024;

/** One check: runs GC in the first idle interval after a busy one. */
export function createIdleCollector(
  { cpuMs, heapBytes, collect }: MemoryControls,
  everyMs = checkMs,
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
    // The CPU time of the collection itself does not count as load.
    spentMs = cpuMs();
  };
}

/** V8 keeps the garbage of a load peak until the next peak, perhaps days later; returns how to stop. */
export function collectGarbageWhenIdle(): () => Promise<void> {
  const tidy = createIdleCollector({
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    // Unlike `process.memoryUsage()` it opens no file, which fails when descriptors are short.
    heapBytes: () => getHeapStatistics().used_heap_size,
    collect: () => garbageCollector()({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  const timer = setInterval(tidy, checkMs).unref();
  return async () => clearInterval(timer);
}

/**
 * Compiled code of Node's own modules counts only for the same flags: with `--expose-gc` every start would compile them
 * again. A new context gets the function if the flag is set at that moment.
 */
export function garbageCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as NodeJS.GCFunction;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
