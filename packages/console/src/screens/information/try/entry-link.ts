import type { Profile } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import { entriesOf } from '../profile/profile.ts';
import { entryTitle, fieldLabel } from '../profile/readable.ts';

const businessFields = [
  'name',
  'business',
  'greeting',
  'suggestions',
  'about',
  'address',
  'privacy',
];
const contactFields = ['phone', 'whatsapp', 'email'];

/** Where an entry or field is edited, with what it is called. */
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
  const part = ['hours', 'closed', 'prices'].includes(id)
    ? id
    : [...businessFields, ...contactFields].includes(id)
      ? 'business'
      : undefined;
  return part === undefined ? undefined : { href: `${home}/${part}`, label: fieldLabel(id) };
}
