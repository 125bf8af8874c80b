import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase } from '../../test/postgres-server.ts';
import { migrate, versionOf } from './migrations/migrations.ts';
import { openPostgres } from './postgres.ts';
import { storeContract } from './store.contract.ts';

storeContract('PostgreSQL', async () => openPostgres(await createDatabase()));

test('processes that start together on one empty database all come up', async () => {
  const url = await createDatabase();
  const stores = Array.from({ length: 4 }, () => openPostgres(url));
  await Promise.all(stores.map((store) => migrate(store)));
  for (const store of stores) {
    assert.ok((await versionOf(store)) >= 1);
    await store.close();
  }
});

test('a database that cannot be reached is a busy problem, not a crash', async () => {
  const store = openPostgres('postgres://nobody@127.0.0.1:1/none');
  await assert.rejects(
    store.write((tx) => tx.all({ strings: ['SELECT 1'], parts: [] })),
    { name: 'Problem', code: 'busy' },
  );
  await store.close();
});
