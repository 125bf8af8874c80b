/**
 * Watchdog thread: ends its process when it uses too much memory or its parent has exited, and reports what it uses,
 * even while its main thread is blocked.
 */
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import { usageDescriptor } from './child-usage.ts';

const intervalMs = 10;
const reportedCpuMs = 100;
const { parent, memoryMegabytes } = workerData as {
  readonly parent: number;
  readonly memoryMegabytes: number;
};
const memoryBytesMax = memoryMegabytes * 1024 * 1024;
let reportedMs = 0;

setInterval(() => {
  const rss = process.memoryUsage.rss();
  if (rss > memoryBytesMax || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1_000;
  if (cpuMs - reportedMs < reportedCpuMs) return;
  reportedMs = cpuMs;
  writeSync(usageDescriptor, `${rss} ${Math.round(cpuMs)}\n`);
}, intervalMs);

// As in `serveRequests`: this thread has its own.
flushCompileCache();
