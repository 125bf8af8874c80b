import type { JsonObject } from '@baraza/contract';
import { entryIds } from '../../gaps/entries.ts';
import type { Guess } from '../../knowledge/text-language.ts';
import { assertAddressable } from '../entry-ids.ts';
import { assertProfileSize, gateFrom, readProfileInput } from '../profile.ts';
import { compareProfiles } from '../profile-changes.ts';
import { allWarnings } from '../profile-warnings.ts';
import type { ChangedProfile } from './change.ts';

/** The first profile of a site; its changes are those from an empty profile. */
export type CreatedProfile = Omit<ChangedProfile, 'replaced' | 'entry' | 'untaught'>;

/** `sentBytes`: the size of the request body; 0 where there was none. */
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
    warnings: allWarnings(read, { count: 0, version: 0 }, guess),
  };
}
