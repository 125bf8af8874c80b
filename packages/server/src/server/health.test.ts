import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines, openServer } from '../../test/fixtures/server.ts';
import type { BlobWriter } from '../blobs/blobs.ts';
import { createDiskRoom } from '../kernel/disk/disk-room.ts';
import { openPostgres } from '../store/postgres/postgres.ts';
import { sql } from '../store/store.ts';
import { createHealth } from './health.ts';

for (const engine of engines)
  test(`store and objects that take writes are healthy, and nothing is left behind, on ${engine}`, async (t) => {
    const server = await openServer(engine);
    t.after(server.close);
    const { store, objects } = createHealth(server.installation, server.platform.blobs);
    assert.equal(await store(), undefined);
    assert.equal(await objects(), undefined);
    for await (const name of server.platform.blobs.names()) assert.fail(`${name} is left`);
  });

test('a database that only reads is down, and says so', async (t) => {
  const server = await openServer('postgres');
  t.after(server.close);
  const { installation } = server;
  const row = await installation.store.get<{ name: string }>(
    sql`SELECT current_database() AS name`,
  );
  const readOnly = `ALTER DATABASE "${row?.name}" SET default_transaction_read_only = on`;
  await installation.store.script([readOnly]);
  // The setting holds for new sessions.
  const store = openPostgres(installation.config.databaseUrl ?? '');
  t.after(store.close);
  const health = createHealth({ ...installation, store }, server.platform.blobs);
  assert.equal(
    await health.store(),
    'The database takes no writes at the moment; try again later.',
  );
  assert.equal(await health.objects(), undefined);
});

test('objects that cannot be written, or have no room, are down, and the store is not', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const { blobs } = server.platform;
  let discarded = 0;
  const broken: BlobWriter = {
    write: async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
    commit: async () => {},
    discard: async () => {
      discarded += 1;
      return true;
    },
  };
  const refusing = createHealth(server.installation, { ...blobs, create: async () => broken });
  assert.equal(await refusing.objects(), 'The disk is full; try again later.');
  assert.equal(discarded, 1);
  assert.equal(await refusing.store(), undefined);
  const { paths } = server.installation;
  const disk = createDiskRoom({
    folder: paths.folder,
    objects: paths.blobs,
    reserveOf: () => Number.MAX_SAFE_INTEGER,
    database: () => undefined,
  });
  const full = createHealth({ ...server.installation, disk }, blobs);
  for (const check of [full.store, full.objects])
    assert.match((await check()) ?? '', /^The disk is full: only deletions work/);
});
