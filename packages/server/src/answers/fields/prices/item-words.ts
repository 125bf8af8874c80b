/** Decides whether a word of a question and a word of an item's name mean the same. */

import { otherLanguage } from '../../../kernel/language/bilingual.ts';
import { numberFromWords } from '../../../kernel/language/number-words.ts';
import { measureNamed } from '../../../kernel/language/units.ts';
import { lexicon } from '../../text/lexicon.ts';
import { stemOf } from '../../text/text.ts';
import { englishBases, swahiliBases } from '../../text/word-forms.ts';
import { nearName } from '../typo.ts';

export interface ItemWord {
  readonly word: string;
  readonly stems: readonly [string, string];
  readonly bases: readonly string[];
  readonly amount: number | undefined;
}

/** A word of the question with all words that an item may use instead. */
export interface Wanted extends Omit<ItemWord, 'bases'> {
  readonly forms: ReadonlySet<string>;
  readonly translated: ReadonlySet<string>;
}

export function itemWord(word: string): ItemWord {
  return {
    word,
    stems: [stemOf(word, 'sw'), stemOf(word, 'en')],
    bases: englishBases(word),
    amount: amountSaid(word),
  };
}

export function wantedOf(word: string): Wanted {
  const translated = new Set<string>(measureNamed(word)?.names);
  for (const from of ['sw', 'en'] as const) {
    for (const translation of lexicon().translations(word, from)) {
      if (translation.score < translationScoreMin) continue;
      translated.add(translation.word);
      // Stems are kept apart from words: a stem may be another word.
      translated.add(`~${stemOf(translation.word, otherLanguage(from))}`);
    }
  }
  return {
    word,
    forms: new Set([word, ...swahiliBases(word), ...englishBases(word)]),
    stems: [stemOf(word, 'sw'), stemOf(word, 'en')],
    translated,
    amount: amountSaid(word),
  };
}

const translationScoreMin = 0.15;

/** Whether both words mean the same; typing errors are accepted only with `withTypos`. */
export function isSameWord(wanted: Wanted, item: ItemWord, withTypos: boolean): boolean {
  if (wanted.word === item.word) return true;
  if (wanted.amount !== undefined || item.amount !== undefined)
    return wanted.amount === item.amount;
  if (wanted.translated.has(item.word)) return true;
  if (item.stems.some((stem) => wanted.translated.has(`~${stem}`))) return true;
  if (wanted.word === `${item.word}s` && item.word.length === formCharsMin - 1) return true;
  if (Math.min(wanted.word.length, item.word.length) < formCharsMin) return false;
  return (
    item.stems.some((stem, language) => stem === wanted.stems[language]) ||
    [item.word, ...item.bases].some((form) => wanted.forms.has(form)) ||
    (withTypos &&
      wanted.word.length + item.word.length > nearCharsMin &&
      nearName(wanted.word, item.word))
  );
}

const formCharsMin = 4;
const nearCharsMin = 8;

export function isAmount(word: string): boolean {
  return amountSaid(word) !== undefined;
}

/** The units of time that an amount has in a text: `miaka 4`, `4 years`. */
export function timedAmounts(text: string): ReadonlyMap<number, ReadonlySet<string>> {
  const timed = new Map<number, Set<string>>();
  const note = (said: string, unit: string) => {
    const amount = amountSaid(said);
    if (amount !== undefined) timed.set(amount, (timed.get(amount) ?? new Set()).add(unit));
  };
  const plain = text.toLowerCase();
  for (const [unit, [before, after]] of Object.entries(timeUnits)) {
    for (const [, said = ''] of plain.matchAll(before)) note(said, unit);
    for (const [, said = ''] of plain.matchAll(after)) note(said, unit);
  }
  return timed;
}

// The unit comes first in Swahili and last in English.
const timeUnits: { readonly [unit: string]: readonly [RegExp, RegExp] } = {
  hour: [/\b(?:saa|masaa) (\p{L}+|\d+)/gu, /\b(\p{L}+|\d+)[ -]?(?:hours?|hrs?)\b/gu],
  day: [/\bsiku (\p{L}+|\d+)/gu, /\b(\p{L}+|\d+)[ -]?days?\b/gu],
  week: [/\bwiki (\p{L}+|\d+)/gu, /\b(\p{L}+|\d+)[ -]?weeks?\b/gu],
  month: [/\b(?:miezi|mwezi) (\p{L}+|\d+)/gu, /\b(\p{L}+|\d+)[ -]?months?\b/gu],
  year: [/\b(?:miaka|mwaka) (\p{L}+|\d+)/gu, /\b(\p{L}+|\d+)[ -]?(?:years?|yrs?)\b/gu],
};

function amountSaid(word: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word);
  return /^\d/.test(word) ? undefined : numberFromWords([word])?.value;
}

/** Whether a word is the name of a measure, in either language. */
export function isMeasure(word: string | undefined): boolean {
  return word !== undefined && measureNamed(word) !== undefined;
}
