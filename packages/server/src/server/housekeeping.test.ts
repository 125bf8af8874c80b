import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer } from '../../test/fixtures/server.ts';
import { eventually } from '../../test/fixtures/server-process.ts';
import { createLifecycle } from '../kernel/lifecycle.ts';
import { markForDeletion } from '../store/platform/unreferenced-blobs.ts';
import { sql } from '../store/store.ts';
import { platformJobs } from './housekeeping.ts';
import { createJobs } from './jobs.ts';

function startHousekeeping(platform: Parameters<typeof platformJobs>[0]): () => Promise<void> {
  const lifecycle = createLifecycle();
  const jobs = createJobs(platform, lifecycle);
  for (const job of platformJobs(platform)) jobs.start(job);
  return lifecycle.stop;
}

test('blobs that all processes share are swept by one of them', async (t) => {
  const server = await openServer('postgres');
  t.after(server.close);
  const { store } = server.platform;
  let swept = 0;
  // It stays, so that a second sweep would try it again.
  const abandon = async () => {
    swept += 1;
    throw new Error('away');
  };
  await store.write((tx) => markForDeletion(tx, 'blob', 0));
  const blobs = { ...server.platform.blobs, isPrivate: false, abandon };
  const stops = [1, 2, 3].map(() => startHousekeeping({ ...server.platform, blobs }));
  t.after(() => Promise.all(stops.map((stop) => stop())));
  await eventually(
    async () =>
      (await store.get(sql`SELECT 1 AS found FROM leases WHERE name = 'blobs' AND next_at > 0`)) !==
      undefined,
  );
  await Promise.all(stops.map((stop) => stop()));
  assert.equal(swept, 1);
});
