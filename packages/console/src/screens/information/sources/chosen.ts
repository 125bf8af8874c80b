/** Adds the chosen proposals to the profile. */
import type { Bilingual, Profile, ProfileHours, ProfilePrice, Proposals } from '@baraza/contract';
import { internationalNumber, profileLists } from '@baraza/contract/plain';
import type { Language } from '../../../words/language.ts';
import { usualCurrency } from '../prices/price-text.ts';
import { changedPrice, meantPrice } from '../prices/same-item.ts';
import { entriesOf, isSame, newId } from '../profile/profile.ts';
import { tongueOf } from '../profile/tongue.ts';

export type Proposal = Proposals['proposals'][number] & { readonly id: string };

/** The lists to which a line can be added by hand. */
export type Writable = 'prices' | 'faqs';

/** A line that an owner has added, without its name or its value. */
export function isUnfinished({ list, entry }: Proposal): boolean {
  if (list === 'prices') return entry.item === '' || entry.price === '';
  return list === 'faqs' && (entry.question === '' || entry.answer === '');
}

/** Gives each proposal an id before the first attempt, so that a retry adds nothing twice. */
export function withIds(proposals: Proposals['proposals']): readonly Proposal[] {
  return proposals.map((proposal) => ({ ...proposal, id: newId() }));
}

/** Adds the chosen proposals. Proposed hours replace the hours of the same days, and fields what they had. */
export function withChosen(profile: Profile, chosen: readonly Proposal[]): Profile {
  const hours = chosen
    .filter(({ list }) => list === 'hours')
    .map(({ entry }) => entry as unknown as ProfileHours);
  const replaced = new Set(hours.flatMap(({ days }) => days));
  const kept = profile.hours
    .map((one) => ({ ...one, days: one.days.filter((day) => !replaced.has(day)) }))
    .filter(({ days }) => days.length > 0);
  const lists = profileLists.map((list) => {
    const known = entriesOf(profile, list);
    const added = chosen
      .filter((one) => one.list === list && !known.some((entry) => isThere(entry, one)))
      .map(({ id, entry }) => ({ ...entry, id }));
    if (list === 'prices') {
      const currency = usualCurrency(profile);
      const priced = (added as unknown as readonly ProfilePrice[]).map((price) =>
        price.currency === '' ? { ...price, currency } : price,
      );
      return [list, withPrices(profile.prices, priced)];
    }
    return [list, [...known, ...added]];
  });
  const fields = chosen
    .filter(({ list }) => list === 'profile')
    .flatMap(({ entry }) =>
      Object.entries(entry).map(([name, text]) => [name, fieldText(name, text, profile)]),
    );
  return {
    ...profile,
    ...Object.fromEntries(fields),
    hours: [...kept, ...hours],
    ...Object.fromEntries(lists),
  };
}

const proseFields = ['about', 'address'];

// A sentence belongs to the language that it is written in.
function fieldText(name: string, text: string, { timezone }: Profile): Bilingual {
  if (name === 'whatsapp') return internationalNumber(text, timezone) ?? text;
  const tongue = proseFields.includes(name) ? tongueOf(text) : undefined;
  return tongue === undefined ? text : { [tongue]: text };
}

/** The language of most of the texts; undefined if they name none. */
export function languageOf(proposals: readonly Proposal[]): Language | undefined {
  const counts = { sw: 0, en: 0 };
  for (const { entry } of proposals)
    if ('language' in entry && entry.language !== undefined) counts[entry.language] += 1;
  if (counts.sw === counts.en) return undefined;
  return counts.sw > counts.en ? 'sw' : 'en';
}

/** A price of an existing item changes it. */
function withPrices(
  known: readonly ProfilePrice[],
  added: readonly ProfilePrice[],
): readonly ProfilePrice[] {
  const changed = new Map(known.map((price) => [price.id, price]));
  for (const { id, ...fields } of added) {
    const before = meantPrice(known, fields);
    const now = before === undefined ? undefined : changed.get(before.id);
    if (now === undefined) changed.set(id, { id, ...fields });
    else changed.set(now.id, changedPrice(now, fields));
  }
  return [...changed.values()];
}

// An earlier attempt whose response was lost may have saved it already.
function isThere(entry: { readonly id: string }, { id, entry: wanted }: Proposal): boolean {
  return entry.id === id || isSame({ ...entry, id: '' }, { ...wanted, id: '' });
}
