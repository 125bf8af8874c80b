/** Looks up translations of single words in the trained tables. */
import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { byWord } from './memo.ts';
import { englishBases, swahiliBases } from './word-forms.ts';

interface Translation {
  readonly word: string;
  /** 0 to 1: the confidence that the two words translate each other. */
  readonly score: number;
}

export interface Lexicon {
  /** Best first, at most five, for a folded word; empty if neither the word nor a base form is in the table. */
  translations(word: string, from: Language): readonly Translation[];
}

let opened: Lexicon | undefined;

/** The tables of `@baraza/answer-model`, read once at the first call. */
export function lexicon(): Lexicon {
  opened ??= createLexicon({
    sw: readFileSync(new URL(import.meta.resolve('@baraza/answer-model/swahili-english.tsv'))),
    en: readFileSync(new URL(import.meta.resolve('@baraza/answer-model/english-swahili.tsv'))),
  });
  return opened;
}

/** Whether a word, or a form of it, has a translation in either direction. */
export function isInLexicon(word: string): boolean {
  return (['sw', 'en'] as const).some((from) => lexicon().translations(word, from).length > 0);
}

/** A table is lines of `word TAB translation score translation score …`, sorted by their bytes. */
export function createLexicon(tables: { readonly [from in Language]: Buffer }): Lexicon {
  const translate = {
    sw: byWord(createTranslator(createFinder(tables.sw), swahiliBases)),
    en: byWord(createTranslator(createFinder(tables.en), englishBases)),
  };
  return { translations: (word, from) => translate[from](word) };
}

function createTranslator(find: Finder, basesOf: (word: string) => readonly string[]) {
  return (word: string): readonly Translation[] => {
    const line = find(word);
    const own = line ? parse(line, 1) : [];
    if ((own[0]?.score ?? 0) >= sureScore) return own;
    for (const base of basesOf(word)) {
      const baseLine = find(base);
      if (baseLine) return joined(own, parse(baseLine, baseTrust));
    }
    return own;
  };
}

// The base form is guessed by rules, so it counts a little less than the word itself.
const baseTrust = 0.9;
// Below this score, the translations of the base form are added.
const sureScore = 0.65;
const translationsMax = 5;

function joined(
  own: readonly Translation[],
  others: readonly Translation[],
): readonly Translation[] {
  if (own.length === 0) return others;
  const scores = new Map(others.map(({ word, score }) => [word, score]));
  for (const { word, score } of own) scores.set(word, Math.max(score, scores.get(word) ?? 0));
  return [...scores]
    .map(([word, score]) => ({ word, score }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, translationsMax);
}

function parse(line: string, trust: number): readonly Translation[] {
  const fields = line.split(' ');
  return Array.from({ length: fields.length / 2 }, (_, index) => ({
    word: fields[2 * index] ?? '',
    score: (Number(fields[2 * index + 1]) / 100) * trust,
  }));
}

type Finder = (word: string) => string | undefined;

const tab = 9;
const lineEnd = 10;

// A binary search in one buffer: a map would take eight times the memory.
function createFinder(table: Buffer): Finder {
  const starts = lineStarts(table);
  return (word) => {
    const wanted = Buffer.from(word);
    let low = 0;
    let high = starts.length - 2;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const start = starts[middle] ?? 0;
      const wordEnd = table.indexOf(tab, start);
      const order = table.compare(wanted, 0, wanted.length, start, wordEnd);
      if (order === 0) return table.toString('utf8', wordEnd + 1, (starts[middle + 1] ?? 0) - 1);
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
}

/** The start of each line, and the end of the last one. */
function lineStarts(table: Buffer): Uint32Array {
  const starts = [0];
  for (let end = table.indexOf(lineEnd); end >= 0; end = table.indexOf(lineEnd, end + 1))
    starts.push(end + 1);
  return Uint32Array.from(starts);
}
