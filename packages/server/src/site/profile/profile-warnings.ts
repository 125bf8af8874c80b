/** What in a profile contradicts itself, is there twice, or is not said in a language. */
import {
  type Bilingual,
  cutCharacters,
  hasAtMost,
  type Language,
  type Profile,
  type ProfileHours,
} from '@baraza/contract';
import type { Guess } from '../knowledge/text-language.ts';

const listedMax = 5;
const names: { readonly [language in Language]: string } = { sw: 'Swahili', en: 'English' };

export function contentWarnings(profile: Profile): readonly string[] {
  return [
    ...faqWarnings(profile),
    ...repeated(profile, 'facts'),
    ...repeated(profile, 'documents'),
    ...priceWarnings(profile),
    ...hourWarnings(profile.hours),
  ];
}

function faqWarnings({ faqs }: Profile): readonly string[] {
  const questions = faqs.flatMap(({ question, answer, alternatives = [] }, index) =>
    [...texts(question), ...alternatives].map((text) => ({
      place: `faqs[${index}]`,
      text,
      name: foldedWords(text),
      content: foldedWords(texts(answer).join('\n')),
    })),
  );
  return pairs(questions).map(({ first, other, isSame, text }) =>
    isSame
      ? `${other} repeats ${first}.`
      : `${first} and ${other} answer the same question differently: "${brief(text)}".`,
  );
}

function repeated(profile: Profile, field: 'facts' | 'documents'): readonly string[] {
  const entries = profile[field].map(({ text }, index) => {
    const whole = texts(text).join('\n');
    return { place: `${field}[${index}]`, text: whole, name: foldedWords(whole), content: '' };
  });
  return pairs(entries).map(({ first, other }) => `${other} repeats ${first}.`);
}

function priceWarnings({ prices }: Profile): readonly string[] {
  const items = prices.flatMap(({ item, price, currency, unit = '', note = '' }, index) =>
    texts(item).map((text) => ({
      place: `prices[${index}]`,
      text,
      // A thing may have one price a piece and another a dozen.
      name: foldedWords(`${text} ${texts(unit).join(' ')} ${texts(note).join(' ')}`),
      content: `${price} ${currency}`,
    })),
  );
  return pairs(items).map(({ first, other, isSame, text }) =>
    isSame
      ? `${other} repeats ${first}.`
      : `${first} and ${other} name different prices of "${brief(text)}".`,
  );
}

interface Named {
  readonly place: string;
  readonly text: string;
  /** What makes two of them the same thing. */
  readonly name: string;
  /** What is said of it. */
  readonly content: string;
}

interface Pair {
  readonly first: string;
  readonly other: string;
  readonly text: string;
  readonly isSame: boolean;
}

function pairs(items: readonly Named[]): readonly Pair[] {
  const seen = new Map<string, Named>();
  const found = new Map<string, Pair>();
  for (const item of items) {
    if (item.name === '') continue;
    const first = seen.get(item.name);
    if (first === undefined) seen.set(item.name, item);
    else if (first.place !== item.place)
      found.set(`${first.place} ${item.place}`, {
        first: first.place,
        other: item.place,
        text: item.text,
        isSame: first.content === item.content,
      });
  }
  return [...found.values()];
}

function hourWarnings(hours: readonly ProfileHours[]): readonly string[] {
  const warnings: string[] = [];
  for (const [index, one] of hours.entries()) {
    if (one.close < one.open)
      warnings.push(`hours[${index}] closes at ${one.close}, on the day after it opens.`);
    for (const [later, other] of hours.entries()) {
      const shared = one.days.filter((day) => other.days.includes(day));
      const overlap = one.open < other.close && other.open < one.close;
      if (later > index && overlap && shared.length > 0)
        warnings.push(`hours[${index}] and hours[${later}] overlap on ${shared.join(', ')}.`);
    }
  }
  return warnings;
}

/**
 * What the site does not say in a language that it speaks: texts that have only the other one, and
 * a language in which there is nothing to answer from at all.
 */
export function languageWarnings(profile: Profile, guess: Guess): readonly string[] {
  if (profile.languages.length < 2) return [];
  const entries = entriesOf(profile);
  const shown = [
    ...(['name', 'business', 'greeting', 'address', 'privacy'] as const).map(
      (field) => [field, profile[field]] as const,
    ),
    ...profile.suggestions.map((text, index) => [`suggestions[${index}]`, text] as const),
    ...entries.map(({ place, text }) => [place, text] as const),
  ];
  return profile.languages.flatMap((language) => {
    const places = shown
      .filter(([, text]) => typeof text !== 'string' && text[language] === undefined)
      .map(([place]) => place);
    const isSilent = entries.length > 0 && !entries.some((entry) => isIn(entry, language, guess));
    return [
      ...(places.length === 0
        ? []
        : [`There is no ${names[language]} text for ${listed(places)}.`]),
      ...(isSilent
        ? [`None of the approved information is in ${names[language]}, a language of this site.`]
        : []),
    ];
  });
}

interface Told {
  readonly place: string;
  readonly text: Bilingual;
  readonly declared: Language | undefined;
}

function entriesOf(profile: Profile): readonly Told[] {
  const { about, faqs, facts, documents } = profile;
  return [
    ...(about === '' ? [] : [{ place: 'about', text: about, declared: undefined }]),
    ...faqs.map(({ answer, language }, index) => told('faqs', index, answer, language)),
    ...facts.map(({ text, language }, index) => told('facts', index, text, language)),
    ...documents.map(({ text, language }, index) => told('documents', index, text, language)),
  ];
}

function told(field: string, index: number, text: Bilingual, declared: Language | undefined): Told {
  return { place: `${field}[${index}]`, text, declared };
}

// A text of which nobody can tell may be in any.
function isIn({ text, declared }: Told, language: Language, guess: Guess): boolean {
  if (typeof text !== 'string') return text[language] !== undefined;
  return (declared ?? guess(text) ?? language) === language;
}

function listed(places: readonly string[]): string {
  const more = places.length - listedMax;
  return places.slice(0, listedMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function texts(text: Bilingual): readonly string[] {
  if (typeof text === 'string') return text === '' ? [] : [text];
  return Object.values(text);
}

/** A text by its words alone. */
export function foldedWords(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function brief(text: string): string {
  return hasAtMost(text, 80) ? text : `${cutCharacters(text, 79)}…`;
}
