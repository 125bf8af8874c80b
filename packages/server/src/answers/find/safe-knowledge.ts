/**
 * Approved information without the sentences in it that command an assistant: what is not kept is
 * never found and never told.
 */

import type { Bilingual, Business, Entry } from '../knowledge.ts';
import { removeInstructions } from '../text/instructions.ts';

export function safeEntry(entry: Entry): Entry {
  const text = removeInstructions(entry.text);
  const title = removeInstructions(entry.title);
  const alternatives = entry.alternatives.filter((wording) => removeInstructions(wording) !== '');
  const isSame =
    text === entry.text &&
    title === entry.title &&
    alternatives.length === entry.alternatives.length;
  return isSame ? entry : { ...entry, text, title, alternatives };
}

export function safeBusiness(business: Business): Business {
  const closed = business.closed.map(({ date, note }) =>
    note === undefined ? { date } : { date, note: safeField(note) },
  );
  const prices = business.prices
    .map((price) => ({
      ...price,
      item: safeField(price.item),
      ...(price.unit === undefined ? {} : { unit: safeField(price.unit) }),
      ...(price.note === undefined ? {} : { note: safeField(price.note) }),
    }))
    .filter(({ item }) => item !== '');
  return {
    ...business,
    name: safeField(business.name),
    business: safeField(business.business),
    greeting: safeField(business.greeting),
    about: safeField(business.about),
    address: safeField(business.address),
    closed,
    prices,
  };
}

function safeField(field: Bilingual): Bilingual {
  if (typeof field === 'string') return removeInstructions(field);
  return {
    ...(field.sw === undefined ? {} : { sw: removeInstructions(field.sw) }),
    ...(field.en === undefined ? {} : { en: removeInstructions(field.en) }),
  };
}
