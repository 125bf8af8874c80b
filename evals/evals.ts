/** `npm run evals`: how well the engine finds, decides and refuses on the sets of `shared/evals/ask` and on our own. */
import { fitDecision } from '../training/fit-decision.ts';
import { trainingRows } from '../training/training-rows.ts';
import { type CaseSet, hasAskSets, readAskSets } from './case-set.ts';
import { askAll } from './engine.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { measure, table } from './measures.ts';
import { ownReport } from './own-report.ts';
import { rowsOf } from './rows.ts';

if (process.argv.includes('--leave-one-out')) await printLeaveOneOut();
else {
  if (hasAskSets()) printEngine(readAskSets());
  else console.log('shared/evals/ask is not here: only our own questions are asked.');
  console.log(`\n${ownReport()}`);
}

function printEngine(sets: readonly CaseSet[]): void {
  const lines = sets.map((set) => {
    const outcomes = askAll(set);
    const cpu = outcomes.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0);
    return {
      name: set.name,
      measures: measure(outcomes),
      last: (cpu / outcomes.length).toFixed(0),
    };
  });
  console.log(`The engine as it ships\n${table(lines, 'CPU µs')}`);
}

async function printLeaveOneOut(): Promise<void> {
  if (!hasAskSets()) {
    console.log('shared/evals/ask is not here: nothing can be left out.');
    return;
  }
  const sets = readAskSets().map((set) => rowsOf(set));
  const lines = leaveOneOut(sets, trainingRows(), fitDecision).map(({ name, measures, least }) => ({
    name,
    measures,
    last: least.toFixed(3),
  }));
  console.log(
    `Each set decided on by what was learnt without it and its kin\n${table(lines, 'least')}`,
  );
}
