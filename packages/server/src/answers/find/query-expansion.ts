/** A question laid against one languageIndex: for each of its words, the terms there that may stand for it. */
import type { Language } from '@baraza/contract';
import { hashOf } from '../text/hash.ts';
import type { Lexicon } from '../text/lexicon.ts';
import { namesOf } from '../text/names.ts';
import { isNumber, stemOf } from '../text/text.ts';
import type { Query, QueryWord } from './query.ts';
import { documentFrequency, type LanguageIndex, similarTerms, termNumber } from './search-index.ts';

export interface Probe {
  readonly languageIndex: LanguageIndex;
  readonly groups: readonly Group[];
}

/** One word of the question and its stand-ins. */
export interface Group {
  readonly word: QueryWord;
  readonly terms: readonly { readonly term: number; readonly weight: number }[];
  /** How telling the word is on this languageIndex. */
  readonly rarity: number;
}

export function probeOf(languageIndex: LanguageIndex, query: Query, lexicon: Lexicon): Probe {
  const groups = query.words.map((word) => {
    const terms = expandTerm(languageIndex, query, word, lexicon);
    return {
      word,
      terms: [...terms].map(([term, weight]) => ({ term, weight })),
      rarity: rarityOf(languageIndex, terms),
    };
  });
  return { languageIndex, groups };
}

export function rarity(languageIndex: LanguageIndex, term: number): number {
  const frequency = documentFrequency(languageIndex, term);
  return Math.log(1 + (languageIndex.passages.length - frequency + 0.5) / (frequency + 0.5));
}

const translationsMax = 3;
const translationLeast = 0.12;
const similarMax = 6;
const similarLeast = 0.5;
// A word found as it is needs its other forms less.
const similarLeastKnown = 0.6;

const opposing = /^(?:un|in|im|non|dis)(?=[a-z]{4})/;

function expandTerm(languageIndex: LanguageIndex, query: Query, word: QueryWord, lexicon: Lexicon) {
  const terms = new Map<number, number>();
  const add = (term: number, weight: number) => {
    if (term >= 0 && weight > (terms.get(term) ?? 0)) terms.set(term, weight);
  };
  const stem = stemOf(word.word, languageIndex.language);
  add(termNumber(languageIndex, hashOf(stem)), 1);
  const exact = terms.size > 0;
  if (isNumber(word.word)) return terms;
  const foreign = query.language !== languageIndex.language;
  // A question in one language often holds words of the other; those that the languageIndex does not have are tried so.
  if (foreign || !exact) {
    const from: Language = languageIndex.language === 'sw' ? 'en' : 'sw';
    const found = lexicon.translations(word.word, from).slice(0, translationsMax);
    for (const { word: meaning, score } of found) {
      if (score < translationLeast) continue;
      const weight = Math.min(1, 1.3 * score) * (foreign ? 1 : 0.8);
      add(termNumber(languageIndex, hashOf(stemOf(meaning, languageIndex.language))), weight);
    }
  }
  if (!foreign)
    for (const [synonym, weight] of synonymsOf(word.word, languageIndex.language, lexicon))
      add(termNumber(languageIndex, hashOf(stemOf(synonym, languageIndex.language))), weight);
  for (const name of namesOf(word.word))
    add(termNumber(languageIndex, hashOf(stemOf(name, languageIndex.language))), nameTrust);
  if (stem.length >= 4) {
    const least = exact ? similarLeastKnown : similarLeast;
    // An opposite shares nearly all of its letters with what it denies.
    const opposite = termNumber(languageIndex, hashOf(stem.replace(opposing, '')));
    for (const { term, share } of similarTerms(languageIndex, stem, least, similarMax))
      if (term !== opposite) add(term, share * (exact ? 0.6 : 0.85));
  }
  return terms;
}

const nameTrust = 0.7;
const synonymTrust = 0.7;
const synonymLeast = 0.15;

/** Words that share a translation with this one: luggage and baggage are both mizigo. */
function synonymsOf(word: string, language: Language, lexicon: Lexicon): Map<string, number> {
  const other: Language = language === 'sw' ? 'en' : 'sw';
  const synonyms = new Map<string, number>();
  for (const { word: meaning, score } of lexicon
    .translations(word, language)
    .slice(0, translationsMax)) {
    for (const back of lexicon.translations(meaning, other).slice(0, translationsMax)) {
      const weight = synonymTrust * Math.min(1, 1.3 * score) * Math.min(1, 1.3 * back.score);
      if (weight >= synonymLeast && weight > (synonyms.get(back.word) ?? 0))
        synonyms.set(back.word, weight);
    }
  }
  return synonyms;
}

function rarityOf(languageIndex: LanguageIndex, terms: ReadonlyMap<number, number>): number {
  if (terms.size === 0) return Math.log(1 + (languageIndex.passages.length + 0.5) / 0.5);
  let best = 0;
  let sure = 0;
  for (const [term, weight] of terms) {
    if (weight <= sure) continue;
    sure = weight;
    best = rarity(languageIndex, term);
  }
  return best;
}
