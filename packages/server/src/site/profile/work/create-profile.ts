import type { JsonObject } from '@baraza/contract';
import { entryIds } from '../../gaps/entries.ts';
import type { Guess } from '../../knowledge/text-language.ts';
import { assertAddressable } from '../entry-ids.ts';
import { gateFrom, readProfileInput } from '../profile.ts';
import { compareProfiles } from '../profile-changes.ts';
import type { ChangedProfile } from './change.ts';
import { assertProfileSize } from './profile-size.ts';
import { wholeWarnings } from './whole-warnings.ts';

/** The first profile of a site; its changes are what an empty one has not. */
export type CreatedProfile = Omit<ChangedProfile, 'replaced' | 'entry' | 'untaught'>;

/** `sentBytes`: how large it was when it came; nothing where it was made here. */
export function createProfile(
  body: JsonObject,
  sentBytes = 0,
  guess: Guess = () => undefined,
): CreatedProfile {
  const read = readProfileInput(body);
  const { profile } = read;
  assertAddressable(profile);
  const text = JSON.stringify(profile);
  assertProfileSize(sentBytes, text);
  return {
    text,
    gate: JSON.stringify(gateFrom(profile)),
    entryIds: entryIds(profile),
    changes: compareProfiles(readProfileInput({}).profile, profile).changes,
    warnings: wholeWarnings(read, { count: 0, version: 0 }, guess),
  };
}
