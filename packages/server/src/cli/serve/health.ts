/** Whether the store and the objects take writes, which reading does not show: a full or read-only disk still reads. */
import { statfs } from 'node:fs/promises';
import type { Installation } from '../../assemble.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { type Check, createCheck } from '../../kernel/check.ts';
import { Problem } from '../../kernel/problem.ts';
import { writeProbe } from '../../store/processes/installation.ts';

export interface Health {
  readonly store: Check;
  readonly objects: Check;
}

const limitMs = 2_000;
const storeTimes = { everyMs: 2_000, limitMs };
// Each attempt on S3 is two requests.
const objectTimes = { everyMs: 10_000, limitMs };
// Below this a disk is full: a record or a page of the database may not fit any more.
const freeBytesMin = 1024 * 1024;

export function createHealth(
  { store, paths, clock, makeId }: Pick<Installation, 'store' | 'paths' | 'clock' | 'makeId'>,
  blobs: Blobs,
): Health {
  return {
    store: createCheck(async () => {
      if (store.engine === 'sqlite') {
        const { bavail, bsize } = await statfs(paths.folder);
        assertRoom(bavail * bsize);
      }
      await store.write((tx) => writeProbe(tx, clock()));
    }, storeTimes),
    objects: createCheck(async () => {
      assertRoom(await blobs.freeBytes());
      const name = makeId('blob');
      const writer = await blobs.create(name);
      try {
        await writer.write(Buffer.from('probe'));
        await writer.commit();
      } catch (error) {
        await writer.discard();
        throw error;
      }
      await blobs.remove(name);
    }, objectTimes),
  };
}

function assertRoom(freeBytes: number): void {
  if (freeBytes < freeBytesMin)
    throw new Problem('busy', 'The disk is full; try again later.', { retryAfterSeconds: 60 });
}
