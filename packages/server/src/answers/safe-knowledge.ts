/**
 * Approved information without the sentences in it that command an assistant: what is not kept is
 * never found and never said.
 */

import { withoutInstructions } from './instructions.ts';
import type { Bilingual, Business, Entry } from './knowledge.ts';

export function safeEntry(entry: Entry): Entry {
  const text = withoutInstructions(entry.text);
  const title = withoutInstructions(entry.title);
  const alternatives = entry.alternatives.filter((wording) => withoutInstructions(wording) !== '');
  if (
    text === entry.text &&
    title === entry.title &&
    alternatives.length === entry.alternatives.length
  )
    return entry;
  return { ...entry, text, title, alternatives };
}

export function safeBusiness(business: Business): Business {
  return {
    ...business,
    name: safeField(business.name),
    business: safeField(business.business),
    greeting: safeField(business.greeting),
    about: safeField(business.about),
    address: safeField(business.address),
    closed: business.closed.map(({ date, note }) =>
      note === undefined ? { date } : { date, note: safeField(note) },
    ),
    prices: business.prices
      .map((price) => ({
        ...price,
        item: safeField(price.item),
        ...(price.unit === undefined ? {} : { unit: safeField(price.unit) }),
        ...(price.note === undefined ? {} : { note: safeField(price.note) }),
      }))
      .filter(({ item }) => item !== ''),
  };
}

function safeField(field: Bilingual): Bilingual {
  if (typeof field === 'string') return withoutInstructions(field);
  return {
    ...(field.sw === undefined ? {} : { sw: withoutInstructions(field.sw) }),
    ...(field.en === undefined ? {} : { en: withoutInstructions(field.en) }),
  };
}
