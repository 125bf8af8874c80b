/**
 * `node training/reader/grounding-claims.ts FILE`: writes sentences of models about approved passages as claims that
 * the passage states or not. Half of the passages are held out for evaluation.
 */
import { writeFileSync } from 'node:fs';
import { statementsOf } from '../../packages/server/src/answers/write/grounding/tidy-sentence.ts';
import {
  basisOf,
  freshHonestCases,
  freshHostileCases,
  honestCases,
  hostileCases,
  lastHonestCases,
  lastHostileCases,
  laterHonestCases,
  laterHostileCases,
  type ModelCase,
  seenHonestCases,
  seenHostileCases,
} from '../../packages/server/test/grounding/cases.ts';
import { isPassageHeldOut } from './held-out-passages.ts';

const honest: readonly ModelCase[] = [
  ...honestCases,
  ...laterHonestCases,
  ...lastHonestCases,
  ...freshHonestCases,
  ...seenHonestCases,
];
const hostile: readonly (ModelCase & { readonly untrue?: string })[] = [
  ...hostileCases,
  ...laterHostileCases,
  ...lastHostileCases,
  ...freshHostileCases,
  ...seenHostileCases,
];

const rows = [
  ...honest.flatMap((one) => statementsOf(one.text).map((claim) => rowOf(one, claim, true))),
  ...hostile.flatMap((one) => {
    const statements = statementsOf(one.text);
    const untrue = statements.filter((claim) => claim.includes(one.untrue ?? one.text));
    // If the false sentence is not marked, none of several sentences has a certain label.
    return (statements.length === 1 ? statements : untrue).map((claim) => rowOf(one, claim, false));
  }),
];
writeFileSync(
  process.argv[2] ?? 'claims.jsonl',
  rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
);

function rowOf(one: ModelCase, claim: string, isStated: boolean) {
  const { passages } = basisOf(one);
  return {
    claim,
    title: passages.map(({ title }) => title).join(' '),
    passage: passages.map(({ text }) => text).join(' '),
    said: isStated,
    lang: one.language,
    held: isPassageHeldOut(one),
  };
}
