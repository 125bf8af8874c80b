import { type Profile, type ProfileChanges, siteLimits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import { writingJson } from '../../kernel/write-json.ts';
import { loadGuess } from '../knowledge/text-language.ts';
import { assertAddressable } from './entry-ids.ts';
import { type ReadProfile, readingProfile, readProfileInput } from './profile.ts';
import { comparingProfiles } from './profile-changes.ts';
import { languageWarnings } from './profile-warnings.ts';

/** The profile of a new site as it was read, as it is kept, and what it has that an empty one has not. */
export interface WrittenProfile {
  readonly read: ReadProfile;
  readonly text: string;
  readonly changes: ProfileChanges;
}

export function* writingProfile(body: {
  readonly [field: string]: unknown;
}): Generator<undefined, WrittenProfile> {
  const read = yield* readingProfile(body);
  assertAddressable(read.profile);
  const text = yield* writingJson(read.profile);
  const { changes } = yield* comparingProfiles(emptyProfile(), read.profile);
  return { read, text, changes };
}

function emptyProfile(): Profile {
  return readProfileInput({}).profile;
}

/**
 * A profile is measured as it was sent or as it is kept, whichever is less: saving adds ids and
 * empty fields, and what was kept once can always be put back.
 */
export function assertProfileSize(sentBytes: number, kept: string): void {
  if (sentBytes <= siteLimits.profileBytesMax) return;
  if (Buffer.byteLength(kept) > siteLimits.profileBytesMax)
    throw new Problem(
      'too_large',
      `The profile may have at most ${siteLimits.profileBytesMax} bytes.`,
    );
}

/** A change of a part may not make the profile too large; one that is may always become smaller. */
export function assertProfileGrowth(before: string, kept: string): void {
  const bytes = Buffer.byteLength(kept);
  if (bytes > siteLimits.profileBytesMax && bytes > Buffer.byteLength(before))
    throw new Problem('too_large', 'With this the profile would be over 8 MB.');
}

/** All that an owner should look at, with what only the texts themselves can tell. */
export async function warningsOf({ profile, warnings }: ReadProfile): Promise<readonly string[]> {
  const spoken = await inSteps(languageWarnings(profile, await loadGuess()));
  const all = [...warnings, ...spoken];
  const more = all.length - siteLimits.warningsMax;
  return more <= 0
    ? all
    : [...all.slice(0, siteLimits.warningsMax), `There are ${more} more warnings.`];
}
