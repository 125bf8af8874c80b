/** A site's profile as a set of places (fields, entries, properties) that can be compared and changed one by one. */
import type { Bilingual, Profile, ProfileFaq } from '@baraza/contract';
import { type ProfileList, profileLists } from '@baraza/contract/plain';
import type { Language } from '../../../words/language.ts';

/** An entry of any list. Its properties are read by name. */
export type Entry = { readonly id: string } & { readonly [property: string]: unknown };

/** A position in the profile: a field, an entry, or a property of an entry. */
export type Place = {
  /** Only this language of the text. */
  readonly language?: Language;
} & (
  | { readonly field: string }
  | { readonly list: ProfileList; readonly id: string; readonly property?: string }
);

export interface Change {
  readonly place: Place;
  /** Undefined for what was added. */
  readonly before: unknown;
  /** Undefined for what was removed. */
  readonly after: unknown;
}

export function placeKey(place: Place): string {
  const path = 'field' in place ? [place.field] : [place.list, place.id, place.property];
  return [...path, place.language].filter((part) => part !== undefined).join('/');
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other);
}

export function entriesOf(profile: Profile, list: ProfileList): readonly Entry[] {
  return profile[list] as unknown as readonly Entry[];
}

/** Every field outside of the lists. */
function fieldsOf(profile: Profile): readonly string[] {
  return Object.keys(profile).filter((name) => !(profileLists as readonly string[]).includes(name));
}

export function changesBetween(before: Profile, after: Profile): readonly Change[] {
  const fields = [...new Set([...fieldsOf(before), ...fieldsOf(after)])]
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ place: { field }, before: before[field], after: after[field] }));
  const entries = profileLists.flatMap((list) => entryChanges(list, before, after));
  return [...fields, ...entries];
}

/** The profile with another value at one place; undefined removes it. */
export function withValue(profile: Profile, place: Place, value: unknown): Profile {
  const { language, ...textPlace } = place;
  if (language !== undefined) {
    const text = withProperty(valueAt(profile, textPlace) as Entry, language, value);
    return withValue(profile, textPlace, text);
  }
  if ('field' in place) {
    const { [place.field]: _, ...rest } = profile;
    return (value === undefined ? rest : { ...profile, [place.field]: value }) as Profile;
  }
  const { list, id, property } = place;
  const entries = entriesOf(profile, list);
  const known = entries.find((entry) => entry.id === id);
  const next = property === undefined ? value : withProperty(known ?? { id }, property, value);
  if (next === undefined)
    return { ...profile, [list]: entries.filter((entry) => entry.id !== id) } as Profile;
  if (known === undefined) return { ...profile, [list]: [...entries, next] } as Profile;
  return {
    ...profile,
    [list]: entries.map((entry) => (entry.id === id ? next : entry)),
  } as Profile;
}

function valueAt(profile: Profile, place: Place): unknown {
  if ('field' in place) return profile[place.field];
  const entry = entriesOf(profile, place.list).find(({ id }) => id === place.id);
  return place.property === undefined ? entry : entry?.[place.property];
}

export function withProperty(entry: Entry, property: string, value: unknown): Entry {
  const { [property]: _, ...rest } = entry;
  return (value === undefined ? rest : { ...entry, [property]: value }) as Entry;
}

/** The client chooses the id, so that an entry sent twice is stored once. */
export function newId(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  return `e-${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => letters[byte % 32]).join('')}`;
}

export function isTaught(entry: unknown): boolean {
  return (entry as ProfileFaq | undefined)?.taught === true;
}

export function isEmptyText(text: unknown): boolean {
  if (text === undefined || text === null) return true;
  if (typeof text === 'string') return text.trim() === '';
  return typeof text === 'object' && Object.values(text as Bilingual).every(isEmptyText);
}

function entryChanges(list: ProfileList, before: Profile, after: Profile): readonly Change[] {
  const old = new Map(entriesOf(before, list).map((entry) => [entry.id, entry]));
  const now = new Map(entriesOf(after, list).map((entry) => [entry.id, entry]));
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  return ids
    .filter((id) => !isSame(old.get(id), now.get(id)))
    .map((id) => ({ place: { list, id }, before: old.get(id), after: now.get(id) }));
}

// The order of properties does not matter, and an undefined one counts as absent.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** Removes empty lines of lists and empty notification addresses. */
export function withoutBlanks(profile: Profile): Profile {
  const filled = <Text>(texts: readonly Text[]) => texts.filter((text) => !isEmptyText(text));
  const tidied = (faq: ProfileFaq) => {
    if (!faq.alternatives?.some(isEmptyText)) return faq;
    const { alternatives, ...rest } = faq;
    const left = filled(alternatives);
    return left.length === 0 ? rest : { ...faq, alternatives: left };
  };
  return {
    ...profile,
    suggestions: filled(profile.suggestions),
    allowed_origins: filled(profile.allowed_origins),
    notify: Object.fromEntries(
      Object.entries(profile.notify).filter(([, value]) => !isEmptyText(value)),
    ),
    faqs: profile.faqs.map(tidied),
  };
}

/** A merge patch (RFC 7396) keeps members that it does not name, so removed ones are sent as null. */
export function patchOf(before: unknown, after: unknown): unknown {
  if (after === undefined) return null;
  if (!isObject(before) || !isObject(after)) return after;
  const gone = Object.keys(before).filter((name) => !(name in after));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...after };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
