/** `npm run hold`: runs the long form of the scenarios and writes docs/reliability.md. */
import { inspect, parseArgs } from 'node:util';
import type { Engine } from '../../packages/server/src/store/store.ts';
import { type Row, writeReport } from './report.ts';
import { runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

const usage = `npm run hold -- [--only NAME[,NAME]] [--engine sqlite|postgres] [--minutes 30] [--seed N]
                [--short] [--no-report]
Scenarios: ${scenarios.map(({ name }) => name).join(', ')}`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      engine: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      'no-report': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const names = values.only?.split(',') ?? scenarios.map(({ name }) => name);
  const unknown = names.filter((name) => !scenarios.some((one) => one.name === name));
  const minutes = Number(values.minutes);
  if (unknown.length > 0 || !(minutes > 0) || !isEngine(values.engine)) {
    console.error(usage);
    return 1;
  }
  const rows: Row[] = [];
  for (const scenario of scenarios.filter(
    ({ name, isLongOnly }) => names.includes(name) && !(values.short && isLongOnly),
  ))
    for (const engine of scenario.engines) {
      if (values.engine !== undefined && values.engine !== engine) continue;
      const reason = scenario.skip?.() ?? false;
      if (reason !== false) {
        console.log(`${scenario.name} is skipped: ${reason}`);
        rows.push({ scenario, engine, skipped: reason });
        continue;
      }
      console.log(`${scenario.name} on ${engine}`);
      const seed = values.seed === undefined ? undefined : Number(values.seed);
      const log = (line: string) => console.log(`  ${line}`);
      const options = { engine, isLong: !values.short, minutes, seed, log };
      const outcome = await runScenario(scenario, options);
      const result = outcome.failure === undefined ? 'passed' : 'FAILED';
      console.log(`  ${result}, ${outcome.seconds.toFixed(0)} s, seed ${outcome.seed}`);
      if (outcome.failure !== undefined) console.log(`  ${inspect(outcome.failure, { depth: 3 })}`);
      rows.push({ scenario, engine, outcome });
    }
  if (!values['no-report'] && !values.short) console.log(`written to ${writeReport(rows)}`);
  return rows.some(({ outcome }) => outcome?.failure !== undefined) ? 1 : 0;
}

function isEngine(name: string | undefined): name is Engine | undefined {
  return name === undefined || name === 'sqlite' || name === 'postgres';
}
