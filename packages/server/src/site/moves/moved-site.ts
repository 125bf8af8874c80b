/** Errors for a site that is being moved, or that another server has. */
import { absentSite, movingSite, Problem } from '../../kernel/problem.ts';
import { openArrivals, siteAddress } from '../../store/site/site-moves.ts';
import { findSite, type SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';

/** Why a site is not found: it is elsewhere, about to be served here, or it does not exist. */
export async function whyAbsent(reader: Reader, slug: string): Promise<Problem> {
  const base = await siteAddress(reader, slug);
  if (base !== undefined)
    // The service adds the path of the request to the address.
    return new Problem('moved', `This site is at ${base} now.`, {
      headers: { location: base },
      fields: { location: base },
    });
  const arrivals = await openArrivals(reader, slug);
  const isReady = arrivals.some(({ state }) => state === 'ready');
  // The site may have arrived since it was not found.
  return isReady || (await findSite(reader, slug)) !== undefined ? movingSite() : absentSite();
}

/** A site that left, for the route that returns its address. */
export async function departedSite(reader: Reader, slug: string): Promise<SiteRow | undefined> {
  if ((await siteAddress(reader, slug)) === undefined) return undefined;
  const never = { key_created_at: 0, created_at: 0, updated_at: 0, paused_at: null };
  const nothing = { owner_id: '', plan: '', key: '', notify_secret: null, version: 0 };
  const gate = JSON.stringify({ allowed_origins: [], allow_apps: true, require_key: false });
  return { id: slug, status: 'paused', gate, moving: 'moved', ...never, ...nothing };
}

/** While it is handed over, for at most two seconds, a site is read and not changed. */
export function assertNotFrozen({ moving }: Pick<SiteRow, 'moving'>, isRead: boolean): void {
  if (moving === 'frozen' && !isRead) throw movingSite();
}
