import type { Profile } from '@baraza/contract';
import { withPriceIds } from './price-reader.ts';

interface StoredProfile {
  readonly profile: Profile;
  /** As saving it now would write it. */
  readonly text: string;
}

/** Reads a stored profile, and adds what earlier versions of this program did not write. */
export function readStored(stored: string): StoredProfile {
  const kept = JSON.parse(stored) as Profile;
  const profile = withPriceIds(kept);
  return { profile, text: profile === kept ? stored : JSON.stringify(profile) };
}

/**
 * Whether saving it now would write the same text. The only older form has prices without ids, which is found without
 * parsing: quotes inside of JSON strings are escaped.
 */
export function isCurrentForm(stored: string): boolean {
  const name = '"prices":[';
  const at = stored.indexOf(name);
  return (
    at < 0 || stored[at + name.length] === ']' || stored.startsWith('{"id":', at + name.length)
  );
}
