/** Entries of a profile one by one: each is a change of the profile as it is now. */
import {
  type DeletedEntry,
  isProfileList,
  type JsonObject,
  type Profile,
  type ProfileList,
  profileLists,
  type SavedEntry,
} from '@baraza/contract';
import { absent, Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import { setQuestionStatus } from '../../store/site/questions.ts';
import { questionsTaughtBy } from '../questions/reopen.ts';
import { assertAddressable } from './entry-ids.ts';
import { type ReadProfile, readingProfile } from './profile.ts';
import { changeProfile, type OwnSite, type ProfileDesk } from './profile-saving.ts';
import type { EditOptions } from './whole-profile.ts';
import { assertProfileGrowth } from './written-profile.ts';

type Entry = Profile[ProfileList][number];

export function requireList(name: string): ProfileList {
  if (isProfileList(name)) return name;
  throw new Problem(
    'not_found',
    `There is no such list; the lists are ${profileLists.join(', ')}.`,
  );
}

export function addEntry(
  desk: ProfileDesk,
  site: OwnSite,
  list: ProfileList,
  given: JsonObject,
  options: EditOptions,
): Promise<SavedEntry> {
  // Only teaching makes an entry that stays.
  const { taught: _, ...entry } = given;
  return saveEntry(desk, site, list, options, async (current) => {
    await assertEntry(list, entry);
    const { id } = entry;
    const isTaken =
      id !== undefined && current[list].some((other) => other.id === String(id).trim());
    if (isTaken)
      throw new Problem(
        'conflict',
        `There is an entry ${String(id).trim()} already; PUT …/profile/${list}/{id} replaces it.`,
      );
    return { items: [...current[list], entry], at: current[list].length };
  });
}

export function replaceEntry(
  desk: ProfileDesk,
  site: OwnSite,
  list: ProfileList,
  id: string,
  given: JsonObject,
  options: EditOptions,
): Promise<SavedEntry> {
  const { taught: _, id: own, ...entry } = given;
  if (own !== undefined && own !== null && String(own).trim() !== id)
    throw new Problem('invalid', `id must be ${id} as in the path, or left out.`);
  return saveEntry(desk, site, list, options, async (current) => {
    const at = placeOf(current, list, id);
    await assertEntry(list, entry);
    const isTaught = list === 'faqs' && current.faqs[at]?.taught === true;
    const replaced = { ...entry, id, ...(isTaught ? { taught: true } : {}) };
    return { items: current[list].with(at, replaced as never), at };
  });
}

export async function removeEntry(
  desk: ProfileDesk,
  site: OwnSite,
  list: ProfileList,
  id: string,
  { by, ifMatch }: EditOptions,
): Promise<DeletedEntry> {
  let reopened: readonly string[] = [];
  const { site: now } = await changeProfile(desk, site, {
    by,
    ifMatch,
    make: async (current) => {
      const at = placeOf(current, list, id);
      const faq = list === 'faqs' ? current.faqs[at] : undefined;
      reopened = faq?.taught ? await questionsTaughtBy(desk.store, site, faq, current) : [];
      return readWith(current, list, (current[list] as readonly Entry[]).toSpliced(at, 1));
    },
    also: (tx) => setQuestionStatus(tx, site.id, reopened, 'new'),
  });
  return { deleted: true, id, version: now.version };
}

interface Placed {
  readonly items: readonly unknown[];
  /** Where the entry lies. */
  readonly at: number;
}

async function saveEntry(
  desk: ProfileDesk,
  site: OwnSite,
  list: ProfileList,
  { by, ifMatch }: EditOptions,
  place: (current: Profile) => Promise<Placed>,
): Promise<SavedEntry> {
  let at = 0;
  const edited = await changeProfile(desk, site, {
    by,
    ifMatch,
    assertSize: assertProfileGrowth,
    make: async (current) => {
      const placed = await place(current);
      at = placed.at;
      return readWith(current, list, placed.items);
    },
  });
  const { profile, warnings } = edited.read;
  return {
    ...(profile[list][at] as SavedEntry),
    version: edited.site.version,
    warnings: warnings.filter((warning) => warning.includes(`${list}[${at}]`)),
  };
}

function readWith(
  current: Profile,
  list: ProfileList,
  items: readonly unknown[],
): Promise<ReadProfile> {
  return inSteps(readingProfile({ ...current, [list]: items }));
}

// Alone, so that the refusal names no place among thousands.
async function assertEntry(list: ProfileList, entry: object): Promise<void> {
  assertAddressable((await inSteps(readingProfile({ [list]: [entry] }))).profile);
}

function placeOf(current: Profile, list: ProfileList, id: string): number {
  const at = current[list].findIndex((entry) => entry.id === id);
  if (at < 0) throw absent('entry');
  return at;
}
