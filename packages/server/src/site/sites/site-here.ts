/** Whether a site is served here: it may be frozen, while it moves to another server, or be there already. */
import { isSiteSlug } from '@baraza/contract';
import { absentSite, movingSite, Problem } from '../../kernel/problem.ts';
import { siteAddress } from '../../store/site/site-addresses.ts';
import { findSite, type SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';

/**
 * The site, if it is served here; `isRead` calls get a frozen one too. Else throws where it is, that it is being moved,
 * or that there is none.
 */
export async function requireHere(
  reader: Reader,
  slug: string,
  isRead: boolean,
  find: (reader: Reader, id: string) => Promise<SiteRow | undefined> = findSite,
): Promise<SiteRow> {
  const site = isSiteSlug(slug) ? await find(reader, slug) : undefined;
  if (site !== undefined && site.status !== 'frozen') return site;
  // Another owner's site is absent; one that left has no owner here any more.
  const isOfOther = site === undefined && find !== findSite && (await isFound(reader, slug));
  const base = isOfOther ? undefined : await siteAddress(reader, slug);
  if (base !== undefined) throw movedSite(base);
  if (site === undefined) throw absentSite();
  if (!isRead) throw movingSite();
  return site;
}

export function assertNotFrozen({ status }: Pick<SiteRow, 'status'>): void {
  if (status === 'frozen') throw movingSite();
}

/** Whether a stream may go on: one of a site that is elsewhere now ends, so that its reader follows. */
export async function isAdmitted(admit: () => Promise<unknown>): Promise<boolean> {
  try {
    await admit();
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** A site that left, for the route that returns its address. */
export async function departedSite(reader: Reader, slug: string): Promise<SiteRow | undefined> {
  const site = await findSite(reader, slug);
  if (site !== undefined && site.status !== 'frozen') return undefined;
  if ((await siteAddress(reader, slug)) === undefined) return undefined;
  const never = { key_created_at: 0, created_at: 0, updated_at: 0, paused_at: null };
  const nothing = { owner_id: '', plan: '', key: '', notify_secret: null, version: 0 };
  const gate = JSON.stringify({ allowed_origins: [], allow_apps: true, require_key: false });
  return { id: slug, status: 'frozen', gate, ...never, ...nothing };
}

async function isFound(reader: Reader, slug: string): Promise<boolean> {
  return isSiteSlug(slug) && (await findSite(reader, slug)) !== undefined;
}

function movedSite(base: string): Problem {
  // The service adds the path of the request to the address.
  return new Problem('moved', `This site is at ${base} now.`, {
    headers: { location: base },
    fields: { location: base },
  });
}
