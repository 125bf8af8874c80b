import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Request metrics in the Prometheus text format. */
export interface Metrics {
  readonly observe: (route: string, status: number, seconds: number) => void;
  /** A gauge, read at each scrape. */
  readonly gauge: (name: string, help: string, read: () => number | Promise<number>) => void;
  /** Counters by the values of one label, a small fixed set. */
  readonly counter: (name: string, help: string, label: string, read: () => Counts) => void;
  readonly write: () => Promise<string>;
}

type Counts = { readonly [value: string]: number };

const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

interface Series {
  readonly labels: string;
  count: number;
  sum: number;
  readonly buckets: number[];
}

/**
 * Own code, because the usual library costs 18 MB of memory and 67 ms at each start for a map of
 * counters and a page of text.
 */
export function createMetrics(version: string): Metrics {
  const series = new Map<string, Series>();
  const gauges: Gauge[] = [];
  const counters: (() => readonly string[])[] = [];
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();

  const observe = (route: string, status: number, seconds: number): void => {
    const key = `${status} ${route}`;
    let found = series.get(key);
    if (found === undefined) {
      const [method = '', path = ''] = route.split(' ');
      found = {
        labels: `method="${method}",route="${path}",status="${status}"`,
        count: 0,
        sum: 0,
        buckets: bucketSeconds.map(() => 0),
      };
      series.set(key, found);
    }
    found.count += 1;
    found.sum += seconds;
    const at = bucketSeconds.findIndex((limit) => seconds <= limit);
    if (at !== -1) found.buckets[at] = (found.buckets[at] ?? 0) + 1;
  };

  const write = async (): Promise<string> => {
    const { user, system } = process.cpuUsage();
    const lines = [
      ...headOf('baraza_info', 'gauge', 'The version that runs.'),
      `baraza_info{version="${version}",node="${process.versions.node}"} 1`,
      ...headOf('baraza_http_request_seconds', 'histogram', 'How long requests took.'),
      ...[...series.values()].flatMap(histogramLines),
      ...metricLines(
        'process_cpu_seconds_total',
        'counter',
        'CPU time used.',
        (user + system) / 1e6,
      ),
      ...(await gaugeLines({
        name: 'process_resident_memory_bytes',
        help: 'Resident memory.',
        read: process.memoryUsage.rss,
      })),
      ...metricLines(
        'nodejs_eventloop_delay_p99_seconds',
        'gauge',
        'How late the event loop was since the last look, 99th percentile.',
        loopDelay.percentile(99) / 1e9,
      ),
      ...metricLines('process_uptime_seconds', 'gauge', 'Time since the start.', process.uptime()),
    ];
    loopDelay.reset();
    for (const gauge of gauges) lines.push(...(await gaugeLines(gauge)));
    for (const linesOf of counters) lines.push(...linesOf());
    return `${lines.join('\n')}\n`;
  };

  return {
    observe,
    gauge: (name, help, read) => gauges.push({ name, help, read }),
    counter: (name, help, label, read) =>
      counters.push(() => [
        ...headOf(name, 'counter', help),
        ...Object.entries(read()).map(([value, count]) => `${name}{${label}="${value}"} ${count}`),
      ]),
    write,
  };
}

function headOf(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

// A gauge that fails, such as memory while descriptors are exhausted, is left out.
async function gaugeLines({ name, help, read }: Gauge): Promise<readonly string[]> {
  try {
    return metricLines(name, 'gauge', help, await read());
  } catch {
    return [];
  }
}

function metricLines(name: string, type: string, help: string, value: number): readonly string[] {
  return [...headOf(name, type, help), `${name} ${Number.isFinite(value) ? value : 0}`];
}

function histogramLines({ labels, count, sum, buckets }: Series): readonly string[] {
  const name = 'baraza_http_request_seconds';
  let below = 0;
  const bucketLines = bucketSeconds.map((limit, index) => {
    below += buckets[index] ?? 0;
    return `${name}_bucket{${labels},le="${limit}"} ${below}`;
  });
  return [
    ...bucketLines,
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}
