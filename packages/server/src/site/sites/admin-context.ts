import type { Registry } from '../../access/owners.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Plans } from '../../limits/plans.ts';
import { findSite, type SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';

/** The dependencies of the commands about sites. */
export interface SiteAdminContext extends Registry {
  readonly plans: Plans;
  readonly planOfNew: string;
  readonly siteUrl: () => string;
  /** The assistant of the running server, or one that works on the store alone. */
  readonly assistant: () => Promise<Assistant>;
}

export async function requireSite(reader: Reader, id: string): Promise<SiteRow> {
  const site = await findSite(reader, id);
  if (site === undefined) throw new Problem('site', `There is no site ${id}; see sites list.`);
  return site;
}
