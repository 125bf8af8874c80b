import { type JsonObject, type SiteBase, siteLimits } from '@baraza/contract';
import { mintSiteKey } from '../../access/site-keys.ts';
import { absentSite, conflict, invalid } from '../../kernel/problem.ts';
import { isProtected, publicOrigin } from '../../nodes/origin.ts';
import { clearSiteBase, setSiteBase } from '../../store/nodes.ts';
import { lockOwner } from '../../store/owners.ts';
import { syncEntries } from '../../store/site/entry-uses.ts';
import { awaitWriters } from '../../store/site/frozen-sites.ts';
import { insertCurrentVersion } from '../../store/site/profile-versions.ts';
import { clearSiteAddress, setSiteAddress, siteAddress } from '../../store/site/site-addresses.ts';
import {
  countSites,
  insertSite,
  lockSite,
  replaceSiteKey,
  type SiteRow,
  setSiteStatus,
} from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { type CreatedProfile, createProfile } from '../profile/work/change.ts';
import { assertNotFrozen } from './site-here.ts';

/** The author of versions that were saved without a credential. */
export const commandLine = 'command line';

/** Creates a site of an owner. */
export async function createSite(
  { clock, planOfNew }: Pick<Assistant, 'clock' | 'planOfNew'>,
  tx: Writer,
  ownerId: string,
  wanted: {
    readonly id: string;
    readonly plan?: string;
    readonly profile?: JsonObject;
    /** Instead of `profile`: prepared before the transaction, because a transaction blocks other writes. */
    readonly created?: CreatedProfile;
    /** The author of the first version. */
    readonly by?: string;
  },
): Promise<SiteRow> {
  const {
    text: profile,
    gate,
    entryIds,
    changes,
  } = wanted.created ?? createProfile(wanted.profile ?? {});
  const nowMs = clock();
  await lockOwner(tx, ownerId);
  if ((await countSites(tx, ownerId)) >= siteLimits.sitesPerOwnerMax)
    throw conflict(`An owner has at most ${siteLimits.sitesPerOwnerMax} sites.`);
  const site: SiteRow = {
    id: wanted.id,
    owner_id: ownerId,
    status: 'active',
    plan: wanted.plan ?? planOfNew,
    key: mintSiteKey(),
    key_created_at: nowMs,
    created_at: nowMs,
    updated_at: nowMs,
    paused_at: null,
    version: 1,
    gate,
    notify_secret: null,
  };
  // If a site with this id has moved to another server, its visitors would get the answers of another owner.
  const base = await siteAddress(tx, wanted.id);
  if (base !== undefined)
    throw conflict(`The site ${wanted.id} moved to ${base}; its name is taken.`);
  const made = await insertSite(tx, { ...site, profile });
  if (made === 0) throw conflict(`There is a site called ${wanted.id} already.`);
  await syncEntries(tx, site.id, entryIds, nowMs);
  await insertCurrentVersion(tx, site.id, {
    version: site.version,
    saved_at: nowMs,
    saved_by: wanted.by ?? commandLine,
    changes: JSON.stringify(changes),
  });
  return site;
}

/** The old key is invalid from the commit on: each request reads the key, in every process. */
export async function rotateSiteKey(
  { clock }: Pick<Assistant, 'clock'>,
  tx: Writer,
  ownerId: string,
  siteId: string,
): Promise<SiteRow> {
  const site = await lockOwnSite(tx, ownerId, siteId);
  const [key, createdAt] = [mintSiteKey(), clock()];
  await replaceSiteKey(tx, siteId, key, createdAt);
  return { ...site, key, key_created_at: createdAt };
}

/** Pausing a paused site keeps the time of the first pause. A frozen site is not the owner's to change. */
export async function setStatus(
  { clock }: Pick<Assistant, 'clock'>,
  tx: Writer,
  ownerId: string | undefined,
  siteId: string,
  status: 'active' | 'paused',
): Promise<SiteRow> {
  const site = await lockOwnSite(tx, ownerId, siteId);
  assertNotFrozen(site);
  const pausedAt = status === 'paused' ? (site.paused_at ?? clock()) : null;
  await setSiteStatus(tx, siteId, status, pausedAt);
  return { ...site, status, paused_at: pausedAt };
}

/** From the commit on, nothing is taken or sent for the site; what was paused stays so afterwards. */
export async function freezeSite(tx: Writer, siteId: string): Promise<void> {
  await awaitWriters(tx, siteId);
  const { paused_at: pausedAt } = await lockOwnSite(tx, undefined, siteId);
  await setSiteStatus(tx, siteId, 'frozen', pausedAt);
}

/** Ends the freezing of a site that is served here, and not at another address. */
export async function unfreezeSite(tx: Writer, siteId: string): Promise<SiteRow> {
  const site = await lockOwnSite(tx, undefined, siteId);
  const base = await siteAddress(tx, siteId);
  if (base !== undefined)
    throw conflict(
      `${siteId} is at ${base}. If it is to be served here again: sites relocate ${siteId}, then resume it.`,
    );
  const status = site.paused_at === null ? 'active' : 'paused';
  await setSiteStatus(tx, siteId, status, site.paused_at);
  return { ...site, status };
}

/** The ETag of a version of the profile, for `If-Match`. */
export function profileTag(version: number): string {
  return `"${version}"`;
}

/** Locks a site for the transaction; `ownerId` is undefined for the operator. */
export async function lockOwnSite(
  tx: Writer,
  ownerId: string | undefined,
  siteId: string,
): Promise<SiteRow> {
  const site = await lockSite(tx, siteId);
  if (site === undefined || (ownerId !== undefined && site.owner_id !== ownerId))
    throw absentSite();
  return site;
}

/**
 * Sets the base address of a site; null is this server. Applications that ask this server are sent to the new address.
 * A frozen site is served there from then on, and every call of it gets the address; one that is not stays here until
 * its owner pauses or deletes it.
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
    const site = await lockOwnSite(tx, ownerId, siteId);
    if (ownerId !== undefined) assertNotFrozen(site);
    if (wanted === here) {
      await clearSiteBase(tx, site.id);
      await clearSiteAddress(tx, site.id);
    } else if (site.status === 'frozen') await setSiteAddress(tx, site.id, wanted, clock());
    else await setSiteBase(tx, site.id, wanted, clock());
  });
  return { base: wanted };
}

function movedTo(base: string, here: string): string {
  const wanted = publicOrigin(base, 'base');
  // A local address is the visitor's own machine, unless this server is local, too.
  const isLocal = here.startsWith('http:') && isProtected(new URL(here));
  if (wanted.startsWith('https:') || wanted === here || isLocal) return wanted;
  throw invalid('base must be an https address: visitors come from elsewhere.');
}
