/** Questions that ask for almost what a site says, and not quite: one telling word is another's. */
import type { Case, CaseSet } from '../evals/case-set.ts';
import { isNumber, isStopWord, type Token, tokensOf } from '../packages/server/src/answers/text.ts';
import type { Random } from './random.ts';

/** The answerable questions of a set, and each once more with a word exchanged, which nothing answers. */
export function swapped(set: CaseSet, random: Random): CaseSet {
  const asked = set.cases.filter(({ answered }) => answered);
  const bySite = Map.groupBy(asked, ({ site }) => site);
  // Sites that are asked one thing only borrow the words of some others.
  const some = random.shuffled(asked).slice(0, neighboursMax);
  const cases = asked.flatMap((each) => {
    const trick = swappedCase(each, neighboursOf(bySite.get(each.site) ?? [], some), random);
    return trick === undefined ? [] : [each, trick];
  });
  return { ...set, name: `${set.name}-swapped`, cases };
}

const neighboursMax = 30;
const negatedShare = 0.1;

function neighboursOf(own: readonly Case[], others: readonly Case[]): readonly Case[] {
  return own.length < 3 ? others : own;
}

function swappedCase(each: Case, neighbours: readonly Case[], random: Random): Case | undefined {
  if (random.chance(negatedShare)) {
    const question = each.question.replace(/\b(?:is|are|was|were|did|does|do|can)\b/, '$& not');
    if (question !== each.question) return { ...each, question, answered: false, gold: [] };
  }
  const tokens = telling(each.question);
  const names = tokens.filter((token) => kindOf(token) !== 'word');
  const token = random.pick(names.length > 0 && random.chance(0.7) ? names : tokens);
  if (token === undefined) return undefined;
  const own = new Set(tokensOf(each.question).map(({ word }) => word));
  const others = neighbours
    .filter(({ site, gold }) => site !== each.site || !gold.some((id) => each.gold.includes(id)))
    .flatMap(({ question }) => telling(question))
    .filter((other) => kindOf(other) === kindOf(token) && !own.has(other.word));
  const other = random.pick(others);
  if (other === undefined) return undefined;
  const question =
    each.question.slice(0, token.start) +
    other.raw +
    each.question.slice(token.start + token.raw.length);
  return { ...each, question, answered: false, gold: [] };
}

function telling(question: string): Token[] {
  return tokensOf(question).filter(({ word, start }) => start > 0 && !isStopWord(word));
}

function kindOf({ word, raw }: Token): 'number' | 'name' | 'word' {
  if (isNumber(word)) return 'number';
  return /^\p{Lu}/u.test(raw) ? 'name' : 'word';
}
