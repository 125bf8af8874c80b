import type { SiteBase } from '@baraza/contract';
import { publicOrigin } from '../nodes/origin.ts';
import { clearSiteBase, setSiteBase } from '../store/nodes.ts';
import type { Assistant } from './site.ts';
import { holdOwn } from './sites.ts';

/**
 * Says where a site lives from now on; null is here. Applications that ask this server are sent
 * there; the site itself stays as it is until its owner pauses or deletes it.
 */
export async function moveSite(
  { store, clock, publicUrl }: Pick<Assistant, 'store' | 'clock' | 'publicUrl'>,
  /** Undefined for whoever runs the server. */
  ownerId: string | undefined,
  siteId: string,
  base: string | null,
): Promise<SiteBase> {
  const here = new URL(publicUrl()).origin;
  const wanted = base === null ? here : publicOrigin(base, 'base');
  await store.write(async (tx) => {
    const site = await holdOwn(tx, ownerId, siteId);
    if (wanted === here) await clearSiteBase(tx, site.id);
    else await setSiteBase(tx, site.id, wanted, clock());
  });
  return { base: wanted };
}
