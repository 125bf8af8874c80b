/**
 * Learns the decision: `node training/calibrate.ts` writes both calibrations in
 * packages/server/src/answers, the one with the encoder where that can run.
 */
import { writeFileSync } from 'node:fs';
import { readAskSets } from '../evals/case-set.ts';
import { type RowSet, rowsOf } from '../evals/rows.ts';
import { openVectors, type Vectors } from '../evals/vectors.ts';
import { byMeaning, byWords, fitDecision, type Plan } from './fit-decision.ts';
import { trainingRows } from './training-rows.ts';

await learn('calibration.json', byWords, undefined);
const encoder = await openVectors();
if (encoder) await learn('calibration-encoder.json', byMeaning, encoder);

async function learn(name: string, plan: Plan, vectors: Vectors | undefined): Promise<void> {
  const sets: RowSet[] = await trainingRows(vectors);
  for (const set of readAskSets()) sets.push(await rowsOf(set, vectors));
  const calibration = fitDecision(sets, plan);
  const file = new URL(`../packages/server/src/answers/${name}`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(calibration, undefined, 2)}\n`);
  console.log(name, calibration);
}
