import type { Profile } from '@baraza/contract';
import { parsingKept } from '../../kernel/json.ts';
import { writingJson } from '../../kernel/write-json.ts';
import { withPriceIds } from './price-reader.ts';

interface StoredProfile {
  readonly profile: Profile;
  /** As saving it now would write it. */
  readonly text: string;
}

/** A profile from its stored text, with what profiles of earlier versions of this program lack. */
export function* readingStored(stored: string): Generator<undefined, StoredProfile> {
  const kept = (yield* parsingKept(stored)) as Profile;
  const profile = withPriceIds(kept);
  return { profile, text: profile === kept ? stored : yield* writingJson(profile) };
}
