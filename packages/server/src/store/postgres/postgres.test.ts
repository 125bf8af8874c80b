import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { storeContract } from '../../../test/contracts/store-contract.ts';
import { createDatabase } from '../../../test/postgres/server.ts';
import { versionOf } from '../migrations/data-version.ts';
import { migrate, migrations } from '../migrations/migrations.ts';
import { type Store, sql } from '../store.ts';
import { openPostgres } from './postgres.ts';

storeContract('PostgreSQL', async () => openPostgres(await createDatabase()));

test('processes that create or upgrade one database together make each step once', async () => {
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

test('an upgrade that waits for a long read does not block others, and is made afterwards', async (t) => {
  const url = await createDatabase();
  const [store, other] = [openPostgres(url), openPostgres(url)];
  t.after(() => Promise.all([store.close(), other.close()]));
  await migrate(store);
  await store.script(['CREATE TABLE marks (n BIGINT)']);
  const [reading, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const look = sql`SELECT n FROM marks`;
  const long = other.snapshot('test', async (view) => {
    await view.all(look);
    reading.resolve();
    await done.promise;
  });
  await reading.promise;
  const steps = [...migrations, () => ['ALTER TABLE marks ADD COLUMN extra TEXT']];
  const upgrade = (patienceMs: number, onBlocked: () => void) =>
    migrate(store, undefined, steps, { lockMs: 100, pauseMs: 1, patienceMs, onBlocked });
  const given = upgrade(0, () => {});
  await assert.rejects(given, {
    name: 'Problem',
    message: /^The data could not be upgraded, because/,
  });
  assert.equal(await versionOf(store), migrations.length);
  const blocked = Promise.withResolvers<void>();
  const made = upgrade(60_000, blocked.resolve);
  await blocked.promise;
  assert.deepEqual(await other.all(look), []);
  done.resolve();
  await long;
  assert.deepEqual(await made, { from: migrations.length, to: steps.length });
});

test('an upgrade step that loses a deadlock is tried again', async (t) => {
  const store = openPostgres(await createDatabase());
  t.after(() => store.close());
  await migrate(store);
  // A sequence keeps its value when the transaction is rolled back.
  await store.script(['CREATE SEQUENCE tries', 'CREATE TABLE marks (n BIGINT)']);
  const loseOnce = `DO $$ BEGIN
    IF nextval('tries') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
  END $$`;
  const steps = [...migrations, () => ['INSERT INTO marks VALUES (1)', loseOnce]];
  await migrate(store, undefined, steps, { pauseMs: 1 });
  assert.deepEqual(await store.all(sql`SELECT n FROM marks`), [{ n: 1 }]);
  assert.deepEqual(await store.all(sql`SELECT last_value AS n FROM tries`), [{ n: 2 }]);
});

test('only a write that may be lost does not wait for the disk', async (t) => {
  const store = openPostgres(await createDatabase());
  t.after(store.close);
  const read = (options?: { readonly mayBeLost: boolean }) =>
    store.write((tx) => tx.get(sql`SELECT current_setting('synchronous_commit') AS mode`), options);
  assert.deepEqual(await read({ mayBeLost: true }), { mode: 'off' });
  assert.deepEqual(await read(), { mode: 'on' });
});

test('a connection that is lost during a write rolls all of it back', async () => {
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

test('a connection that is lost during a stream ends the stream, and the next one works', async () => {
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

test('slow readers of streams do not block writes', async () => {
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

test('a database that refuses or drops connections is a busy problem, not a crash or a long wait', async (t) => {
  const gate = createServer((socket) => socket.destroy());
  t.after(() => gate.close());
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as { readonly port: number };
  for (const closed of [port, 1]) {
    const store = openPostgres(`postgres://nobody@127.0.0.1:${closed}/none`, { connectMs: 200 });
    const one = sql`SELECT 1 AS one`;
    for (const attempt of [() => store.get(one), () => store.write((tx) => tx.all(one))])
      await assert.rejects(attempt, { name: 'Problem', code: 'busy' });
    await store.close();
  }
});

test('a database that stops answering is an outage, and the next statement has a new connection', async (t) => {
  const gate = await openGate(t, await createDatabase());
  const store = openPostgres(gate.url, { answerMs: 1_000 });
  t.after(store.close);
  const one = () => store.get(sql`SELECT 1::bigint AS one`);
  const add = () => store.write((tx) => tx.run(sql`SELECT 1`));
  for (const attempt of [one, add]) {
    await attempt();
    gate.stall();
    await assert.rejects(attempt, { name: 'Problem', code: 'busy' });
  }
  assert.deepEqual(await one(), { one: 1 });
  assert.equal(await add(), 1);
});

test('an idle transaction loses its locks after a time', async (t) => {
  const url = await createDatabase();
  const [silent, other] = [openPostgres(url, { idleMs: 200 }), openPostgres(url)];
  t.after(() => Promise.all([silent.close(), other.close()]));
  await other.script(['CREATE TABLE counters (n BIGINT)', 'INSERT INTO counters VALUES (0)']);
  const add = sql`UPDATE counters SET n = n + 1`;
  const [locked, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const write = silent.write(async (tx) => {
    await tx.run(add);
    locked.resolve();
    await resumed.promise;
    await tx.run(add);
  });
  await locked.promise;
  assert.equal(await other.write((tx) => tx.run(add)), 1);
  resumed.resolve();
  await assert.rejects(write, { name: 'Problem', code: 'busy' });
  assert.deepEqual(await silent.all(sql`SELECT n FROM counters`), [{ n: 1 }]);
});

test('the server checks its connections by TCP keepalives', async (t) => {
  const store = openPostgres(await createDatabase());
  t.after(store.close);
  // The server reads them back from the system, so they hold for the socket itself.
  const row = await store.get(sql`SELECT current_setting('tcp_keepalives_idle') AS idle,
    current_setting('tcp_keepalives_interval') AS again, current_setting('tcp_keepalives_count') AS count`);
  assert.deepEqual(row, { idle: '15', again: '5', count: '3' });
});

test('a statement beyond its time ends in the server, too, and its connection is kept', async (t) => {
  const url = await createDatabase();
  const [hasty, other] = [openPostgres(url, { answerMs: 2_000 }), openPostgres(url)];
  t.after(() => Promise.all([hasty.close(), other.close()]));
  const pid = () => hasty.write((tx) => tx.get(sql`SELECT pg_backend_pid() AS pid`));
  const before = await pid();
  const slept = hasty.write((tx) => tx.get(sql`SELECT pg_sleep(600)`));
  await assert.rejects(slept, { name: 'Problem', code: 'busy' });
  const running = await other.all(sql`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(600)%'
      AND pid <> pg_backend_pid()`);
  assert.deepEqual(running, []);
  assert.deepEqual(await pid(), before);
});

test('the time limit of statements does not apply to slow readers of streams and to scripts', async (t) => {
  const url = await createDatabase();
  const [hasty, other] = [openPostgres(url, { answerMs: 1_000, idleMs: 1_000 }), openPostgres(url)];
  t.after(() => Promise.all([hasty.close(), other.close()]));
  await hasty.script([
    'CREATE TABLE notes AS SELECT n FROM generate_series(1, 500) AS n',
    'SELECT pg_sleep(1.2)',
  ]);
  let count = 0;
  await hasty.snapshot('test', async (view) => {
    const rest = () => other.get(sql`SELECT pg_sleep(1.2)`);
    await view.get(sql`SELECT 1 AS one`);
    await rest();
    for await (const batch of view.each(sql`SELECT n FROM notes`)) {
      if (count === 0) await rest();
      count += batch.length;
    }
  });
  assert.equal(count, 500);
});

test('waiting for a connection ends after a time', async (t) => {
  const store = openPostgres(await createDatabase(), { connectionsMax: 1, waitMs: 200 });
  t.after(store.close);
  const [taken, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = store.read(async () => {
    taken.resolve();
    await left.promise;
  });
  await taken.promise;
  const waiting = store.get(sql`SELECT 1 AS one`);
  await assert.rejects(waiting, {
    name: 'Problem',
    code: 'busy',
    message: /wait for the database/,
  });
  left.resolve();
  await holder;
  assert.deepEqual(await store.get(sql`SELECT 1 AS one`), { one: 1 });
});

test('a database that accepts connections and never answers refuses waiting jobs at once', async (t) => {
  let connections = 0;
  const gate = createServer(() => {
    connections += 1;
  });
  t.after(() => gate.close());
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as { readonly port: number };
  const store = openPostgres(`postgres://nobody@127.0.0.1:${port}/none`, {
    connectionsMax: 3,
    connectMs: 200,
    waitMs: 600_000,
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => store.write(async () => {})),
  );
  for (const outcome of outcomes)
    assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'busy');
  assert.equal(connections, 1, 'they do not try one after the other');
  assert.deepEqual(store.load(), { busy: 0, waiting: 0 });
  await store.close();
});

test('a stream whose database stops answering ends with an error', async (t) => {
  const gate = await openGate(t, await createDatabase());
  const store = openPostgres(gate.url, { answerMs: 1_000 });
  t.after(store.close);
  const stream = store.read(async (view) => {
    for await (const batch of view.each(sql`SELECT n FROM generate_series(1, 500) AS n`))
      if (batch.length > 0) gate.stall();
  });
  await assert.rejects(stream, { name: 'Problem', code: 'busy' });
});

test('a host may be the folder of a local socket, and without a host PGHOST decides', async (t) => {
  const url = new URL(await createDatabase());
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-socket-'));
  const local = createServer((client) => {
    const server = connect(Number(url.port), url.hostname);
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  const environment = { ...process.env };
  t.after(() => {
    process.env = environment;
    local.close();
    rmSync(folder, { recursive: true });
  });
  await once(local.listen(path.join(folder, `.s.PGSQL.${url.port}`)), 'listening');

  const protectionOf = async (address: string) => {
    const store = openPostgres(address);
    await store.get(sql`SELECT 1`);
    const protection = store.link?.()?.protection;
    await store.close();
    return protection;
  };
  const asFolder = `postgres://postgres@${encodeURIComponent(folder)}:${url.port}${url.pathname}`;
  assert.equal(await protectionOf(asFolder), 'local');
  Object.assign(process.env, { PGUSER: 'postgres', PGPORT: url.port });
  process.env.PGHOST = folder;
  assert.equal(await protectionOf(`postgres://${url.pathname}`), 'local');
  process.env.PGHOST = url.hostname;
  assert.equal(await protectionOf(`postgres://${url.pathname}`), 'plain');
});

/** A proxy to a database whose connections stop answering after `stall`; later ones work. */
async function openGate(t: TestContext, databaseUrl: string) {
  const url = new URL(databaseUrl);
  const answering = new Set<Socket>();
  const gate = createServer((client) => {
    const server = connect(Number(url.port), url.hostname);
    answering.add(server);
    server.on('data', (data) => answering.has(server) && client.write(data));
    client.pipe(server);
    client.on('error', () => {}).on('close', () => server.destroy());
    server.on('error', () => {}).on('close', () => client.destroy());
  });
  t.after(() => gate.close());
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as { readonly port: number };
  const href = Object.assign(new URL(url), { port: String(port) }).href;
  return { url: href, stall: () => answering.clear() };
}
