/** Makes a languageIndex: counts the words of its passages, then packs the counts into typed arrays. */

import type { Language } from '@baraza/contract';
import { atOnce } from '../../kernel/steps.ts';
import type { Passage } from '../knowledge.ts';
import { hashOf } from '../text/hash.ts';
import { isNumber, isStopWord, stemOf, wordsOf } from '../text/text.ts';
import { gramCharsMax, gramsOf, skeletonOf } from './grams.ts';
import {
  countingSort,
  createHashTable,
  createNumberList,
  gathering,
  type NumberList,
  placesInStep,
  ranking,
} from './packed-lists.ts';
import type { LanguageIndex, SearchIndex } from './search-index.ts';

export function buildIndex(passages: readonly Passage[]): SearchIndex {
  return atOnce(buildingIndex(passages));
}

export function* buildingIndex(passages: readonly Passage[]): Generator<undefined, SearchIndex> {
  const languages: LanguageIndex[] = [];
  for (const language of ['sw', 'en'] as const) {
    const told = passages.filter((passage) => passage.language === language);
    yield;
    if (told.length > 0) languages.push(yield* buildingLanguageIndex(language, told));
  }
  let bytes = 0;
  for (const languageIndex of languages) bytes += yield* countingBytes(languageIndex);
  return { languages, passages: passages.length, bytes };
}

// An object of a passage and the header of each of its strings, as measured on a 64-bit engine.
const passageOverheadBytes = 200;

function* countingBytes(languageIndex: LanguageIndex): Generator<undefined, number> {
  let bytes = 0;
  for (const value of Object.values(languageIndex))
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
  let before: Passage | undefined;
  for (const passage of languageIndex.passages) {
    yield;
    bytes += passageOverheadBytes + stringBytes(passage.text);
    // The passages of one entry share its title.
    if (passage.entry !== before?.entry) bytes += stringBytes(passage.title);
    before = passage;
  }
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
  const numberOfStem = createHashTable();
  const postings: Posting = {
    term: createNumberList(),
    passage: createNumberList(),
    text: createNumberList(),
    title: createNumberList(),
  };
  // One more than the place of a term's latest posting.
  const latest = createNumberList();
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
      latest.push(0);
      numberOfStem.set(hash, term);
    }
    // Only the words that come again are worth it.
    if (words.size >= rememberedMax) words.clear();
    words.set(word, term);
    return term;
  };
  const count = (passage: number, text: string, field: NumberList, other: NumberList): number => {
    let length = 0;
    for (const word of wordsOf(text)) {
      const term = termOf(word);
      if (term < 0) continue;
      length += 1;
      let posting = latest.at(term) - 1;
      if (posting < 0 || postings.passage.at(posting) !== passage) {
        posting = postings.term.length();
        postings.term.push(term);
        postings.passage.push(passage);
        field.push(0);
        other.push(0);
        latest.set(term, posting + 1);
      }
      field.set(posting, Math.min(255, field.at(posting) + 1));
    }
    return length;
  };
  let before: Passage | undefined;
  for (const [number, passage] of passages.entries()) {
    // A title may be fifty wordings, and an entry thousands of passages: only its first is found by all of them.
    const isFirst = passage.entry !== before?.entry;
    const title = isFirst ? passage.title : passage.title.slice(0, laterTitleChars);
    count(number, title, postings.title, postings.text);
    lengths[number] = Math.min(65_535, count(number, passage.text, postings.text, postings.title));
    before = passage;
    yield;
  }
  const sum = lengths.reduce((total, length) => total + length, 0);
  const meanLength = passages.length === 0 ? 1 : Math.max(1, sum / passages.length);
  const lists = yield* packing(stems, postings);
  return { language, passages, lengths, meanLength, ...lists };
}

const rememberedMax = 65_536;
const laterTitleChars = 600;

interface Posting {
  readonly term: NumberList;
  readonly passage: NumberList;
  readonly text: NumberList;
  readonly title: NumberList;
}

function* packing(stems: readonly string[], postings: Posting) {
  const hashes = new Uint32Array(stems.length);
  for (let term = 0; term < stems.length; term += 1) {
    if (term % placesInStep === 0) yield;
    hashes[term] = hashOf(stems[term] ?? '');
  }
  const { order, rank, sorted: terms } = yield* ranking(hashes);
  const counted = yield* countingSort(postings.term, rank);
  const length = postings.term.length();
  return {
    terms,
    postingStarts: counted.starts,
    postingPassages: yield* gathering(new Uint32Array(length), postings.passage.at, counted.order),
    postingTexts: yield* gathering(new Uint8Array(length), postings.text.at, counted.order),
    postingTitles: yield* gathering(new Uint8Array(length), postings.title.at, counted.order),
    ...(yield* packingGrams(stems, order)),
  };
}

function* packingGrams(stems: readonly string[], order: Uint32Array) {
  const numbers = createHashTable();
  const hashes: number[] = [];
  const gramOf = createNumberList();
  const termOf = createNumberList();
  const gramCounts = new Uint8Array(stems.length);
  for (let term = 0; term < order.length; term += 1) {
    if (term % termsInStep === 0) yield;
    const text = stems[order[term] ?? 0] ?? '';
    // What is so long is no word, and has no other forms.
    if (isNumber(text) || text.length > gramCharsMax) continue;
    const grams = gramsOf(text);
    gramCounts[term] = Math.min(255, grams.size);
    const skeleton = skeletonOf(text);
    if (skeleton !== undefined) grams.add(skeleton);
    for (const gram of grams) {
      let number = numbers.get(gram);
      if (number === undefined) {
        number = hashes.length;
        hashes.push(gram);
        numbers.set(gram, number);
      }
      gramOf.push(number);
      termOf.push(term);
    }
  }
  const { rank, sorted: grams } = yield* ranking(Uint32Array.from(hashes));
  const counted = yield* countingSort(gramOf, rank);
  const gramTerms = yield* gathering(new Uint32Array(termOf.length()), termOf.at, counted.order);
  return { grams, gramStarts: counted.starts, gramTerms, gramCounts };
}

const termsInStep = 64;
