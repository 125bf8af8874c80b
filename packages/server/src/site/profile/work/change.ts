/** Changes of a profile as data, with texts as input and output, so that a child process can make large ones. */
import {
  isProfileList,
  type JsonObject,
  type Language,
  limits,
  type Profile,
  type ProfileChanges,
  type ProfileFaq,
  type ProfileList,
  profileBodySchema,
  profileEntrySchema,
  profilePatchSchema,
  siteLimits,
} from '@baraza/contract';
import type { z } from 'zod';
import { parseJson } from '../../../kernel/json/json.ts';
import { mergePatch } from '../../../kernel/json/merge-patch.ts';
import { absent, conflict, invalid, Problem } from '../../../kernel/problem.ts';
import { entryIds } from '../../gaps/entries.ts';
import { guessLanguage } from '../../knowledge/text-language.ts';
import { faqAbout, withLesson, wordingsOf, wordName } from '../../questions/taught-faq.ts';
import { admitted } from '../admitted.ts';
import { fieldProblem } from '../field-values.ts';
import {
  assertProfileSize,
  gateFrom,
  profileIn,
  type ReadProfile,
  readProfileInput,
} from '../profile.ts';
import { changedSettings, compareProfiles } from '../profile-changes.ts';
import { allWarnings } from '../profile-warnings.ts';
import { readStored } from '../stored-profile.ts';
import { withTaught } from '../taught-entries.ts';
import { type Packed, packAlone, packVersion } from '../version-packing.ts';

/** A `body` is JSON from a request. */
export type Change =
  /** A whole profile; taught answers stay. `sentBytes` is the size of the request body. */
  | {
      readonly kind: 'put';
      readonly body: Uint8Array;
      readonly sentBytes?: number;
      /** It was stored elsewhere before. */
      readonly isImport?: boolean;
    }
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
  /** The stored text of an earlier version; answers taught since then stay. */
  | { readonly kind: 'restore'; readonly earlier: string }
  | {
      readonly kind: 'teach';
      readonly asked: { readonly question: string; readonly language: Language };
      readonly answer: string;
      readonly language: Language | undefined;
      readonly url: string | undefined;
    };

/** The result of a change. */
export interface ChangedProfile {
  readonly text: string;
  /** The replaced text, packed as an earlier version; undefined if nothing changed. */
  readonly replaced: Packed | undefined;
  /** The access rules, which every request needs, as JSON. */
  readonly gate: string;
  readonly entryIds: ReadonlySet<string>;
  readonly changes: ProfileChanges;
  /** The names of changed fields that are settings, not information. */
  readonly settings: readonly string[];
  readonly warnings: readonly string[];
  /** The entry that was added, replaced or taught, as JSON. */
  readonly entry?: string;
  readonly untaught?: Untaught;
}

/** The wordings of a removed taught answer, and those of the other taught ones. */
export interface Untaught {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

export interface StoredText {
  readonly text: string;
  readonly version: number;
}

interface WantedChange {
  readonly stored: StoredText;
  readonly change: Change;
  /** Whether no imported version comes between the stored one and this one. */
  readonly isLast: boolean;
}

export function applyChange({ stored, change, isLast }: WantedChange): ChangedProfile {
  const isWhole = ['put', 'patch', 'restore'].includes(change.kind);
  const make = readChange(change);
  const before = readStored(stored.text);
  const result = make(before.profile);
  const { profile } = result.read;
  const text = JSON.stringify(profile);
  const isSame = text === before.text;
  if (!isSame) assertSize(change, before.text, text);
  const pack = (next: string) =>
    isLast ? packVersion(stored.version, stored.text, next) : packAlone(stored.text);
  const { changes, removedEntries } = isSame
    ? { changes: noChanges, removedEntries: 0 }
    : compareProfiles(before.profile, profile);
  const removed = { count: removedEntries, version: stored.version };
  return {
    ...storedForm(profile, text),
    replaced: isSame ? undefined : pack(text),
    changes,
    settings: isSame ? [] : changedSettings(before.profile, profile),
    warnings: isWhole ? allWarnings(result.read, removed) : (result.warnings ?? []),
    ...(result.entry === undefined ? {} : { entry: JSON.stringify(result.entry) }),
    ...(result.untaught === undefined ? {} : { untaught: result.untaught }),
  };
}

/** The first profile of a site; its changes are those from an empty profile. */
export type CreatedProfile = Omit<ChangedProfile, 'replaced' | 'settings' | 'entry' | 'untaught'>;

/** `sentBytes`: the size of the request body; 0 if there was none. */
export function createProfile(body: JsonObject, sentBytes = 0): CreatedProfile {
  const read = readProfileInput(body);
  const profile = admitted(read.profile);
  const text = JSON.stringify(profile);
  assertProfileSize(sentBytes, text);
  return {
    ...storedForm(profile, text),
    changes: compareProfiles(readProfileInput({}).profile, profile).changes,
    warnings: allWarnings({ ...read, profile }, { count: 0, version: 0 }),
  };
}

function storedForm(profile: Profile, text: string) {
  return { text, gate: JSON.stringify(gateFrom(profile)), entryIds: entryIds(profile) };
}

export const noChanges: ProfileChanges = { added: [], changed: [], removed: [] };

interface Result extends Pick<ChangedProfile, 'untaught'> {
  readonly read: ReadProfile;
  readonly entry?: object | undefined;
  /** Only the warnings about the entry. */
  readonly warnings?: readonly string[];
}

/** Reads a change; throws if it is wrong for any profile. */
export function readChange(change: Change): (current: Profile) => Result {
  switch (change.kind) {
    case 'put': {
      const read = readProfileInput(readBody(profileBodySchema, change.body));
      return (current) => {
        const stored = change.isImport ? read.profile : current;
        const profile = admitted(read.profile, current, stored);
        return { read: keepTaught(current, { ...read, profile }) };
      };
    }
    case 'patch': {
      const patch = readPatch(change.body);
      return (current) => {
        const read = readProfileInput(mergePatch(current, patch));
        return { read: { ...read, profile: admitted(read.profile, current) } };
      };
    }
    case 'add': {
      // Only teaching marks an entry as taught.
      const { taught: _, ...entry } = readBody(profileEntrySchema, change.body);
      return (current) => addEntry(current, change.list, entry);
    }
    case 'replace': {
      const { taught: _, id, ...entry } = readBody(profileEntrySchema, change.body);
      if (id !== undefined && id !== null && String(id).trim() !== change.id)
        throw invalid(`id must be ${change.id} as in the path, or left out.`);
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
      const language = change.language ?? guessLanguage(answer) ?? asked.language;
      return (current) => {
        const read = readProfileInput(withLesson(current, asked, { answer, url, language }));
        return { read, entry: faqAbout(read.profile, asked.question) };
      };
    }
  }
}

function assertSize(change: Change, before: string, text: string): void {
  if (change.kind === 'put') assertProfileSize(change.sentBytes ?? 0, text);
  if (['put', 'remove', 'restore'].includes(change.kind)) return;
  // A profile that is too large already may still shrink.
  const bytes = Buffer.byteLength(text);
  if (bytes > siteLimits.profileBytesMax && bytes > Buffer.byteLength(before))
    throw new Problem('too_large', 'With this the profile would be over 8 MB.');
}

/** Parses a request body by its schema. The wrapper adds one level to the depth. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Uint8Array,
): z.output<Schema> {
  const read = schema.safeParse(parseJson(body, limits.jsonDepthMax + 1));
  if (read.success) return read.data;
  throw invalid(read.error.issues[0]?.message ?? 'The request is not valid.');
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

function addEntry(current: Profile, list: ProfileList, entry: JsonObject): Result {
  assertEntry(list, entry, { ...current, [list]: [] });
  const { id } = entry;
  if (id !== undefined && current[list].some((other) => other.id === String(id).trim()))
    throw conflict(
      `There is an entry ${String(id).trim()} already; PUT …/profile/${list}/{id} replaces it.`,
    );
  return withItems(current, list, [...current[list], entry], current[list].length);
}

function replaceEntry(current: Profile, list: ProfileList, id: string, entry: JsonObject): Result {
  const at = indexOf(current, list, id);
  const isTaught = list === 'faqs' && current.faqs[at]?.taught === true;
  const replaced = { ...entry, id, ...(isTaught ? { taught: true } : {}) };
  assertEntry(list, replaced, current);
  return withItems(current, list, current[list].with(at, replaced as never), at);
}

function removeEntry(current: Profile, list: ProfileList, id: string): Result {
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
): Result {
  const read = readProfileInput({ ...current, [list]: items });
  const place = `${list}[${at}]`;
  return {
    read,
    entry: read.profile[list][at],
    warnings: read.warnings.filter((warning) => warning.includes(place)),
  };
}

// Checked alone, so that the refusal names entry 0 and not its index among thousands.
function assertEntry(list: ProfileList, entry: object, current: Profile): void {
  admitted(readProfileInput({ [list]: [entry] }).profile, current);
}

function indexOf(current: Profile, list: ProfileList, id: string): number {
  const at = current[list].findIndex((entry) => entry.id === id);
  if (at < 0) throw absent('entry');
  return at;
}
