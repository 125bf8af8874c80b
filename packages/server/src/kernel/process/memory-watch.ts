/** Watchdog thread: ends its process when it uses too much memory or its parent has exited. */
import { flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

const intervalMs = 10;
const { parent, memoryMegabytes } = workerData as {
  readonly parent: number;
  readonly memoryMegabytes: number;
};
const memoryBytesMax = memoryMegabytes * 1024 * 1024;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytesMax || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, intervalMs);

// As in `serveRequests`: this thread has its own.
flushCompileCache();
