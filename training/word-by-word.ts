/** An English question in rough Swahili, word by word: enough to learn how sure the bridge between the languages is. */
import { lexicon } from '../packages/server/src/answers/lexicon.ts';
import { isNumber, isStopWord, tokensOf } from '../packages/server/src/answers/text.ts';
import type { Random } from './random.ts';

export function inSwahili(question: string, random: Random): string {
  const words = tokensOf(question).flatMap(({ word, raw }, index) => {
    const small = questionWords[word];
    if (small !== undefined) return [small];
    if (isStopWord(word)) return [];
    if (isNumber(word) || (index > 0 && /^\p{Lu}/u.test(raw))) return [raw];
    const found = lexicon().translations(word, 'en');
    // A speaker does not always take the word that the table puts first.
    return [random.pick(found)?.word ?? raw];
  });
  return `${words.join(' ')}?`;
}

const questionWords: { readonly [word: string]: string } = {
  who: 'nani',
  when: 'lini',
  where: 'wapi',
  what: 'nini',
  which: 'gani',
  why: 'kwa nini',
  many: 'ngapi',
  much: 'kiasi gani',
  is: 'ni',
  of: 'ya',
  in: 'katika',
  and: 'na',
};
