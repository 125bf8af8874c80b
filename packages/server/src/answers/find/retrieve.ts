/** Ranks passages for a question: BM25 over its expanded words, and cosine similarity if there are vectors. */
import type { Language } from '@baraza/contract';
import { otherLanguage } from '../../kernel/language/bilingual.ts';
import type { Passage } from '../knowledge.ts';
import type { Lexicon } from '../text/lexicon.ts';
import { isNumber, stemOf } from '../text/text.ts';
import { highest, nearest, type PassageVectors, similarityTo, unit } from './passage-vectors.ts';
import type { Query, QueryWord } from './query.ts';
import {
  type LanguageIndex,
  postingsOf,
  type SearchIndex,
  similarTerms,
  termNumber,
} from './search-index.ts';

export interface Hit {
  readonly passage: Passage;
  /** By words; comparable within one search only. */
  readonly score: number;
  /** The score as a share of the highest possible one, 0 to 1. */
  readonly share: number;
  /** The cosine to the question combined with the previous turn; undefined without vectors. */
  readonly similarity?: number | undefined;
}

const hitsMax = 10;
const candidatesMax = hitsMax * 2;
const saturation = 1.2;
const lengthShare = 0.6;
const joinedShare = 0.5;

/** Best first, one for each entry. */
export function search(
  index: SearchIndex,
  query: Query,
  lexicon: Lexicon,
  vectors?: PassageVectors,
): Hit[] {
  const hits = inOrder(nearHits(index, query, lexicon, vectors), listWordsWeight);
  return hits.filter(atMostOfEntry(1)).slice(0, hitsMax);
}

/** The passages for the reader: near by words or by meaning, fields included, best first. */
export function candidates(
  index: SearchIndex,
  query: Query,
  lexicon: Lexicon,
  vectors: PassageVectors | undefined,
  most: number,
): Passage[] {
  const hits = nearHits(index, query, lexicon, vectors);
  if (isNonsense(query, hits)) return [];
  const isAmongFirst = atMostOfEntry(windowsMax);
  const found = inOrder(hits, readWordsWeight)
    .filter((hit) => hit.passage.entry.field !== undefined || isAmongFirst(hit))
    .map(({ passage }) => passage);
  // If few passages are near, the rest of a small site is read too.
  const all = index.languages.flatMap(({ passages }) => (found.length < most ? passages : []));
  return [...new Set([...found, ...all])].slice(0, most);
}

// The encoder was trained to find passages for the reader; words only decide near ties, and find names new to it.
const readWordsWeight = 0.25;
// For results that are not read; chosen on public sets, where values from .6 to 1 hardly differ.
const listWordsWeight = 0.8;
// At most this many windows of one long text.
const windowsMax = 3;

/** A filter that keeps the first `most` hits of each entry. */
function atMostOfEntry(most: number): (hit: Hit) => boolean {
  const seen = new Map<string, number>();
  return ({ passage: { entry } }) => {
    const times = (seen.get(entry.id) ?? 0) + 1;
    seen.set(entry.id, times);
    return times <= most;
  };
}

/** No word is in the weight table or in the site: the reader's scores would be arbitrary. */
function isNonsense({ words }: Query, hits: readonly Hit[]): boolean {
  const isAllUnknown = words.length > 0 && words.every(({ isUnknown }) => isUnknown);
  return isAllUnknown && hits.every(({ score }) => score === 0);
}

function nearHits(
  { languages }: SearchIndex,
  query: Query,
  lexicon: Lexicon,
  vectors?: PassageVectors,
): Hit[] {
  const direction = vectors && directionOf(query);
  return languages.flatMap((index) => {
    const groups = groupsOf(index, query, lexicon);
    const scores = scoresOf(index, groups);
    const most = groups.reduce(
      (sum, { word, rarity: rare }) => sum + word.weight * rare * (saturation + 1),
      0,
    );
    const near = vectors && direction ? nearest(vectors, index, direction, candidatesMax) : [];
    const places = new Set([...highest(scores, candidatesMax), ...near]);
    return [...places].flatMap((at) => {
      const passage = index.passages[at];
      if (passage === undefined) return [];
      const score = scores[at] ?? 0;
      const share = most === 0 ? 0 : Math.min(1, score / most);
      const similarity = vectors && direction && similarityTo(vectors, index, at, direction);
      return [{ passage, score, share, similarity }];
    });
  });
}

/** The vector of the question, combined with the one that includes the previous turn. */
function directionOf({ vector, joinedVector }: Query): Float32Array | undefined {
  const asked = vector && unit(vector);
  const after = joinedVector && unit(joinedVector);
  if (asked === undefined || after?.length !== asked.length) return asked;
  // The dot product with the mean of two vectors is the mean of both dot products.
  return asked.map((value, at) => (1 - joinedShare) * value + joinedShare * (after[at] ?? 0));
}

function inOrder(hits: readonly Hit[], wordsWeight: number): readonly Hit[] {
  const known = hits.flatMap(({ similarity }) => similarity ?? []);
  if (known.length === 0) return hits.toSorted((one, other) => other.score - one.score);
  // A passage without a vector yet gets the average similarity.
  const usual = known.reduce((sum, value) => sum + value, 0) / known.length;
  const rankOf = ({ share, similarity }: Hit) => wordsWeight * share + (similarity ?? usual);
  return hits.toSorted((one, other) => rankOf(other) - rankOf(one));
}

function scoresOf(index: LanguageIndex, groups: readonly Group[]): Float32Array {
  const scores = new Float32Array(index.passages.length);
  const groupScores = new Float32Array(index.passages.length);
  for (const { word, terms } of groups) {
    for (const { term, weight } of terms) {
      const strength = word.weight * weight * rarity(index, term) * (saturation + 1);
      for (const posting of postingsOf(index, term)) {
        const passage = posting >>> 8;
        const times = posting & 255;
        const length =
          1 - lengthShare + (lengthShare * (index.lengths[passage] ?? 0)) / index.meanLength;
        const value = (strength * times) / (times + saturation * length);
        // Of all terms that match one word, only the best counts.
        if (value > (groupScores[passage] ?? 0)) groupScores[passage] = value;
      }
    }
    for (const { term } of terms)
      for (const posting of postingsOf(index, term)) {
        const passage = posting >>> 8;
        scores[passage] = (scores[passage] ?? 0) + (groupScores[passage] ?? 0);
        groupScores[passage] = 0;
      }
  }
  return scores;
}

/** A word of the question and the terms that can match it. */
interface Group {
  readonly word: QueryWord;
  readonly terms: readonly { readonly term: number; readonly weight: number }[];
  /** Inverse document frequency of the word in this index. */
  readonly rarity: number;
}

/** Expands each word of a question to the index terms that can match it: forms, translations, synonyms. */
function groupsOf(index: LanguageIndex, query: Query, lexicon: Lexicon): readonly Group[] {
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
function rarity(index: LanguageIndex, term: number | undefined): number {
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
  const stem = stemOf(word, language);
  if (stem.length < 4) return terms;
  const least = isExact ? similarityMinKnown : similarityMin;
  // An opposite differs in a few letters only (`available`, `unavailable`).
  const opposite = termNumber(index, stem.replace(opposing, ''));
  for (const { term, share } of similarTerms(index, stem, least, similarMax))
    if (term !== opposite) add(term, share * (isExact ? 0.6 : 0.85));
  return terms;
}

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
