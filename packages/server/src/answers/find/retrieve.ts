/**
 * Finds the passages that fit a question best: BM25 over its words and their stand-ins, and
 * nearness in meaning where there are vectors.
 */
import type { Passage } from '../knowledge.ts';
import type { Lexicon } from '../text/lexicon.ts';
import {
  highest,
  likenessTo,
  nearest,
  noLikeness,
  type PassageVectors,
  unit,
} from './passage-vectors.ts';
import type { Query } from './query.ts';
import { type Group, groupsOf, rarity } from './query-expansion.ts';
import { type LanguageIndex, postingsOf, type SearchIndex } from './search-index.ts';

export interface Hit {
  readonly passage: Passage;
  /** By words; comparable within one search only. */
  readonly score: number;
  /** The score as a share of the most that any passage could have, 0 to 1. */
  readonly share: number;
  /** The cosine to the question with the turn before it taken in, where both have vectors. */
  readonly likeness?: number | undefined;
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

/** What the reader is to read: every passage near by words or by meaning, fields among them, best first. */
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
  // Where little is near, the rest of a small site may still be what is meant.
  const all = index.languages.flatMap(({ passages }) => (found.length < most ? passages : []));
  return [...new Set([...found, ...all])].slice(0, most);
}

// The encoder learnt to find for the reader; words only break near ties, and catch names that it never saw.
const readWordsWeight = 0.25;
// Where nothing is read; chosen on sets of others, on which little changes from .6 to 1.
const listWordsWeight = 0.8;
// Of a long text, so many of its windows.
const windowsMax = 3;

/** Whether fewer than so many hits of its entry came before. */
function atMostOfEntry(most: number): (hit: Hit) => boolean {
  const seen = new Map<string, number>();
  return ({ passage: { entry } }) => {
    const times = (seen.get(entry.id) ?? 0) + 1;
    seen.set(entry.id, times);
    return times <= most;
  };
}

/** No word of it is in any text that was learnt from, nor in the site: a reader would see anything in it. */
function isNonsense({ words }: Query, hits: readonly Hit[]): boolean {
  const isUnheard = words.length > 0 && words.every(({ unheard }) => unheard);
  return isUnheard && hits.every(({ score }) => score === 0);
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
      const likeness =
        vectors && direction ? likenessTo(vectors, index, at, direction) : noLikeness;
      return [{ passage, score, share, likeness: likeness === noLikeness ? undefined : likeness }];
    });
  });
}

/** With the turn before the question taken in. */
function directionOf({ vector, joinedVector }: Query): Float32Array | undefined {
  const asked = vector && unit(vector);
  const after = joinedVector && unit(joinedVector);
  if (asked === undefined || after?.length !== asked.length) return asked;
  // The mean of two cosines is one product with the mean of the two directions.
  return asked.map((value, at) => (1 - joinedShare) * value + joinedShare * (after[at] ?? 0));
}

function inOrder(hits: readonly Hit[], wordsWeight: number): readonly Hit[] {
  const known = hits.flatMap(({ likeness }) => likeness ?? []);
  if (known.length === 0) return hits.toSorted((one, other) => other.score - one.score);
  // A passage whose vector is still to be made is neither favoured nor held back.
  const usual = known.reduce((sum, value) => sum + value, 0) / known.length;
  const rankOf = ({ share, likeness }: Hit) => wordsWeight * share + (likeness ?? usual);
  return hits.toSorted((one, other) => rankOf(other) - rankOf(one));
}

function scoresOf(index: LanguageIndex, groups: readonly Group[]): Float32Array {
  const scores = new Float32Array(index.passages.length);
  const ofGroup = new Float32Array(index.passages.length);
  for (const { word, terms } of groups) {
    for (const { term, weight } of terms) {
      const strength = word.weight * weight * rarity(index, term) * (saturation + 1);
      for (const posting of postingsOf(index, term)) {
        const passage = posting >>> 8;
        const times = posting & 255;
        const length =
          1 - lengthShare + (lengthShare * (index.lengths[passage] ?? 0)) / index.meanLength;
        const value = (strength * times) / (times + saturation * length);
        // Stand-ins of one word count once: the best of them.
        if (value > (ofGroup[passage] ?? 0)) ofGroup[passage] = value;
      }
    }
    for (const { term } of terms)
      for (const posting of postingsOf(index, term)) {
        const passage = posting >>> 8;
        scores[passage] = (scores[passage] ?? 0) + (ofGroup[passage] ?? 0);
        ofGroup[passage] = 0;
      }
  }
  return scores;
}
