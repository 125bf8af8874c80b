/**
 * Measures on this machine what the calculation needs, and writes `costs.json`: `node bench/scale/measure.ts`.
 * Costs are CPU times, so that other programs on the machine hardly affect them. Only flushes are wall time.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { quantile } from '../engine/arrivals.ts';
import { untilQuiet } from '../engine/checkout.ts';
import { askEachOnce, openSites } from '../engine/owner.ts';
import { openShops, type Shop } from '../engine/shops.ts';
import type { Costs } from './costs.ts';
import { costsFile } from './costs.ts';
import { measureBackup } from './measure-backup.ts';
import { editionBytes, flushMs } from './measure-sizes.ts';
import {
  askAsWidget,
  cpuOf,
  openBench,
  questionsOf,
  type ScaleBench,
  type SiteQuestion,
  startBenchServer,
} from './real-server.ts';

const copies = 4;
const shops = openShops(80, copies);
const readings = 400;
const others = 150;
const burst = 150;

// Each server and each folder adds a cleanup handler.
process.setMaxListeners(100);

const bench = await openBench();
const open = await measureOpening(bench, shops);
const server = await startBenchServer(bench);
await askEachOnce(server, shops);
await untilQuiet(server);
const editionSize = await editionBytes(server, shops);
console.log(`${editionSize} bytes of a site in an engine`);
const asks = questionsOf(shops.filter(({ copy }) => copy === 0));
console.log(`${asks.length} questions`);
// The first questions after a start cost more, because code is compiled.
await series(asks.slice(0, 60));
const before = await bench.figures();
const read = await series(asks.slice(60, 60 + readings));
const after = await bench.figures();
const cached = await series(asks.slice(60, 60 + others));
const asWritten = await series(wordedByOwners(shops).slice(0, others));
const refusedMs = await measureRefusals();
await server.stop();

const engineMs = read.map((one) => one.engineMs);
const each = (key: 'commits' | 'flushes' | 'logBytes' | 'cpuMs' | 'rowBytes') =>
  (after[key] - before[key]) / readings;
const costs: Omit<Costs, 'backup'> = {
  machine: `${cpus().length} cores of ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}`,
  measuredOn: new Date().toISOString().slice(0, 10),
  reading: {
    questions: readings,
    meanMs: meanOf(engineMs),
    medianMs: quantile(engineMs, 0.5),
    p90Ms: quantile(engineMs, 0.9),
  },
  engine: {
    rememberedMs: meanOf(cached.map((one) => one.engineMs)),
    withoutReadingMs: meanOf(asWritten.map((one) => one.engineMs)),
    openEditionMs: open.engineMs,
    editionBytes: editionSize,
  },
  server: {
    readMs: meanOf(read.map((one) => one.serverMs)),
    rememberedMs: meanOf(cached.map((one) => one.serverMs)),
    withoutReadingMs: meanOf(asWritten.map((one) => one.serverMs)),
    refusedMs,
    openEditionMs: open.serverMs,
    responseBytes: meanOf(read.map((one) => one.bytes)),
  },
  database: {
    transactions: each('commits'),
    flushes: each('flushes'),
    logBytes: each('logBytes'),
    cpuMs: each('cpuMs'),
    rowBytes: each('rowBytes'),
    flushMs: flushMs(),
  },
};
console.log(JSON.stringify(costs, undefined, 2));
const whole: Costs = { ...costs, backup: await measureBackup(bench) };
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value;
writeFileSync(costsFile, `${JSON.stringify(whole, rounded, 2)}\n`);
process.exit();

interface Spent {
  readonly engineMs: number;
  readonly serverMs: number;
  readonly bytes: number;
}

/** One question at a time, each with its CPU time in the engine and in the server. */
async function series(questions: readonly SiteQuestion[]): Promise<readonly Spent[]> {
  const all: Spent[] = [];
  for (const { site, text } of questions) {
    const spent = cpuOf(server);
    const { bytes } = await askAsWidget(server, site, text);
    // Work after the answer is part of its cost.
    await new Promise((resolve) => setTimeout(resolve, 25));
    const { engineMs, serverMs } = cpuOf(server);
    all.push({ engineMs: engineMs - spent.engineMs, serverMs: serverMs - spent.serverMs, bytes });
  }
  return all;
}

/** The first question of a site after a start also opens its edition; the vectors are already stored. */
async function measureOpening(bench: ScaleBench, shops: readonly Shop[]) {
  const first = await startBenchServer(bench);
  await openSites(first, shops);
  await untilQuiet(first);
  await first.stop();
  const again = await startBenchServer(bench);
  const warm = shops.slice(0, 20);
  await askEachOnce(again, warm);
  await untilQuiet(again);
  const before = cpuOf(again);
  const rest = shops.slice(20);
  for (const { slug } of rest)
    await askAsWidget(again, slug, 'Can I bring my old bicycle with me?');
  const opened = cpuOf(again);
  for (const { slug } of rest) await askAsWidget(again, slug, 'Do you have a ladder for rent?');
  const after = cpuOf(again);
  await again.stop();
  const share = (key: 'engineMs' | 'serverMs') =>
    Math.max(0, opened[key] - before[key] - (after[key] - opened[key])) / rest.length;
  return { engineMs: share('engineMs'), serverMs: share('serverMs') };
}

/** Asks many questions at the same time, and returns the cost of a refused one. */
async function measureRefusals(): Promise<number> {
  const fresh = questionsOf(shops.filter(({ copy }) => copy === 1)).slice(0, burst);
  const before = cpuOf(server);
  const replies = await Promise.all(
    fresh.map(({ site, text }) => askAsWidget(server, site, text, { mayBeBusy: true })),
  );
  await untilQuiet(server);
  const spentMs = cpuOf(server).serverMs - before.serverMs;
  const refused = replies.filter(({ isBusy }) => isBusy).length;
  const readMs = meanOf(read.map((one) => one.serverMs));
  return Math.max(0, spentMs - (burst - refused) * readMs) / refused;
}

function wordedByOwners(shops: readonly Shop[]): readonly SiteQuestion[] {
  return shops.flatMap(({ slug, profile }) =>
    (profile as { faqs: readonly { question: string }[] }).faqs
      .slice(0, 2)
      .map(({ question }) => ({ site: slug, text: question })),
  );
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
