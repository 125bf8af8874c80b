/** Learns the decision: `node training/calibrate.ts` writes packages/server/src/answers/calibration.json. */
import { writeFileSync } from 'node:fs';
import { readAskSets } from '../evals/case-set.ts';
import { rowsOf } from '../evals/rows.ts';
import { fitDecision } from './fit-decision.ts';
import { trainingRows } from './training-rows.ts';

const sets = [...trainingRows(), ...readAskSets().map((set) => rowsOf(set))];
const calibration = fitDecision(sets);
const file = new URL('../packages/server/src/answers/calibration.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(calibration, undefined, 2)}\n`);
console.log(calibration);
