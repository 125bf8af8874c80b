/** The words of a site's passages as inverted lists in typed arrays, one languageIndex for each language. */

import type { Language } from '@baraza/contract';
import type { Passage } from '../knowledge.ts';
import { gramCharsMax, gramsOf, skeletonOf } from './grams.ts';

/** The passages of one language. Terms are stems, known by their hash alone: no strings are kept. */
export interface LanguageIndex {
  readonly language: Language;
  readonly passages: readonly Passage[];
  /** Hashes of the terms, ascending; a term's number is its place here. */
  readonly terms: Uint32Array;
  /** Where a term's postings begin; one more at the end. */
  readonly postingStarts: Uint32Array;
  readonly postingPassages: Uint32Array;
  /** How often in the text, and how often in the title. */
  readonly postingTexts: Uint8Array;
  readonly postingTitles: Uint8Array;
  /** Words that count, of each passage. */
  readonly lengths: Uint16Array;
  readonly meanLength: number;
  /** Which terms hold a run of letters, for words that are written or inflected otherwise. */
  readonly grams: Uint32Array;
  readonly gramStarts: Uint32Array;
  readonly gramTerms: Uint32Array;
  /** How many runs of letters a term has. */
  readonly gramCounts: Uint8Array;
}

export interface SearchIndex {
  readonly languages: readonly LanguageIndex[];
  readonly passages: number;
  readonly bytes: number;
}

/** A term's number on the languageIndex, or -1. */
export function termNumber(languageIndex: LanguageIndex, hash: number): number {
  return place(languageIndex.terms, hash);
}

export function documentFrequency(languageIndex: LanguageIndex, term: number): number {
  return (languageIndex.postingStarts[term + 1] ?? 0) - (languageIndex.postingStarts[term] ?? 0);
}

/** The terms that share enough of a term's runs of letters, with the share (Dice), best first. */
export function similarTerms(
  languageIndex: LanguageIndex,
  term: string,
  least: number,
  most: number,
): { readonly term: number; readonly share: number }[] {
  if (term.length > gramCharsMax) return [];
  const wanted = gramsOf(term);
  const counts = scratchOf(languageIndex);
  const met: number[] = [];
  for (const candidates of fewEnough([...wanted].map((gram) => termsWith(languageIndex, gram))))
    for (const candidate of candidates) {
      const before = counts[candidate] ?? 0;
      if (before === 0) met.push(candidate);
      counts[candidate] = before + 1;
    }
  const skeleton = new Set(termsWith(languageIndex, skeletonOf(term)).subarray(0, looksMax));
  const similar: { term: number; share: number }[] = [];
  for (const candidate of met) {
    const shared = counts[candidate] ?? 0;
    counts[candidate] = 0;
    const share = (2 * shared) / (wanted.size + (languageIndex.gramCounts[candidate] ?? 0));
    const sure = skeleton.has(candidate) ? Math.max(share, skeletonShare) : share;
    if (sure >= least) insert(similar, { term: candidate, share: sure }, most);
  }
  return similar;
}

const skeletonShare = 0.75;
// A site of any honest size stays far below; beyond, the commonest runs of letters are left out: they tell least.
const looksMax = 100_000;

function fewEnough(lists: readonly Uint32Array[]): readonly Uint32Array[] {
  let sum = lists.reduce((all, { length }) => all + length, 0);
  if (sum <= looksMax) return lists;
  sum = 0;
  return lists
    .toSorted((one, other) => one.length - other.length)
    .filter(({ length }) => {
      sum += length;
      return sum <= looksMax;
    });
}

/** Best first; of equals, the one that came first. */
function insert<Similar extends { readonly share: number }>(
  similar: Similar[],
  one: Similar,
  most: number,
): void {
  let at = similar.length;
  while (at > 0 && (similar[at - 1]?.share ?? 0) < one.share) at -= 1;
  if (at >= most) return;
  similar.splice(at, 0, one);
  if (similar.length > most) similar.pop();
}

// One for each index, all zero between two words.
const scratches = new WeakMap<LanguageIndex, Uint8Array>();

function scratchOf(languageIndex: LanguageIndex): Uint8Array {
  const known = scratches.get(languageIndex);
  if (known) return known;
  const made = new Uint8Array(languageIndex.terms.length);
  scratches.set(languageIndex, made);
  return made;
}

function termsWith(languageIndex: LanguageIndex, gram: number | undefined): Uint32Array {
  const at = gram === undefined ? -1 : place(languageIndex.grams, gram);
  return at < 0
    ? new Uint32Array(0)
    : languageIndex.gramTerms.subarray(
        languageIndex.gramStarts[at],
        languageIndex.gramStarts[at + 1],
      );
}

function place(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = sorted[middle] ?? 0;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
