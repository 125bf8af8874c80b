/**
 * What no reader is asked about: a number, amount, time, day, date, address or name that the approved passages do
 * not have, and a turn of their meaning that words show.
 */
import { lexicon } from '../lexicon.ts';
import { allowsValue, type Value, valuesOf } from '../structured/values.ts';
import { wordsOf } from '../text.ts';
import type { ApprovedText } from './approved-text.ts';
import type { Basis } from './basis.ts';
import { createTurns, type Turn } from './claim-turns.ts';
import { createWordCheck } from './claim-words.ts';

export type Veto = 'value' | 'name' | 'elsewhere' | Turn;

/** The reason for which a sentence may not be said, whatever a reader says of it. */
export function createVeto(
  { names, language }: Basis,
  { texts, isForeign }: ApprovedText,
): (sentence: string) => Veto | undefined {
  const told = texts.flatMap((text) => valuesOf(text).values);
  const marks = new Set(texts.flatMap(marksIn));
  const ownNames = names.filter(isName);
  const { hasNames, isElsewhere } = createWordCheck(texts, language);
  // Words of two languages cannot be laid beside each other.
  const turnOf = isForeign ? () => undefined : createTurns(texts, language);
  return (sentence) => {
    const named = ownNames.reduce((left, name) => left.replaceAll(name, ' '), sentence);
    const { values, rest } = valuesOf(named);
    if (!values.every((value) => isCommonOne(value, named) || told.some(allowing(value))))
      return 'value';
    if (marksIn(named).some((mark) => !marks.has(mark))) return 'value';
    const wordsAlone = withBlanks(named, rest);
    if (!hasNames(wordsAlone)) return 'name';
    if (isElsewhere(wordsAlone)) return 'elsewhere';
    return turnOf(named);
  };
}

/** `Up to four books` and `four books`: only times and dates tell whether something begins or ends with them. */
function allowing(said: Value): (told: Value) => boolean {
  const value = said.kind === 'number' ? { ...said, edge: '' as const } : said;
  return (told) => allowsValue(told, value);
}

/** `One year` is `a year`, and `lita moja` is `lita`. */
function isCommonOne({ key, kind, currency, start }: Value, text: string): boolean {
  return kind === 'number' && key === '1' && currency === '' && !/\d/.test(text.charAt(start));
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

// A name that is a word as well (`Free`) would let that word pass.
function isName(name: string): boolean {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (words.length !== 1) return words.length > 1;
  return (['sw', 'en'] as const).every((from) => lexicon().translations(first, from).length === 0);
}
