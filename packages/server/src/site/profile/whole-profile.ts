/** The ways to change a profile as a whole or in its fields: saving, patching, importing, restoring. */
import {
  isProfileList,
  type JsonObject,
  type Profile,
  type ProfileDryRun,
  type SavedProfile,
} from '@baraza/contract';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { inSteps } from '../../kernel/steps.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import type { Assistant } from '../assistant.ts';
import { assertAddressable } from './entry-ids.ts';
import { fieldProblem } from './field-values.ts';
import { profileIn, type ReadProfile, readingProfile } from './profile.ts';
import {
  changeProfile,
  type EditedProfile,
  type OwnSite,
  type ProfileDesk,
  type ProfileEdit,
  tryProfile,
} from './profile-saving.ts';
import { withTaught } from './taught-entries.ts';
import { assertProfileGrowth, assertProfileSize, warningsOf } from './written-profile.ts';

export interface EditOptions {
  readonly by: string;
  readonly ifMatch?: VersionTags | undefined;
  /** How large it was when it came; nothing where it was made here. */
  readonly sentBytes?: number;
}

/** Saves a whole profile; what was taught stays. */
export async function saveProfile(
  desk: ProfileDesk,
  site: OwnSite,
  body: JsonObject,
  options: EditOptions & Pick<ProfileEdit, 'history'>,
): Promise<EditedProfile> {
  const { by, history = [] } = options;
  const edit = await savingEdit(body, options);
  return changeProfile(desk, site, { ...edit, by, history });
}

/** What saving it would change, and what it would warn of. */
export async function tryToSave(
  desk: Pick<ProfileDesk, 'store'>,
  site: OwnSite,
  body: JsonObject,
  options: Omit<EditOptions, 'by'>,
): Promise<ProfileDryRun> {
  const tried = await tryProfile(desk, site, await savingEdit(body, options));
  const warnings = [...(await wholeWarnings(tried))];
  return { changes: tried.changes, warnings, version: tried.madeFrom };
}

async function savingEdit(body: JsonObject, options: Omit<EditOptions, 'by'>) {
  const { ifMatch, sentBytes = 0 } = options;
  const read = await inSteps(readingProfile(body));
  return {
    ifMatch,
    make: async (current: Profile) => {
      assertAddressable(read.profile, current);
      return keepTaught(current, read);
    },
    assertSize: (_before: string, kept: string) => assertProfileSize(sentBytes, kept),
  };
}

/** Merges fields outside the lists into the profile (RFC 7396). */
export function patchProfile(
  desk: ProfileDesk,
  site: OwnSite,
  body: JsonObject,
  { by, ifMatch }: EditOptions,
): Promise<EditedProfile> {
  const patch = profileIn(body) as JsonObject;
  const list = Object.keys(patch).find(isProfileList);
  if (list !== undefined)
    throw fieldProblem(
      list,
      `is a list: POST …/profile/${list} adds an entry, PUT and DELETE …/profile/${list}/{id} change one`,
    );
  return changeProfile(desk, site, {
    by,
    ifMatch,
    make: (current) => inSteps(readingProfile(mergePatch(current, patch))),
    assertSize: assertProfileGrowth,
  });
}

/** Makes an earlier profile the current one again; what was taught since stays. */
export async function restoreProfile(
  desk: ProfileDesk,
  site: OwnSite,
  earlier: Profile,
  { by, ifMatch }: EditOptions,
): Promise<EditedProfile> {
  const read = await inSteps(readingProfile(earlier));
  return changeProfile(desk, site, {
    by,
    ifMatch,
    make: (current) => keepTaught(current, read),
  });
}

async function keepTaught(current: Profile, read: ReadProfile): Promise<ReadProfile> {
  const { profile, warnings } = withTaught(current, read.profile);
  if (profile === read.profile) return { profile, warnings: [...warnings, ...read.warnings] };
  const again = await inSteps(readingProfile(profile));
  return { profile: again.profile, warnings: [...warnings, ...again.warnings] };
}

/** A saved profile with its search index: the next question can use it. */
export async function tellSaved(
  { engine, vectors }: Pick<Assistant, 'engine' | 'vectors'>,
  edited: EditedProfile,
): Promise<SavedProfile> {
  const { site, read, changes } = edited;
  const startedMs = performance.now();
  const { passages } = await engine.open(vectors.sourceOf(site));
  const ms = Math.round(performance.now() - startedMs);
  const status = vectors.isMaking(site) ? 'lexical' : 'ready';
  return {
    profile: read.profile as SavedProfile['profile'],
    version: site.version,
    changes,
    index: { status, passages, ms },
    warnings: [...(await wholeWarnings(edited))],
  };
}

/** What was removed comes first: it is never among those that are only counted. */
export function wholeWarnings(edited: EditedProfile): Promise<readonly string[]> {
  const { read, removedEntries: count, madeFrom } = edited;
  if (count === 0) return warningsOf(read);
  const removed =
    count === 1
      ? `1 entry of version ${madeFrom} is removed; that version still has it.`
      : `${count} entries of version ${madeFrom} are removed; that version still has them.`;
  return warningsOf({ ...read, warnings: [removed, ...read.warnings] });
}
