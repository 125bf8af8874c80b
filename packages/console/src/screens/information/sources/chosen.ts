/** Adds the chosen proposals to the profile. */
import type { Profile, ProfileHours, ProfilePrice, Proposals } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import { changedPrice, meantPrice } from '../prices/same-item.ts';
import { entriesOf, isSame, newId } from '../profile/profile.ts';

export type Proposal = Proposals['proposals'][number] & { readonly id: string };

/** Gives each proposal an id before the first attempt, so that a retry adds nothing twice. */
export function withIds(proposals: Proposals['proposals']): readonly Proposal[] {
  return proposals.map((proposal) => ({ ...proposal, id: newId() }));
}

/** Adds the chosen proposals. Proposed hours replace the hours of the same days. */
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
    if (list === 'prices') return [list, withPrices(profile.prices, added as never)];
    return [list, [...known, ...added]];
  });
  return { ...profile, hours: [...kept, ...hours], ...Object.fromEntries(lists) };
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
