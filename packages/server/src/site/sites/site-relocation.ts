import type { SiteBase } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { isProtected, publicOrigin } from '../../nodes/origin.ts';
import { clearSiteBase, setSiteBase } from '../../store/nodes.ts';
import type { Assistant } from '../assistant.ts';
import { holdOwn } from './sites.ts';

/**
 * Says where a site lives from now on; null is here. Applications that ask this server are sent
 * there; the site itself stays as it is until its owner pauses or deletes it.
 */
export async function relocateSite(
  { store, clock, publicUrl }: Pick<Assistant, 'store' | 'clock' | 'publicUrl'>,
  /** Undefined for whoever runs the server. */
  ownerId: string | undefined,
  siteId: string,
  base: string | null,
): Promise<SiteBase> {
  const here = new URL(publicUrl()).origin;
  const wanted = base === null ? here : movedTo(base, here);
  await store.write(async (tx) => {
    const site = await holdOwn(tx, ownerId, siteId);
    if (wanted === here) await clearSiteBase(tx, site.id);
    else await setSiteBase(tx, site.id, wanted, clock());
  });
  return { base: wanted };
}

function movedTo(base: string, here: string): string {
  const wanted = publicOrigin(base, 'base');
  // "This machine" is the visitor's own, unless this server is on it as well.
  if (wanted.startsWith('https:') || wanted === here || isLocal(here)) return wanted;
  throw new Problem('invalid', 'base must be an https address: visitors come from elsewhere.');
}

function isLocal(origin: string): boolean {
  return origin.startsWith('http:') && isProtected(new URL(origin));
}
