/** Texts in one or two languages, as two fields hold them. */
import type { Bilingual } from '@baraza/contract';
import type { Language } from '../../../words/language.ts';

interface Pair {
  readonly sw: string;
  readonly en: string;
}

/** A text without a language stands in the field of the language that the site speaks first. */
export function pairOf(text: Bilingual | undefined, main: Language): Pair {
  if (text === undefined) return { sw: '', en: '' };
  if (typeof text === 'string') return { sw: '', en: '', [main]: text };
  return { sw: text.sw ?? '', en: text.en ?? '' };
}

/** As it is saved: a text that had no language keeps having none until it gets a second one. */
export function textOf(pair: Pair, before: Bilingual | undefined, main: Language): Bilingual {
  const other = main === 'sw' ? 'en' : 'sw';
  if (pair[other].trim() === '' && (typeof before === 'string' || before === undefined))
    return pair[main];
  if (pair.sw.trim() === '' && pair.en.trim() === '') return '';
  if (pair.sw.trim() === '') return { en: pair.en };
  if (pair.en.trim() === '') return { sw: pair.sw };
  return { sw: pair.sw, en: pair.en };
}

/** The languages that a text has words in; a text without a language says nothing about it. */
export function missingLanguages(
  texts: readonly (Bilingual | undefined)[],
  languages: readonly Language[],
): readonly Language[] {
  return languages.filter((language) =>
    texts.some((text) => typeof text === 'object' && (text[language] ?? '').trim() === ''),
  );
}
