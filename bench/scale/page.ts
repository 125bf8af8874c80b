/** Writes the tables in `docs/scale.md` from `costs.json`, `check.json`, assumptions: `node bench/scale/page.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assumptions } from './assumptions.ts';
import { billOf, dataAfter, type Need, needOf } from './capacity.ts';
import { type Check, readCheck } from './check-file.ts';
import { type Costs, readCosts } from './costs.ts';
import { markdown, money, ms, percent, put, whole } from './tables.ts';

const { sitesOfCell } = assumptions;
const cells = 1_000_000 / sitesOfCell;
const costs = readCosts();
const file = fileURLToPath(new URL('../../docs/scale.md', import.meta.url));
let page = readFileSync(file, 'utf8');
for (const [name, table] of Object.entries({
  costs: costTable(costs),
  assumptions: assumptionTable(),
  needs: needTable([needOf(10_000, costs), needOf(sitesOfCell, costs)]),
  load: loadTable([3, 30, 100, 300].map((each) => needOf(sitesOfCell, costs, each))),
  check: checkTable(readCheck()),
})) {
  page = put(page, name, table);
  console.log(`\n${name}\n${table}`);
}
writeFileSync(file, page);

function costTable({ reading, engine, server, database, backup }: Costs): string {
  return markdown(
    ['what', 'cost'],
    [
      [
        'a question that is read: engine',
        `${ms(reading.meanMs)} (median ${ms(reading.medianMs)}, 90th percentile ${ms(reading.p90Ms)})`,
      ],
      ['a question that is read: thread of the server', ms(server.readMs)],
      [
        'a question that was read before: engine, server',
        `${ms(engine.rememberedMs)}, ${ms(server.rememberedMs)}`,
      ],
      [
        'a question worded like a FAQ of the site: engine, server',
        `${ms(engine.withoutReadingMs)}, ${ms(server.withoutReadingMs)}`,
      ],
      ['a refusal: server', ms(server.refusedMs)],
      [
        'opening a site that an engine does not hold: engine, server',
        `${ms(engine.openEditionMs)}, ${ms(server.openEditionMs)}`,
      ],
      ['a site in an engine', `${whole(engine.editionBytes / 1_000)} KB`],
      ['PostgreSQL, a question: CPU', ms(database.cpuMs)],
      [
        'PostgreSQL, a question: transactions, flushes to disk, bytes of the log',
        `${database.transactions.toFixed(1)}, ${database.flushes.toFixed(2)}, ` +
          `${(database.logBytes / 1_000).toFixed(1)} KB`,
      ],
      [
        'PostgreSQL, a question: rows and indexes that stay',
        `${(database.rowBytes / 1_000).toFixed(2)} KB`,
      ],
      ['a question: response to the visitor', `${(server.responseBytes / 1_000).toFixed(1)} KB`],
      [
        `backup, restore of ${whole(backup.questions)} questions (${whole(backup.fileBytes / 1e6)} MB)`,
        `${(backup.backupCpuMs / 1_000).toFixed(1)} s, ${(backup.restoreCpuMs / 1_000).toFixed(1)} s of CPU`,
      ],
    ],
  );
}

function assumptionTable(): string {
  const { machine, traffic, busyMax, prices } = assumptions;
  return markdown(
    ['assumed', 'value'],
    [
      ['a machine', `${machine.cores} cores: one process with ${machine.engines} engines`],
      ['questions of a site in a day', whole(traffic.questionsOfSiteDay)],
      ['busiest hour against the mean', `${traffic.peakToMean} ×`],
      ['questions without reading', percent(traffic.withoutReadingShare)],
      [
        'busy in the busiest hour, at most',
        `engines ${percent(busyMax.engines)}, thread of a server ${percent(busyMax.thread)}, ` +
          `PostgreSQL ${percent(busyMax.database)}`,
      ],
      ['popularity of sites', 'equal: an engine opens sites as often as it ever will'],
      [
        'prices',
        `$${prices.coreHour} a core-hour, $${prices.diskGBMonth} a GB-month of disk, ` +
          `$${prices.objectGBMonth} of objects, $${prices.networkGB} a GB sent`,
      ],
    ],
  );
}

function needTable(needs: readonly Need[]): string {
  const bills = needs.map((need) => billOf(need, costs));
  const data = needs.map(({ questionsOfDay }) =>
    dataAfter(Number.POSITIVE_INFINITY, questionsOfDay, costs),
  );
  const row = (name: string, cellsOf: (at: number) => string, all: string) => [
    name,
    ...needs.map((_, at) => cellsOf(at)),
    all,
  ];
  const need = (at: number) => needs[at] as Need;
  const times = (value: number) => whole(value * cells);
  const last = needs.at(-1) as Need;
  const [lastData, lastBill] = [data.at(-1), bills.at(-1)];
  return markdown(
    [
      '',
      '10,000 sites',
      `a cell of ${whole(sitesOfCell)} sites`,
      `1,000,000 sites in ${cells} cells`,
    ],
    [
      row(
        'questions: a day, a second in the busiest hour',
        (at) => `${whole(need(at).questionsOfDay)}, ${need(at).perSecond.toFixed(1)}`,
        `${times(last.questionsOfDay)}, ${times(last.perSecond)}`,
      ),
      row(
        'CPU of a question: engine, thread, database',
        (at) => Object.values(need(at).eachMs).map(ms).join(', '),
        '',
      ),
      row(
        'cores of engines, threads of servers',
        (at) => `${need(at).engineCores.toFixed(1)}, ${need(at).threads.toFixed(1)}`,
        `${times(last.engineCores)}, ${times(last.threads)}`,
      ),
      row(
        'machines: for the busiest hour, with a third to spare in three zones',
        (at) => `${need(at).machines}, ${need(at).machinesWithSpare}`,
        `${times(last.machines)}, ${times(last.machinesWithSpare)}`,
      ),
      row(
        'cores of PostgreSQL, connections, flushes a second',
        (at) =>
          `${need(at).databaseCores}, ${need(at).connections}, ${need(at).flushesPerSecond.toFixed(0)}`,
        `${times(last.databaseCores)}, ${times(last.connections)}, ${times(last.flushesPerSecond)}`,
      ),
      row(
        'tables after 180 days, log of a day',
        (at) => `${whole(data[at]?.tableGB ?? 0)} GB, ${(data[at]?.logGBOfDay ?? 0).toFixed(1)} GB`,
        `${times(lastData?.tableGB ?? 0)} GB, ${times(lastData?.logGBOfDay ?? 0)} GB`,
      ),
      row(
        '`baraza backup`, `baraza restore` of that, on one core',
        (at) => `${hours(data[at]?.backupHours)}, ${hours(data[at]?.restoreHours)}`,
        'each cell its own',
      ),
      row(
        `restore by PostgreSQL's tools at ${assumptions.physicalMBSecond} MB/s`,
        (at) => hours(((data[at]?.tableGB ?? 0) * 1_000) / assumptions.physicalMBSecond / 3_600),
        'each cell its own',
      ),
      row(
        'cost a month, of a million questions',
        (at) => `${money(bills[at]?.sum ?? 0)}, $${bills[at]?.ofMillionQuestions.toFixed(2)}`,
        `$${times(lastBill?.sum ?? 0)}, $${lastBill?.ofMillionQuestions.toFixed(2)}`,
      ),
    ],
  );
}

function loadTable(needs: readonly Need[]): string {
  return markdown(
    [
      'questions of a site in a day',
      'a second in the busiest hour',
      'machines',
      'cores of PostgreSQL',
      'tables after 180 days',
      'a month',
      'a million questions',
    ],
    needs.map((need) => {
      const { sum, ofMillionQuestions } = billOf(need, costs);
      return [
        whole(need.questionsOfDay / need.sites),
        need.perSecond.toFixed(1),
        whole(need.machinesWithSpare),
        whole(need.databaseCores),
        `${whole(dataAfter(Number.POSITIVE_INFINITY, need.questionsOfDay, costs).tableGB)} GB`,
        money(sum),
        `$${ofMillionQuestions.toFixed(2)}`,
      ];
    }),
  );
}

function checkTable({ calculated, measured }: Check): string {
  const row = (name: string, key: keyof Check['measured']['eachMs']) => [
    name,
    ms(calculated.eachMs[key]),
    ms(measured.eachMs[key]),
    `${(measured.eachMs[key] / calculated.eachMs[key]).toFixed(2)} ×`,
  ];
  return markdown(
    ['', 'calculated', 'measured', 'ratio'],
    [
      row('engine, a question', 'engines'),
      row('threads of the servers, a question', 'thread'),
      row('PostgreSQL, a question', 'database'),
      ['connections', whole(calculated.connections), whole(measured.connections), ''],
    ],
  );
}

function hours(value = 0): string {
  return value < 1 ? `${Math.ceil(value * 60)} min` : `${value.toFixed(1)} h`;
}
