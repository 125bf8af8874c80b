/** Removes sentences that command an assistant from approved information, so that they are never found or quoted. */

import type { Bilingual } from '@baraza/contract';
import type { Business, Entry } from '../knowledge.ts';
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
  return {
    ...withSafe(business, ['name', 'business', 'greeting', 'about', 'address']),
    closed: business.closed.map((day) => withSafe(day, ['note'])),
    prices: business.prices
      .map((price) => withSafe(price, ['item', 'unit', 'note']))
      .filter(({ item }) => item !== ''),
  };
}

/** Cleans the named texts, if present. */
function withSafe<Fields extends object>(fields: Fields, names: readonly (keyof Fields)[]): Fields {
  const given = names.filter((name) => fields[name] !== undefined);
  const safe = given.map((name) => [name, safeField(fields[name] as Bilingual)]);
  return { ...fields, ...Object.fromEntries(safe) };
}

function safeField(field: Bilingual): Bilingual {
  if (typeof field === 'string') return removeInstructions(field);
  const texts = Object.entries(field).map(([language, text]) => [
    language,
    removeInstructions(text),
  ]);
  return Object.fromEntries(texts);
}
