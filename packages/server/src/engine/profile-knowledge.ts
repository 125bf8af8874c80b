import type { Bilingual, EntryKind, ExtraField, Language, Profile } from '@baraza/contract';
import { isProfileField } from '@baraza/contract/plain';
import type { Business, Entry, Knowledge } from '../answers/knowledge.ts';

/**
 * What a site may answer from. An entry in two languages becomes two with one id. A field that an owner added becomes a
 * fact with the name of the field as its id and title.
 */
export function knowledgeOf(profile: Profile): Knowledge {
  return {
    business: businessOf(profile),
    entries: [
      ...wordings('profile', 'profile', '', profile.about, {}),
      ...profile.faqs.flatMap((faq) =>
        wordings(faq.id, 'faq', faq.question, faq.answer, {
          ...faq,
          alternatives: [...(faq.alternatives ?? []), ...askedOnly(faq.question, faq.answer)],
        }),
      ),
      ...profile.facts.flatMap((fact) => wordings(fact.id, 'fact', fact.title, fact.text, fact)),
      ...profile.documents.flatMap((document) =>
        wordings(document.id, 'document', document.title, document.text, document),
      ),
      ...Object.entries(profile)
        .filter(([field]) => !isProfileField(field))
        .flatMap(([field, value]) => extraEntries(field, value as ExtraField)),
    ],
  };
}

/** Questions in a language that the answer lacks; they get the answer in the other language. */
function askedOnly(question: Bilingual, answer: Bilingual): readonly string[] {
  if (typeof question === 'string' || typeof answer === 'string') return [];
  return (['sw', 'en'] as const)
    .filter((spoken) => (answer[spoken]?.trim() ?? '') === '')
    .map((spoken) => question[spoken]?.trim() ?? '')
    .filter((asked) => asked !== '');
}

/** `return_policy` and `returnPolicy` are read as `return policy`. */
export function fieldTitle(field: string): string {
  return field
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
}

function businessOf(profile: Profile): Business {
  return {
    name: profile.name,
    business: profile.business,
    greeting: profile.greeting,
    about: profile.about,
    whatsapp: profile.whatsapp,
    phone: profile.phone,
    email: profile.email,
    address: profile.address,
    timezone: profile.timezone,
    hours: profile.hours,
    closed: profile.closed,
    // The source of a price is the profile, so its id is not needed.
    prices: profile.prices.map(({ id: _, ...price }) => price),
    languages: profile.languages,
    strictness: profile.strictness,
  };
}

interface Extras {
  readonly url?: string;
  readonly language?: Language;
  readonly alternatives?: readonly string[];
}

function wordings(
  id: string,
  kind: EntryKind,
  title: Bilingual,
  text: Bilingual,
  { url, language, alternatives = [] }: Extras,
): readonly Entry[] {
  const common = { id, kind, url: url ?? null, alternatives };
  if (typeof title === 'string' && typeof text === 'string')
    return text.trim() === '' ? [] : [{ ...common, title, text, language }];
  return (['sw', 'en'] as const).flatMap((spoken) => {
    const ownText = inLanguage(text, spoken, language);
    const ownTitle = inLanguage(title, spoken, language);
    if (ownText === '' || (typeof text === 'string' && ownTitle === '')) return [];
    // One text under a title in two languages is found by either; its language is detected from its words.
    const textLanguage = typeof text === 'string' ? language : spoken;
    return [{ ...common, title: ownTitle, text: ownText, language: textLanguage }];
  });
}

/**
 * A plain text next to a bilingual one belongs to its declared language; without one, to both.
 */
function inLanguage(field: Bilingual, spoken: Language, declared: Language | undefined): string {
  if (typeof field !== 'string') return field[spoken]?.trim() ?? '';
  return declared === undefined || declared === spoken ? field.trim() : '';
}

function extraEntries(field: string, value: ExtraField): readonly Entry[] {
  const title = fieldTitle(field);
  if (typeof value === 'string' || !Array.isArray(value))
    return wordings(field, 'fact', title, value as Bilingual, {});
  const items = value as readonly Bilingual[];
  if (items.every((item) => typeof item === 'string'))
    return wordings(field, 'fact', title, items.join('\n'), {});
  const textIn = (spoken: Language) =>
    items
      .map((item) => inLanguage(item, spoken, undefined))
      .filter((text) => text !== '')
      .join('\n');
  return wordings(field, 'fact', title, { sw: textIn('sw'), en: textIn('en') }, {});
}
