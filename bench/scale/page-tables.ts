/** The tables of `docs/scale.md`. */
import { assumptions } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { billOf, grown, questionsPerDayAt } from './growth.ts';
import type { Results, Summary } from './results.ts';
import { quantiles } from './results.ts';
import { ownServers } from './scenarios.ts';
import { markdown, money, ms, percent, whole } from './tables.ts';
import { errorOf, type Figures, readValidations } from './validation.ts';

export function costTable({ reading, engine, server, database, backup }: Costs): string {
  const [p50, p90] = [0.5, 0.9].map(
    (share) => reading.quantilesMs[Math.round(share * (reading.quantilesMs.length - 1))],
  );
  return markdown(
    ['what', 'cost'],
    [
      [
        'a question that is read: engine',
        `${ms(reading.meanMs)} (median ${ms(p50)}, 90th percentile ${ms(p90)})`,
      ],
      ['a question that is read: thread of the server', ms(server.readMs)],
      [
        'a remembered question (read before): engine, server',
        `${ms(engine.rememberedMs)}, ${ms(server.rememberedMs)}`,
      ],
      [
        'a question worded like a FAQ of the site: engine, server',
        `${ms(engine.withoutReadingMs)}, ${ms(server.withoutReadingMs)}`,
      ],
      ['a question that finds the engines busy: engine, in addition', ms(engine.tryWhileBusyMs)],
      ['a refusal: server', ms(server.refusedMs)],
      [
        'opening a site that an engine does not hold: engine, server',
        `${ms(engine.openEditionMs)}, ${ms(server.openEditionMs)}`,
      ],
      [
        'a site in an engine; sites that fit',
        `${whole(engine.editionBytes / 1_000)} KB; ${whole((96 * 2 ** 20) / engine.editionBytes)}`,
      ],
      [
        'a remembered question; questions that fit into a server',
        `${(engine.memoBytes / 1_000).toFixed(1)} KB; ${whole((24 * 2 ** 20) / engine.memoBytes)}`,
      ],
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

export function validationTable(): string {
  const names: { readonly [key in keyof Figures]: string } = {
    readPerSecond: 'read in a second',
    busyShare: 'refused as busy',
    medianMs: 'time to answer, median',
    p95Ms: 'time to answer, p95',
    meanWaitMs: 'wait before the engine, mean',
  };
  const shown = (key: keyof Figures, value: number) =>
    key === 'busyShare' ? percent(value) : key === 'readPerSecond' ? value.toFixed(1) : ms(value);
  return markdown(
    ['load', '', 'real', 'simulated', 'error', 'simulated, with the CPU that others took', 'error'],
    validatedPoints().flatMap(({ run, factor, real, model, corrected }) =>
      (Object.keys(names) as (keyof Figures)[]).map((key) => [
        `run ${run}, ${factor} ×`,
        names[key],
        shown(key, real[key]),
        shown(key, model[key]),
        errorOf(real, model, key),
        shown(key, corrected[key]),
        errorOf(real, corrected, key),
      ]),
    ),
  );
}

function validatedPoints() {
  return readValidations().flatMap(({ points }, at) =>
    points.map((point) => ({ ...point, run: at + 1 })),
  );
}

export function assumptionTable(): string {
  const { machine, traffic, network, flushMs, proxy, goal, prices } = assumptions;
  return markdown(
    ['assumed', 'value'],
    [
      [
        'a machine',
        `${machine.cores} cores, ${machine.memoryGB} GB: one process with ${machine.engines} engines, ` +
          'one core for its thread',
      ],
      ['questions without reading', percent(traffic.withoutReadingShare)],
      [
        'questions in a common wording',
        `${percent(traffic.commonShare)}, of ${traffic.commonTexts} wordings a site, Zipf ${traffic.commonExponent}`,
      ],
      [
        'questions in a new wording',
        percent(1 - traffic.withoutReadingShare - traffic.commonShare),
      ],
      ['popularity of sites', `Zipf ${traffic.siteExponent}; one owner each`],
      ['busiest hour against the mean', `${traffic.peakToMean} ×`],
      ['round trips', `visitor ${network.visitorMs} ms, database ${network.databaseMs} ms`],
      ['flush of the log of the database', `${flushMs} ms`],
      ['a lost machine is noticed after', `${proxy.noticeMs / 1_000} s`],
      [
        'enough machines',
        `at most ${percent(goal.busyShareMax)} refused at the first try, ` +
          `p95 within ${goal.p95Ms / 1_000} s, engines at most ${percent(goal.engineUseMax)} busy`,
      ],
      [
        'prices',
        `$${prices.coreHour} a core-hour, $${prices.diskGBMonth} a GB-month of disk, ` +
          `$${prices.objectGBMonth} of objects, $${prices.networkGB} a GB sent`,
      ],
    ],
  );
}

type Load = { readonly machines: number; readonly summary: Summary };

export function largeTable(toAny: Load, toOwn: Load): string {
  const row = (name: string, of: (one: Load) => string) => [name, of(toAny), of(toOwn)];
  return markdown(
    ['', 'to any server', `${ownServers} servers a site`],
    [
      row('machines', ({ machines }) => whole(machines)),
      row('cores of engines', ({ machines }) => whole(machines * assumptions.machine.engines)),
      row(
        'questions: read · remembered · answered without reading',
        ({ summary: { readShare, rememberedShare, answeredShare } }) =>
          [readShare, rememberedShare, answeredShare - readShare - rememberedShare]
            .map(percent)
            .join(' · '),
      ),
      row('sites opened in one second because an engine did not hold them', ({ summary }) =>
        summary.openedPerSecond.toFixed(1),
      ),
      row('engines busy', ({ summary }) => percent(summary.engineUse)),
      row('threads of the servers busy', ({ summary }) => percent(summary.threadUse)),
      row('16 cores of PostgreSQL busy', ({ summary }) => percent(summary.databaseUse)),
      row('flushes in a second', ({ summary }) => whole(summary.flushesPerSecond)),
      row('connections to PostgreSQL', ({ machines }) => whole(machines * 11)),
      row(
        'time to answer: median, p95, p99',
        ({ summary: { timeMs } }) => `${ms(timeMs.p50)}, ${ms(timeMs.p95)}, ${ms(timeMs.p99)}`,
      ),
      row(
        'questions refused at the first try · in the end',
        ({ summary }) => `${percent(summary.busyShare)} · ${percent(summary.busyFinalShare)}`,
      ),
    ],
  );
}

export function crowdTable(toAny: Summary, toOwn: Summary): string {
  const row = (name: string, of: (one: Summary) => string) => [name, of(toAny), of(toOwn)];
  return markdown(
    ['', 'to any server', `${ownServers} servers a site`],
    [
      row('the crowd: refused in the end', ({ crowd }) => percent(crowd.busyFinalShare)),
      row('the crowd: time to answer, p95', ({ crowd }) => ms(crowd.p95Ms)),
      row('all others: refused in the end', ({ others }) => percent(others.busyFinalShare)),
      row('all others: time to answer, p95', ({ others }) => ms(others.p95Ms)),
    ],
  );
}

export function troubleTable(
  all: { readonly [name: string]: Results },
  whens: readonly [string, string, string] = ['before', 'during', 'after'],
): string {
  const spans = [
    [0, 28],
    [30, 90],
    [100, 119],
  ] as const;
  return markdown(
    [
      '',
      'seconds of the run',
      'answered',
      'refused as busy',
      'unavailable (503)',
      'time to answer, p95',
      'longest time to answer',
    ],
    Object.entries(all).flatMap(([name, results]) =>
      spans.map(([from, to], at) => {
        const seconds = results.seconds().slice(from, to);
        const sum = (key: 'asked' | 'answered' | 'busy' | 'failed') =>
          seconds.reduce((total, second) => total + second[key], 0);
        const times = seconds.flatMap(({ timesMs }) => timesMs);
        const [p95, longest] = quantiles(times, [0.95, 1]);
        const share = (key: 'answered' | 'busy' | 'failed') => percent(sum(key) / sum('asked'));
        return [
          `${name}, ${whens[at]}`,
          `${from} to ${to}`,
          share('answered'),
          share('busy'),
          share('failed'),
          ms(p95),
          ms(longest),
        ];
      }),
    ),
  );
}

export function growthTable(costs: Costs): string {
  return markdown(
    [
      'after',
      'questions',
      'tables and indexes',
      'log a day',
      'backup size',
      'backup time',
      'restore time',
    ],
    [1, 30, 90, 180, 365].map((day) => {
      const at = grown(day, questionsPerDayAt(1_000), costs);
      return [
        day === 1 ? '1 day' : `${day} days`,
        `${whole(at.questions / 1e6)} M`,
        `${whole(at.tableGB)} GB`,
        `${whole(at.logGBPerDay)} GB`,
        `${whole(at.backupGB)} GB`,
        `${at.backupHours.toFixed(1)} h`,
        `${at.restoreHours.toFixed(1)} h`,
      ];
    }),
  );
}

export function billTable(machines: number, costs: Costs): string {
  const bill = billOf({ machines, databaseCores: 16, peakPerSecond: 1_000, backupsKept: 7 }, costs);
  return markdown(
    ['a month', 'USD'],
    [
      [
        `${machines} machines of ${assumptions.machine.cores} cores (a third may be lost)`,
        money(bill.machinesMonth),
      ],
      ['PostgreSQL and its standby, 16 cores each', money(bill.databaseMonth)],
      ['their disks, with a third of the space unused', money(bill.diskMonth)],
      ['7 backups in an object store', money(bill.backupMonth)],
      ['bytes to visitors', money(bill.networkMonth)],
      ['sum', money(bill.sumMonth)],
      ['**a million questions**', `**$${bill.perMillion.toFixed(2)}**`],
    ],
  );
}
