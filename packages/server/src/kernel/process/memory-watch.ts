/** Watchdog thread: ends its process when it uses too much memory or its parent has exited. */
import { workerData } from 'node:worker_threads';

const memoryMax = 512 * 1024 * 1024;
const lookMs = 20;
const { parent } = workerData as { readonly parent: number };

setInterval(() => {
  if (process.memoryUsage.rss() > memoryMax || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, lookMs);
