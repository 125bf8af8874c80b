/**
 * Compares the calculation with three servers on one PostgreSQL, and writes `check.json`: `node bench/scale/check.ts`.
 * The questions have the assumed mix and go to the servers in turn, as a proxy sends them. All are CPU times: three
 * servers share the cores of one machine, so times to answer would say nothing.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { untilQuiet } from '../engine/checkout.ts';
import { askEachOnce, openSites } from '../engine/owner.ts';
import { openShops } from '../engine/shops.ts';
import { assumptions } from './assumptions.ts';
import { questionCosts } from './capacity.ts';
import { type Check, checkFile } from './check-file.ts';
import { readCosts } from './costs.ts';
import { askAsWidget, cpuOf, openBench, questionsOf, startBenchServer } from './real-server.ts';

const warmUps = 60;
const asked = 400;
const atOnce = 3;

process.setMaxListeners(100);
const bench = await openBench();
const shops = openShops(80, 1);
const first = await startBenchServer(bench);
await openSites(first, shops);
const servers = [first];
for (const folder of bench.folders.slice(1)) servers.push(await startBenchServer(bench, folder));
for (const server of servers) await askEachOnce({ ...server, credential: first.credential }, shops);
for (const server of servers) await untilQuiet(server);

const read = questionsOf(shops);
const asWritten = shops.flatMap(({ slug, profile }) =>
  (profile as { faqs: readonly { question: string }[] }).faqs.map(({ question }) => ({
    site: slug,
    text: question,
  })),
);
const share = assumptions.traffic.withoutReadingShare;
const mix = Array.from({ length: warmUps + asked }, (_, at) => {
  const written = Math.floor((at + 1) * share) - Math.floor(at * share) === 1;
  const from = written ? asWritten : read;
  const question =
    from[(written ? Math.floor(at * share) : Math.floor(at * (1 - share))) % from.length];
  if (question === undefined) throw new Error('no questions');
  return question;
});

await askAll(0, warmUps);
const before = await spent();
await askAll(warmUps, mix.length);
const after = await spent();
const each = (key: keyof typeof before) => (after[key] - before[key]) / asked;
const [row] =
  await bench.admin`SELECT count(*) AS count FROM pg_stat_activity WHERE datname = 'asked'`;
const check: Check = {
  machine: `${cpus().length} cores of ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}`,
  measuredOn: new Date().toISOString().slice(0, 10),
  questions: asked,
  calculated: {
    eachMs: questionCosts(readCosts(), share, 0),
    connections: servers.length * assumptions.machine.connections,
  },
  measured: {
    eachMs: { engines: each('engines'), thread: each('thread'), database: each('database') },
    connections: Number(row?.count),
  },
};
for (const server of servers) await server.stop();
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value;
writeFileSync(checkFile, `${JSON.stringify(check, rounded, 2)}\n`);
console.log(JSON.stringify(check, rounded, 2));
process.exit();

/** Questions from..to of the mix, three at a time, each at the next server. */
async function askAll(from: number, to: number): Promise<void> {
  let next = from;
  const asker = async () => {
    for (let at = next++; at < to; at = next++) {
      const [server, question] = [servers[at % servers.length], mix[at]];
      if (server === undefined || question === undefined) throw new Error('nothing to ask');
      await askAsWidget(server, question.site, question.text);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, asker));
}

async function spent() {
  // Work after the answers is part of their cost.
  for (const server of servers) await untilQuiet(server);
  const all = servers.map(cpuOf);
  return {
    engines: all.reduce((sum, { engineMs }) => sum + engineMs, 0),
    thread: all.reduce((sum, { serverMs }) => sum + serverMs, 0),
    database: await bench.databaseCpuMs(),
  };
}
