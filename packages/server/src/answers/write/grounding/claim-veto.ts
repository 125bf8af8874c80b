/**
 * Checks the words of a sentence before the reader does. A number, amount, time, day, date, address or name that no
 * approved passage has is a veto, whatever the reader scores. A doubt raises the score that the reader must give.
 */

import type { Language } from '@baraza/contract';
import { isInLexicon, lexicon } from '../../text/lexicon.ts';
import { contentWords, isStopWord, stemOf, tokensOf, wordsOf } from '../../text/text.ts';
import type { Basis } from './approved-text.ts';
import { createValueCheck } from './stated-values.ts';
import { allowsValue, type Value, valuesOf } from './values.ts';

export type Veto = 'value' | 'name';
/** `elsewhere`: about something else than the passages. `exchange`: a value that may belong to another item. */
export type Doubt = 'elsewhere' | 'exchange';

export function createVeto(
  { names, language, asked = '', passages }: Basis,
  texts: readonly string[],
): (sentence: string) => Veto | Doubt | undefined {
  const hasValues = createValueCheck(texts, asked);
  const hasSwapped = createSwapCheck(texts);
  const hasWord = createWordCheck(texts, language);
  const marks = new Set(texts.flatMap(marksIn));
  const ownNames = names.filter(isName);
  // The reader links values to their items reliably only within one language.
  const isForeign = passages.some((passage) => passage.language !== language);
  const rivals = Map.groupBy(
    texts.flatMap((text) => valuesOf(text).values),
    kindOf,
  );
  return (sentence) => {
    const named = ownNames.reduce((left, name) => left.replaceAll(name, ' '), sentence);
    const { values, rest } = valuesOf(named);
    if (!hasValues(named, values)) return 'value';
    if (hasSwapped(named)) return 'value';
    if (marksIn(named).some((mark) => !marks.has(mark))) return 'value';
    const wordsAlone = withBlanks(named, rest);
    if (!namesIn(wordsAlone, language).every(hasWord)) return 'name';
    const content = contentWords(wordsAlone);
    if (content.filter(hasWord).length < content.length * knownShare) return 'elsewhere';
    const isOneOfMany = values.some(
      (value) => new Set(rivals.get(kindOf(value))?.map(({ key }) => key)).size > 1,
    );
    return isForeign && isOneOfMany ? 'exchange' : undefined;
  };
}

const knownShare = 0.2;

/** Amounts, percentages and counts are different kinds, although all are numbers. */
function kindOf({ kind, currency }: Value): string {
  if (currency === '') return kind;
  return currency === '%' ? 'share' : 'money';
}

/** Signs before numbers, and spelled-out addresses: `at evil dot example`. */
function marksIn(text: string): readonly string[] {
  return text.toLowerCase().match(marked) ?? [];
}

const marked =
  /(?<![\p{L}\p{N}]|\p{N} )[-−–+]\d+|(?<=\p{L} ?\(?)\b(?:dot|nukta)\b|\(at\)|\bhxxps?/gu;

/** The original text with its values blanked out. */
function withBlanks(text: string, rest: string): string {
  return text.replace(/\S/g, (letter, at: number) => (rest.charAt(at) === ' ' ? ' ' : letter));
}

/** Whether the texts have a word, its stem or a translation of it. */
function createWordCheck(texts: readonly string[], language: Language): (word: string) => boolean {
  const words = new Set(texts.flatMap(wordsOf));
  const stems = new Set([...words].flatMap(stemsOf));
  return (word) =>
    words.has(word) ||
    stemsOf(word).some((stem) => stems.has(stem)) ||
    lexicon()
      .translations(word, language)
      .some((one) => one.score >= translationScore && words.has(one.word));
}

const translationScore = 0.1;

function stemsOf(word: string): readonly string[] {
  return [stemOf(word, 'sw'), stemOf(word, 'en')];
}

/**
 * Capitalised words. The first word of a sentence counts only if it is not in the lexicon and another name follows,
 * since every sentence starts with a capital: `Perishable goods`.
 */
function namesIn(sentence: string, language: Language): readonly string[] {
  const tokens = tokensOf(sentence);
  return tokens.flatMap(({ word, raw, start }, at) => {
    if (!/^\p{Lu}/u.test(raw) || raw.length < 2) return [];
    const isFirst = /(?:^|[.:!?•–—-]\s)["'“‘(\s•-]*$/u.test(sentence.slice(0, start));
    // A Swahili sentence often starts with a verb form that is not in the lexicon.
    const isAlone = !/^\p{Lu}/u.test(tokens[at + 1]?.raw ?? '');
    return isFirst && (language === 'sw' || isAlone || isStopWord(word) || isInLexicon(word))
      ? []
      : [word];
  });
}

// A site named `Free` must not allow the word `free`.
function isName(name: string): boolean {
  const [first = '', ...others] = wordsOf(name);
  return others.length > 0 || (first !== '' && !isInLexicon(first));
}

/**
 * Whether two words of a sentence each have the value that a text gives to the other one: `rice 900, beans 700` if a
 * passage has rice at 700 and beans at 900.
 */
export function createSwapCheck(texts: readonly string[]): (sentence: string) => boolean {
  const approved = texts.map(ownersIn);
  return (sentence) => {
    const claimed = [...ownersIn(sentence)];
    return approved.some((owners) => {
      const moved = claimed.flatMap(([word, has]) => {
        const had = owners.get(word);
        return had === undefined || had.kind !== has.kind || allowsValue(had, has)
          ? []
          : [{ has, had }];
      });
      return moved.some((one, at) =>
        moved
          .slice(at + 1)
          .some((other) => allowsValue(one.had, other.has) && allowsValue(other.had, one.has)),
      );
    });
  };
}

/** The next value after each content word, by the word's stem; without words that have several. */
function ownersIn(text: string): ReadonlyMap<string, Value> {
  const { values, rest } = valuesOf(text);
  const owners = new Map<string, Value>();
  const unclear = new Set<string>();
  for (const { word, start } of tokensOf(rest)) {
    const value = values.find((one) => one.start >= start);
    if (value === undefined || isStopWord(word)) continue;
    const stem = stemOf(word, 'sw');
    const known = owners.get(stem);
    if (known !== undefined && !allowsValue(known, value)) unclear.add(stem);
    owners.set(stem, value);
  }
  for (const stem of unclear) owners.delete(stem);
  return owners;
}
