import type { Profile } from '@baraza/contract';
import { withPriceIds } from './price-reader.ts';

interface StoredProfile {
  readonly profile: Profile;
  /** As saving it now would write it. */
  readonly text: string;
}

/** A profile from its stored text, with what profiles of earlier versions of this program lack. */
export function readStored(stored: string): StoredProfile {
  const kept = JSON.parse(stored) as Profile;
  const profile = withPriceIds(kept);
  return { profile, text: profile === kept ? stored : JSON.stringify(profile) };
}

/**
 * Whether saving it now would write the same text: only prices without ids were ever written otherwise. Inside of a
 * JSON text quotes are escaped, so the name of the field is found without parsing.
 */
export function isWrittenAsNow(stored: string): boolean {
  const name = '"prices":[';
  const at = stored.indexOf(name);
  return (
    at < 0 || stored[at + name.length] === ']' || stored.startsWith('{"id":', at + name.length)
  );
}
