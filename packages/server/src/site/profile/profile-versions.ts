import type { ProfileChanges, ProfileVersion, ProfileVersionList } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { absent, absentSite } from '../../kernel/problem.ts';
import {
  findPacked,
  findVersion,
  packedFrom,
  type VersionRow,
  versionsOf,
} from '../../store/site/profile-versions.ts';
import { findOwnSite, readProfile } from '../../store/site/sites.ts';
import {
  changeProfile,
  type EditedProfile,
  type OwnSite,
  type ProfileContext,
  type ProfileEdit,
} from './profile-saving.ts';
import type { Profiles } from './profiles.ts';
import { isCurrentForm } from './stored-profile.ts';
import { unpackOne, unpackVersion } from './version-packing.ts';

interface KeptVersion {
  readonly view: ProfileVersion;
  /** The profile as JSON. */
  readonly text: string;
}

/** Newest first. */
export async function listVersions(
  { store }: Pick<ProfileContext, 'store'>,
  own: OwnSite,
): Promise<ProfileVersionList> {
  const rows = await store.read(async (view) => {
    const site = await findOwnSite(view, own.owner_id, own.id);
    if (site === undefined) throw absentSite();
    return versionsOf(view, site, siteLimits.versionsMax);
  });
  return { versions: rows.map(viewVersion) };
}

/** A version as JSON, in parts. */
export function writeVersion({ view, text }: KeptVersion): readonly string[] {
  return [`${JSON.stringify(view).slice(0, -1)},"profile":`, text, '}'];
}

export async function readVersion(
  { store, profiles }: Pick<ProfileContext, 'store' | 'profiles'>,
  own: OwnSite,
  wanted: string,
  signal?: AbortSignal,
): Promise<KeptVersion> {
  const version = /^[1-9]\d{0,14}$/.test(wanted) ? Number(wanted) : 0;
  // One snapshot, since a version is unpacked with the texts that follow it.
  const { row, rows, stored } = await store.read(async (view) => {
    const site = await findOwnSite(view, own.owner_id, own.id);
    const current = await readProfile(view, own.id);
    if (site === undefined || current === undefined) throw absentSite();
    const isKept = version > site.version - siteLimits.versionsMax;
    return {
      row: isKept ? await findVersion(view, own.id, version) : undefined,
      rows: isKept ? await packedFrom(view, own.id, version) : [],
      stored: current,
    };
  });
  const text = row === undefined ? undefined : await unpackVersion(rows, stored);
  if (row === undefined || text === undefined) throw absent('version');
  return { view: viewVersion(row), text: await currentForm(profiles, own, text, signal) };
}

/** The versions before the current one, newest first, each unpacked once. */
export async function* earlierVersions(
  { store, profiles }: Pick<ProfileContext, 'store' | 'profiles'>,
  own: OwnSite,
): AsyncGenerator<KeptVersion, void, undefined> {
  const { site, current } = await store.read(async (view) => ({
    site: await findOwnSite(view, own.owner_id, own.id),
    current: await readProfile(view, own.id),
  }));
  if (site === undefined || current === undefined) return;
  let next: string | undefined = current.profile;
  const oldest = Math.max(1, site.version - siteLimits.versionsMax + 1);
  for (let version = site.version - 1; version >= oldest; version -= 1) {
    const { row, packed } = await store.read(async (view) => ({
      row: await findVersion(view, own.id, version),
      packed: await findPacked(view, own.id, version),
    }));
    next = packed === undefined ? undefined : await unpackOne(packed, next);
    if (row === undefined || next === undefined) continue;
    yield { view: viewVersion(row), text: await currentForm(profiles, own, next) };
  }
}

/** The profile in the format in which it would be saved now. */
async function currentForm(
  profiles: Profiles,
  own: OwnSite,
  stored: string,
  signal?: AbortSignal,
): Promise<string> {
  if (isCurrentForm(stored)) return stored;
  return profiles.run('text', { stored }, { account: own.owner_id, signal });
}

/** Makes an earlier version the current one, as a new version. */
export async function restoreVersion(
  context: ProfileContext,
  own: OwnSite,
  wanted: string,
  options: Pick<ProfileEdit, 'ifMatch' | 'signal' | 'keepsSettings'> & {
    /** The `by` of the new version, from the number of the restored one. */
    readonly byOf: (version: number) => string;
  },
): Promise<EditedProfile> {
  const { byOf, ...edit } = options;
  const { view, text } = await readVersion(context, own, wanted, edit.signal);
  return changeProfile(context, own, {
    ...edit,
    by: byOf(view.version),
    change: { kind: 'restore', earlier: text },
  });
}

function viewVersion(row: VersionRow): ProfileVersion {
  return {
    version: row.version,
    saved_at: isoTime(row.saved_at),
    by: row.saved_by,
    changes: JSON.parse(row.changes) as ProfileChanges,
  };
}
