/** Finds the passages that fit a question best: BM25 over its words and their stand-ins, on each shelf. */
import type { VectorSource } from './answers.ts';
import type { Passage } from './chunk.ts';
import { cosine, fuse } from './fuse.ts';
import type { Lexicon } from './lexicon.ts';
import { type Probe, probe, rarity } from './probe.ts';
import type { Query } from './query.ts';
import type { SearchIndex, Shelf } from './search-index.ts';

export interface Hit {
  readonly passage: Passage;
  /** Comparable within one search only. */
  readonly score: number;
  readonly probe: Probe;
}

const hitsMax = 10;
const saturation = 1.2;
const lengthShare = 0.6;
const titleWeight = 2;

/** Best first, one for each entry; where the question and passages have vectors, both orders are joined. */
export function search(
  index: SearchIndex,
  query: Query,
  lexicon: Lexicon,
  vectors?: VectorSource,
): Hit[] {
  const shelves = index.shelves.map((shelf) => {
    const laid = probe(shelf, query, lexicon);
    return { laid, scores: scoresOf(laid) };
  });
  const hitOf = new Map<Passage, Hit>();
  const take = ({ laid, scores }: Scored, number: number): Hit[] => {
    const passage = laid.shelf.passages[number];
    if (passage === undefined) return [];
    const hit = hitOf.get(passage) ?? { passage, score: scores[number] ?? 0, probe: laid };
    hitOf.set(passage, hit);
    return [hit];
  };
  const byWords = shelves
    .flatMap((scored) => best(scored.scores, candidatesMax).flatMap((at) => take(scored, at)))
    .sort((one, other) => other.score - one.score);
  const { vector } = query;
  if (vector === undefined || vectors === undefined) return onePerEntry(byWords);
  const likeness = new Map<Hit, number>();
  for (const scored of shelves) {
    const near = likenessOf(scored.laid.shelf, vector, vectors);
    for (const at of best(near, candidatesMax))
      for (const hit of take(scored, at)) likeness.set(hit, near[at] ?? 0);
  }
  const byMeaning = [...likeness]
    .sort(([, one], [, other]) => other - one)
    .slice(0, candidatesMax)
    .map(([hit]) => hit);
  return onePerEntry(fuse([byWords, byMeaning]));
}

/** What an encoder is given for a passage, and what `VectorSource` is asked for. */
export function encodedText({ title, text }: Passage): string {
  return title === '' ? text : `${title}\n${text}`;
}

const candidatesMax = hitsMax * 2;

interface Scored {
  readonly laid: Probe;
  readonly scores: Float32Array;
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

function likenessOf(
  { passages }: Shelf,
  vector: Float32Array,
  vectors: VectorSource,
): Float32Array {
  const near = new Float32Array(passages.length);
  passages.forEach((passage, number) => {
    const other = vectors.vectorOf(encodedText(passage));
    if (other !== undefined) near[number] = cosine(vector, other);
  });
  return near;
}

function scoresOf({ shelf, groups }: Probe): Float32Array {
  const scores = new Float32Array(shelf.passages.length);
  const ofGroup = new Float32Array(shelf.passages.length);
  for (const { word, terms } of groups) {
    for (const { term, weight } of terms) {
      const strength = word.weight * weight * rarity(shelf, term) * (saturation + 1);
      const stop = shelf.postingStarts[term + 1] ?? 0;
      for (let at = shelf.postingStarts[term] ?? 0; at < stop; at += 1) {
        const passage = shelf.postingPassages[at] ?? 0;
        const times = (shelf.postingTexts[at] ?? 0) + titleWeight * (shelf.postingTitles[at] ?? 0);
        const length =
          1 - lengthShare + (lengthShare * (shelf.lengths[passage] ?? 0)) / shelf.meanLength;
        const value = (strength * times) / (times + saturation * length);
        // Stand-ins of one word are told once: the best of them counts.
        if (value > (ofGroup[passage] ?? 0)) ofGroup[passage] = value;
      }
    }
    for (const { term } of terms) {
      const stop = shelf.postingStarts[term + 1] ?? 0;
      for (let at = shelf.postingStarts[term] ?? 0; at < stop; at += 1) {
        const passage = shelf.postingPassages[at] ?? 0;
        scores[passage] = (scores[passage] ?? 0) + (ofGroup[passage] ?? 0);
        ofGroup[passage] = 0;
      }
    }
  }
  return scores;
}

/** The places of the highest scores above nothing, best first. */
function best(scores: Float32Array, most: number): number[] {
  const found: number[] = [];
  let least = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score <= least) continue;
    let place = found.length;
    while (place > 0 && (scores[found[place - 1] ?? 0] ?? 0) < score) place -= 1;
    found.splice(place, 0, at);
    if (found.length > most) found.pop();
    if (found.length === most) least = scores[found[most - 1] ?? 0] ?? 0;
  }
  return found;
}
