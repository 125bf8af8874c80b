/**
 * Simulates the scenarios of `docs/scale.md` and writes its tables and plots: `node bench/scale/scale.ts`. With
 * `--measured`, writes only those that need no simulation.
 * The costs are those of `costs.json` (`measure.ts`), everything else is in `assumptions.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assumptions } from './assumptions.ts';
import { readCosts } from './costs.ts';
import { grown, questionsPerDayAt } from './growth.ts';
import { loadChart, overTime, timesChart } from './page-plots.ts';
import {
  assumptionTable,
  billTable,
  costTable,
  crowdTable,
  growthTable,
  largeTable,
  troubleTable,
  validationTable,
} from './page-tables.ts';
import { cellsByLoad, cellsBySize, cellTable } from './plan.ts';
import { type LineChart, lineChart } from './plots.ts';
import {
  flashCrowd,
  large,
  loadCurve,
  lostZone,
  machinesFor,
  ownServers,
  slowDatabase,
} from './scenarios.ts';
import { put } from './tables.ts';

const costs = readCosts();
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const page = `${docs}scale.md`;
const table = (name: string, content: string): void => {
  console.log(`\n${name}\n${content}`);
  writeFileSync(page, put(readFileSync(page, 'utf8'), name, content));
};
const plot = (name: string, chart: LineChart): void =>
  writeFileSync(`${docs}pictures/scale-${name}.svg`, lineChart(chart));

table('costs', costTable(costs));
table('validation', validationTable());
table('assumptions', assumptionTable());
if (process.argv.includes('--measured')) process.exit();

plot('load', loadChart(await loadCurve(costs)));

const toAny = await machinesFor({ ...large, routing: 'any' }, costs);
const toOwn = await machinesFor({ ...large, routing: ownServers }, costs);
table('large', largeTable(toAny, toOwn));

const shares = [0.25, 0.5, 0.75, 1];
const byShare: { share: number; toAny: number; toOwn: number }[] = [];
for (const share of shares) {
  // With fewer questions without reading, common wordings keep their share of the rest.
  const mix = { withoutReadingShare: 1 - share, commonShare: share * (2 / 7) };
  const found = { share, toAny: 0, toOwn: 0 };
  found.toAny = (
    await machinesFor({ ...large, ...mix, seconds: 20, routing: 'any' }, costs)
  ).machines;
  found.toOwn = (
    await machinesFor({ ...large, ...mix, seconds: 20, routing: ownServers }, costs)
  ).machines;
  byShare.push(found);
}
plot('machines', {
  title: '1,000 questions a second on 10,000 sites: machines of 4 cores',
  x: { label: 'share of the questions that go to the reader', max: 1 },
  y: { label: 'machines' },
  lines: [
    { name: 'to any server', points: byShare.map((one) => [one.share, one.toAny]) },
    { name: `${ownServers} servers a site`, points: byShare.map((one) => [one.share, one.toOwn]) },
  ],
});

const spare = Math.ceil(toAny.machines * 1.5);
const crowds = {
  toAny: await flashCrowd(toAny.machines, 'any', costs),
  toOwn: await flashCrowd(toAny.machines, ownServers, costs),
};
table('crowd', crowdTable(crowds.toAny.summary(), crowds.toOwn.summary()));
plot(
  'crowd',
  overTime('A flash crowd on one site: visitors refused', crowds, 'busy', {
    name: 'the crowd',
    from: 30,
    to: 90,
  }),
);

const zones = {
  exact: await lostZone(toAny.machines, costs),
  spare: await lostZone(spare, costs),
};
table(
  'zone',
  troubleTable(
    { [`${toAny.machines} machines`]: zones.exact, [`${spare} machines`]: zones.spare },
    ['before', 'after the loss', 'later'],
  ),
);
plot(
  'zone',
  timesChart(
    'A third of the machines is lost: p95 of the time to answer',
    {
      [`${toAny.machines} machines`]: zones.exact,
      [`${spare} machines`]: zones.spare,
    },
    { name: 'not noticed yet', from: 30, to: 30 + assumptions.proxy.noticeMs / 1_000 },
  ),
);

const slow = {
  '16 cores': await slowDatabase(spare, 16, costs),
  '64 cores': await slowDatabase(spare, 64, costs),
};
table('slow', troubleTable(slow));
plot(
  'slow',
  timesChart('The database is ten times slower for a minute: p95 of the time to answer', slow, {
    name: 'slow',
    from: 30,
    to: 90,
  }),
);

table('growth', growthTable(costs));
const days = Array.from({ length: 53 }, (_, week) => week * 7);
const afterDays = (day: number) => grown(day, questionsPerDayAt(1_000), costs);
plot('growth', {
  title: '1,000 questions a second in the busiest hour: bytes over a year',
  x: { label: 'days' },
  y: { label: 'TB' },
  lines: [
    {
      name: 'tables and indexes',
      points: days.map((day) => [day, afterDays(day).tableGB / 1_000]),
    },
    {
      name: 'one backup',
      points: days.map((day) => [day, afterDays(day).backupGB / 1_000]),
    },
  ],
});
table('bill', billTable(spare, costs));
table('cells', cellTable(await cellsBySize(costs)));
table('load', cellTable(await cellsByLoad(costs)));
