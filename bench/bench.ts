import { rmSync } from 'node:fs';
import { enterBaraza, startBaraza } from './baraza.ts';
import { type Contestant, type Operation, operations, requestsPerRound } from './contestant.ts';
import { measure, type Sample } from './load.ts';
import {
  enterPocketBase,
  findPocketBase,
  newPocketBaseFolder,
  startPocketBase,
} from './pocketbase.ts';
import { residentMegabytes } from './process.ts';
import { measureRecords } from './records.ts';
import { type Idle, median, type Results, reportOf, writeReport } from './report.ts';
import { measureScale } from './scale.ts';

const rounds = 5;

await main();

async function main(): Promise<void> {
  const found = findPocketBase();
  const binary = 'binary' in found ? found.binary : undefined;
  if ('missing' in found)
    console.log(`${found.missing} Only Baraza is measured, and docs/benchmarks.md is not written.`);
  const contestants = [
    await enterBaraza(4731),
    ...(binary === undefined ? [] : [await enterPocketBase(binary, 4732)]),
  ];
  const samples = await compete(contestants);
  for (const contestant of contestants) await contestant.stop();
  const results: Results = {
    rounds,
    samples,
    idle: {
      Baraza: await idleBaraza(),
      ...(binary === undefined ? {} : { PocketBase: await idlePocketBase(binary) }),
    },
    scale: await measureScale(),
    ...(await measureRecords()),
  };
  console.log(binary === undefined ? reportOf(results) : writeReport(results));
}

/** Interleaves rounds and operations, so that noise affects both servers alike. */
async function compete(
  contestants: readonly Contestant[],
): Promise<Map<string, Map<Operation, Sample[]>>> {
  const samples = new Map(
    contestants.map(({ name }) => [name, new Map<Operation, Sample[]>()] as const),
  );
  for (let round = 0; round <= rounds; round += 1)
    for (const operation of operations)
      for (const { name, target, shots } of contestants) {
        const sample = await measure(target, requestsPerRound[operation], shots[operation]);
        // The first round is a warm-up and does not count.
        if (round === 0) continue;
        const earlier = samples.get(name)?.get(operation) ?? [];
        samples.get(name)?.set(operation, [...earlier, sample]);
        console.log(
          `round ${round} ${name.padEnd(10)} ${operation.padEnd(8)} ${sample.cpu.toFixed(0)} µs CPU, ` +
            `${sample.perSecond.toFixed(0)}/s`,
        );
      }
  return samples;
}

async function idleBaraza(): Promise<Idle> {
  const first = await startBaraza(4733);
  await first.stop();
  const idle = await measureRestarts(() => startBaraza(4733, first.folder));
  rmSync(first.folder, { recursive: true, force: true });
  return idle;
}

async function idlePocketBase(binary: string): Promise<Idle> {
  const folder = newPocketBaseFolder(binary);
  const first = await startPocketBase(binary, 4734, folder);
  await first.stop();
  const idle = await measureRestarts(() => startPocketBase(binary, 4734, folder));
  rmSync(folder, { recursive: true, force: true });
  return idle;
}

/** Starts on an existing folder several times, because a single start is too noisy. */
async function measureRestarts(
  start: () => Promise<{
    readonly pid: number;
    readonly startMs: number;
    readonly stop: () => Promise<void>;
  }>,
): Promise<Idle> {
  const starts: number[] = [];
  for (;;) {
    const server = await start();
    starts.push(server.startMs);
    const megabytes = starts.length === rounds ? await afterTenSeconds(server.pid) : undefined;
    await server.stop();
    if (megabytes !== undefined) return { startMs: median(starts), megabytes };
  }
}

async function afterTenSeconds(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  return residentMegabytes(pid);
}
