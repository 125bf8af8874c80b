import type { Profile } from '@baraza/contract';
import { createByteCache, type Made } from '../../kernel/byte-cache.ts';
import { absentSite } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import { readProfile } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { readingStored } from '../profile/stored-profile.ts';
import { type SiteEdition, stampOf } from './site-source.ts';

/** Cache of profiles, keyed by site and profile version. */
export interface Library {
  readonly profileOf: (site: Edition) => Promise<Profile>;
}

type Edition = Pick<SiteEdition, 'id' | 'created_at' | 'version'>;

const MB = 1024 * 1024;
const profileBytesMax = 32 * MB;

export function createLibrary(reader: Reader): Library {
  const profiles = createByteCache<CachedProfile>(profileBytesMax);
  return {
    profileOf: async (site) => {
      const load = () => loadProfile(reader, site);
      return (await profiles.of(site.id, stampOf(site), load)).profile;
    },
  };
}

interface CachedProfile {
  readonly bytes: number;
  readonly profile: Profile;
}

// Two bytes a character, and as much again for its objects.
const bytesPerCharacter = 4;

async function loadProfile(reader: Reader, site: Edition): Promise<Made<CachedProfile>> {
  const row = await readProfile(reader, site.id);
  if (row === undefined) throw absentSite();
  const { version } = row;
  const { profile } = await inSteps(readingStored(row.profile));
  const bytes = row.profile.length * bytesPerCharacter;
  return { stamp: stampOf({ ...site, version }), item: { bytes, profile } };
}
