/**
 * The answer engine under load, over HTTP:
 * `node bench/engine.ts [--before FOLDER] [--after FOLDER] [--quick] [--only PARTS]
 * [--rates 8,12,20,50] [--seed N]`. The folders are checkouts, measured in one run; `--after` defaults to this one.
 * `--rates` are questions per second, instead of multiples of the capacity.
 * Parts: `sites` (memory, capacity, overload), `cores`, `single`, `large`.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRandom, type Random } from '../packages/server/test/fixtures/random.ts';
import { measureAtOnce, measureCapacity } from './engine/capacity.ts';
import { newFolder, type Server, startCheckout, untilQuiet } from './engine/checkout.ts';
import { measureLarge } from './engine/large.ts';
import { measureOverload, watchOthers } from './engine/overload.ts';
import { askEachOnce, openSites } from './engine/owner.ts';
import { createPool, type Question, recordCalm } from './engine/questions.ts';
import { openShops } from './engine/shops.ts';
import { measureSingle } from './engine/single.ts';
import { type Column, createTable } from './engine/table.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'sites,cores,single,large' },
    rates: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const size = values.quick
  ? { sites: 100, calm: 150, stepSeconds: 2, seconds: 5, singles: 40, share: 0.25 }
  : { sites: 1_000, calm: 1_600, stepSeconds: 8, seconds: 30, singles: 200, share: 1 };
/** Copies of each business: one is asked without load, some measure the capacity, the others are asked under load. */
const copies = 10;
const capacityCopies = [1, 2];
const checkouts = {
  ...(values.before === undefined ? {} : { before: values.before }),
  after: values.after,
};
const parts = new Set(values.only.split(','));
const table = createTable(Object.keys(checkouts), (line) => console.log(line));
const shops = openShops(size.sites, copies);
// Each server and each folder adds a cleanup handler.
process.setMaxListeners(100);

for (const [name, checkout] of Object.entries(checkouts)) {
  const note = table.column(name);
  const random = createRandom(Number(values.seed));
  const folder = newFolder();
  if (parts.has('sites') || parts.has('cores')) {
    const questions = await measureSites(note, checkout, folder, random);
    if (parts.has('cores')) await measureCores(note, checkout, folder, questions, random);
  }
  if (parts.has('large')) await measureLargest(note, checkout, random);
}
if (parts.has('single')) await measureSingles();
console.log(`\n${table.text()}`);
process.exit();

/** Returns the questions with their answers without load. */
async function measureSites(note: Column, checkout: string, folder: string, random: Random) {
  const server = await startCheckout(checkout, { folder });
  await openSites(server, shops);
  await untilQuiet(server);
  const { serverMB, enginesMB } = server.memory();
  note(`memory of the server, ${size.sites} sites asked`, serverMB, { unit: 'MB', atMost: 150 });
  note('memory of an engine, the largest', Math.max(...enginesMB), { unit: 'MB', atMost: 280 });
  const questions = await recordCalm(server, shops, size.calm);
  if (parts.has('sites')) await measureLoad(note, server, questions, random);
  await server.stop();
  return questions;
}

async function measureLoad(
  note: Column,
  server: Server,
  questions: readonly Question[],
  random: Random,
): Promise<void> {
  const capacityPool = createPool(questions.filter(isForCapacity), random);
  const other = shops[0]?.slug ?? '';
  const watcher = await watchOthers(server, other);
  const capacity = await measureCapacity(server, capacityPool, size.stepSeconds);
  await watcher.stop();
  note('read in a second', capacity.perSecond, { digits: 1 });
  note('number of askers for that', capacity.askers);
  const atOnce = await measureAtOnce(server, capacityPool, 20);
  note('20 askers at once: done, p95', atOnce.p95Ms, { unit: 'ms', atMost: 2_000 });
  note('20 askers at once, five times: refused', atOnce.refused, { atMost: 0 });
  const pool = createPool(
    questions.filter(({ copy }) => !capacityCopies.includes(copy)),
    random,
  );
  const rates =
    values.rates?.split(',').map((rate) => [`${rate} a second`, Number(rate)] as const) ??
    [1, 2, 6].map((times) => [`${times} ×`, times * capacity.perSecond] as const);
  for (const [name, perSecond] of rates) {
    const options = { perSecond, seconds: size.seconds, other };
    const load = await measureOverload(server, options, pool, random);
    note(`${name}: asked`, load.asked.length);
    note(`${name}: answered in a second`, load.answeredPerSecond, { digits: 1 });
    note(`${name}: read in a second, of the best`, load.readPerSecond / capacity.perSecond, {
      digits: 2,
    });
    const share = load.readPerCpuSecond / capacity.perCpuSecond;
    note(`${name}: read for each second of CPU, of the best`, share, { digits: 2, atLeast: 0.9 });
    note(`${name}: answered`, load.answeredShare * 100, { unit: '%' });
    note(`${name}: time to answer, median`, load.medianMs, { unit: 'ms' });
    note(`${name}: busy`, load.busyShare * 100, { unit: '%' });
    note(`${name}: time to busy, median`, load.busyMs.p50, { unit: 'ms' });
    note(`${name}: time to busy, p95`, load.busyMs.p95, { unit: 'ms' });
    note(`${name}: time to busy, longest`, load.busyMs.max, { unit: 'ms', atMost: 300 });
    note(`${name}: busy after admission`, (load.lateMs.length / load.asked.length) * 100, {
      unit: '%',
      digits: 1,
    });
    note(`${name}: unknown, but answered without load`, load.wronglyUnknown, { atMost: 0 });
    note(`${name}: answers that differ from those without load`, load.different.length, {
      atMost: 0,
    });
    for (const { question, reply } of load.different)
      console.log(
        `  ${question.text}\n    without load: ${question.calm.text}\n    now: ${reply.text}`,
      );
    note(`${name}: failed`, load.failures.length, { atMost: 0 });
    for (const fault of new Set(load.failures)) console.log(`  ${fault}`);
    note(`${name}: answered from a cache`, load.cached, { atMost: 0 });
    note(`${name}: stored as unanswered, but not read`, load.wronglyKept.length, { atMost: 0 });
    note(`${name}: other routes, longest wait`, load.othersMs, { unit: 'ms', atMost: 100 });
    note(`${name}: other routes, refused`, load.othersFailed, { atMost: 0 });
  }
  note('repeated questions', capacityPool.repeats() + pool.repeats(), { atMost: 0 });
}

/** The effect of a second core, and of more engines than cores. */
async function measureCores(
  note: Column,
  checkout: string,
  folder: string,
  questions: readonly Question[],
  random: Random,
): Promise<void> {
  const asked = shops.filter(({ copy }) => capacityCopies.includes(copy));
  const read = async (cores: string, engines: number) => {
    const environment = { BARAZA_ENGINES: String(engines) };
    const server = await startCheckout(checkout, { folder, cores, environment });
    await askEachOnce(server, asked);
    await untilQuiet(server);
    const pool = createPool(questions.filter(isForCapacity), random);
    const { perSecond } = await measureCapacity(server, pool, size.stepSeconds);
    await server.stop();
    return perSecond;
  };
  const one = await read('0', 1);
  const two = await read('0,1', 2);
  note('read in a second, one core', one, { digits: 1 });
  note('read in a second, two cores, two engines', two, { digits: 1 });
  note('two cores against one', two / one, { digits: 2, atLeast: 1.7 });
  note('read in a second, two cores, four engines', await read('0,1', 4), { digits: 1 });
}

async function measureLargest(note: Column, checkout: string, random: Random): Promise<void> {
  const large = await measureLarge(checkout, { share: size.share, calmMs: 5_000 }, random);
  note('largest profile: saved within', large.savedMs, { unit: 'ms' });
  note('largest profile: its first question is done within', large.askedMs, { unit: 'ms' });
  note('others without load, longest wait', large.calmMs, { unit: 'ms' });
  const more = large.meanwhileMs - large.calmMs;
  note('others with the largest profile, longer by', more, { unit: 'ms', atMost: 50 });
  note('others with the largest profile, refused', large.refused, { atMost: 0 });
}

async function measureSingles(): Promise<void> {
  const random = createRandom(Number(values.seed));
  const singles = await measureSingle(Object.values(checkouts), size.singles, random);
  const [before = singles[0]] = singles;
  for (const [at, name] of Object.keys(checkouts).entries()) {
    const one = singles[at];
    if (one === undefined || before === undefined) continue;
    const note = table.column(name);
    note('one question: first token, median', one.firstMs, { unit: 'ms' });
    note('one question: CPU of all processes', one.cpuMs, { unit: 'ms' });
    note('one question: first token, ratio', one.firstMs / before.firstMs, {
      digits: 2,
      atMost: 1.05,
    });
    note('one question: CPU, ratio', one.cpuMs / before.cpuMs, { digits: 2, atMost: 1.05 });
  }
}

function isForCapacity({ copy }: Question): boolean {
  return capacityCopies.includes(copy);
}
