/**
 * What words tell of a sentence. A number, amount, time, day, date, address or name that no approved passage has may
 * not be said, whatever a reader says of it. Of what words find odd a reader has to be sure.
 */
import type { Language } from '@baraza/contract';
import { isInLexicon, lexicon } from '../../text/lexicon.ts';
import { contentWords, isStopWord, stemOf, tokensOf, wordsOf } from '../../text/text.ts';
import type { Basis } from './approved-text.ts';
import { createToldValues } from './told-values.ts';
import { type Value, valuesOf } from './values.ts';

export type Veto = 'value' | 'name';
/** About something else than the passages; a value that may be another one's. */
export type Doubt = 'elsewhere' | 'exchange';

export function createVeto(
  { names, language, asked = '', passages }: Basis,
  texts: readonly string[],
): (sentence: string) => Veto | Doubt | undefined {
  const hasValues = createToldValues(texts, asked);
  const hasWord = createWordCheck(texts, language);
  const marks = new Set(texts.flatMap(marksIn));
  const ownNames = names.filter(isName);
  // A small reader sees whose value it is in its own language only.
  const isForeign = passages.some((passage) => passage.language !== language);
  const rivals = Map.groupBy(
    texts.flatMap((text) => valuesOf(text).values),
    kindOf,
  );
  return (sentence) => {
    const named = ownNames.reduce((left, name) => left.replaceAll(name, ' '), sentence);
    const { values, rest } = valuesOf(named);
    if (!hasValues(named, values)) return 'value';
    if (marksIn(named).some((mark) => !marks.has(mark))) return 'value';
    const wordsAlone = withBlanks(named, rest);
    if (!namesIn(wordsAlone, language).every(hasWord)) return 'name';
    const telling = contentWords(wordsAlone);
    if (telling.filter(hasWord).length < telling.length * knownShare) return 'elsewhere';
    const isOneOfMany = values.some(
      (value) => new Set(rivals.get(kindOf(value))?.map(({ key }) => key)).size > 1,
    );
    return isForeign && isOneOfMany ? 'exchange' : undefined;
  };
}

const knownShare = 0.2;

/** Amounts and shares are no counts, though all are numbers. */
function kindOf({ kind, currency }: Value): string {
  if (currency === '') return kind;
  return currency === '%' ? 'share' : 'money';
}

/** Signs before numbers, and addresses that are spelled out: `at evil dot example`. */
function marksIn(text: string): readonly string[] {
  return text.toLowerCase().match(marked) ?? [];
}

const marked =
  /(?<![\p{L}\p{N}]|\p{N} )[-−–+]\d+|(?<=\p{L} ?\(?)\b(?:dot|nukta)\b|\(at\)|\bhxxps?/gu;

/** The text without its values, in its own capitals. */
function withBlanks(text: string, rest: string): string {
  return text.replace(/\S/g, (letter, at: number) => (rest.charAt(at) === ' ' ? ' ' : letter));
}

/** Whether the texts have a word, as it is or in the other language. */
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
    return isFirst && (language === 'sw' || isAlone || isStopWord(word) || isInLexicon(word))
      ? []
      : [word];
  });
}

// A name that is a word as well (`Free`) would let that word pass.
function isName(name: string): boolean {
  const [first = '', ...others] = wordsOf(name);
  return others.length > 0 || (first !== '' && !isInLexicon(first));
}
