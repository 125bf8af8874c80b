/**
 * Finds the passages that fit a question best: BM25 over its words and their stand-ins, and
 * nearness in meaning where there are vectors.
 */
import type { Passage } from '../knowledge.ts';
import type { Lexicon } from '../text/lexicon.ts';
import { likenessTo, nearest, noLikeness, type PassageVectors, unit } from './passage-vectors.ts';
import type { Query } from './query.ts';
import { type Group, type Probe, probeOf, rarity } from './query-expansion.ts';
import type { LanguageIndex, SearchIndex } from './search-index.ts';
import { highest } from './top-k.ts';

export interface Hit {
  readonly passage: Passage;
  /** By words; comparable within one search only. */
  readonly score: number;
  readonly probe: Probe;
  /** The cosine to the question with the turn before it taken in, where both have vectors. */
  readonly likeness?: number | undefined;
}

const hitsMax = 10;
const candidatesMax = hitsMax * 2;
const saturation = 1.2;
const lengthShare = 0.6;
const titleWeight = 2;
const joinedShare = 0.5;

/** Best first, one for each entry. */
export function search(
  index: SearchIndex,
  query: Query,
  lexicon: Lexicon,
  vectors?: PassageVectors,
): Hit[] {
  return onePerEntry(inOrder(nearHits(index, query, lexicon, vectors), listWordsWeight));
}

function nearHits(
  index: SearchIndex,
  query: Query,
  lexicon: Lexicon,
  vectors?: PassageVectors,
): Hit[] {
  const hits: Hit[] = [];
  for (const languageIndex of index.languages) {
    const probe = probeOf(languageIndex, query, lexicon);
    const scores = scoresOf(probe);
    const near = vectors && nearTo(query, languageIndex, vectors);
    const places = new Set([...highest(scores, candidatesMax), ...(near ? near.places : [])]);
    for (const at of places) {
      const passage = languageIndex.passages[at];
      if (passage === undefined) continue;
      const likeness = near && likenessAt(near, at);
      hits.push({ passage, score: scores[at] ?? 0, probe, likeness });
    }
  }
  return hits;
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
  const seen = new Map<string, number>();
  const chosen = inOrder(hits, readWordsWeight).filter(({ passage: { entry } }) => {
    if (entry.field !== undefined) return true;
    const times = seen.get(entry.id) ?? 0;
    seen.set(entry.id, times + 1);
    return times < windowsMax;
  });
  const found = chosen.slice(0, most).map(({ passage }) => passage);
  if (found.length >= most) return found;
  // Where little is near, the rest of a small site may still be what is meant.
  const known = new Set(found);
  for (const { passages } of index.languages)
    for (const passage of passages) {
      if (found.length >= most) return found;
      if (!known.has(passage)) found.push(passage);
    }
  return found;
}

/** No word of it is in any text that was learnt from, nor in the site: who reads that, reads anything into it. */
function isNonsense({ words }: Query, hits: readonly Hit[]): boolean {
  const isUnheard = words.length > 0 && words.every(({ unheard }) => unheard);
  return isUnheard && hits.every(({ score }) => score === 0);
}

// The encoder learnt to find for the reader; words only break near ties, and catch names that it never saw.
const readWordsWeight = 0.25;
// Where nobody reads what is found; chosen on sets of others, on which little changes from .6 to 1.
const listWordsWeight = 0.8;
// Of a long text, so many of its windows.
const windowsMax = 3;

interface Near {
  /** With the turn before the question taken in, best first. */
  readonly places: readonly number[];
  readonly likeness: (passage: number) => number;
}

function nearTo(
  { vector, joinedVector }: Query,
  languageIndex: LanguageIndex,
  vectors: PassageVectors,
): Near | undefined {
  const asked = vector && unit(vector);
  if (asked === undefined) return undefined;
  const after = joinedVector && unit(joinedVector);
  // The mean of two cosines is one product with the mean of the two directions.
  const direction =
    after?.length === asked.length
      ? asked.map((value, at) => (1 - joinedShare) * value + joinedShare * (after[at] ?? 0))
      : asked;
  return {
    places: nearest(vectors, languageIndex, direction, candidatesMax),
    likeness: (passage) => likenessTo(vectors, languageIndex, passage, direction),
  };
}

function likenessAt(near: Near, at: number): number | undefined {
  const likeness = near.likeness(at);
  return likeness === noLikeness ? undefined : likeness;
}

function inOrder(hits: readonly Hit[], wordsWeight: number): readonly Hit[] {
  const known = hits.flatMap(({ likeness }) => likeness ?? []);
  if (known.length === 0) return hits.toSorted((one, other) => other.score - one.score);
  // A passage whose vector is still to be made is neither favoured nor held back.
  const usual = known.reduce((sum, value) => sum + value, 0) / known.length;
  return hits
    .map((hit) => ({ hit, rank: rankOf(hit, usual, wordsWeight) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ hit }) => hit);
}

/** What words found joined with what meaning found, on scales that no other passage moves. */
function rankOf(
  { score, probe: { groups }, likeness }: Hit,
  usual: number,
  wordsWeight: number,
): number {
  return wordsWeight * selfScore(score, groups) + (likeness ?? usual);
}

/** A score beside the most that any passage could have, 0 to 1. */
function selfScore(score: number, groups: readonly Group[]): number {
  const most = groups.reduce(
    (sum, { word, rarity: rare }) => sum + word.weight * rare * (saturation + 1),
    0,
  );
  return most === 0 ? 0 : Math.min(1, score / most);
}

function onePerEntry(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  const first = hits.filter(({ passage: { entry } }) => {
    if (seen.has(entry.id)) return false;
    seen.add(entry.id);
    return true;
  });
  return first.slice(0, hitsMax);
}

function scoresOf({ languageIndex, groups }: Probe): Float32Array {
  const scores = new Float32Array(languageIndex.passages.length);
  const ofGroup = new Float32Array(languageIndex.passages.length);
  for (const { word, terms } of groups) {
    for (const { term, weight } of terms) {
      const strength = word.weight * weight * rarity(languageIndex, term) * (saturation + 1);
      const stop = languageIndex.postingStarts[term + 1] ?? 0;
      for (let at = languageIndex.postingStarts[term] ?? 0; at < stop; at += 1) {
        const passage = languageIndex.postingPassages[at] ?? 0;
        const times =
          (languageIndex.postingTexts[at] ?? 0) +
          titleWeight * (languageIndex.postingTitles[at] ?? 0);
        const length =
          1 -
          lengthShare +
          (lengthShare * (languageIndex.lengths[passage] ?? 0)) / languageIndex.meanLength;
        const value = (strength * times) / (times + saturation * length);
        // Stand-ins of one word are told once: the best of them counts.
        if (value > (ofGroup[passage] ?? 0)) ofGroup[passage] = value;
      }
    }
    for (const { term } of terms) {
      const stop = languageIndex.postingStarts[term + 1] ?? 0;
      for (let at = languageIndex.postingStarts[term] ?? 0; at < stop; at += 1) {
        const passage = languageIndex.postingPassages[at] ?? 0;
        scores[passage] = (scores[passage] ?? 0) + (ofGroup[passage] ?? 0);
        ofGroup[passage] = 0;
      }
    }
  }
  return scores;
}
