import { type Profile, type ProfileList, profileLists } from '@baraza/contract';
import { foldText } from '../../../kernel/formats/normalized.ts';

/** What is wanted of the entries of a profile, in their order. */
export interface EntriesWanted {
  /** Without it, all lists. */
  readonly list: ProfileList | undefined;
  /** Without it, all entries. */
  readonly q: string | undefined;
  /** The position of the first one. */
  readonly from: number;
  readonly limit: number;
}

/** The entries that fit, with the name of their list, and how many fit in all. */
export function pageOfEntries(profile: Profile, { list, q, from, limit }: EntriesWanted) {
  const wanted = foldText(q ?? '');
  const found = profileLists
    .filter((name) => list === undefined || name === list)
    .flatMap((name) => profile[name].map((entry) => ({ list: name, ...entry })))
    .filter((entry) => wanted === '' || foldText(JSON.stringify(entry)).includes(wanted));
  return { entries: found.slice(from, from + limit), total: found.length };
}
