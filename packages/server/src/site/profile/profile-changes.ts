/** Compares two versions of a profile. */

import { isDeepStrictEqual } from 'node:util';
import {
  type Bilingual,
  cutCharacters,
  hasAtMost,
  type Profile,
  type ProfileChange,
  type ProfileList,
  profileLists,
  siteLimits,
} from '@baraza/contract';

type Kind = 'added' | 'changed' | 'removed';
type Entry = { readonly id: string; readonly [field: string]: unknown };

/**
 * Entries are matched by id. Known fields always exist; only those that an owner added can be missing. `removedEntries`
 * counts also those that are not listed.
 */
export function compareProfiles(before: Profile, after: Profile) {
  const found: Record<Kind, ProfileChange[]> = { added: [], changed: [], removed: [] };
  let more = 0;
  let removedEntries = 0;
  const note = (kind: Kind, change: ProfileChange) => {
    if (kind === 'removed' && 'list' in change) removedEntries += 1;
    if (found[kind].length < siteLimits.changesListedMax) found[kind].push(change);
    else more += 1;
  };
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if ((profileLists as readonly string[]).includes(field)) continue;
    if (!Object.hasOwn(after, field)) note('removed', { field });
    else if (!Object.hasOwn(before, field)) note('added', { field });
    else if (!isDeepStrictEqual(before[field], after[field])) note('changed', { field });
  }
  for (const list of profileLists) compareLists(list, before[list], after[list], note);
  return { changes: { ...found, ...(more === 0 ? {} : { more }) }, removedEntries };
}

function compareLists(
  list: ProfileList,
  before: readonly Entry[],
  after: readonly Entry[],
  note: (kind: Kind, change: ProfileChange) => void,
): void {
  const old = new Map(before.map((entry) => [entry.id, entry]));
  const now = new Set(after.map(({ id }) => id));
  const named = (entry: Entry) => ({ list, id: entry.id, title: titleOf(entry) });
  for (const entry of after) {
    const known = old.get(entry.id);
    if (known === undefined) note('added', named(entry));
    else if (!isDeepStrictEqual(known, entry)) note('changed', named(entry));
  }
  for (const entry of before) if (!now.has(entry.id)) note('removed', named(entry));
  const stayed = after.filter(({ id }) => old.has(id));
  const earlier = before.filter(({ id }) => now.has(id));
  // A different order alone is a change, too.
  if (stayed.some(({ id }, at) => earlier[at]?.id !== id)) note('changed', { field: list });
}

function titleOf(entry: Entry): string {
  const title = [entry.question, entry.item, entry.title, entry.text].find(
    (text) => text !== undefined && text !== '',
  ) as Bilingual | undefined;
  const text = typeof title === 'string' ? title : (title?.en ?? title?.sw ?? '');
  return hasAtMost(text, titleCharacters) ? text : `${cutCharacters(text, titleCharacters - 1)}…`;
}

const titleCharacters = 80;

/** Fields that decide who may ask, what is kept and who is notified; editors cannot change them. */
const settings =
  `allowed_origins voice retention_days sources strictness require_key allow_apps feedback notify
  people people_hours`.split(/\s+/);

/** The settings that differ between two profiles. */
export function changedSettings(before: Profile, after: Profile): readonly string[] {
  // Both are normalised, so equal values have the same text.
  return settings.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
