/** A search query: the words of a question and of earlier turns, each with a weight. */

import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { otherLanguage } from '../../kernel/language/bilingual.ts';
import type { Ask } from '../knowledge.ts';
import { turnCharsMax } from '../text/history.ts';
import {
  contentWords,
  isNumber,
  isStopWord,
  stemOf,
  type Token,
  tokensOf,
  wordsOf,
} from '../text/text.ts';

export interface QueryWord {
  readonly word: string;
  /** How much it counts relative to the question's other words, 0 to 1. */
  readonly weight: number;
  /** Lower case and not in the table of word weights: a misspelling, or a word of this business. */
  readonly isUnknown: boolean;
}

interface QueryParts {
  readonly question: string;
  readonly language: Language;
  /** The vectors of `encodedQuestions`: of the question alone, and with the previous turn. */
  readonly vector?: Float32Array | undefined;
  readonly joinedVector?: Float32Array | undefined;
}

export interface Query extends QueryParts {
  readonly words: readonly QueryWord[];
}

// A question may have 2,000 characters; more different words than this do not help.
const wordsMax = 40;

/** `earlier`: words of earlier turns with their weights, from `earlierWords`. */
export function queryOf(
  parts: QueryParts & {
    readonly earlier?: readonly { readonly word: string; readonly weight: number }[];
  },
): Query {
  const { earlier = [], ...query } = parts;
  const words = new Map<string, QueryWord>();
  for (const token of tokensOf(query.question))
    if (!isStopWord(token.word) && !words.has(token.word))
      words.set(token.word, weighed(token, query.language));
  for (const { word, weight } of earlier) {
    if (words.has(word)) continue;
    const own = weighed({ word, raw: word, start: 0 }, query.language);
    words.set(word, { word, weight: weight * own.weight, isUnknown: false });
  }
  return { ...query, words: [...words.values()].slice(0, wordsMax) };
}

const numberWeight = 0.7;
// An unknown word with a capital is a name; in lower case it may be a misspelling.
const unknownNameWeight = 1;
const unknownWordWeight = 0.45;

function weighed({ word, raw }: Token, language: Language): QueryWord {
  if (isNumber(word)) return { word, weight: numberWeight, isUnknown: false };
  const known = weightOf(word, language) ?? weightOf(word, otherLanguage(language));
  const isName = /^\p{Lu}/u.test(raw);
  const weight = known ?? (isName ? unknownNameWeight : unknownWordWeight);
  return { word, weight, isUnknown: known === undefined && !isName };
}

/** Words of the visitor's last turns, the latest first. The assistant's turns are never used. */
export function earlierWords(question: string, history: Ask['history']) {
  const turns = history
    .filter((turn) => turn.role === 'user')
    .slice(-turnsMax)
    .reverse();
  const strength = dependsOnHistory(question) ? dependentWeight : plainWeight;
  const words = new Map<string, number>();
  turns.forEach((turn, age) => {
    const weight = strength * fade ** age;
    for (const word of contentWords(turn.content.slice(0, turnCharsMax)))
      if (!words.has(word)) words.set(word, weight);
  });
  return [...words].map(([word, weight]) => ({ word, weight }));
}

const turnsMax = 2;
const dependentWeight = 0.5;
const plainWeight = 0.25;
const fade = 0.5;

const pronouns = new Set(
  `it its they them their that this those these he she him her his there one ones same hiyo hizo hicho hilo
    hao huyo hapo huko yake zake lake chake wake yao zao hii hizi`.split(/\s+/),
);

/** Whether a question depends on the previous turn: it is short, or has a pronoun. */
export function dependsOnHistory(question: string): boolean {
  const pointsBack = wordsOf(question).some((word) => pronouns.has(word));
  return pointsBack || contentWords(question).length < 3;
}

/** Weights of words from a large corpus; a small site has too few texts to count them itself. */
const opened = new Map<Language, ReadonlyMap<string, number>>();

/** 0 to 1; undefined for a word that is not in the corpus. */
export function weightOf(word: string, language: Language): number | undefined {
  const table = opened.get(language) ?? readTable(language);
  opened.set(language, table);
  const hundredths = table.get(stemOf(word, language));
  return hundredths === undefined ? undefined : hundredths / 100;
}

/** Lines of `stem TAB hundredths`. */
function readTable(language: Language): ReadonlyMap<string, number> {
  const file = import.meta.resolve(`@baraza/answer-model/word-weights-${language}.tsv`);
  const lines = readFileSync(new URL(file), 'utf8').split('\n');
  return new Map(
    lines
      .map((line) => line.split('\t'))
      .map(([stem = '', hundredths]) => [stem, Number(hundredths)]),
  );
}
