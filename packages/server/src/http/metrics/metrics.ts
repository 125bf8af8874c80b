import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  bucketSeconds,
  createDurations,
  type DurationCounts,
  type Durations,
} from '../../kernel/measures/durations.ts';
import { childUsage } from '../../kernel/process/child-usage.ts';
import { ownDescriptorsMax } from '../connections/connection-limits.ts';

/** Metrics in the Prometheus text format. Only requests are counted here; the rest is read at each scrape. */
export type Metrics = ReturnType<typeof createMetrics>;

type ReadGauge = () => number | undefined | Promise<number | undefined>;
type Counts = { readonly [value: string]: number };
type Lines = readonly string[];

interface Series {
  readonly labels: string;
  readonly durations: Durations;
}

const requestSeconds = 'baraza_http_request_seconds';

/**
 * Not a library, because the usual one costs 18 MB of memory and 67 ms at each start for a map of
 * counters and a page of text.
 */
export function createMetrics(version: string) {
  const series = new Map<string, Series>();
  const refusals: Record<string, number> = {};
  const families: (() => Lines | Promise<Lines>)[] = [];
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();

  const labelled =
    (type: 'counter' | 'gauge') =>
    (name: string, help: string, label: string, read: () => Counts) =>
      families.push(() => [
        ...headOf(name, type, help),
        ...Object.entries(read()).map(([value, count]) => `${name}{${label}="${value}"} ${count}`),
      ]);
  const add = {
    /** A gauge that is undefined or throws is left out. */
    gauge: (name: string, help: string, read: ReadGauge) =>
      families.push(() => gaugeLines(name, help, read)),
    /** Gauges by the values of one label, a small fixed set. */
    gauges: labelled('gauge'),
    /** Counters by the values of one label, a small fixed set. */
    counter: labelled('counter'),
    histogram: (name: string, help: string, read: () => DurationCounts) =>
      families.push(() => [
        ...headOf(name, 'histogram', help),
        ...histogramLines(name, '', read()),
      ]),
  };
  add.counter('baraza_http_refusals_total', 'Requests refused.', 'code', () => refusals);
  add.gauge(
    'nodejs_eventloop_delay_p99_seconds',
    'How late the event loop was since the last scrape, 99th percentile.',
    () => {
      const seconds = loopDelay.percentile(99) / 1e9;
      loopDelay.reset();
      return seconds;
    },
  );
  for (const [name, help, read] of processGauges) add.gauge(name, help, read);
  add.counter(
    'baraza_child_cpu_seconds_total',
    'CPU time used by child processes, also by those that have ended.',
    'child',
    () => countChildren('cpuSeconds'),
  );
  add.gauges('baraza_child_memory_bytes', 'Resident memory of child processes.', 'child', () =>
    countChildren('memoryBytes'),
  );

  return {
    ...add,
    observe: (route: string, status: number, seconds: number) => {
      const key = `${status} ${route}`;
      let found = series.get(key);
      if (found === undefined) {
        const [method = '', path = ''] = route.split(' ');
        const labels = `method="${method}",route="${path}",status="${status}"`;
        found = { labels, durations: createDurations() };
        series.set(key, found);
      }
      found.durations.observe(seconds);
    },
    /** Counts a refusal by its code, of which there is a small fixed set. */
    refuse: (code: string) => {
      refusals[code] = (refusals[code] ?? 0) + 1;
    },
    write: async () => {
      const { user, system } = process.cpuUsage();
      const lines = [
        ...headOf('baraza_info', 'gauge', 'The version that runs.'),
        `baraza_info{version="${version}",node="${process.versions.node}"} 1`,
        ...headOf(requestSeconds, 'histogram', 'How long requests took.'),
        ...[...series.values()].flatMap(({ labels, durations }) =>
          histogramLines(requestSeconds, labels, durations.read()),
        ),
        ...headOf('process_cpu_seconds_total', 'counter', 'CPU time used.'),
        `process_cpu_seconds_total ${(user + system) / 1e6}`,
      ];
      // Read concurrently, so that slow ones do not add up.
      const further = await Promise.all(families.map((linesOf) => linesOf()));
      return `${[...lines, ...further.flat()].join('\n')}\n`;
    },
  };
}

function countChildren(read: 'cpuSeconds' | 'memoryBytes'): Counts {
  return Object.fromEntries(childUsage().map((usage) => [usage.child, usage[read]]));
}

function headOf(name: string, type: string, help: string): Lines {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

// A gauge that fails, such as memory while descriptors are exhausted, is left out.
async function gaugeLines(name: string, help: string, read: ReadGauge): Promise<Lines> {
  try {
    const value = await read();
    if (value === undefined) return [];
    return [...headOf(name, 'gauge', help), `${name} ${Number.isFinite(value) ? value : 0}`];
  } catch {
    return [];
  }
}

function histogramLines(name: string, labels: string, counts: DurationCounts): Lines {
  const { count, sumSeconds, buckets } = counts;
  const before = labels === '' ? '' : `${labels},`;
  const all = labels === '' ? '' : `{${labels}}`;
  let below = 0;
  const bucketLines = bucketSeconds.map((limit, index) => {
    below += buckets[index] ?? 0;
    return `${name}_bucket{${before}le="${limit}"} ${below}`;
  });
  return [
    ...bucketLines,
    `${name}_bucket{${before}le="+Inf"} ${count}`,
    `${name}_sum${all} ${sumSeconds}`,
    `${name}_count${all} ${count}`,
  ];
}

/** Figures of the system about this process, with the usual names of Prometheus. */
const processGauges: readonly (readonly [name: string, help: string, read: ReadGauge])[] = [
  [
    'process_resident_memory_bytes',
    'Resident memory, without child processes.',
    process.memoryUsage.rss,
  ],
  [
    'nodejs_heap_size_used_bytes',
    'Memory of live objects, and of those not yet collected.',
    () => process.memoryUsage().heapUsed,
  ],
  [
    'process_open_fds',
    'Open file descriptors.',
    async () => (await readdir('/proc/self/fd')).length,
  ],
  [
    'process_max_fds',
    'The limit of open file descriptors.',
    () => ownDescriptorsMax() ?? Number.POSITIVE_INFINITY,
  ],
  ['process_uptime_seconds', 'Time since the start.', process.uptime],
];
