import { client } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { loadSession } from '../../../api/session.ts';
import { language } from '../../../words/language.ts';
import { slugOf } from './slug.ts';

/** Adds a site in the language of the console, and in the time zone of this device. */
export async function createSite(
  id: string,
  profile: { readonly business?: string },
): Promise<void> {
  // Whoever reads the console in a language writes in it, unless they choose another one.
  const main = language.peek();
  const languages = main === 'sw' ? (['sw', 'en'] as const) : (['en', 'sw'] as const);
  await client.sites.create(id, { ...profile, languages, ...placeHere() });
  await loadSession();
}

const triesMax = 20;

/** Adds a site with a short name from the host of its website; returns the name. */
export async function createSiteFor(host: string): Promise<string> {
  const [name = ''] = host.replace(/^www\./, '').split('.');
  const isNumber = /^\d+$/.test(name);
  const slug = slugOf(isNumber || name.length < 3 ? host.replaceAll(/[^\w]+/g, ' ') : name);
  const base = slug.length < 3 ? `site-${slug}` : slug.slice(0, 36);
  for (let number = 1; ; number += 1) {
    const id = (number === 1 ? base : `${base}-${number}`).replaceAll(/--+/g, '-');
    try {
      await createSite(id, {});
      return id;
    } catch (error) {
      // Another site has the name.
      if (asProblem(error).code !== 'conflict' || number >= triesMax) throw error;
    }
  }
}

// The country of a number such as 0772 123 456 follows from it. UTC is no place.
function placeHere(): { readonly timezone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return /^(?!Etc\/)\w+\//.test(timeZone) ? { timezone: timeZone } : {};
}
