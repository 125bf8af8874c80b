/** Texts in one or two languages, as two fields hold them. */
import type { Bilingual, Profile } from '@baraza/contract';
import type { Language } from '../../../words/language.ts';
import { type Entry, entriesOf } from './profile.ts';

interface Pair {
  readonly sw: string;
  readonly en: string;
}

/** A text without a language goes into the field of the site's main language. */
export function pairOf(text: Bilingual | undefined, main: Language): Pair {
  if (text === undefined) return { sw: '', en: '' };
  if (typeof text === 'string') return { sw: '', en: '', [main]: text };
  return { sw: text.sw ?? '', en: text.en ?? '' };
}

/** As it is saved: a text without a language gets one when it is written in a second language. */
export function textOf(pair: Pair, before: Bilingual | undefined, main: Language): Bilingual {
  const other = main === 'sw' ? 'en' : 'sw';
  if (pair[other].trim() === '' && (typeof before === 'string' || before === undefined))
    return pair[main];
  if (pair.sw.trim() === '' && pair.en.trim() === '') return '';
  if (pair.sw.trim() === '') return { en: pair.en };
  if (pair.en.trim() === '') return { sw: pair.sw };
  return { sw: pair.sw, en: pair.en };
}

/** The languages that one of the texts lacks; a text without a language lacks none. */
export function missingLanguages(
  texts: readonly (Bilingual | undefined)[],
  languages: readonly Language[],
): readonly Language[] {
  return languages.filter((language) =>
    texts.some((text) => typeof text === 'object' && (text[language] ?? '').trim() === ''),
  );
}

/** Texts that a language of the site lacks, each thing once, in the order of the pages. */
const fields = ['name', 'business', 'greeting', 'suggestions', 'about', 'address', 'privacy'];
const lists = ['faqs', 'facts', 'documents'] as const;
const texts = ['question', 'answer', 'title', 'text'];

/** The ids of entries and the names of fields. */
export function missingTexts(profile: Profile, language: Language): readonly string[] {
  const isLacking = (text: unknown) =>
    typeof text === 'object' && text !== null && (text as Entry)[language] === undefined;
  const inField = (value: unknown) =>
    Array.isArray(value) ? value.some(isLacking) : isLacking(value);
  return [
    ...fields.filter((field) => inField(profile[field])),
    ...lists.flatMap((list) =>
      entriesOf(profile, list)
        .filter((entry) => texts.some((name) => isLacking(entry[name])))
        .map(({ id }) => id),
    ),
  ];
}
