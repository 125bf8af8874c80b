/** Builds a search index: counts the words of passages, then packs the counts into typed arrays. */
import type { Language } from '@baraza/contract';
import type { Breathe } from '../../kernel/breathe.ts';
import type { Passage } from '../knowledge.ts';
import { hashOf } from '../text/hash.ts';
import { isNumber, isStopWord, stemOf, wordsOf } from '../text/text.ts';
import {
  createShards,
  gramCharsMax,
  gramsOf,
  type LanguageIndex,
  packLists,
  packPosting,
  type SearchIndex,
  type Shards,
  shardOf,
  skeletonOf,
} from './search-index.ts';

export async function buildIndex(
  passages: readonly Passage[],
  breathe?: Breathe,
): Promise<SearchIndex> {
  const languages: LanguageIndex[] = [];
  for (const language of ['sw', 'en'] as const) {
    const own = passages.filter((passage) => passage.language === language);
    if (own.length > 0) languages.push(await buildLanguageIndex(language, own, breathe));
  }
  return {
    languages,
    passageCount: passages.length,
    bytes: languages.reduce((sum, index) => sum + bytesOf(index), 0),
  };
}

const passagesInSlice = 16;
const termsInSlice = 256;

interface Term {
  readonly stem: string;
  readonly postings: number[];
}

async function buildLanguageIndex(
  language: Language,
  passages: readonly Passage[],
  breathe?: Breathe,
): Promise<LanguageIndex> {
  const terms = createShards<Term>();
  const known = new Map<string, Term | undefined>();
  const termOf = (word: string): Term | undefined => {
    if (known.has(word)) return known.get(word);
    const stem = isStopWord(word) ? '' : stemOf(word, language);
    const hash = hashOf(stem);
    const shard = shardOf(terms, hash);
    const term = stem === '' ? undefined : (shard.get(hash) ?? { stem, postings: [] });
    if (term !== undefined) shard.set(hash, term);
    // A cache of recent words; rare ones need not stay.
    if (known.size >= rememberedMax) known.clear();
    known.set(word, term);
    return term;
  };
  const lengths = new Uint16Array(passages.length);
  for (const [number, { entry, title, text }] of passages.entries()) {
    if (number % passagesInSlice === 0) await breathe?.();
    const times = new Map<Term, number>();
    const count = (counted: string, weight: number): number => {
      const found = wordsOf(counted).flatMap((word) => termOf(word) ?? []);
      for (const term of found) times.set(term, (times.get(term) ?? 0) + weight);
      return found.length;
    };
    // A title may have fifty wordings, an entry thousands of passages: only the first is indexed with all wordings.
    const isFirst = entry !== passages[number - 1]?.entry;
    count(isFirst ? title : title.slice(0, laterTitleChars), titleWeight);
    lengths[number] = Math.min(65_535, count(text, 1));
    for (const [term, sum] of times) term.postings.push(packPosting(number, sum));
  }
  const sum = lengths.reduce((total, length) => total + length, 0);
  const meanLength = Math.max(1, sum / passages.length);
  const packed = await packLists(terms, ({ postings }) => postings, breathe);
  const grams = await packGrams(terms, packed.keys, breathe);
  return { language, passages, lengths, meanLength, terms: packed, ...grams };
}

const rememberedMax = 65_536;
const laterTitleChars = 600;
/** A word of the title counts as often as this. */
const titleWeight = 2;

async function packGrams(terms: Shards<Term>, hashes: Uint32Array, breathe?: Breathe) {
  const termsWith = createShards<number[]>();
  const gramCounts = new Uint8Array(hashes.length);
  for (const [term, hash] of hashes.entries()) {
    if (term % termsInSlice === 0) await breathe?.();
    const stem = shardOf(terms, hash).get(hash)?.stem ?? '';
    // Anything longer is not a word and has no other forms.
    if (isNumber(stem) || stem.length > gramCharsMax) continue;
    const grams = gramsOf(stem);
    gramCounts[term] = Math.min(255, grams.size);
    const skeleton = skeletonOf(stem);
    if (skeleton !== undefined) grams.add(skeleton);
    for (const gram of grams) {
      const shard = shardOf(termsWith, gram);
      const known = shard.get(gram);
      if (known === undefined) shard.set(gram, [term]);
      else known.push(term);
    }
  }
  return { grams: await packLists(termsWith, (list) => list, breathe), gramCounts };
}

// The passage object and its string headers, as measured on 64-bit V8.
const passageOverheadBytes = 200;

function bytesOf({ terms, grams, lengths, gramCounts, passages }: LanguageIndex): number {
  let bytes = 0;
  for (const array of [lengths, gramCounts, ...Object.values(terms), ...Object.values(grams)])
    bytes += array.byteLength;
  for (const [at, { entry, title, text }] of passages.entries()) {
    bytes += passageOverheadBytes + stringBytes(text);
    // The passages of one entry share its title.
    if (entry !== passages[at - 1]?.entry) bytes += stringBytes(title);
  }
  return bytes;
}

function stringBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
