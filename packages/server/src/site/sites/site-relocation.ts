import type { SiteBase } from '@baraza/contract';
import { invalid } from '../../kernel/problem.ts';
import { isProtected, publicOrigin } from '../../nodes/origin.ts';
import { clearSiteBase, setSiteBase } from '../../store/nodes.ts';
import type { Assistant } from '../assistant.ts';
import { holdOwn } from './sites.ts';

/**
 * Sets the base address of a site; null is this server. Applications that ask this server are sent to the new address;
 * the site itself stays here until its owner pauses or deletes it.
 */
export async function relocateSite(
  { store, clock, publicUrl }: Pick<Assistant, 'store' | 'clock' | 'publicUrl'>,
  /** Undefined for the operator. */
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
  // A local address is the visitor's own machine, unless this server is local, too.
  if (wanted.startsWith('https:') || wanted === here || isLocal(here)) return wanted;
  throw invalid('base must be an https address: visitors come from elsewhere.');
}

function isLocal(origin: string): boolean {
  return origin.startsWith('http:') && isProtected(new URL(origin));
}
