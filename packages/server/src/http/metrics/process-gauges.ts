import { readdir, readFile } from 'node:fs/promises';

interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** What the system says of this process, under the names that every program has for it. */
export const processGauges: readonly Gauge[] = [
  {
    name: 'process_resident_memory_bytes',
    help: 'Resident memory, without child processes.',
    read: process.memoryUsage.rss,
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory of live objects, and of those not yet collected.',
    read: () => process.memoryUsage().heapUsed,
  },
  {
    name: 'process_open_fds',
    help: 'Open file descriptors.',
    read: async () => (await readdir('/proc/self/fd')).length,
  },
  {
    name: 'process_max_fds',
    help: 'The limit of open file descriptors.',
    read: async () => {
      const limits = await readFile('/proc/self/limits', 'utf8');
      return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
    },
  },
  { name: 'process_uptime_seconds', help: 'Time since the start.', read: process.uptime },
];
