import { breathe } from '../../kernel/breathe.ts';
import { createByteCache } from '../../kernel/byte-cache.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { absentSite } from '../../kernel/problem.ts';
import type { Hints } from '../../speech/speech.ts';
import { readProfile } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { type SiteVersion, stampOf } from '../knowledge/vectors.ts';
import type { ProfileHead } from './stored-profile.ts';
import { isCurrentForm } from './stored-profile.ts';
import type { StoredText } from './work/change.ts';
import type { ProfileWorker } from './work/profile-worker.ts';

export type Profiles = ReturnType<typeof createProfiles>;

const MB = 1024 * 1024;
const headBytesMax = 16 * MB;
const hintBytesMax = 4 * MB;

/** The saved profiles of sites. The main thread parses only small ones. */
export function createProfiles(
  reader: Reader,
  worker: ProfileWorker,
  ownerBytesMax = Number.MAX_SAFE_INTEGER,
) {
  const heads = createByteCache<Cached<ProfileHead>>(headBytesMax);
  const hints = createByteCache<Cached<Hints>>(hintBytesMax);
  const turns = createFairQueue(
    { atOnce: Infinity, ofOneMax: 1, waitingMax: Infinity, waitMs: 2 ** 31 - 1 },
    { sentence: 'The profile is being changed by others; try again shortly.' },
  );

  /** The profile as JSON, as saving it now would write it, and its version. */
  const profileText = async ({ id }: Pick<SiteVersion, 'id'>): Promise<StoredText> => {
    const row = await readProfile(reader, id);
    if (row === undefined) throw absentSite();
    // Reading megabytes has taken a while.
    await breathe();
    const { profile: stored, version } = row;
    if (isCurrentForm(stored)) return { text: stored, version };
    return { text: await worker.run('text', { stored }, { account: id }), version };
  };

  const make = async <Name extends 'head' | 'hints'>(name: Name, site: SiteVersion) => {
    const { text: stored, version } = await profileText(site);
    const value = await worker.run(name, { stored }, { account: site.id });
    const bytes = JSON.stringify(value).length * bytesPerCharacter;
    return { stamp: stampOf({ ...site, version }), item: { value, bytes } };
  };

  return {
    ...worker,
    ownerBytesMax,
    profileText,
    /** Runs the changes of one site one after the other. Those of other processes are detected when they are saved. */
    inTurn: <Result>(account: string, job: () => Promise<Result>) => turns.run(job, { account }),
    /** Cached, by the version in the site's row. */
    headOf: async (site: SiteVersion): Promise<ProfileHead> =>
      (await heads.of(site.id, stampOf(site), () => make('head', site))).value,
    /** Words that visitors of the site are likely to use; cached, too. */
    hintsOf: async (site: SiteVersion): Promise<Hints> =>
      (await hints.of(site.id, stampOf(site), () => make('hints', site))).value,
  };
}

interface Cached<Value> {
  readonly bytes: number;
  readonly value: Value;
}

// Two bytes for each character, and as much again for the objects.
const bytesPerCharacter = 4;
