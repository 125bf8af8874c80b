/**
 * Search in records (`config.search`). Both databases index the words that are made here and compare them byte by byte,
 * so they find the same. A word is letters and digits without case, accents and apostrophes; it is stored with the tag
 * of its field, so that a field that a caller does not see is not searched.
 */
import { createHash } from 'node:crypto';
import { type JsonObject, limits, type Service } from '@baraza/contract';
import { normalized } from '../../kernel/formats/normalized.ts';
import { invalid, type Problem } from '../../kernel/problem.ts';
import type { WordMatch } from '../../store/platform/record-words.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { readConfigPath, valueAt } from './query/record-path.ts';

interface SearchState {
  /** In the order of the config: the first counts most. */
  readonly paths: readonly string[];
  /** False while the words of older records are being written. */
  readonly isReady: boolean;
}

/** The paths of `config.search`; anything else is refused. */
export function searchPaths(service: Service, { search }: JsonObject): readonly string[] {
  if (search === undefined || search === null || !holdsRecords(service)) return [];
  if (!Array.isArray(search) || search.length > limits.recordSearchFieldsMax) throw unusable();
  const paths = search.map((path) => readConfigPath(path, 'config.search', unusable));
  const inner = paths.find((path) => paths.some((outer) => path.startsWith(`${outer}.`)));
  if (inner !== undefined)
    throw invalid(`config.search has ${inner}, which is part of another of its fields.`);
  return [...new Set(paths)];
}

/** The state after a change of the config, as text; null if nothing is searched. */
export function assignSearch(before: string | null, paths: readonly string[], isEmpty: boolean) {
  if (paths.length === 0) return null;
  const old = readSearch(before);
  const isKept = old?.isReady === true && paths.every((path) => old.paths.includes(path));
  return JSON.stringify({ paths, isReady: isEmpty || isKept } satisfies SearchState);
}

export function readSearch(text: string | null): SearchState | undefined {
  return text === null ? undefined : (JSON.parse(text) as SearchState);
}

export function unreadyFields(text: string | null): readonly string[] {
  const state = readSearch(text);
  return state === undefined || state.isReady ? [] : state.paths;
}

export function readySearch(text: string | null): string | null {
  const state = readSearch(text);
  return state === undefined ? null : JSON.stringify({ ...state, isReady: true });
}

/** Which fields have their words stored, in any order. */
export function searchedFields(text: string | null): string {
  return (readSearch(text)?.paths ?? []).toSorted().join('\n');
}

/** Makes the stored words of a record; undefined if its resource is not searched. */
export function wordMaker(resourceId: string, search: string | null) {
  const state = readSearch(search);
  if (state === undefined) return undefined;
  const fields = state.paths.map((path) => ({ path, tag: tagOf(resourceId, path) }));
  return (record: unknown) =>
    fields
      .flatMap(({ path, tag }) => wordsAt(record, path).map((word) => `${tag}${word}`))
      .join(' ');
}

/** A search for words, in the fields that the caller sees. */
export interface WordSearch {
  readonly words: readonly string[];
  readonly fields: readonly string[];
}

/** The words of a query, without those that are the beginning of another one. */
export function wordsOfQuery(q: string): readonly string[] {
  const words = [...new Set(wordsOf(q))];
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

// More words than these are found, but do not count for the order.
const scoredWordsMax = 8;
const wholeScore = 2;
const firstFieldScore = 1;

/** A search as the store runs it. */
export function matchOf(resourceId: string, { words, fields }: WordSearch): WordMatch {
  const tags = fields.map((path) => tagOf(resourceId, path));
  const inFields = (word: string) => tags.map((tag) => `${tag}${word}`);
  const scored = words.slice(0, scoredWordsMax);
  return {
    every: words.map(inFields),
    scores: [
      ...scored.map((word) => ({ whole: inFields(word), score: wholeScore })),
      ...scored.map((word) => ({ beginning: `${tags[0]}${word}`, score: firstFieldScore })),
    ],
  };
}

/**
 * Undefined if a word is missing. Otherwise the sum over the words: some points if the record has the whole word, and
 * some if the first field has it.
 */
export function scoreOf(record: unknown, { words, fields }: WordSearch): number | undefined {
  if (words.length === 0 || fields.length === 0) return undefined;
  const found = fields.map((path) => wordsAt(record, path));
  const isIn = (own: readonly string[], word: string) => own.some((one) => one.startsWith(word));
  if (!words.every((word) => found.some((own) => isIn(own, word)))) return undefined;
  const [first = []] = found;
  return words
    .slice(0, scoredWordsMax)
    .map((word) => {
      const isWhole = found.some((own) => own.includes(word));
      return (isWhole ? wholeScore : 0) + (isIn(first, word) ? firstFieldScore : 0);
    })
    .reduce((sum, one) => sum + one, 0);
}

export function rankKey(score: number): string {
  return String(score).padStart(rankKeyLength, '0');
}

export function scoreOfKey(key: string): number {
  return Number(key);
}

const rankKeyLength = 2;

// A record of the largest size has more different words only if they are very short.
const wordsOfFieldMax = 2_000;
const wordCharactersMax = 64;

/**
 * The first different words at a path, in order of their letters; of lists and objects those of all scalars in them.
 * They are kept in a sorted list, not in a Set: V8 interns every text that a Set gets, and when its table of millions
 * of texts grows, that takes up to 90 ms at once.
 */
function wordsAt(record: unknown, path: string): readonly string[] {
  const found: string[] = [];
  for (const text of textsIn(valueAt(record, path.split('.'))))
    for (const word of wordsOf(text)) {
      const at = placeOf(word, found);
      if (found[at] === word) continue;
      found.splice(at, 0, word);
      if (found.length === wordsOfFieldMax) return found;
    }
  return found;
}

/** Where a text is in a sorted list, or belongs. */
function placeOf(text: string, sorted: readonly string[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? '') < text) from = middle + 1;
    else to = middle;
  }
  return from;
}

function* textsIn(value: unknown): Generator<string> {
  if (value === undefined || value === null) return;
  if (typeof value === 'object') for (const inner of Object.values(value)) yield* textsIn(inner);
  else yield String(value);
}

function wordsOf(text: string): readonly string[] {
  const plain = normalized(text.replace(/['’ʼ`]/g, ''), 'NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    // The same letter at the end of a word.
    .replaceAll('ς', 'σ');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(cut);
}

function cut(word: string): string {
  return word.length <= wordCharactersMax ? word : [...word].slice(0, wordCharactersMax).join('');
}

/** The tag is made from the path and not from its index in the config, which may change while a search runs. */
function tagOf(resourceId: string, path: string): string {
  const hash = createHash('sha256').update(`${resourceId} ${path}`).digest('hex');
  return BigInt(`0x${hash.slice(0, 15)}`)
    .toString(36)
    .padStart(12, '0');
}

function unusable(): Problem {
  return invalid(
    `config.search must be a list of at most ${limits.recordSearchFieldsMax} paths, like ["name","notes"].`,
  );
}
