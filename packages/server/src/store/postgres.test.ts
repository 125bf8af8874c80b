import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createDatabase } from '../../test/postgres/server.ts';
import { migrate, migrations, versionOf } from './migrations/migrations.ts';
import { openPostgres } from './postgres.ts';
import { storeContract } from './store.contract.ts';
import { type Store, sql } from './store.ts';

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

test('processes that upgrade one database together make each step once', async () => {
  const url = await createDatabase();
  const stores = Array.from({ length: 6 }, () => openPostgres(url));
  await Promise.all(stores.map((store) => migrate(store)));
  const steps = [
    ...migrations,
    () => ['CREATE TABLE marks (n BIGINT)', 'INSERT INTO marks VALUES (0)'],
    () => ['ALTER TABLE marks ADD COLUMN extra TEXT', 'UPDATE marks SET n = n + 1'],
    () => ['UPDATE marks SET n = n + 10'],
  ];
  await Promise.all(stores.map((store) => migrate(store, async () => {}, steps)));
  assert.deepEqual(await stores[0]?.all(sql`SELECT n FROM marks`), [{ n: 11 }]);
  assert.equal(await versionOf(stores[0] as Store), steps.length);
  for (const store of stores) await store.close();
});

test('a connection that ends in the middle of a write takes the whole write with it', async () => {
  const url = await createDatabase();
  const store = openPostgres(url);
  const other = openPostgres(url);
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const write = store.write(async (tx) => {
    await tx.run(sql`INSERT INTO notes VALUES ('half')`);
    const self = await tx.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await other.get(sql`SELECT pg_terminate_backend(${self?.pid ?? 0}::int)`);
    await tx.run(sql`INSERT INTO notes VALUES ('other half')`);
  });
  await assert.rejects(write, { name: 'Problem', code: 'busy' });
  assert.deepEqual(await store.all(sql`SELECT id FROM notes`), []);
  await store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('whole')`));
  assert.deepEqual(await store.all(sql`SELECT id FROM notes`), [{ id: 'whole' }]);
  await store.close();
  await other.close();
});

test('a connection that ends in the middle of a stream ends the stream, and the next one works', async () => {
  const url = await createDatabase();
  const store = openPostgres(url);
  const other = openPostgres(url);
  await store.script([
    'CREATE TABLE notes AS SELECT generate_series(1, 5000) AS n, repeat(md5(random()::text), 30) AS t',
  ]);
  const query = sql`SELECT n, t FROM notes`;
  const stream = store.snapshot('test', async (view) => {
    const self = await view.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    let batches = 0;
    for await (const batch of view.each(query)) {
      batches += batch.length > 0 ? 1 : 0;
      if (batches === 3) await other.get(sql`SELECT pg_terminate_backend(${self?.pid ?? 0}::int)`);
    }
  });
  await assert.rejects(stream);
  assert.equal((await store.snapshot('test', (view) => view.all(query))).length, 5_000);
  await store.close();
  await other.close();
});

test('readers that are slow to take their rows do not hold up writes', async () => {
  const store = openPostgres(await createDatabase(), { connectionsMax: 4 });
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const held = Promise.withResolvers<void>();
  const readers = Array.from({ length: 10 }, () => store.snapshot('test', () => held.promise));
  assert.equal(await store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('x')`)), 1);
  held.resolve();
  await Promise.all(readers);
  await store.close();
});

test('one connection is enough for everything', async () => {
  const store = openPostgres(await createDatabase(), { connectionsMax: 1 });
  await migrate(store);
  const counts = await Promise.all(
    Array.from({ length: 20 }, () =>
      store.snapshot('test', (view) =>
        view.get<{ n: number }>(sql`SELECT count(*) AS n FROM owners`),
      ),
    ),
  );
  assert.ok(counts.every((row) => row?.n === 0));
  await store.close();
});

test('a gate that takes connections and drops them is an outage, not a wait for ever', async (t) => {
  const gate = createServer((socket) => socket.destroy());
  t.after(() => gate.close());
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as { readonly port: number };
  const store = openPostgres(`postgres://nobody@127.0.0.1:${port}/none`, { connectMs: 200 });
  await assert.rejects(store.get(sql`SELECT 1 AS one`), { name: 'Problem', code: 'busy' });
  await store.close();
});

test('a database that falls silent is an outage, and the next statement has a new connection', async () => {
  const store = openPostgres(await createDatabase(), { answerMs: 2_000 });
  await assert.rejects(store.get(sql`SELECT pg_sleep(20)`), { name: 'Problem', code: 'busy' });
  const write = store.write((tx) => tx.get(sql`SELECT pg_sleep(20)`));
  await assert.rejects(write, { name: 'Problem', code: 'busy' });
  assert.deepEqual(await store.get(sql`SELECT 1::bigint AS one`), { one: 1 });
  assert.equal(await store.write((tx) => tx.run(sql`SELECT 1`)), 1);
  await store.close();
});

test('a database that cannot be reached is a busy problem, not a crash', async () => {
  const store = openPostgres('postgres://nobody@127.0.0.1:1/none');
  await assert.rejects(
    store.write((tx) => tx.all({ strings: ['SELECT 1'], parts: [] })),
    { name: 'Problem', code: 'busy' },
  );
  await store.close();
});
