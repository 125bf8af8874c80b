import type { Profile } from '@baraza/contract';
import type { Ask, Knowledge, Prepared, Reply } from '../answers/answers.ts';
import { createByteCache, type Made } from '../kernel/byte-cache.ts';
import { absentSite } from '../kernel/problem.ts';
import { inSteps } from '../kernel/steps.ts';
import { readProfile, type SiteRow } from '../store/sites.ts';
import type { Reader } from '../store/store.ts';
import { knowledgeOf } from './knowledge.ts';

/** What a site knows, read once for each version of its profile. */
export interface Library {
  readonly profileOf: (site: Edition) => Promise<Profile>;
  /** The profile made ready to be asked. */
  readonly preparedFor: (site: Edition) => Promise<Prepared>;
  /** Makes a profile ready that belongs to no edition, such as one not saved yet. */
  readonly prepare: (profile: Profile) => Promise<Prepared>;
  readonly answer: (prepared: Prepared, ask: Ask) => Promise<Reply>;
}

/** A site as a row of this moment names it; a name that is given anew is another site. */
export type Edition = Pick<SiteRow, 'id' | 'version' | 'created_at'>;

export interface Engine {
  readonly prepare: (knowledge: Knowledge) => Prepared | Promise<Prepared>;
  readonly answer: (prepared: Prepared, ask: Ask) => Reply | Promise<Reply>;
}

const MB = 1024 * 1024;
const profileBytesMax = 32 * MB;
const indexBytesMax = 96 * MB;

export function createLibrary(
  reader: Reader,
  loadEngine: () => Promise<Engine> = ownEngine,
): Library {
  const profiles = createByteCache<KeptProfile>(profileBytesMax);
  const indexes = createByteCache<Prepared>(indexBytesMax);

  const keptProfile = (site: Edition): Promise<KeptProfile> =>
    profiles.of(site.id, stampOf(site), () => loadProfile(reader, site));

  const prepare = async (profile: Profile): Promise<Prepared> =>
    (await loadEngine()).prepare(knowledgeOf(profile));

  return {
    prepare,
    profileOf: async (site) => (await keptProfile(site)).profile,
    preparedFor: (site) =>
      indexes.of(site.id, stampOf(site), async () => {
        const { profile, version } = await keptProfile(site);
        return { stamp: stampOf({ ...site, version }), item: await prepare(profile) };
      }),
    answer: async (prepared, ask) => (await loadEngine()).answer(prepared, ask),
  };
}

interface KeptProfile {
  readonly bytes: number;
  readonly version: number;
  readonly profile: Profile;
}

// Two bytes a character, and as much again for its objects.
const bytesPerCharacter = 4;

async function loadProfile(reader: Reader, site: Edition): Promise<Made<KeptProfile>> {
  const row = await readProfile(reader, site.id);
  if (row === undefined) throw absentSite();
  const { version } = row;
  const profile = JSON.parse(row.profile) as Profile;
  const bytes = row.profile.length * bytesPerCharacter;
  return { stamp: stampOf({ ...site, version }), item: { bytes, version, profile } };
}

function stampOf({ created_at, version }: Pick<Edition, 'created_at' | 'version'>): string {
  return `${created_at} ${version}`;
}

// The engine and its tables are loaded with the first site that is asked for, not with the server.
async function ownEngine(): Promise<Engine> {
  const { preparing, answer } = await import('../answers/answers.ts');
  return { prepare: (knowledge) => inSteps(preparing(knowledge)), answer };
}
