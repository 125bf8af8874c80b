/** Plots of `docs/scale.md`: by load, and second by second. */
import type { LineChart } from './plots.ts';
import { quantiles, type Results, type Second, type Summary } from './results.ts';
import { ownServers } from './scenarios.ts';

type Span = NonNullable<LineChart['spans']>[number];

export function loadChart(
  curve: readonly { readonly load: number; readonly summary: Summary }[],
): LineChart {
  const line = (name: string, of: (summary: Summary) => number) => ({
    name,
    points: curve.map(({ load, summary }): [number, number] => [load, of(summary)]),
  });
  return {
    title: 'One machine: time to answer, and refusals, by load',
    x: { label: 'questions that need reading, as a multiple of the capacity' },
    y: { label: 'seconds · share' },
    lines: [
      line('p95, s', ({ timeMs }) => timeMs.p95 / 1_000),
      line('median, s', ({ timeMs }) => timeMs.p50 / 1_000),
      line('refused', ({ busyShare }) => busyShare),
    ],
  };
}

export function overTime(
  title: string,
  all: { readonly toAny: Results; readonly toOwn: Results },
  key: 'busy',
  span: Span,
): LineChart {
  const line = (name: string, results: Results) => ({
    name,
    points: results.seconds().map((second, at): [number, number] => [at, second[key]]),
  });
  return {
    title,
    x: { label: 'seconds' },
    y: { label: 'refused, a second' },
    lines: [line('to any server', all.toAny), line(`${ownServers} servers a site`, all.toOwn)],
    spans: [span],
  };
}

export function timesChart(
  title: string,
  all: { readonly [name: string]: Results },
  span: Span,
): LineChart {
  const p95 = ({ timesMs }: Second) => quantiles(timesMs, [0.95])[0] / 1_000;
  return {
    title,
    x: { label: 'second of the question' },
    y: { label: 'seconds' },
    lines: Object.entries(all).map(([name, results]) => ({
      name,
      points: results.seconds().map((second, at): [number, number] => [at, p95(second)]),
    })),
    spans: [span],
  };
}
