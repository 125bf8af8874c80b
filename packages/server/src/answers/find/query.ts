/** A question as the search reads it: its words and those of earlier turns, and what each weighs. */
import type { Language } from '@baraza/contract';
import { isNumber, isStopWord, type Token, tokensOf } from '../text/text.ts';
import { wordWeights } from '../text/word-weights.ts';

export interface QueryWord {
  readonly word: string;
  /** How much it counts beside the question's other words, 0 to 1. */
  readonly weight: number;
  /**
   * In small letters, and in no text that was learnt from: a slip of the hand or ear, or a word of
   * this business alone.
   */
  readonly unheard: boolean;
}

export interface Query extends QuestionVectors {
  readonly question: string;
  readonly language: Language;
  readonly words: readonly QueryWord[];
}

/** The vectors of `encodedQuestions`: of the question, and of it after the turn before it. */
interface QuestionVectors {
  readonly vector?: Float32Array | undefined;
  readonly joinedVector?: Float32Array | undefined;
}

interface QueryParts extends QuestionVectors {
  readonly question: string;
  readonly language: Language;
  /** Words of earlier turns with their weights (`follow-up.ts`). */
  readonly earlier?: readonly { readonly word: string; readonly weight: number }[];
}

// A question may hold 2,000 characters; what comes after so many different words is no longer a question.
const wordsMax = 40;

export function queryOf(parts: QueryParts): Query {
  const { question, language, earlier = [], vector, joinedVector } = parts;
  const words = new Map<string, QueryWord>();
  const tokens = tokensOf(question);
  tokens.forEach((token) => {
    if (isStopWord(token.word) || words.has(token.word) || words.size >= wordsMax) return;
    words.set(token.word, {
      word: token.word,
      weight: weightOf(token, language),
      unheard:
        !isName(token) && !isNumber(token.word) && heardWeight(token, language) === undefined,
    });
  });
  for (const { word, weight } of earlier) {
    if (words.has(word) || words.size >= wordsMax) continue;
    words.set(word, {
      word,
      weight: weight * weightOf({ word, raw: word, start: 0 }, language),
      unheard: false,
    });
  }
  return { question, language, words: [...words.values()], vector, joinedVector };
}

// A word that no text has is a name when it is written as one; in small letters it may be a slip of the hand or ear.
const unheardName = 1;
const unheardWord = 0.45;

function weightOf(token: Token, language: Language): number {
  if (isNumber(token.word)) return numberWeight;
  return heardWeight(token, language) ?? (isName(token) ? unheardName : unheardWord);
}

function heardWeight({ word }: Token, language: Language): number | undefined {
  const weights = wordWeights();
  const other = language === 'sw' ? 'en' : 'sw';
  return weights.weightOf(word, language) ?? weights.weightOf(word, other);
}

const numberWeight = 0.7;

function isName({ raw }: Token): boolean {
  return /^\p{Lu}/u.test(raw);
}
