/** Expands each word of a question to the index terms that can match it: forms, translations, synonyms. */
import type { Language } from '@baraza/contract';
import { otherLanguage } from '../../kernel/language/bilingual.ts';
import { type Lexicon, namesOf } from '../text/lexicon.ts';
import { isNumber, stemOf } from '../text/text.ts';
import type { Query, QueryWord } from './query.ts';
import { type LanguageIndex, postingsOf, similarTerms, termNumber } from './search-index.ts';

/** A word of the question and the terms that can match it. */
export interface Group {
  readonly word: QueryWord;
  readonly terms: readonly { readonly term: number; readonly weight: number }[];
  /** Inverse document frequency of the word in this index. */
  readonly rarity: number;
}

export function groupsOf(index: LanguageIndex, query: Query, lexicon: Lexicon): readonly Group[] {
  return query.words.map((word) => {
    const found = expandTerm(index, query, word, lexicon);
    const terms = [...found].map(([term, weight]) => ({ term, weight }));
    const [best, ...others] = terms;
    const surest = others.reduce(
      (one, other) => (other.weight > (one?.weight ?? 0) ? other : one),
      best,
    );
    return { word, terms, rarity: rarity(index, surest?.term) };
  });
}

/** Inverse document frequency; the highest for a term that the index does not have. */
export function rarity(index: LanguageIndex, term: number | undefined): number {
  const frequency = term === undefined ? 0 : postingsOf(index, term).length;
  return Math.log(1 + (index.passages.length - frequency + 0.5) / (frequency + 0.5));
}

const translationsMax = 3;
const translationScoreMin = 0.12;
const similarMax = 6;
const similarityMin = 0.5;
// If the word itself occurs, its other forms matter less.
const similarityMinKnown = 0.6;

const opposing = /^(?:un|in|im|non|dis)(?=[a-z]{4})/;

function expandTerm(
  index: LanguageIndex,
  { language: asked }: Query,
  { word }: QueryWord,
  lexicon: Lexicon,
): ReadonlyMap<number, number> {
  const { language } = index;
  const terms = new Map<number, number>();
  const add = (term: number, weight: number) => {
    if (term >= 0 && weight > (terms.get(term) ?? 0)) terms.set(term, weight);
  };
  const addWord = (other: string, weight: number) =>
    add(termNumber(index, stemOf(other, language)), weight);
  addWord(word, 1);
  const isExact = terms.size > 0;
  if (isNumber(word)) return terms;
  const isForeign = asked !== language;
  // Questions mix languages: a word that the index does not have may belong to the other one.
  if (isForeign || !isExact)
    for (const { word: meaning, score } of translated(lexicon, word, otherLanguage(language)))
      if (score >= translationScoreMin)
        addWord(meaning, Math.min(1, 1.3 * score) * (isForeign ? 1 : 0.8));
  if (!isForeign)
    for (const [synonym, weight] of synonymsOf(word, language, lexicon)) addWord(synonym, weight);
  for (const name of namesOf(word)) addWord(name, nameTrust);
  const stem = stemOf(word, language);
  if (stem.length < 4) return terms;
  const least = isExact ? similarityMinKnown : similarityMin;
  // An opposite differs in a few letters only (`available`, `unavailable`).
  const opposite = termNumber(index, stem.replace(opposing, ''));
  for (const { term, share } of similarTerms(index, stem, least, similarMax))
    if (term !== opposite) add(term, share * (isExact ? 0.6 : 0.85));
  return terms;
}

const nameTrust = 0.7;
const synonymTrust = 0.7;
const synonymWeightMin = 0.15;

/** Words that share a translation: luggage and baggage are both mizigo. */
function synonymsOf(
  word: string,
  language: Language,
  lexicon: Lexicon,
): readonly (readonly [string, number])[] {
  return translated(lexicon, word, language).flatMap(({ word: meaning, score }) =>
    translated(lexicon, meaning, otherLanguage(language)).flatMap((back) => {
      const weight = synonymTrust * Math.min(1, 1.3 * score) * Math.min(1, 1.3 * back.score);
      return weight >= synonymWeightMin ? [[back.word, weight] as const] : [];
    }),
  );
}

function translated(lexicon: Lexicon, word: string, from: Language) {
  return lexicon.translations(word, from).slice(0, translationsMax);
}
