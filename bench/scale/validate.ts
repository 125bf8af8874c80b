/**
 * Compares the simulation (`model.ts`) with a real server with one engine on this machine, at .7 and 2 times its
 * capacity: `node bench/scale/validate.ts`. Adds the run to `validation.json`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRandom } from '../../packages/server/test/fixtures/random.ts';
import { askInTurn, askOnArrival, quantile } from '../engine/arrivals.ts';
import { enginesOf, untilQuiet } from '../engine/checkout.ts';
import { openSites } from '../engine/owner.ts';
import { openShops } from '../engine/shops.ts';
import { ask } from '../engine/visitor.ts';
import { readCosts } from './costs.ts';
import { play } from './model.ts';
import { openBench, questionsOf, startBenchServer } from './real-server.ts';
import type { Slowness } from './server.ts';
import {
  type Compared,
  errorOf,
  type Figures,
  readValidations,
  validationFile,
} from './validation.ts';

const loadFactors = [0.7, 2];
const seconds = { 0.7: 40, 2: 25 } as Readonly<Record<number, number>>;
const seed = 5;
const runs = 10;
process.setMaxListeners(100);

const shops = openShops(60, 4);
const bench = await openBench();
const server = await startBenchServer(bench);
await openSites(server, shops);
await untilQuiet(server);
const random = createRandom(seed);
const pool = [...questionsOf(shops)];
const next = () => {
  const [question] = pool.splice(random.below(pool.length), 1);
  if (question === undefined) throw new Error('there are not enough questions');
  return question;
};
const askNext = () => {
  const { site, text } = next();
  return ask(server, site, text);
};
await askInTurn({ askers: 2, seconds: 5 }, askNext);
const full = await askInTurn({ askers: 6, seconds: 12 }, askNext);
const capacity = full.items.length / full.seconds;
console.log(`capacity: ${capacity.toFixed(1)} questions a second`);

const costs = readCosts();
const points: Compared[] = [];
for (const factor of loadFactors) {
  const perSecond = capacity * factor;
  const lasts = seconds[factor] ?? 30;
  const real = await measureReal(perSecond, lasts);
  await untilQuiet(server);
  const { figures, slowness } = real;
  const model = await simulated(perSecond, lasts, () => ({ engine: 1, thread: 1 }));
  const corrected = await simulated(perSecond, lasts, (nowMs) => {
    const second = Math.min(slowness.length - 1, Math.floor(nowMs / 1_000));
    return slowness[second] ?? { engine: 1, thread: 1 };
  });
  const mean = slowness.reduce((sum, { engine }) => sum + engine, 0) / slowness.length;
  points.push({ factor, perSecond, slowness: mean, real: figures, model, corrected });
}
await server.stop();
const run = { measuredOn: new Date().toISOString().slice(0, 10), capacity, points };
writeFileSync(validationFile, `${JSON.stringify([...readValidations(), run], undefined, 2)}\n`);
for (const { factor, slowness, real, model, corrected } of points) {
  console.log(`\n${factor} × capacity, work took ${slowness.toFixed(2)} times its CPU time`);
  for (const key of Object.keys(real) as (keyof Figures)[])
    console.log(
      `${key}: real ${real[key].toFixed(2)}, model ${model[key].toFixed(2)} (${errorOf(real, model, key)}), ` +
        `with this slowness ${corrected[key].toFixed(2)} (${errorOf(real, corrected, key)})`,
    );
}
process.exit();

async function measureReal(perSecond: number, lasts: number) {
  const slowness: Slowness[] = [];
  let last = timesNow();
  const watching = setInterval(() => {
    const now = timesNow();
    slowness.push({
      engine: slownessOf(last.engine, now.engine, slowness.at(-1)?.engine),
      thread: slownessOf(last.thread, now.thread, slowness.at(-1)?.thread),
    });
    last = now;
  }, 1_000);
  const waitsBefore = await engineWaits();
  const startedMs = performance.now();
  const endings: number[] = [];
  const replies = await askOnArrival({ perSecond, seconds: lasts }, random, async () => {
    const reply = await askNext();
    if (reply.result === 'answered' || reply.result === 'unknown')
      endings.push(performance.now() - startedMs);
    return reply;
  });
  clearInterval(watching);
  const waits = await engineWaits();
  const failed = replies.filter(({ result }) => result === 'failed');
  if (failed.length > 0) throw new Error(failed[0]?.fault);
  const accepted = replies.filter(({ result }) => result !== 'busy');
  const doneMs = accepted.map((reply) => reply.doneMs);
  const figures: Figures = {
    readPerSecond: endings.filter((ms) => ms < lasts * 1_000).length / lasts,
    busyShare: 1 - accepted.length / replies.length,
    medianMs: quantile(doneMs, 0.5),
    p95Ms: quantile(doneMs, 0.95),
    meanWaitMs: (waits.sumMs - waitsBefore.sumMs) / (waits.count - waitsBefore.count),
  };
  return { figures, slowness };
}

async function engineWaits() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string) =>
    Number(new RegExp(`^baraza_engine_wait_seconds_${name} (\\S+)`, 'm').exec(text)?.[1]);
  return { sumMs: value('sum') * 1_000, count: value('count') };
}

interface Times {
  readonly ranMs: number;
  readonly waitedMs: number;
}

function timesNow() {
  const [engine = 0] = enginesOf(server.pid);
  return { engine: timesOf(engine), thread: timesOf(server.pid) };
}

/** How long a process ran, and how long it was runnable but had no core. */
function timesOf(pid: number): Times {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number),
  );
  const sum = (at: number) => threads.reduce((total, each) => total + (each[at] ?? 0), 0) / 1e6;
  return { ranMs: sum(0), waitedMs: sum(1) };
}

/** Wall time relative to CPU time; the previous value if the process hardly ran. */
function slownessOf(before: Times, now: Times, known = 1): number {
  const ranMs = now.ranMs - before.ranMs;
  return ranMs < 20 ? known : 1 + (now.waitedMs - before.waitedMs) / ranMs;
}

/** The mean of many simulations, which is hardly random; the real server runs only once. */
async function simulated(
  perSecond: number,
  lasts: number,
  slowness: (nowMs: number) => Slowness,
): Promise<Figures> {
  const all: Figures[] = [];
  for (let run = 0; run < runs; run += 1) {
    const results = await play(
      {
        seed: seed + run,
        sites: shops.length,
        perSecond,
        seconds: lasts,
        servers: 1,
        server: { engines: 1, slowness },
        database: { cores: 1, flushMs: costs.database.flushMs, roundTripMs: 0.1 },
        routing: 'any',
        siteExponent: 0,
        withoutReadingShare: 0,
        commonShare: 0,
        visitorMs: 0,
        asksAgain: false,
      },
      costs,
    );
    const { readPerSecond, busyShare, timeMs } = results.summary();
    const waits = results.waits();
    const meanWaitMs = waits.reduce((sum, waitMs) => sum + waitMs, 0) / waits.length;
    all.push({ readPerSecond, busyShare, medianMs: timeMs.p50, p95Ms: timeMs.p95, meanWaitMs });
  }
  const mean = (key: keyof Figures) => all.reduce((sum, one) => sum + one[key], 0) / runs;
  return {
    readPerSecond: mean('readPerSecond'),
    busyShare: mean('busyShare'),
    medianMs: mean('medianMs'),
    p95Ms: mean('p95Ms'),
    meanWaitMs: mean('meanWaitMs'),
  };
}
