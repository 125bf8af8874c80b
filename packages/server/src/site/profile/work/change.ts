/** Changes of a profile as data: texts in, texts out, so that a large one can be made in a child process. */
import {
  isProfileList,
  type JsonObject,
  type Language,
  type Profile,
  type ProfileChanges,
  type ProfileFaq,
  type ProfileList,
  profileBodySchema,
  profileEntrySchema,
  profilePatchSchema,
} from '@baraza/contract';
import { mergePatch } from '../../../kernel/json/merge-patch.ts';
import { absent, Problem } from '../../../kernel/problem.ts';
import { entryIds } from '../../gaps/entries.ts';
import type { Guess } from '../../knowledge/text-language.ts';
import { faqAbout, withLesson, wordingsOf, wordName } from '../../questions/taught-faq.ts';
import { assertAddressable } from '../entry-ids.ts';
import { fieldProblem } from '../field-values.ts';
import { gateFrom, profileIn, type ReadProfile, readProfileInput } from '../profile.ts';
import { compareProfiles } from '../profile-changes.ts';
import { readStored } from '../stored-profile.ts';
import { withTaught } from '../taught-entries.ts';
import { type Packed, packAlone, packVersion } from '../version-packing.ts';
import { readBody } from './body.ts';
import { assertProfileGrowth, assertProfileSize } from './profile-size.ts';
import { wholeWarnings } from './whole-warnings.ts';

/** A `body` is JSON as it was sent. */
export type Change =
  /** A whole profile; what was taught stays. `sentBytes` is its size where it came from outside. */
  | { readonly kind: 'put'; readonly body: Uint8Array; readonly sentBytes?: number }
  /** Fields outside the lists, as a merge patch (RFC 7396). */
  | { readonly kind: 'patch'; readonly body: Uint8Array }
  | { readonly kind: 'add'; readonly list: ProfileList; readonly body: Uint8Array }
  | {
      readonly kind: 'replace';
      readonly list: ProfileList;
      readonly id: string;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'remove'; readonly list: ProfileList; readonly id: string }
  /** The stored text of an earlier version; what was taught since stays. */
  | { readonly kind: 'restore'; readonly earlier: string }
  | {
      readonly kind: 'teach';
      readonly asked: { readonly question: string; readonly language: Language };
      readonly answer: string;
      readonly language: Language | undefined;
      readonly url: string | undefined;
    };

/** A profile as a change leaves it. */
export interface ChangedProfile {
  /** As it is stored. */
  readonly text: string;
  /** The stored one, packed as the version that this one replaces; undefined where nothing changes. */
  readonly replaced: Packed | undefined;
  /** What every request needs of it, as JSON. */
  readonly gate: string;
  readonly entryIds: ReadonlySet<string>;
  readonly changes: ProfileChanges;
  readonly warnings: readonly string[];
  /** The entry that was added, replaced or taught, as JSON. */
  readonly entry?: string;
  readonly untaught?: Untaught;
}

/** The wordings of a taught answer that is removed, and those of the other taught ones. */
export interface Untaught {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

/** The profile that is stored, and its version. */
export interface StoredText {
  readonly text: string;
  readonly version: number;
}

/** `isLast`: whether it comes right behind the stored one, and no version from elsewhere between them. */
export function applyChange(
  stored: StoredText,
  change: Change,
  isLast: boolean,
  guess: Guess,
): ChangedProfile {
  const make = readChange(change, guess);
  const before = readStored(stored.text);
  const made = make(before.profile);
  const { profile } = made.read;
  const text = JSON.stringify(profile);
  const isSame = text === before.text;
  if (!isSame) assertSize(change, before.text, text);
  const { changes, removedEntries } = isSame
    ? { changes: noChanges, removedEntries: 0 }
    : compareProfiles(before.profile, profile);
  const removed = { count: removedEntries, version: stored.version };
  return {
    text,
    replaced: isSame ? undefined : pack(stored, text, isLast),
    gate: JSON.stringify(gateFrom(profile)),
    entryIds: entryIds(profile),
    changes,
    warnings: isWhole(change) ? wholeWarnings(made.read, removed, guess) : (made.warnings ?? []),
    ...(made.entry === undefined ? {} : { entry: JSON.stringify(made.entry) }),
    ...(made.untaught === undefined ? {} : { untaught: made.untaught }),
  };
}

function pack({ text, version }: StoredText, next: string, isLast: boolean): Packed {
  return isLast ? packVersion(version, text, next) : packAlone(text);
}

export const noChanges: ProfileChanges = { added: [], changed: [], removed: [] };

interface Made extends Pick<ChangedProfile, 'untaught'> {
  readonly read: ReadProfile;
  readonly entry?: object | undefined;
  /** Those about the entry alone. */
  readonly warnings?: readonly string[];
}

/** Reads what was sent, and refuses it where it is wrong whatever the profile says now. */
export function readChange(change: Change, guess: Guess): (current: Profile) => Made {
  switch (change.kind) {
    case 'put': {
      const read = readProfileInput(readBody(profileBodySchema, change.body));
      return (current) => {
        assertAddressable(read.profile, current);
        return { read: keepTaught(current, read) };
      };
    }
    case 'patch': {
      const patch = readPatch(change.body);
      return (current) => ({ read: readProfileInput(mergePatch(current, patch)) });
    }
    case 'add': {
      // Only teaching makes an entry that stays.
      const { taught: _, ...entry } = readBody(profileEntrySchema, change.body);
      return (current) => addEntry(current, change.list, entry);
    }
    case 'replace': {
      const { taught: _, id, ...entry } = readBody(profileEntrySchema, change.body);
      if (id !== undefined && id !== null && String(id).trim() !== change.id)
        throw new Problem('invalid', `id must be ${change.id} as in the path, or left out.`);
      return (current) => replaceEntry(current, change.list, change.id, entry);
    }
    case 'remove':
      return (current) => removeEntry(current, change.list, change.id);
    case 'restore': {
      const read = readProfileInput(readStored(change.earlier).profile);
      return (current) => ({ read: keepTaught(current, read) });
    }
    case 'teach': {
      const { asked, answer, url } = change;
      const language = change.language ?? guess(answer) ?? asked.language;
      return (current) => {
        const read = readProfileInput(withLesson(current, asked, { answer, url, language }, guess));
        return { read, entry: faqAbout(read.profile, asked.question) };
      };
    }
  }
}

function isWhole({ kind }: Change): boolean {
  return kind === 'put' || kind === 'patch' || kind === 'restore';
}

function assertSize(change: Change, before: string, text: string): void {
  if (change.kind === 'put') assertProfileSize(change.sentBytes ?? 0, text);
  else if (change.kind !== 'remove' && change.kind !== 'restore') assertProfileGrowth(before, text);
}

function readPatch(body: Uint8Array): JsonObject {
  const patch = profileIn(readBody(profilePatchSchema, body)) as JsonObject;
  const list = Object.keys(patch).find(isProfileList);
  if (list !== undefined)
    throw fieldProblem(
      list,
      `is a list: POST …/profile/${list} adds an entry, PUT and DELETE …/profile/${list}/{id} change one`,
    );
  return patch;
}

function keepTaught(current: Profile, read: ReadProfile): ReadProfile {
  const { profile, warnings } = withTaught(current, read.profile);
  if (profile === read.profile) return { profile, warnings: [...warnings, ...read.warnings] };
  const again = readProfileInput(profile);
  return { profile: again.profile, warnings: [...warnings, ...again.warnings] };
}

function addEntry(current: Profile, list: ProfileList, entry: JsonObject): Made {
  assertEntry(list, entry);
  const { id } = entry;
  if (id !== undefined && current[list].some((other) => other.id === String(id).trim()))
    throw new Problem(
      'conflict',
      `There is an entry ${String(id).trim()} already; PUT …/profile/${list}/{id} replaces it.`,
    );
  return withItems(current, list, [...current[list], entry], current[list].length);
}

function replaceEntry(current: Profile, list: ProfileList, id: string, entry: JsonObject): Made {
  const at = indexOf(current, list, id);
  assertEntry(list, entry);
  const isTaught = list === 'faqs' && current.faqs[at]?.taught === true;
  const replaced = { ...entry, id, ...(isTaught ? { taught: true } : {}) };
  return withItems(current, list, current[list].with(at, replaced as never), at);
}

function removeEntry(current: Profile, list: ProfileList, id: string): Made {
  const at = indexOf(current, list, id);
  const faq = list === 'faqs' ? current.faqs[at] : undefined;
  const items = (current[list] as readonly object[]).toSpliced(at, 1);
  return {
    read: readProfileInput({ ...current, [list]: items }),
    ...(faq?.taught ? { untaught: untaughtBy(faq, current.faqs) } : {}),
  };
}

function untaughtBy(faq: ProfileFaq, faqs: readonly ProfileFaq[]): Untaught {
  const others = faqs.filter((other) => other.taught && other.id !== faq.id);
  const names = (some: readonly ProfileFaq[]) => some.flatMap(wordingsOf).map(wordName);
  return { own: names([faq]), others: names(others) };
}

function withItems(
  current: Profile,
  list: ProfileList,
  items: readonly unknown[],
  at: number,
): Made {
  const read = readProfileInput({ ...current, [list]: items });
  const place = `${list}[${at}]`;
  return {
    read,
    entry: read.profile[list][at],
    warnings: read.warnings.filter((warning) => warning.includes(place)),
  };
}

// Alone, so that the refusal names no place among thousands.
function assertEntry(list: ProfileList, entry: object): void {
  assertAddressable(readProfileInput({ [list]: [entry] }).profile);
}

function indexOf(current: Profile, list: ProfileList, id: string): number {
  const at = current[list].findIndex((entry) => entry.id === id);
  if (at < 0) throw absent('entry');
  return at;
}
