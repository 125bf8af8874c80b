import { breathe } from '../../kernel/breathe.ts';
import { createByteCache } from '../../kernel/byte-cache.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { absentSite } from '../../kernel/problem.ts';
import type { Hints } from '../../speech/speech.ts';
import { readProfile } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { type Edition, stampOf } from '../knowledge/vectors.ts';
import type { ProfileHead } from './stored-profile.ts';
import { isCurrentForm } from './stored-profile.ts';
import type { StoredText } from './work/change.ts';
import type { ProfileWorker } from './work/profile-worker.ts';

/** The saved profiles of sites. The main thread parses only small ones. */
export interface Profiles extends ProfileWorker {
  /** Cached, by the version in the site's row. */
  readonly headOf: (site: Edition) => Promise<ProfileHead>;
  /** Words that visitors of the site are likely to use; cached, too. */
  readonly hintsOf: (site: Edition) => Promise<Hints>;
  /** The profile as JSON, as saving it now would write it, and its version. */
  readonly profileText: (site: Pick<Edition, 'id'>) => Promise<StoredText>;
  /** Runs the changes of one site one after the other. Those of other processes are detected when they are saved. */
  readonly inTurn: <Result>(siteId: string, job: () => Promise<Result>) => Promise<Result>;
}

const MB = 1024 * 1024;
const headBytesMax = 16 * MB;
const hintBytesMax = 4 * MB;

export function createProfiles(reader: Reader, worker: ProfileWorker): Profiles {
  const heads = createByteCache<Cached<ProfileHead>>(headBytesMax);
  const hints = createByteCache<Cached<Hints>>(hintBytesMax);
  const turns = createFairQueue(
    { atOnce: Infinity, ofOneMax: 1, waitingMax: Infinity, waitMs: 2 ** 31 - 1 },
    { sentence: 'The profile is being changed by others; try again shortly.' },
  );

  const profileText = async ({ id }: Pick<Edition, 'id'>): Promise<StoredText> => {
    const row = await readProfile(reader, id);
    if (row === undefined) throw absentSite();
    // Reading megabytes has taken a while.
    await breathe();
    const { profile: stored, version } = row;
    if (isCurrentForm(stored)) return { text: stored, version };
    return { text: await worker.run('text', { stored }, { account: id }), version };
  };

  const make = async <Name extends 'head' | 'hints'>(name: Name, site: Edition) => {
    const { text: stored, version } = await profileText(site);
    const value = await worker.run(name, { stored }, { account: site.id });
    const bytes = JSON.stringify(value).length * bytesPerCharacter;
    return { stamp: stampOf({ ...site, version }), item: { value, bytes } };
  };

  return {
    ...worker,
    profileText,
    inTurn: (account, job) => turns.run(job, { account }),
    headOf: async (site) =>
      (await heads.of(site.id, stampOf(site), () => make('head', site))).value,
    hintsOf: async (site) =>
      (await hints.of(site.id, stampOf(site), () => make('hints', site))).value,
  };
}

interface Cached<Value> {
  readonly bytes: number;
  readonly value: Value;
}

// Two bytes for each character, and as much again for the objects.
const bytesPerCharacter = 4;
