import { siteLimits } from '@baraza/contract';
import type { Guess } from '../../knowledge/text-language.ts';
import type { ReadProfile } from '../profile.ts';
import { languageWarnings } from '../profile-warnings.ts';

/** All that an owner should look at. Removed entries come first: they are never among those that are only counted. */
export function wholeWarnings(
  { profile, warnings }: ReadProfile,
  removed: { readonly count: number; readonly version: number },
  guess: Guess,
): readonly string[] {
  const all = [...removedWarning(removed), ...warnings, ...languageWarnings(profile, guess)];
  const more = all.length - siteLimits.warningsMax;
  return more <= 0
    ? all
    : [...all.slice(0, siteLimits.warningsMax), `There are ${more} more warnings.`];
}

function removedWarning({ count, version }: { readonly count: number; readonly version: number }) {
  if (count === 0) return [];
  return count === 1
    ? [`1 entry of version ${version} is removed; that version still has it.`]
    : [`${count} entries of version ${version} are removed; that version still has them.`];
}
