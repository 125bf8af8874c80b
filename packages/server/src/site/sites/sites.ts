import { type JsonObject, siteLimits } from '@baraza/contract';
import { mintSiteKey } from '../../access/site-keys.ts';
import { absentSite, Problem } from '../../kernel/problem.ts';
import { holdOwner } from '../../store/owners.ts';
import { syncEntries } from '../../store/site/entry-uses.ts';
import { insertCurrentVersion } from '../../store/site/profile-versions.ts';
import {
  countSites,
  holdSite,
  insertSite,
  replaceSiteKey,
  type SiteRow,
  setSiteStatus,
} from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { type CreatedProfile, createProfile } from '../profile/work/create-profile.ts';

/** What the making of sites works with; the command line has no more than this. */
type SiteMaker = Pick<Assistant, 'clock' | 'planOfNew'>;

/** Who saved a version, where no credential did. */
export const commandLine = 'command line';

/** Makes a site of an owner; its name is taken for good. */
export async function createSite(
  maker: SiteMaker,
  tx: Writer,
  ownerId: string,
  wanted: {
    readonly id: string;
    readonly plan?: string;
    /** Without it, that of `created`. */
    readonly profile?: JsonObject;
    /** A profile that was read before, so that no other write has to wait for that. */
    readonly created?: CreatedProfile;
    /** Who makes it, as its first version shows. */
    readonly by?: string;
  },
): Promise<{ readonly site: SiteRow }> {
  const {
    text: profile,
    gate,
    entryIds,
    changes,
  } = wanted.created ?? createProfile(wanted.profile ?? {});
  const nowMs = maker.clock();
  await holdOwner(tx, ownerId);
  if ((await countSites(tx, ownerId)) >= siteLimits.sitesPerOwnerMax)
    throw new Problem('conflict', `An owner has at most ${siteLimits.sitesPerOwnerMax} sites.`);
  const site: SiteRow = {
    id: wanted.id,
    owner_id: ownerId,
    status: 'active',
    plan: wanted.plan ?? maker.planOfNew,
    key: mintSiteKey(),
    key_created_at: nowMs,
    created_at: nowMs,
    updated_at: nowMs,
    paused_at: null,
    version: 1,
    gate,
    notify_secret: null,
  };
  const made = await insertSite(tx, { ...site, profile });
  if (made === 0) throw new Problem('conflict', `There is a site called ${wanted.id} already.`);
  await syncEntries(tx, site.id, entryIds, nowMs);
  await insertCurrentVersion(tx, site.id, {
    version: site.version,
    saved_at: nowMs,
    saved_by: wanted.by ?? commandLine,
    changes: JSON.stringify(changes),
  });
  return { site };
}

/** The old key ends with the commit: the next request reads the new one, in every process. */
export async function rotateSiteKey(
  { clock }: Pick<Assistant, 'clock'>,
  tx: Writer,
  ownerId: string,
  siteId: string,
): Promise<SiteRow> {
  const site = await holdOwn(tx, ownerId, siteId);
  const [key, createdAt] = [mintSiteKey(), clock()];
  await replaceSiteKey(tx, siteId, key, createdAt);
  return { ...site, key, key_created_at: createdAt };
}

/** Pausing a paused site leaves it as it is. */
export async function setStatus(
  { clock }: Pick<Assistant, 'clock'>,
  tx: Writer,
  ownerId: string | undefined,
  siteId: string,
  status: SiteRow['status'],
): Promise<SiteRow> {
  const site = await holdOwn(tx, ownerId, siteId);
  const pausedAt = status === 'paused' ? (site.paused_at ?? clock()) : null;
  await setSiteStatus(tx, siteId, status, pausedAt);
  return { ...site, status, paused_at: pausedAt };
}

/** `If-Match` speaks of the version of the profile. */
export function profileTag(version: number): string {
  return `"${version}"`;
}

/** Without an owner for whoever runs the server. */
export async function holdOwn(
  tx: Writer,
  ownerId: string | undefined,
  siteId: string,
): Promise<SiteRow> {
  const site = await holdSite(tx, siteId);
  if (site === undefined || (ownerId !== undefined && site.owner_id !== ownerId))
    throw absentSite();
  return site;
}
