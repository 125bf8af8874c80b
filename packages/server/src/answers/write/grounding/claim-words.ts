/** The names and other words of a sentence, and whether the approved passages have them. */
import type { Language } from '@baraza/contract';
import { lexicon } from '../../text/lexicon.ts';
import { contentWords, isStopWord, stemOf, tokensOf, wordsOf } from '../../text/text.ts';

interface WordCheck {
  /** Whether every name is there, as it is or in the other language. */
  readonly hasNames: (sentence: string) => boolean;
  /** Whether so few of the telling words are there that the sentence is about something else. */
  readonly isElsewhere: (sentence: string) => boolean;
}

export function createWordCheck(texts: readonly string[], language: Language): WordCheck {
  const words = new Set(texts.flatMap(wordsOf));
  const stems = new Set([...words].flatMap(stemsOf));
  const has = (word: string) =>
    words.has(word) ||
    stemsOf(word).some((stem) => stems.has(stem)) ||
    lexicon()
      .translations(word, language)
      .some((one) => one.score >= translationScore && words.has(one.word));
  return {
    hasNames: (sentence) => namesIn(sentence, language).every(has),
    isElsewhere: (sentence) => {
      const telling = contentWords(sentence);
      return telling.filter(has).length < telling.length * knownShare;
    },
  };
}

const translationScore = 0.1;
const knownShare = 0.2;

/**
 * Words with a capital inside of a sentence; a first word only where no lexicon has it and another name follows:
 * `Perishable goods` begins with a capital too, and the reader sees who does something.
 */
function namesIn(sentence: string, language: Language): readonly string[] {
  const tokens = tokensOf(sentence);
  return tokens.flatMap(({ word, raw, start }, at) => {
    if (!/^\p{Lu}/u.test(raw) || raw.length < 2) return [];
    const isFirst = /(?:^|[.:!?•–—-]\s)["'“‘(\s•-]*$/u.test(sentence.slice(0, start));
    // A sentence in Swahili begins with forms of verbs that no lexicon lists.
    const isAlone = !/^\p{Lu}/u.test(tokens[at + 1]?.raw ?? '');
    return isFirst && (language === 'sw' || isAlone || isCommon(word)) ? [] : [word];
  });
}

function isCommon(word: string): boolean {
  if (isStopWord(word)) return true;
  return (['sw', 'en'] as const).some((from) => lexicon().translations(word, from).length > 0);
}

function stemsOf(word: string): readonly string[] {
  return [stemOf(word, 'sw'), stemOf(word, 'en')];
}
