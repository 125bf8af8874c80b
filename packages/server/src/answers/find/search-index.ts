/** An inverted index of a site's passages in typed arrays, one for each language. */
import type { Language } from '@baraza/contract';
import type { Breathe } from '../../kernel/breathe.ts';
import type { Passage } from '../knowledge.ts';
import { hashOf } from '../text/hash.ts';

/** The passages of one language. Terms are stems, stored as hashes only, without their strings. */
export interface LanguageIndex {
  readonly language: Language;
  readonly passages: readonly Passage[];
  /**
   * For the hash of each term, the passages that have it, as numbers made by `packPosting`. A term's number is the
   * index of its hash in `terms.keys`.
   */
  readonly terms: Lists;
  /** The number of indexed words of each passage. */
  readonly lengths: Uint16Array;
  readonly meanLength: number;
  /** For each trigram, the terms that have it: it finds words in another spelling or inflection. */
  readonly grams: Lists;
  /** The number of trigrams of each term. */
  readonly gramCounts: Uint8Array;
}

export interface SearchIndex {
  readonly languages: readonly LanguageIndex[];
  readonly passageCount: number;
  readonly bytes: number;
}

/** Lists of numbers by key, concatenated in a single array. */
interface Lists {
  /** Ascending. */
  readonly keys: Uint32Array;
  /** The start of each list in `values`, and the end of the last one. */
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/**
 * Lists by key while they are collected, in one map for each value of the key's highest bits: a single large map would
 * block the thread when it grows.
 */
export type Shards<List> = readonly Map<number, List>[];

const shardBits = 6;

export function createShards<List>(): Shards<List> {
  return Array.from({ length: 2 ** shardBits }, () => new Map());
}

export function shardOf<List>(shards: Shards<List>, key: number): Map<number, List> {
  return shards[key >>> (32 - shardBits)] as Map<number, List>;
}

export async function packLists<List>(
  shards: Shards<List>,
  valuesOf: (list: List) => readonly number[],
  breathe?: Breathe,
): Promise<Lists> {
  let count = 0;
  let size = 0;
  for (const shard of shards) {
    await breathe?.();
    count += shard.size;
    for (const list of shard.values()) size += valuesOf(list).length;
  }
  const keys = new Uint32Array(count);
  const starts = new Uint32Array(count + 1);
  const values = new Uint32Array(size);
  let at = 0;
  let start = 0;
  for (const shard of shards) {
    await breathe?.();
    for (const key of Uint32Array.from(shard.keys()).sort()) {
      const list = valuesOf(shard.get(key) as List);
      values.set(list, start);
      start += list.length;
      keys[at] = key;
      at += 1;
      starts[at] = start;
    }
  }
  return { keys, starts, values };
}

/** A passage and the count of a word in it, at most 255. */
export function packPosting(passage: number, times: number): number {
  return ((passage << 8) | Math.min(255, times)) >>> 0;
}

/** The number of a stem, or -1. */
export function termNumber({ terms }: LanguageIndex, stem: string): number {
  return indexInSorted(terms.keys, hashOf(stem));
}

export function postingsOf({ terms }: LanguageIndex, term: number): Uint32Array {
  return terms.values.subarray(terms.starts[term], terms.starts[term + 1]);
}

/** The terms that share enough trigrams with a term (Dice coefficient), best first. */
export function similarTerms(
  index: LanguageIndex,
  stem: string,
  shareMin: number,
  termsMax: number,
): readonly { readonly term: number; readonly share: number }[] {
  if (stem.length > gramCharsMax) return [];
  const wanted = gramsOf(stem);
  const counts = new Uint8Array(index.gramCounts.length);
  const matched: number[] = [];
  for (const terms of fewEnough([...wanted].map((gram) => termsWith(index, gram))))
    for (const term of terms) {
      if (counts[term] === 0) matched.push(term);
      counts[term] = (counts[term] ?? 0) + 1;
    }
  const skeleton = new Set(termsWith(index, skeletonOf(stem)).subarray(0, termsComparedMax));
  return matched
    .map((term) => {
      const shared = (2 * (counts[term] ?? 0)) / (wanted.size + (index.gramCounts[term] ?? 0));
      return { term, share: skeleton.has(term) ? Math.max(shared, skeletonShare) : shared };
    })
    .filter(({ share }) => share >= shareMin)
    .sort((one, other) => other.share - one.share)
    .slice(0, termsMax);
}

const skeletonShare = 0.75;
// Usual sites stay far below; beyond it, the commonest trigrams, which distinguish least, are left out.
const termsComparedMax = 100_000;

function fewEnough(lists: readonly Uint32Array[]): readonly Uint32Array[] {
  let sum = lists.reduce((all, { length }) => all + length, 0);
  if (sum <= termsComparedMax) return lists;
  sum = 0;
  return lists
    .toSorted((one, other) => one.length - other.length)
    .filter(({ length }) => {
      sum += length;
      return sum <= termsComparedMax;
    });
}

function termsWith({ grams }: LanguageIndex, gram: number | undefined): Uint32Array {
  const at = gram === undefined ? -1 : indexInSorted(grams.keys, gram);
  return at < 0
    ? new Uint32Array(0)
    : grams.values.subarray(grams.starts[at], grams.starts[at + 1]);
}

function indexInSorted(sorted: Uint32Array, value: number): number {
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

// Longer terms are not misspelt words.
export const gramCharsMax = 200;

/** The trigrams of a term, with its ends marked. */
export function gramsOf(term: string): Set<number> {
  const grams = new Set<number>();
  let before = 0;
  let last = termEnd;
  for (let index = 0; index <= term.length; index += 1) {
    const code = index < term.length ? term.charCodeAt(index) : termEnd;
    if (index > 0)
      grams.add((Math.imul(before, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b) ^ code) >>> 0);
    before = last;
    last = code;
  }
  return grams;
}

const termEnd = 1;

/** A hash of the consonants, which hurried typing keeps: `nyumbn` is nyumbani. */
export function skeletonOf(term: string): number | undefined {
  const consonants = term.replace(/(?<=.)[aeiou]/g, '');
  return consonants.length < 3 ? undefined : hashOf(`#${consonants}`);
}
