/** `node evals/things.ts`: how many right answers the table of things would refuse, told with `--list`. */
import { passagesOf } from '../packages/server/src/answers/chunk.ts';
import { languageOfProse } from '../packages/server/src/answers/language.ts';
import { namesAnother } from '../packages/server/src/answers/things/things.ts';
import { inventedSets } from '../training/invented.ts';
import { type Case, type CaseInfo, hasAskSets, readAskSets } from './case-set.ts';
import { entryOf } from './engine.ts';

const isListed = process.argv.includes('--list');
for (const { name, sites, cases } of [...(hasAskSets() ? readAskSets() : []), ...inventedSets()]) {
  const infoOf = new Map(sites.map((site) => [site.name, site.info]));
  const answerable = cases.filter(({ answered }) => answered);
  const refused = answerable.filter((each) => isRefused(each, infoOf.get(each.site) ?? []));
  console.log(`${name}: ${refused.length} of ${answerable.length} right answers are refused`);
  if (isListed) for (const { question, site } of refused) console.log(`  ${site}: ${question}`);
}

function isRefused({ question, gold }: Case, info: readonly CaseInfo[]): boolean {
  const passages = info
    .filter(({ id }) => gold.includes(id))
    .flatMap((one) => passagesOf(entryOf(one), languageOfProse));
  return (
    passages.length > 0 &&
    passages.every((passage) => namesAnother(question, passage, () => passage.text))
  );
}
