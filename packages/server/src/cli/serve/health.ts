/** Whether the store and the objects take writes, which reading does not show: a full or read-only disk still reads. */
import { statfs } from 'node:fs/promises';
import type { Installation } from '../../assemble.ts';
import { type Blobs, writeBlob } from '../../blobs/blobs.ts';
import { createCheck } from '../../kernel/check.ts';
import { Problem, unavailable } from '../../kernel/problem.ts';
import { writeProbe } from '../../store/processes/installation.ts';

export type Health = ReturnType<typeof createHealth>;

const patience = { waitMs: 1_000, limitMs: 15_000 };
const storeTimes = { everyMs: 2_000, ...patience };
// Each attempt on S3 is two requests.
const objectTimes = { everyMs: 10_000, ...patience };
// Below this a disk is full: a record or a page of the database may not fit any more.
const freeBytesMin = 1024 * 1024;

export function createHealth(
  { store, paths, clock, makeId }: Pick<Installation, 'store' | 'paths' | 'clock' | 'makeId'>,
  blobs: Blobs,
) {
  return {
    store: createCheck(
      'The database',
      async () => {
        if (store.engine === 'sqlite') {
          const { bavail, bsize } = await statfs(paths.folder);
          assertRoom(bavail * bsize);
        }
        await store.write((tx) => writeProbe(tx, clock()));
      },
      storeTimes,
    ),
    objects: createCheck(
      'The object storage',
      async () => {
        assertRoom(await blobs.freeBytes());
        const name = makeId('blob');
        await writeBlob(blobs, name, [Buffer.from('probe')]);
        await blobs.remove(name);
      },
      objectTimes,
    ),
  };
}

/** The check of `/readyz`: rejects with the reason while requests cannot be served. */
export function createReadiness(health: Health, isStarted: () => boolean): () => Promise<void> {
  return async () => {
    const fault = isStarted()
      ? ((await health.store()) ?? (await health.objects()))
      : 'The server is starting.';
    if (fault !== undefined) throw unavailable(fault);
  };
}

function assertRoom(freeBytes: number): void {
  if (freeBytes < freeBytesMin)
    throw new Problem('busy', 'The disk is full; try again later.', { retryAfterSeconds: 60 });
}
