/** What was chosen of the proposals, and the profile with it. */
import type { Profile, ProfileHours } from '@baraza/contract';
import { isSame, newId } from '../profile/profile.ts';
import type { Proposal } from './reading.ts';

export type Chosen = Proposal & { readonly id: string };

/** Each gets its id before the first attempt, so that a second attempt adds none twice. */
export function withIds(proposals: readonly Proposal[]): readonly Chosen[] {
  return proposals.map((proposal) => ({ ...proposal, id: newId() }));
}

/** Hours take the place of those of the same days. */
export function withChosen(profile: Profile, chosen: readonly Chosen[]): Profile {
  const hours = chosen
    .filter(({ list }) => list === 'hours')
    .map(({ entry }) => entry as unknown as ProfileHours);
  const taken = new Set(hours.flatMap(({ days }) => days));
  const kept = profile.hours
    .map((one) => ({ ...one, days: one.days.filter((day) => !taken.has(day)) }))
    .filter(({ days }) => days.length > 0);
  const added = (list: 'facts' | 'faqs' | 'documents' | 'prices') => {
    const known: readonly { readonly id: string }[] = profile[list];
    const news = chosen
      .filter((one) => one.list === list && !known.some((entry) => isThere(entry, one)))
      .map(({ id, entry }) => ({ ...entry, id }));
    return news.length === 0 ? {} : { [list]: [...known, ...news] };
  };
  return {
    ...profile,
    ...(hours.length === 0 ? {} : { hours: [...kept, ...hours] }),
    ...added('facts'),
    ...added('faqs'),
    ...added('documents'),
    ...added('prices'),
  };
}

// What an attempt saved whose answer was lost is there with its id.
function isThere(entry: { readonly id: string }, { id, entry: wanted }: Chosen): boolean {
  return entry.id === id || isSame({ ...entry, id: '' }, { ...wanted, id: '' });
}
