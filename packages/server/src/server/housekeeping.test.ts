import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer } from '../../test/fixtures/server.ts';
import { eventually } from '../../test/fixtures/server-process.ts';
import { markForDeletion } from '../store/platform/unreferenced-blobs.ts';
import { sql } from '../store/store.ts';
import { startHousekeeping } from './housekeeping.ts';

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
