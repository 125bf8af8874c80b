/** Values of a profile as text. */
import type { Bilingual, Profile, ProfileHours } from '@baraza/contract';
import { type ProfileList, profileLists, type Weekday, weekdays } from '@baraza/contract/plain';
import { day } from '../../../words/figures.ts';
import { localized } from '../../../words/language.ts';
import { type Entry, entriesOf, type Place } from './profile.ts';
import { t } from './words.ts';

export function fieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = t.fields;
  return labels[name] ?? name;
}

/** The title of an entry of any list. */
export function entryTitle(entry: unknown): string {
  const { title, question, item } = (entry ?? {}) as Entry;
  return localized((title ?? question ?? item) as Bilingual | undefined);
}

/** The path to a place in words: "Common questions · Do you deliver? · Answer". */
export function placeLabel(place: Place, ...profiles: readonly (Profile | undefined)[]): string {
  const tongue = place.language === undefined ? [] : [t.languages[place.language]];
  if ('field' in place) return [fieldLabel(place.field), ...tongue].join(' · ');
  const { list, id, property } = place;
  const titles = profiles.map((profile) => profile && titleIn(profile, list, id));
  return [
    t.lists[list],
    titles.find(Boolean),
    property === undefined ? undefined : fieldLabel(property),
    ...tongue,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function titleIn(profile: Profile, list: ProfileList, id: string): string {
  return entryTitle(entriesOf(profile, list).find((entry) => entry.id === id));
}

/** A value as lines of text, for views of differences. */
export function linesOf(value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'boolean') return [value ? t.yes : t.no];
  if (typeof value !== 'object') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(lineOfItem);
  return Object.entries(value)
    .filter(([name]) => !unshown.has(name))
    .flatMap(([name, one]) =>
      linesOf(name === 'language' ? partLabel(String(one)) : one).map(
        (line) => `${partLabel(name)}: ${line}`,
      ),
    );
}

// What the server keeps of an entry beside its texts.
const unshown: ReadonlySet<string> = new Set(['id', 'taught']);

export function hoursLine({ days, open, close }: ProfileHours): string {
  return `${daysLine(days)} ${open}–${close}`;
}

/** Who saved it, without the id of the credential. */
export function personOf(by: string): string {
  const name = by.replace(/ \([^()]*\)$/, '');
  return name === 'owner' ? t.owner : name;
}

/** Three or more days in a row are written as "Mon–Sat". */
function daysLine(days: ProfileHours['days']): string {
  const { shortDays } = t;
  const runs: Weekday[][] = [];
  for (const day of weekdays.filter((one) => days.includes(one))) {
    const run = runs.at(-1);
    if (run !== undefined && weekdays.indexOf(day) === weekdays.indexOf(run[0] ?? day) + run.length)
      run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) => {
      const [first, last] = [run[0], run.at(-1)];
      if (run.length < 3 || first === undefined || last === undefined)
        return run.map((one) => shortDays[one]);
      return [`${shortDays[first]}–${shortDays[last]}`];
    })
    .join(', ');
}

function lineOfItem(item: unknown): readonly string[] {
  if (typeof item !== 'object' || item === null) return linesOf(item);
  if ('days' in item) return [hoursLine(item as ProfileHours)];
  if ('date' in item) {
    const { date, note } = item as { readonly date: string; readonly note?: Bilingual };
    const text = localized(note);
    return [text === '' ? day(date) : `${day(date)}: ${text}`];
  }
  return [linesOf(item).join(' / ')];
}

function partLabel(name: string): string {
  return name === 'sw' || name === 'en' ? t.languages[name] : fieldLabel(name);
}

const businessFields =
  'name business greeting suggestions about address privacy phone whatsapp email'.split(' ');

/** A link to the editor of an entry or field. */
export function entryLink(
  site: string,
  profile: Profile,
  id: string,
): { readonly href: string; readonly label: string } | undefined {
  const home = `#/sites/${encodeURIComponent(site)}/information`;
  for (const list of profileLists) {
    const entry = entriesOf(profile, list).find((one) => one.id === id);
    if (entry !== undefined)
      return { href: `${home}/${list}?entry=${encodeURIComponent(id)}`, label: entryTitle(entry) };
  }
  const isPart = ['hours', 'closed', 'prices'].includes(id);
  if (!isPart && !businessFields.includes(id)) return undefined;
  return { href: `${home}/${isPart ? id : 'business'}`, label: fieldLabel(id) };
}
