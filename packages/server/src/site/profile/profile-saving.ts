/**
 * Every change of a profile goes this way: it is made from the version that is there, and saved as the next one in
 * one transaction with the version that it replaces. Whoever saves meanwhile goes first, and the change is made anew.
 */
import { type Profile, type ProfileChanges, siteLimits } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { absentSite, Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import { isAmong, type VersionTags } from '../../kernel/version-tags.ts';
import { writingJson } from '../../kernel/write-json.ts';
import { syncEntries } from '../../store/site/entry-uses.ts';
import {
  findVersion,
  insertCurrentVersion,
  insertPackedVersion,
  type PackedRow,
  pruneVersions,
  type VersionRow,
  versionsOf,
} from '../../store/site/profile-versions.ts';
import { findOwnSite, readProfile, replaceProfile, type SiteRow } from '../../store/site/sites.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { entryIds } from '../gaps/entries.ts';
import { holdOwn, profileTag } from '../sites/sites.ts';
import { gateFrom, type ReadProfile } from './profile.ts';
import { type Comparison, comparingProfiles } from './profile-changes.ts';
import { readingStored } from './stored-profile.ts';
import { createTurns, type Turns } from './turns.ts';
import { packAlone, packVersion } from './version-packing.ts';

/** What saving a profile works with; the command line has no more than this. */
export type ProfileDesk = Pick<Assistant, 'store' | 'clock'>;

/** The site of an owner. */
export type OwnSite = Pick<SiteRow, 'owner_id' | 'id'>;

export interface ProfileEdit {
  /** Who changes it, as its version tells; never a secret. */
  readonly by: string;
  readonly ifMatch?: VersionTags | undefined;
  /** The profile to be, from the one that is; it may be asked again, about a newer one. */
  readonly make: (current: Profile) => Promise<ReadProfile>;
  /** Throws where the profile to be is too large; not asked where nothing changes. */
  readonly assertSize?: (before: string, kept: string) => void;
  /** Versions from elsewhere that come before this one, newest first; none depends on a text of this site. */
  readonly history?: readonly PastVersion[];
  /** What else belongs to the same transaction. */
  readonly also?: (tx: Writer) => Promise<void>;
}

export interface PastVersion extends Omit<VersionRow, 'version'> {
  readonly form: PackedRow['form'];
  readonly packed: string;
}

export interface EditedProfile extends Comparison {
  readonly site: SiteRow;
  readonly read: ReadProfile;
  /** The version that it was made from. */
  readonly madeFrom: number;
  /** How many versions came from elsewhere. */
  readonly brought: number;
}

const turnsMax = 10;
const noChanges: ProfileChanges = { added: [], changed: [], removed: [] };

/** Changes a profile. What comes out the same as it was keeps its version: saving twice is saving once. */
export function changeProfile(
  desk: ProfileDesk,
  own: OwnSite,
  edit: ProfileEdit,
): Promise<EditedProfile> {
  return turnsOf(desk.store)(own.id, async () => {
    for (let turn = 0; turn < turnsMax; turn += 1) {
      const planned = await planEdit(desk.store, own, edit);
      try {
        return await desk.store.write((tx) => commitEdit(desk, tx, own, edit, planned));
      } catch (error) {
        if (!(error instanceof ProfileMoved)) throw error;
      }
    }
    throw new Problem('busy', 'The profile is being changed by others; try again shortly.');
  });
}

/** What a change would do, without doing it. */
export async function tryProfile(
  { store }: Pick<ProfileDesk, 'store'>,
  own: OwnSite,
  edit: Omit<ProfileEdit, 'by' | 'also'>,
): Promise<EditedProfile> {
  const { site, read, comparison } = await planEdit(store, own, { ...edit, by: '' });
  return { site, read, madeFrom: site.version, brought: 0, ...comparison };
}

/** Somebody else saved the profile while a change of it was made. */
class ProfileMoved extends Error {}

// Changes of one site take turns, so that a crowd of them is not made over and over. Those of other processes are seen
// when they are saved.
const turnsByStore = new WeakMap<Store, Turns>();

function turnsOf(store: Store): Turns {
  const known = turnsByStore.get(store) ?? createTurns();
  turnsByStore.set(store, known);
  return known;
}

interface PlannedEdit {
  readonly site: SiteRow;
  readonly read: ReadProfile;
  readonly text: string;
  readonly comparison: Comparison;
  /** The version that it replaces; none where nothing changes. */
  readonly replaced: Pick<PackedRow, 'form' | 'packed'> | undefined;
}

async function planEdit(store: Store, own: OwnSite, edit: ProfileEdit): Promise<PlannedEdit> {
  const { site, stored } = await store.read(async (view) => ({
    site: await findOwnSite(view, own.owner_id, own.id),
    stored: await readProfile(view, own.id),
  }));
  if (site === undefined || stored === undefined) throw absentSite();
  await assertCurrent(store, site, edit.ifMatch);
  const before = await inSteps(readingStored(stored.profile));
  const read = await edit.make(before.profile);
  const text = await inSteps(writingJson(read.profile));
  if (text === before.text) {
    const comparison = { changes: noChanges, removedEntries: 0 };
    return { site, read, text, comparison, replaced: undefined };
  }
  edit.assertSize?.(before.text, text);
  const comparison = await inSteps(comparingProfiles(before.profile, read.profile));
  const hasHistory = edit.history !== undefined && edit.history.length > 0;
  const replaced = hasHistory
    ? await packAlone(stored.profile)
    : await packVersion(site.version, stored.profile, text);
  return { site, read, text, comparison, replaced };
}

async function commitEdit(
  { clock }: Pick<ProfileDesk, 'clock'>,
  tx: Writer,
  own: OwnSite,
  edit: ProfileEdit,
  { site: seen, read, text, comparison, replaced }: PlannedEdit,
): Promise<EditedProfile> {
  const site = await holdOwn(tx, own.owner_id, own.id);
  await assertCurrent(tx, site, edit.ifMatch);
  if (site.version !== seen.version || site.created_at !== seen.created_at)
    throw new ProfileMoved();
  await edit.also?.(tx);
  const edited = { read, madeFrom: site.version, ...comparison };
  if (replaced === undefined) return { site, ...edited, brought: 0 };
  const history = await historyFor(tx, site, edit.history ?? []);
  const now = {
    ...site,
    gate: JSON.stringify(gateFrom(read.profile)),
    updated_at: clock(),
    version: site.version + history.length + 1,
  };
  const { gate, version, updated_at: updatedAt } = now;
  await replaceProfile(tx, site.id, site.version, { profile: text, gate, version, updatedAt });
  await syncEntries(tx, site.id, entryIds(read.profile), updatedAt);
  const unknown = { saved_by: 'unknown', changes: JSON.stringify(noChanges) };
  const last = { ...unknown, version: site.version, saved_at: site.updated_at };
  await insertPackedVersion(tx, site.id, last, replaced);
  for (const [at, past] of history.entries())
    await insertPackedVersion(tx, site.id, { ...past, version: version - 1 - at }, past);
  await insertCurrentVersion(tx, site.id, {
    version,
    saved_at: updatedAt,
    saved_by: edit.by,
    changes: JSON.stringify(comparison.changes),
  });
  await pruneVersions(tx, site.id, version - siteLimits.versionsMax);
  return { site: now, ...edited, brought: history.length };
}

/** As much of it as fits without pushing out a version of the site itself; none of it where it is here already. */
async function historyFor(
  tx: Writer,
  site: SiteRow,
  history: readonly PastVersion[],
): Promise<readonly PastVersion[]> {
  if (history.length === 0) return [];
  const own = await versionsOf(tx, site, siteLimits.versionsMax);
  const nameOf = (row: Omit<VersionRow, 'version'>) => `${row.saved_at} ${row.saved_by}`;
  const known = new Set(own.map(nameOf));
  if (history.some((past) => known.has(nameOf(past)))) return [];
  return history.slice(0, Math.max(0, siteLimits.versionsMax - own.length - 1));
}

/** Whoever comes second learns who came first. */
async function assertCurrent(
  reader: Reader,
  site: SiteRow,
  ifMatch: VersionTags | undefined,
): Promise<void> {
  const tag = profileTag(site.version);
  if (ifMatch === undefined || isAmong(ifMatch, tag)) return;
  const last = await findVersion(reader, site.id, site.version);
  const who = last === undefined ? '' : `, saved at ${isoTime(last.saved_at)} by ${last.saved_by}`;
  throw new Problem(
    'version',
    `If-Match does not hold: the current version is ${tag}${who}; read the profile again and repeat the change on it.`,
  );
}
