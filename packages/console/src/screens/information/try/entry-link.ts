import type { Profile } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import { entriesOf } from '../profile/profile.ts';
import { entryTitle, fieldLabel } from '../profile/readable.ts';

const businessFields =
  'name business greeting suggestions about address privacy phone whatsapp email'.split(' ');

/** The page that edits an entry or a field, with its title. */
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
