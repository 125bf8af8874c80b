/**
 * `node training/reader/grounding-claims.ts FILE`: sentences that models wrote about approved passages, as claims
 * that the passage says or does not say. Half of the passages is held out, so that a figure on them means something.
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
    // Where nobody marked the untrue sentence among several, none of them is certain.
    return (statements.length === 1 ? statements : untrue).map((claim) => rowOf(one, claim, false));
  }),
];
writeFileSync(
  process.argv[2] ?? 'claims.jsonl',
  rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
);

function rowOf(one: ModelCase, claim: string, isSaid: boolean) {
  const { passages } = basisOf(one);
  return {
    claim,
    title: passages.map(({ title }) => title).join(' '),
    passage: passages.map(({ text }) => text).join(' '),
    said: isSaid,
    lang: one.language,
    held: isPassageHeldOut(one),
  };
}
