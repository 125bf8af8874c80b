/** Warnings about a profile: contradictions, duplicates and missing translations. */
import {
  type Bilingual,
  cutCharacters,
  hasAtMost,
  type Language,
  type Profile,
  type ProfileHours,
  siteLimits,
} from '@baraza/contract';
import { wordings } from '../../kernel/language/bilingual.ts';
import { guessLanguage } from '../knowledge/text-language.ts';
import { saysPrice } from './admitted.ts';
import { fingerprint } from './fingerprint.ts';

const listedMax = 5;
const names: { readonly [language in Language]: string } = { sw: 'Swahili', en: 'English' };

export function contentWarnings(profile: Profile): readonly string[] {
  return [
    ...faqWarnings(profile),
    ...duplicateWarnings(profile, 'facts'),
    ...duplicateWarnings(profile, 'documents'),
    ...priceWarnings(profile),
    ...amountWarnings(profile),
    ...hourWarnings(profile.hours),
  ];
}

function faqWarnings({ faqs }: Profile): readonly string[] {
  const named = faqs.flatMap(({ question, answer, alternatives = [] }, index) => {
    const content = fingerprint(wordings(answer).join('\n'));
    return [...wordings(question), ...alternatives].map((text) => ({
      place: `faqs[${index}]`,
      text,
      name: fingerprint(text),
      content,
    }));
  });
  return pairsIn(named).map(({ first, other, isSame, text }) =>
    isSame
      ? `${other} repeats ${first}.`
      : `${first} and ${other} answer the same question differently: "${shorten(text)}".`,
  );
}

function duplicateWarnings(profile: Profile, field: 'facts' | 'documents'): readonly string[] {
  const named = profile[field].map((entry, index) => {
    const text = wordings(entry.text).join('\n');
    return { place: `${field}[${index}]`, text, name: fingerprint(text), content: '' };
  });
  return pairsIn(named).map(({ first, other }) => `${other} repeats ${first}.`);
}

function amountWarnings({ prices }: Profile): readonly string[] {
  return prices.flatMap((price, index) =>
    saysPrice(price) ? [] : [`prices[${index}].price says no amount: "${price.price}".`],
  );
}

function priceWarnings({ prices }: Profile): readonly string[] {
  const offers = new Map<string, Offer[]>();
  const warnings = new Map<string, string>();
  for (const [index, { item, price, currency, unit = '', note = '' }] of prices.entries()) {
    const offer = {
      place: `prices[${index}]`,
      unit: fingerprint(wordings(unit).join(' ')),
      note: fingerprint(wordings(note).join(' ')),
      content: `${price} ${currency}`,
    };
    for (const text of wordings(item)) {
      // In any order: "Unga wa ngano" and "Ngano, unga wa".
      const name = fingerprint(text).split(' ').toSorted().join(' ');
      const others = offers.get(name) ?? [];
      offers.set(name, others);
      const first = others.find((other) => isInConflict(other, offer));
      if (others.length < offersComparedMax) others.push(offer);
      if (first === undefined || first.place === offer.place || warnings.size >= pairsMax) continue;
      warnings.set(
        `${first.place} ${offer.place}`,
        first.content === offer.content
          ? `${offer.place} repeats ${first.place}.`
          : `${first.place} and ${offer.place} name different prices of "${shorten(text)}".`,
      );
    }
  }
  return [...warnings.values()];
}

interface Offer {
  readonly place: string;
  readonly unit: string;
  readonly note: string;
  readonly content: string;
}

// Prices with different units do not conflict; a price without a unit may conflict with any.
function isInConflict(one: Offer, other: Offer): boolean {
  if (one.unit === other.unit && one.note === other.note) return true;
  const mayBeSame = (first: string, second: string) =>
    first === '' || second === '' || first === second;
  return (
    one.content !== other.content &&
    mayBeSame(one.unit, other.unit) &&
    mayBeSame(one.note, other.note)
  );
}

// An item with more offers has variants.
const offersComparedMax = 50;

interface Named {
  readonly place: string;
  readonly text: string;
  /** Equal for the same thing. */
  readonly name: string;
  /** Equal for the same statement about it. */
  readonly content: string;
}

interface Pair {
  readonly first: string;
  readonly other: string;
  readonly text: string;
  readonly isSame: boolean;
}

/** The first thing of each name, paired with every other thing of that name. */
function pairsIn(items: readonly Named[]): readonly Pair[] {
  const seen = new Map<string, Named>();
  const pairs = new Map<string, Pair>();
  for (const { name, place: other, text, content } of items) {
    const first = seen.get(name);
    if (first === undefined && name !== '') seen.set(name, { name, place: other, text, content });
    if (first === undefined || first.place === other || pairs.size >= pairsMax) continue;
    const isSame = first.content === content;
    pairs.set(`${first.place} ${other}`, { first: first.place, other, text, isSame });
  }
  return [...pairs.values()];
}

// Many more than are shown.
const pairsMax = 10_000;

function hourWarnings(hours: readonly ProfileHours[]): readonly string[] {
  const warnings: string[] = [];
  for (const [index, one] of hours.entries()) {
    if (one.close === one.open)
      warnings.push(`hours[${index}] is open for 24 hours, from ${one.open}.`);
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
 * Texts that are missing in a language of the site, and languages without any approved information.
 */
export function languageWarnings(profile: Profile): readonly string[] {
  if (profile.languages.length < 2) return [];
  const entries = entriesOf(profile);
  const shown = [
    ...(['name', 'business', 'greeting', 'address', 'privacy'] as const).map(
      (field) => [field, profile[field]] as const,
    ),
    ...profile.suggestions.map((text, index) => [`suggestions[${index}]`, text] as const),
    ...entries.map(({ place, text }) => [place, text] as const),
  ];
  const warnings: string[] = [];
  for (const language of profile.languages) {
    const places = shown
      .filter(([, text]) => typeof text !== 'string' && text[language] === undefined)
      .map(([place]) => place);
    if (places.length > 0)
      warnings.push(`There is no ${names[language]} text for ${joinPlaces(places)}.`);
    if (entries.length > 0 && !entries.some((entry) => isIn(entry, language)))
      warnings.push(
        `None of the approved information is in ${names[language]}, a language of this site.`,
      );
  }
  return warnings;
}

interface EntryText {
  readonly place: string;
  readonly text: Bilingual;
  readonly language?: Language | undefined;
}

function entriesOf({ about, faqs, facts, documents }: Profile): readonly EntryText[] {
  const withPlaces = (list: string, entries: readonly Omit<EntryText, 'place'>[]) =>
    entries.map((entry, index) => ({ ...entry, place: `${list}[${index}]` }));
  const faqTexts = faqs.map(({ answer, language }) => ({ text: answer, language }));
  return [
    ...(about === '' ? [] : [{ place: 'about', text: about }]),
    ...withPlaces('faqs', faqTexts),
    ...withPlaces('facts', facts),
    ...withPlaces('documents', documents),
  ];
}

// A text of unknown language counts for every language.
function isIn({ text, language }: EntryText, wanted: Language): boolean {
  if (typeof text !== 'string') return text[wanted] !== undefined;
  return (language ?? guessLanguage(text) ?? wanted) === wanted;
}

function joinPlaces(places: readonly string[]): string {
  const more = places.length - listedMax;
  return places.slice(0, listedMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function shorten(text: string): string {
  return hasAtMost(text, 80) ? text : `${cutCharacters(text, 79)}…`;
}

/** All warnings, up to a limit. Those about removed entries come first, so that they are never cut off. */
export function allWarnings(
  { profile, warnings }: { readonly profile: Profile; readonly warnings: readonly string[] },
  removed: { readonly count: number; readonly version: number },
): readonly string[] {
  const all = [...removedWarning(removed), ...warnings, ...languageWarnings(profile)];
  const more = all.length - siteLimits.warningsMax;
  return more <= 0
    ? all
    : [...all.slice(0, siteLimits.warningsMax), `There are ${more} more warnings.`];
}

function removedWarning({ count, version }: { readonly count: number; readonly version: number }) {
  if (count === 0) return [];
  return count === 1
    ? [`1 entry of version ${version} is removed; that version still has it.`]
    : [`${count} entries of version ${version} are removed; that version still has them.`];
}
