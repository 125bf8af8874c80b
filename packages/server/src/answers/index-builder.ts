/** Makes a languageIndex: counts the words of its passages, then packs the counts into typed arrays. */

import type { Language } from '@baraza/contract';
import { atOnce } from '../kernel/steps.ts';
import { gramsOf, hashOf, skeletonOf } from './grams.ts';
import type { Passage } from './knowledge.ts';
import type { LanguageIndex, SearchIndex } from './search-index.ts';
import { isNumber, isStopWord, stemOf, wordsOf } from './text.ts';

export function buildIndex(passages: readonly Passage[]): SearchIndex {
  return atOnce(buildingIndex(passages));
}

export function* buildingIndex(passages: readonly Passage[]): Generator<undefined, SearchIndex> {
  const languages: LanguageIndex[] = [];
  for (const language of ['sw', 'en'] as const) {
    const told = passages.filter((passage) => passage.language === language);
    if (told.length > 0) languages.push(yield* buildingLanguageIndex(language, told));
  }
  const bytes = languages.reduce((sum, languageIndex) => sum + bytesOf(languageIndex), 0);
  return { languages, passages: passages.length, bytes };
}

// An object of a passage and the header of each of its strings, as measured on a 64-bit engine.
const passageOverheadBytes = 200;

function bytesOf(languageIndex: LanguageIndex): number {
  let bytes = 0;
  for (const value of Object.values(languageIndex))
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
  for (const { title, text } of languageIndex.passages)
    bytes += passageOverheadBytes + stringBytes(title) + stringBytes(text);
  return bytes;
}

function stringBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}

function* buildingLanguageIndex(
  language: Language,
  passages: readonly Passage[],
): Generator<undefined, LanguageIndex> {
  const words = new Map<string, number>();
  const stems: string[] = [];
  const numberOfStem = new Map<number, number>();
  const postings: Posting = { term: [], passage: [], text: [], title: [] };
  const latest: number[] = [];
  const lengths = new Uint16Array(passages.length);

  const termOf = (word: string): number => {
    const known = words.get(word);
    if (known !== undefined) return known;
    const stem = isStopWord(word) ? '' : stemOf(word, language);
    const hash = stem === '' ? 0 : hashOf(stem);
    let term = stem === '' ? -1 : (numberOfStem.get(hash) ?? -1);
    if (term < 0 && stem !== '') {
      term = stems.length;
      stems.push(stem);
      numberOfStem.set(hash, term);
    }
    words.set(word, term);
    return term;
  };
  const count = (passage: number, text: string, field: number[], other: number[]): number => {
    let length = 0;
    for (const word of wordsOf(text)) {
      const term = termOf(word);
      if (term < 0) continue;
      length += 1;
      let posting = latest[term] ?? -1;
      if (posting < 0 || postings.passage[posting] !== passage) {
        posting = postings.term.length;
        postings.term.push(term);
        postings.passage.push(passage);
        field.push(0);
        other.push(0);
        latest[term] = posting;
      }
      field[posting] = Math.min(255, (field[posting] ?? 0) + 1);
    }
    return length;
  };
  for (const [number, passage] of passages.entries()) {
    count(number, passage.title, postings.title, postings.text);
    lengths[number] = Math.min(65_535, count(number, passage.text, postings.text, postings.title));
    yield;
  }
  const sum = lengths.reduce((total, length) => total + length, 0);
  const meanLength = passages.length === 0 ? 1 : Math.max(1, sum / passages.length);
  const lists = yield* packing(stems, postings);
  const coherence = coherenceOf(lists.postingStarts, passages.length);
  return { language, passages, lengths, meanLength, coherence, ...lists };
}

const sharedTerms = 5;

function coherenceOf(starts: Uint32Array, passages: number): number {
  const most = new Array<number>(sharedTerms).fill(0);
  for (let term = 0; term + 1 < starts.length; term += 1) {
    const frequency = (starts[term + 1] ?? 0) - (starts[term] ?? 0);
    if (frequency <= (most[0] ?? 0)) continue;
    most[0] = frequency;
    most.sort((one, other) => one - other);
  }
  return most.reduce((sum, frequency) => sum + frequency, 0) / sharedTerms / Math.max(1, passages);
}

interface Posting {
  readonly term: number[];
  readonly passage: number[];
  readonly text: number[];
  readonly title: number[];
}

function* packing(stems: readonly string[], postings: Posting) {
  const hashes = Uint32Array.from(stems, hashOf);
  const { order, rank, sorted: terms } = ranked(hashes);
  const counted = countingSort(postings.term, rank);
  return {
    terms,
    postingStarts: counted.starts,
    postingPassages: gather(new Uint32Array(postings.term.length), postings.passage, counted.order),
    postingTexts: gather(new Uint8Array(postings.term.length), postings.text, counted.order),
    postingTitles: gather(new Uint8Array(postings.term.length), postings.title, counted.order),
    ...(yield* packingGrams(stems, order)),
  };
}

function* packingGrams(stems: readonly string[], order: Uint32Array) {
  const numbers = new Map<number, number>();
  const gramOf: number[] = [];
  const termOf: number[] = [];
  const gramCounts = new Uint8Array(stems.length);
  for (let term = 0; term < order.length; term += 1) {
    if (term % termsInStep === 0) yield;
    const text = stems[order[term] ?? 0] ?? '';
    if (isNumber(text)) continue;
    const grams = gramsOf(text);
    gramCounts[term] = Math.min(255, grams.size);
    const skeleton = skeletonOf(text);
    if (skeleton !== undefined) grams.add(skeleton);
    for (const gram of grams) {
      let number = numbers.get(gram);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(gram, number);
      }
      gramOf.push(number);
      termOf.push(term);
    }
  }
  const { rank, sorted: grams } = ranked(Uint32Array.from(numbers.keys()));
  const counted = countingSort(gramOf, rank);
  const gramTerms = gather(new Uint32Array(termOf.length), termOf, counted.order);
  return { grams, gramStarts: counted.starts, gramTerms, gramCounts };
}

const termsInStep = 64;

/** Hashes in ascending order, the places they come from, and the place that each of them goes to. */
function ranked(hashes: Uint32Array) {
  // A number holds hash and place together, which sorts without a comparison of ours.
  const placed = new Float64Array(hashes.length);
  for (let at = 0; at < hashes.length; at += 1) placed[at] = (hashes[at] ?? 0) * placesMax + at;
  placed.sort();
  const order = new Uint32Array(hashes.length);
  const rank = new Uint32Array(hashes.length);
  for (let at = 0; at < placed.length; at += 1) {
    const place = (placed[at] ?? 0) % placesMax;
    order[at] = place;
    rank[place] = at;
  }
  return { order, rank, sorted: gather(new Uint32Array(hashes.length), hashes, order) };
}

// 32 bits of hash and 21 of place are what a number holds exactly.
const placesMax = 2 ** 21;

function gather<T extends Uint32Array | Uint8Array>(
  into: T,
  from: ArrayLike<number>,
  order: Uint32Array,
): T {
  for (let at = 0; at < order.length; at += 1) into[at] = from[order[at] ?? 0] ?? 0;
  return into;
}

/** The places of things of one rank together, in their order; `starts` has one more at the end. */
function countingSort(things: readonly number[], rank: Uint32Array) {
  const starts = new Uint32Array(rank.length + 1);
  for (let at = 0; at < things.length; at += 1) {
    const key = (rank[things[at] ?? 0] ?? 0) + 1;
    starts[key] = (starts[key] ?? 0) + 1;
  }
  for (let key = 0; key < rank.length; key += 1)
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(things.length);
  for (let at = 0; at < things.length; at += 1) {
    const key = rank[things[at] ?? 0] ?? 0;
    const place = next[key] ?? 0;
    order[place] = at;
    next[key] = place + 1;
  }
  return { starts, order };
}
