/** Whether store and objects take changes, which reading does not show: a full or read-only disk still reads. */

import { type Blobs, writeBlob } from '../blobs/blobs.ts';
import { createCheck } from '../kernel/check.ts';
import { unavailable } from '../kernel/problem.ts';
import { writeProbe } from '../store/processes/installation.ts';
import type { Installation } from './assemble.ts';

export type Health = ReturnType<typeof createHealth>;

const patience = { waitMs: 1_000, limitMs: 15_000 };
const storeTimes = { everyMs: 2_000, ...patience };
// Each attempt on S3 is two requests.
const objectTimes = { everyMs: 10_000, ...patience };

export function createHealth(
  { store, disk, clock, makeId }: Pick<Installation, 'store' | 'disk' | 'clock' | 'makeId'>,
  blobs: Blobs,
) {
  return {
    store: createCheck(
      'The database',
      async () => {
        disk.assertRoom('writes');
        await store.write((tx) => writeProbe(tx, clock()));
      },
      storeTimes,
    ),
    objects: createCheck(
      'The object storage',
      async () => {
        // A bucket has no disk; this asks whether it can be reached.
        if ((await blobs.freeBytes()) !== Number.MAX_SAFE_INTEGER) disk.assertObjects();
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
