import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Operation, operations, operationTitles, requestsPerRound } from './contestant.ts';
import type { Sample } from './load.ts';
import {
  type RecordScale,
  recordOperations,
  recordTitles,
  type UserCosts,
  userComparisons,
} from './records.ts';
import { type Scale, scaleOperations } from './scale.ts';

export interface Idle {
  /** A second start, from exec to the first answered readiness check. */
  readonly startMs: number;
  /** Resident memory ten seconds later. */
  readonly megabytes: number;
}

export interface Results {
  readonly rounds: number;
  readonly samples: ReadonlyMap<string, ReadonlyMap<Operation, readonly Sample[]>>;
  readonly idle: { readonly Baraza: Idle; readonly PocketBase?: Idle };
  readonly scale: Scale;
  readonly records: RecordScale;
  readonly users: UserCosts;
}

/** Targets: maximum ratio of Baraza's CPU time to PocketBase's. */
const ratioMax: { readonly [operation in Operation]: number } = {
  get: 1 / 4,
  create: 1 / 3,
  list: 1 / 10,
  filter: 1 / 2,
  patch: 1 / 3,
  upload: 3 / 4,
  download: 1.3,
};
const startMsMax = 500;
const megabytesMax = 110;
const scaleMax = 1.25;
const recordScaleMax = 1.3;

const page = new URL('../docs/benchmarks.md', import.meta.url);

/** Writes the page and returns its text. */
export function writeReport(results: Results): string {
  const text = reportOf(results);
  writeFileSync(page, text);
  return text;
}

export function reportOf(results: Results): string {
  return [
    '# Benchmarks',
    '',
    'CPU time, start time and memory of the server. *Limit* is the goal we set; **not met** marks what ' +
      `misses it. Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ` +
      `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown make'}, Node ` +
      `${process.versions.node}, PocketBase 0.39.11.`,
    '',
    '## Compared with PocketBase',
    '',
    'CPU time for each request, user and system, of all threads of the server, as the scheduler accounts ' +
      `it in \`/proc\`; 8 keep-alive connections. Both servers run at the same time on the same machine ` +
      `and take turns, operation by operation. The first of ${results.rounds + 1} rounds is a warm-up; ` +
      `each figure is the median of the other ${results.rounds}. Baraza syncs every write to the disk ` +
      'before it answers; PocketBase does not.',
    '',
    '| | Baraza, µs CPU | PocketBase, µs CPU | ratio | limit | Baraza, requests/s | PocketBase, requests/s |',
    '|---|---|---|---|---|---|---|',
    ...operations.map((operation) => operationRow(results, operation)),
    '',
    `Requests per round: ${operations.map((operation) => `${operation} ${requestsPerRound[operation]}`).join(', ')}.`,
    '',
    '## Start and memory',
    '',
    '| | Baraza | limit | PocketBase |',
    '|---|---|---|---|',
    '| second start, from exec to the first 200 of the readiness check, median of 5 | ' +
      `${results.idle.Baraza.startMs.toFixed(0)} ms | ≤ ${startMsMax} ms ` +
      `${mark(results.idle.Baraza.startMs <= startMsMax)} | ` +
      `${rounded(results.idle.PocketBase?.startMs, ' ms')} |`,
    `| resident memory 10 s later | ${results.idle.Baraza.megabytes.toFixed(0)} MB | ≤ ${megabytesMax} ` +
      `MB ${mark(results.idle.Baraza.megabytes <= megabytesMax)} | ` +
      `${rounded(results.idle.PocketBase?.megabytes, ' MB')} |`,
    '',
    '## With more data',
    '',
    'Server CPU for each request with 100 resources of one owner, and with 100,000 resources of 1,000 ' +
      'owners. A round is 30 short alternating turns of each, so that noise affects both alike; the first ' +
      'of 6 rounds is a warm-up, and each figure is the median of the other 5. Each turn deletes ' +
      'what it creates.',
    '',
    '| | 100 resources, 1 owner | 100,000 resources, 1,000 owners | ratio | limit |',
    '|---|---|---|---|---|',
    ...scaleOperations.map((operation) => {
      const small = median(results.scale.small[operation]);
      const large = median(results.scale.large[operation]);
      const ratio = large / small;
      return (
        `| ${operation} | ${small.toFixed(0)} µs | ${large.toFixed(0)} µs | ${ratio.toFixed(2)} | ≤ ${scaleMax} ` +
        `${mark(ratio <= scaleMax)} |`
      );
    }),
    '',
    '## With more records',
    '',
    'Server CPU for each request to a collection of 1,000 records of 1 KB, and to one of 100,000, with declared ' +
      'indexes on the two fields that are filtered and sorted by. Measured as above, 6 turns a round.',
    '',
    '| | 1,000 records | 100,000 records | ratio | limit |',
    '|---|---|---|---|---|',
    ...recordOperations.map((operation) => {
      const small = median(results.records.small[operation]);
      const large = median(results.records.large[operation]);
      const ratio = large / small;
      return (
        `| ${recordTitles[operation]} | ${small.toFixed(0)} µs | ${large.toFixed(0)} µs | ${ratio.toFixed(2)} | ` +
        `≤ ${recordScaleMax} ${mark(ratio <= recordScaleMax)} |`
      );
    }),
    '',
    ...usersPart(results.users),
    '## Measure again',
    '',
    '`npm run bench` measures all of this and writes this page, in about ten minutes. PocketBase is ' +
      'installed from npm into a cache folder that git ignores; if it has no binary for the machine, only Baraza is ' +
      'measured and printed, and this page stays as it is. Compare the ratios, not the times: machines ' +
      'differ, and on a busy one the ratios move by a tenth and more. What three servers on one database and ten ' +
      'thousand sites cost is in [several servers](operating/several-machines.md#what-it-costs).',
    '',
  ].join('\n');
}

function usersPart({ compared, summary, search }: UserCosts): readonly string[] {
  const rows = (Object.keys(userComparisons) as (keyof typeof userComparisons)[]).map((name) => {
    const { title, max } = userComparisons[name];
    const [ours, others] = compared[name].map(median) as [number, number];
    const ratio = ours / others;
    return (
      `| ${title} | ${ours.toFixed(0)} µs | ${others.toFixed(0)} µs | ${ratio.toFixed(2)} | ` +
      `≤ ${max} ${mark(ratio <= max)} |`
    );
  });
  const [summaryMs, searchMs] = [median(summary) / 1000, median(search) / 1000];
  return [
    '## With users and rules',
    '',
    'Server CPU for each request to the same collections, in turns of one run. *First* and *second* are the two ' +
      'cases that a row names.',
    '',
    '| | first | second | ratio | limit |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `A summary of 100,000 records by an indexed field takes ${summaryMs.toFixed(0)} ms of CPU (limit ` +
      `${summaryMsMax}: ${mark(summaryMs <= summaryMsMax)}), and a page of 100 of the 1,111 records that contain ` +
      `two words ${searchMs.toFixed(1)} ms, both outside the main thread.`,
    '',
  ];
}

const summaryMsMax = 60;

function operationRow({ samples }: Results, operation: Operation): string {
  const of = (name: string, pick: (sample: Sample) => number) => {
    const found = samples.get(name)?.get(operation);
    return found === undefined ? undefined : median(found.map(pick));
  };
  const baraza = of('Baraza', ({ cpu }) => cpu) ?? 0;
  const pocketBase = of('PocketBase', ({ cpu }) => cpu);
  const ratio = pocketBase === undefined ? undefined : baraza / pocketBase;
  const target =
    ratio === undefined
      ? 'not measured'
      : `≤ ${ratioMax[operation].toFixed(2)} ${mark(ratio <= ratioMax[operation])}`;
  return (
    `| ${operationTitles[operation]} | ${baraza.toFixed(0)} | ${rounded(pocketBase)} | ${ratio?.toFixed(2) ?? '–'} | ` +
    `${target} | ${rounded(of('Baraza', ({ perSecond }) => perSecond))} | ` +
    `${rounded(of('PocketBase', ({ perSecond }) => perSecond))} |`
  );
}

function rounded(value: number | undefined, unit = ''): string {
  return value === undefined ? '–' : `${value.toFixed(0)}${unit}`;
}

function mark(holds: boolean): string {
  return holds ? '✓' : '**not met**';
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
