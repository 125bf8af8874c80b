/** Worker thread that kills its process when the resident memory exceeds the limit. */
import { workerData } from 'node:worker_threads';

const memoryBytesMax = workerData as number;
setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL');
}, 10);
