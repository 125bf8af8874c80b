/**
 * The pepper of servers that share a place of objects. The first of them makes it and lays it beside the objects; the
 * others take it from there into their data folders. Which one is the first, the store decides.
 */
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Blobs, SharedText } from '../blobs/blobs.ts';
import { type DataPaths, writePrivate } from '../data-folder.ts';
import { Problem } from '../kernel/problem.ts';
import { readPepper } from '../pepper.ts';
import { readPepperMark } from '../store/processes/installation.ts';
import type { Store } from '../store/store.ts';
import { unusablePlace } from './blob-place.ts';
import { pepperFingerprint } from './manifest.ts';
import { type Pepper, takePepper } from './pepper.ts';

interface Sharing {
  readonly store: Store;
  readonly shared: SharedText;
  readonly paths: DataPaths;
  readonly pepperOf: (bytes: Buffer) => Pepper;
  /** Whether nobody is in the store yet. */
  readonly isNew: boolean;
  /** How long the one of another server is waited for. */
  readonly withinMs?: number;
}

// The first server writes it right after it has told the store.
const writtenWithinMs = 10_000;
const lookEveryMs = 200;

/** Gives a data folder without a pepper the one that is shared, and makes that where there is none. */
export async function fetchPepper(
  given: Omit<Sharing, 'shared'>,
  openBlobs: () => Promise<Blobs>,
): Promise<void> {
  if (existsSync(given.paths.pepper)) return;
  const blobs = await openBlobs();
  const { pepper } = blobs;
  if (pepper === undefined) return;
  const read = async () => {
    try {
      return await pepper.read();
    } catch (cause) {
      throw unusablePlace(blobs, cause);
    }
  };
  await fetchFrom({ ...given, shared: { read, write: pepper.write } });
}

/** For the servers to come, after the store has found it to be its own. */
export async function sharePepper({ pepper: shared }: Blobs, pepper: Buffer): Promise<void> {
  const text = pepper.toString('utf8');
  if (shared !== undefined && (await shared.read()) !== text) await shared.write(text);
}

async function fetchFrom(sharing: Sharing): Promise<void> {
  const { store, shared, paths, isNew } = sharing;
  const found = await takeWhatIsShared(sharing);
  if (found === 'ours') return;
  if (!isNew || (await readPepperMark(store)) !== undefined) return awaitPepper(sharing);
  // Of another database, as is the place, which is refused when it is opened.
  if (found === 'foreign') return;
  const bytes = readPepper(paths, undefined, true);
  try {
    await takePepper(store, sharing.pepperOf(bytes));
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    // Another server was faster; what this one made was used for nothing.
    rmSync(paths.pepper);
    return awaitPepper(sharing);
  }
  await shared.write(bytes.toString('utf8'));
}

/** Into the data folder, where it is the one that this store knows as its own. */
async function takeWhatIsShared({
  store,
  shared,
  paths,
}: Sharing): Promise<'ours' | 'foreign' | 'absent'> {
  // In this order: whoever writes a pepper has told the store before.
  const text = await shared.read();
  const known = await readPepperMark(store);
  if (text === undefined) return 'absent';
  // Empty: the operator has given up the one that was lost.
  if (known !== '' && known !== pepperFingerprint(Buffer.from(text))) return 'foreign';
  writePrivate(paths.pepper, `${text}\n`);
  return 'ours';
}

async function awaitPepper(sharing: Sharing): Promise<void> {
  // Of data that know no pepper somebody else has it; the sentence about the data folder says so.
  if (!(await readPepperMark(sharing.store))) return;
  const tooLateMs = performance.now() + (sharing.withinMs ?? writtenWithinMs);
  while ((await takeWhatIsShared(sharing)) !== 'ours') {
    if (performance.now() > tooLateMs)
      throw new Problem(
        'unavailable',
        'The pepper of this database is neither in the data folder nor beside the objects of BLOB_URL; set ' +
          'BARAZA_PEPPER_FILE to the file that its servers use, or start the server that made it once more.',
      );
    await sleep(lookEveryMs);
  }
}
