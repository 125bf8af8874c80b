/**
 * All changes of a profile: each is made from the current version, and saved as the next one in one transaction with
 * the version that it replaces. If another change was saved meanwhile, it is made again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SavedProfile, siteLimits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { isoTime } from '../../kernel/clock.ts';
import { absentSite, Problem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import { isAmong, type VersionTags } from '../../kernel/version-tags.ts';
import { overBytes } from '../../limits/owner-bytes.ts';
import { countKept } from '../../store/owners.ts';
import { syncEntries } from '../../store/site/entry-uses.ts';
import {
  findVersion,
  insertCurrentVersion,
  insertPackedVersion,
  pruneVersions,
  type VersionRow,
  versionsOf,
} from '../../store/site/profile-versions.ts';
import { findOwnSite, readProfile, replaceProfile, type SiteRow } from '../../store/site/sites.ts';
import type { Reader, Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { type MailboxContext, sendFirstLink } from '../notices/mailbox.ts';
import { changeQuestions, finishQuestionChanges } from '../questions/question-changes.ts';
import { questionsTaughtBy } from '../questions/question-groups.ts';
import { assertNotFrozen } from '../sites/site-here.ts';
import { lockOwnSite, profileTag } from '../sites/sites.ts';
import type { PastVersion } from './version-packing.ts';
import { type Change, type ChangedProfile, noChanges } from './work/change.ts';

export type ProfileContext = MailboxContext;

export type OwnSite = Pick<SiteRow, 'owner_id' | 'id'>;

export interface ProfileEdit {
  readonly change: Change;
  /** Who makes the change, as its version shows; never a secret. */
  readonly by: string;
  readonly ifMatch?: VersionTags | undefined;
  /** Refuses a change of settings, for a person who edits information only. */
  readonly keepsSettings?: boolean;
  /** Imported versions that precede this one, newest first; none depends on a text of this site. */
  readonly history?: readonly PastVersion[];
  /** Runs in the same transaction. */
  readonly also?: (tx: Writer) => Promise<void>;
  /** Set if the site arrives from another server, and is frozen. */
  readonly arrives?: boolean;
  /** Aborts a change that is not committed yet. */
  readonly signal?: AbortSignal | undefined;
}

export interface EditedProfile {
  readonly site: SiteRow;
  readonly changed: ChangedProfile;
  /** How many versions were imported. */
  readonly imported: number;
}

const triesMax = 10;

/** Changes a profile. A change that results in the same profile makes no version. */
export function changeProfile(
  context: ProfileContext,
  own: OwnSite,
  edit: ProfileEdit,
): Promise<EditedProfile> {
  const { store, profiles } = context;
  return profiles.inTurn(own.id, async () => {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const planned = await tryProfile(context, own, edit);
      const { untaught, settings } = planned.changed;
      if (edit.keepsSettings === true && settings.length > 0)
        throw new Problem('scope', `Only an owner can change ${settings.join(', ')}.`);
      if (untaught !== undefined) await finishQuestionChanges(store, own.id);
      const reopened = untaught === undefined ? [] : await questionsTaughtBy(store, own, untaught);
      edit.signal?.throwIfAborted();
      try {
        const edited = await store.write((tx) =>
          commitEdit(context, tx, own, edit, planned, reopened),
        );
        // Writing megabytes has taken a while, and what follows sends them to an engine.
        await nextTurn();
        await sendFirstLink(context, edited.site);
        await finishQuestionChanges(store, own.id);
        return edited;
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile)) throw error;
      }
    }
    throw new Problem('busy', 'The profile is being changed by others; try again shortly.');
  });
}

/** Another change was saved while this one was made. */
class ChangedMeanwhile extends Error {}

interface PlannedChange {
  readonly site: SiteRow;
  readonly changed: ChangedProfile;
}

/** What a change would do, without saving it. */
export async function tryProfile(
  { store, profiles }: Pick<ProfileContext, 'store' | 'profiles'>,
  own: OwnSite,
  { change, ifMatch, signal, history = [] }: Omit<ProfileEdit, 'by' | 'also'>,
): Promise<PlannedChange> {
  const { site, stored } = await store.read(async (view) => ({
    site: await findOwnSite(view, own.owner_id, own.id),
    stored: await readProfile(view, own.id),
  }));
  if (site === undefined || stored === undefined) throw absentSite();
  await breathe(signal);
  const caller = { account: own.owner_id, signal };
  const stale = await stalenessOf(store, site, ifMatch);
  if (stale !== undefined) {
    // A change that is wrong for any version is refused for that first.
    await profiles.run('check', { change }, caller);
    throw stale;
  }
  const before = { text: stored.profile, version: site.version };
  const isLast = history.length === 0;
  const changed = await profiles.run('change', { stored: before, change, isLast }, caller);
  return { site, changed };
}

async function commitEdit(
  { clock, profiles: { ownerBytesMax } }: Pick<ProfileContext, 'clock' | 'profiles'>,
  tx: Writer,
  own: OwnSite,
  edit: ProfileEdit,
  { site: seen, changed }: PlannedChange,
  /** Questions that become open again. */
  reopened: readonly string[],
): Promise<EditedProfile> {
  const site = await lockOwnSite(tx, own.owner_id, own.id);
  if (edit.arrives !== true) assertNotFrozen(site);
  const stale = await stalenessOf(tx, site, edit.ifMatch);
  if (stale !== undefined) throw stale;
  if (site.version !== seen.version || site.created_at !== seen.created_at)
    throw new ChangedMeanwhile();
  await edit.also?.(tx);
  if (reopened.length > 0) await changeQuestions(tx, site.id, reopened, 'new');
  const { text: profile, gate, replaced } = changed;
  if (replaced === undefined) return { site, changed, imported: 0 };
  const history = await historyFor(tx, site, edit.history ?? []);
  const version = site.version + history.length + 1;
  const updatedAt = clock();
  await replaceProfile(tx, site.id, site.version, { profile, gate, version, updatedAt });
  await syncEntries(tx, site.id, changed.entryIds, updatedAt);
  const unknown = { saved_by: 'unknown', changes: JSON.stringify(noChanges) };
  const last = { ...unknown, version: site.version, saved_at: site.updated_at };
  await insertPackedVersion(tx, site.id, last, replaced);
  for (const [at, past] of history.entries())
    await insertPackedVersion(tx, site.id, { ...past, version: version - 1 - at }, past);
  await insertCurrentVersion(tx, site.id, {
    version,
    saved_at: updatedAt,
    saved_by: edit.by,
    changes: JSON.stringify(changed.changes),
  });
  const pruned = await pruneVersions(tx, site.id, version - siteLimits.versionsMax);
  const packed = [replaced, ...history].reduce(
    (sum, past) => sum + Buffer.byteLength(past.packed),
    0,
  );
  const ownerBytes = await countKept(tx, site.owner_id, packed - pruned);
  if (packed > pruned && ownerBytes > ownerBytesMax) throw overBytes(ownerBytesMax);
  const now = { ...site, gate, updated_at: updatedAt, version };
  return { site: now, changed, imported: history.length };
}

/** The imported versions that fit beside those of the site; none if some of them were imported before. */
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

/** The refusal of a change made on an older version; it names who saved the current one. */
async function stalenessOf(
  reader: Reader,
  site: SiteRow,
  ifMatch: VersionTags | undefined,
): Promise<Problem | undefined> {
  const tag = profileTag(site.version);
  if (ifMatch === undefined || isAmong(ifMatch, tag)) return undefined;
  const last = await findVersion(reader, site.id, site.version);
  const who = last === undefined ? '' : `, saved at ${isoTime(last.saved_at)} by ${last.saved_by}`;
  return new Problem(
    'version',
    `If-Match does not hold: the current version is ${tag}${who}; read the profile again and repeat the change on it.`,
  );
}

// The index of an ordinary profile takes milliseconds, that of the largest up to half a minute.
const indexWaitMs = 5_000;

/** The answer to a save, as JSON. Waits a while for the search index, so that the next question uses it. */
export async function writeSaved(
  { engine, vectors }: Pick<Assistant, 'engine' | 'vectors'>,
  { site, changed }: EditedProfile,
): Promise<string> {
  const startedMs = performance.now();
  // If no engine can open it now, the next question does.
  const opening = engine.open(vectors.sourceOf(site)).catch(() => ({ passages: 0 }));
  const opened = await race(opening, { limitMs: indexWaitMs }, () => undefined);
  const ms = Math.round(performance.now() - startedMs);
  const status = opened === undefined || vectors.isMaking(site) ? 'lexical' : 'ready';
  const rest: Omit<SavedProfile, 'profile'> = {
    version: site.version,
    changes: changed.changes,
    index: { status, passages: opened?.passages ?? 0, ms },
    warnings: [...changed.warnings],
  };
  // Megabytes: each further step would copy them.
  return `{"profile":${changed.text},${JSON.stringify(rest).slice(1)}`;
}
