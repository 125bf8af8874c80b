/** Converts texts in one or two languages to and from the two fields of a form. */
import type { Bilingual, Profile } from '@baraza/contract';
import type { Language } from '../../../words/language.ts';
import { type Entry, entriesOf } from './profile.ts';

export interface Pair {
  readonly sw: string;
  readonly en: string;
}

/** A text without a language belongs to the main language of the site. */
export function pairOf(text: Bilingual | undefined, main: Language): Pair {
  if (text === undefined) return { sw: '', en: '' };
  if (typeof text === 'string') return { sw: '', en: '', [main]: text };
  return { sw: text.sw ?? '', en: text.en ?? '' };
}

/** The text to save. A text without a language gets one when a second language is added. */
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

/**
 * The languages that this owner writes in: the main one, and the other one if anything is written in both. Names, and
 * the questions that the first steps suggest in both languages, do not count.
 */
export function writtenLanguages(profile: Profile): readonly Language[] {
  const known = written.get(profile);
  if (known !== undefined) return known;
  const bodies = lists.flatMap((list) =>
    entriesOf(profile, list).map((entry) => (entry.answer ?? entry.text) as Bilingual | undefined),
  );
  const { about, greeting, address, suggestions, languages } = profile;
  const isBoth = [about, greeting, address, ...suggestions, ...bodies].some(
    (text) => typeof text === 'object' && Boolean(text.sw?.trim()) && Boolean(text.en?.trim()),
  );
  const spoken = isBoth ? languages : languages.slice(0, 1);
  written.set(profile, spoken);
  return spoken;
}

// Every entry of a list asks for it.
const written = new WeakMap<Profile, readonly Language[]>();

const fields = ['name', 'business', 'greeting', 'suggestions', 'about', 'address', 'privacy'];
const lists = ['faqs', 'facts', 'documents'] as const;
const texts = ['question', 'answer', 'title', 'text'];

/** The ids of entries and the names of fields that lack a language. */
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
