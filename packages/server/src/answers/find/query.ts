/** A question as the search reads it: its words and those of earlier turns, and what each weighs. */
import type { Language } from '@baraza/contract';
import type { Ask } from '../knowledge.ts';
import { contentWords, isNumber, isStopWord, type Token, tokensOf, wordsOf } from '../text/text.ts';
import { weightOf } from '../text/word-weights.ts';

export interface QueryWord {
  readonly word: string;
  /** How much it counts beside the question's other words, 0 to 1. */
  readonly weight: number;
  /** In small letters, and in none of the learnt texts: a slip of the hand or ear, or a word of this business alone. */
  readonly unheard: boolean;
}

interface QueryParts {
  readonly question: string;
  readonly language: Language;
  /** The vectors of `encodedQuestions`: of the question, and of it after the turn before it. */
  readonly vector?: Float32Array | undefined;
  readonly joinedVector?: Float32Array | undefined;
}

export interface Query extends QueryParts {
  readonly words: readonly QueryWord[];
}

// A question may hold 2,000 characters; after so many different words it is no longer a question.
const wordsMax = 40;

/** `earlier`: words of earlier turns with their weights (`follow-up.ts`). */
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
    words.set(word, { word, weight: weight * own.weight, unheard: false });
  }
  return { ...query, words: [...words.values()].slice(0, wordsMax) };
}

const numberWeight = 0.7;
// A word that no text has is a name when it is written as one; in small letters it may be a slip of the hand or ear.
const unheardName = 1;
const unheardWord = 0.45;

function weighed({ word, raw }: Token, language: Language): QueryWord {
  if (isNumber(word)) return { word, weight: numberWeight, unheard: false };
  const heard = weightOf(word, language) ?? weightOf(word, language === 'sw' ? 'en' : 'sw');
  const isName = /^\p{Lu}/u.test(raw);
  const weight = heard ?? (isName ? unheardName : unheardWord);
  return { word, weight, unheard: heard === undefined && !isName };
}

/**
 * Words of the visitor's last turns, nearest first; none for a first question. What the assistant
 * said is never used.
 */
export function earlierWords(question: string, history: Ask['history']) {
  const turns = history
    .filter((turn) => turn.role === 'user')
    .slice(-turnsMax)
    .reverse();
  const strength = leans(question) ? leaningWeight : plainWeight;
  const words = new Map<string, number>();
  turns.forEach((turn, age) => {
    const weight = strength * fade ** age;
    for (const word of contentWords(turn.content.slice(0, turnCharsMax)))
      if (!words.has(word)) words.set(word, weight);
  });
  return [...words].map(([word, weight]) => ({ word, weight }));
}

const turnsMax = 2;
const turnCharsMax = 400;
const leaningWeight = 0.5;
const plainWeight = 0.25;
const fade = 0.5;

const pronouns = new Set(
  `it its they them their that this those these he she him her his there one ones same hiyo hizo hicho hilo
    hao huyo hapo huko yake zake lake chake wake yao zao hii hizi`.split(/\s+/),
);

/** Whether a question cannot be understood alone: it is short, or points back. */
export function leans(question: string): boolean {
  const pointsBack = wordsOf(question).some((word) => pronouns.has(word));
  return pointsBack || contentWords(question).length < 3;
}
