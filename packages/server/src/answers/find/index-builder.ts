/** Makes a search index: counts the words of passages, then packs the counts into typed arrays. */
import type { Language } from '@baraza/contract';
import type { Passage } from '../knowledge.ts';
import { hashOf } from '../text/hash.ts';
import { isNumber, isStopWord, stemOf, wordsOf } from '../text/text.ts';
import { gramCharsMax, gramsOf, skeletonOf } from './grams.ts';
import type { LanguageIndex, SearchIndex } from './search-index.ts';

type Breathe = () => Promise<void> | undefined;

export async function buildIndex(
  passages: readonly Passage[],
  breathe?: Breathe,
): Promise<SearchIndex> {
  const languages: LanguageIndex[] = [];
  for (const language of ['sw', 'en'] as const) {
    const own = passages.filter((passage) => passage.language === language);
    if (own.length > 0) languages.push(await buildLanguageIndex(language, own, breathe));
  }
  const bytes = languages.reduce((sum, languageIndex) => sum + bytesOf(languageIndex), 0);
  return { languages, passages: passages.length, bytes };
}

const passagesInSlice = 128;
const termsInSlice = 1_024;

/** A stem with its postings: passage, times in the text, times in the title, and so on. */
interface Term {
  readonly stem: string;
  readonly postings: number[];
}

const postingWidth = 3;

async function buildLanguageIndex(
  language: Language,
  passages: readonly Passage[],
  breathe?: Breathe,
): Promise<LanguageIndex> {
  const terms = new Map<number, Term>();
  const known = new Map<string, Term | undefined>();
  const termOf = (word: string): Term | undefined => {
    if (known.has(word)) return known.get(word);
    const stem = isStopWord(word) ? '' : stemOf(word, language);
    const hash = hashOf(stem);
    const term = stem === '' ? undefined : (terms.get(hash) ?? { stem, postings: [] });
    if (term !== undefined) terms.set(hash, term);
    // Only the words that come again are worth it.
    if (known.size >= rememberedMax) known.clear();
    known.set(word, term);
    return term;
  };
  const count = (passage: number, text: string, column: 1 | 2): number => {
    let length = 0;
    for (const word of wordsOf(text)) {
      const postings = termOf(word)?.postings;
      if (postings === undefined) continue;
      length += 1;
      if (postings[postings.length - postingWidth] !== passage) postings.push(passage, 0, 0);
      const at = postings.length - postingWidth + column;
      postings[at] = Math.min(255, (postings[at] ?? 0) + 1);
    }
    return length;
  };
  const lengths = new Uint16Array(passages.length);
  for (const [number, { entry, title, text }] of passages.entries()) {
    if (number % passagesInSlice === 0) await breathe?.();
    // A title may be fifty wordings, and an entry thousands of passages: only its first is found by all of them.
    const isFirst = entry !== passages[number - 1]?.entry;
    count(number, isFirst ? title : title.slice(0, laterTitleChars), 2);
    lengths[number] = Math.min(65_535, count(number, text, 1));
  }
  const sum = lengths.reduce((total, length) => total + length, 0);
  const meanLength = Math.max(1, sum / passages.length);
  return { language, passages, lengths, meanLength, ...(await packTerms(terms, breathe)) };
}

const rememberedMax = 65_536;
const laterTitleChars = 600;

async function packTerms(terms: ReadonlyMap<number, Term>, breathe?: Breathe) {
  const hashes = Uint32Array.from(terms.keys()).sort();
  const sorted = Array.from(hashes, (hash) => terms.get(hash) as Term);
  const postingStarts = startsOf(sorted.map(({ postings }) => postings.length / postingWidth));
  const length = postingStarts.at(-1) ?? 0;
  const postingPassages = new Uint32Array(length);
  const postingTexts = new Uint8Array(length);
  const postingTitles = new Uint8Array(length);
  let to = 0;
  for (const [term, { postings }] of sorted.entries()) {
    if (term % termsInSlice === 0) await breathe?.();
    for (let from = 0; from < postings.length; from += postingWidth) {
      postingPassages[to] = postings[from] ?? 0;
      postingTexts[to] = postings[from + 1] ?? 0;
      postingTitles[to] = postings[from + 2] ?? 0;
      to += 1;
    }
  }
  const lists = { terms: hashes, postingStarts, postingPassages, postingTexts, postingTitles };
  return { ...lists, ...(await packGrams(sorted, breathe)) };
}

async function packGrams(terms: readonly Term[], breathe?: Breathe) {
  const termsWith = new Map<number, number[]>();
  const gramCounts = new Uint8Array(terms.length);
  for (const [term, { stem }] of terms.entries()) {
    if (term % termsInSlice === 0) await breathe?.();
    // What is so long is no word, and has no other forms.
    if (isNumber(stem) || stem.length > gramCharsMax) continue;
    const grams = gramsOf(stem);
    gramCounts[term] = Math.min(255, grams.size);
    const skeleton = skeletonOf(stem);
    if (skeleton !== undefined) grams.add(skeleton);
    for (const gram of grams) {
      const known = termsWith.get(gram);
      if (known === undefined) termsWith.set(gram, [term]);
      else known.push(term);
    }
  }
  const grams = Uint32Array.from(termsWith.keys()).sort();
  const lists = Array.from(grams, (gram) => termsWith.get(gram) ?? []);
  const gramStarts = startsOf(lists.map((list) => list.length));
  const gramTerms = new Uint32Array(gramStarts.at(-1) ?? 0);
  for (const [at, list] of lists.entries()) gramTerms.set(list, gramStarts[at]);
  return { grams, gramStarts, gramTerms, gramCounts };
}

/** Where each list begins when all lie in one array; one more at the end. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) starts[at + 1] = (starts[at] ?? 0) + length;
  return starts;
}

// An object of a passage and the header of each of its strings, as measured on a 64-bit engine.
const passageOverheadBytes = 200;

function bytesOf(languageIndex: LanguageIndex): number {
  let bytes = 0;
  for (const value of Object.values(languageIndex))
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
  let before: Passage | undefined;
  for (const passage of languageIndex.passages) {
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
