import type { Installation } from '../../assemble.ts';
import { createSite } from '../../site/sites/sites.ts';
import type { Writer } from '../../store/store.ts';
import { demoProfile } from './demo-profile.ts';

const demoSite = 'demo';

/** The demo site of the first owner, made in the transaction that makes the owner. */
export async function makeDemoSite(
  { clock, config }: Pick<Installation, 'clock' | 'config'>,
  tx: Writer,
  ownerId: string,
): Promise<{ readonly site: string; readonly site_key: string }> {
  const maker = { clock, planOfNew: config.plan };
  const { site } = await createSite(maker, tx, ownerId, { id: demoSite, profile: demoProfile });
  return { site: site.id, site_key: site.key };
}
