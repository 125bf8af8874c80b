/** Ends the process it runs in when that takes too much memory. */
import { workerData } from 'node:worker_threads';

const memoryBytesMax = workerData as number;
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL');
}, 10);
