import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { pepperFingerprint } from '../../src/backup/manifest.ts';
import { fetchPepper } from '../../src/backup/shared-pepper.ts';
import { dataPaths } from '../../src/data-folder.ts';
import { migrate } from '../../src/store/migrations/migrations.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { addPepperMark } from '../../src/store/processes/installation.ts';
import { openFakeS3 } from '../fakes/s3-server.ts';
import { ask, resources } from '../fixtures/house.ts';
import { spawnBaraza, startProcess, temporaryFolder } from '../fixtures/server-process.ts';
import { createDatabase } from '../postgres/server.ts';

test('DATABASE_URL and BLOB_URL are all that servers need to share their keys', async (t) => {
  const DATABASE_URL = await createDatabase();
  const objects = await openFakeS3();
  t.after(objects.close);
  const environment = { ...objects.environment, DATABASE_URL, BARAZA_ENCODER: '0' };
  const start = () => startProcess(t, temporaryFolder(t), environment);
  const first = await Promise.all([start(), start()]);
  const servers = [...first, await start()];
  const peppers = servers.map(({ folder }) => readFileSync(path.join(folder, 'pepper'), 'utf8'));
  assert.equal(new Set(peppers).size, 1);
  assert.equal(String(objects.objects.get('objects/baraza-pepper')), peppers[0]);
  const made = servers.flatMap(({ folder }) => readIfThere(path.join(folder, 'bootstrap.json')));
  assert.equal(made.length, 1);
  const { key } = JSON.parse(made[0] ?? '').platform;
  for (const server of servers)
    assert.equal((await ask(server, 'GET', resources, { key })).status, 200);
  const database = postgres(DATABASE_URL, { max: 1 });
  t.after(() => database.end());
  const told = await database`SELECT value FROM installation`;
  assert.ok(told.every(({ value }) => !String(value).includes(peppers[0]?.trim() ?? '')));
});

test('a second server without BLOB_URL is told of the objects before anything else', async (t) => {
  const environment = { DATABASE_URL: await createDatabase(), BARAZA_ENCODER: '0' };
  await startProcess(t, temporaryFolder(t), environment);
  const second = spawnBaraza(t, ['serve'], temporaryFolder(t), environment);
  const { code, stderr } = await second.ended;
  assert.equal(code, 1);
  assert.match(stderr, /^Another process[^\n]* set BLOB_URL [^\n]* would be split\.\n$/);
});

test('a pepper that is kept in a file of its own is not laid beside the objects', async (t) => {
  const objects = await openFakeS3();
  t.after(objects.close);
  const { folder, end } = await startProcess(t, temporaryFolder(t), { BARAZA_ENCODER: '0' });
  await end('SIGTERM');
  await startProcess(t, temporaryFolder(t), {
    ...objects.environment,
    DATABASE_URL: await createDatabase(),
    BARAZA_PEPPER_FILE: path.join(folder, 'pepper'),
    BARAZA_ENCODER: '0',
  });
  assert.equal(objects.objects.has('objects/baraza-pepper'), false);
});

test('the pepper of a server that was faster is waited for, and its absence told in one sentence', async (t) => {
  const store = openPostgres(await createDatabase(), { connectionsMax: 3 });
  t.after(store.close);
  await migrate(store);
  const theirs = 'p'.repeat(43);
  await store.write((tx) => addPepperMark(tx, pepperFingerprint(Buffer.from(theirs))));
  const folder = temporaryFolder(t);
  let looks = 0;
  const fetch = (written: string | undefined) => {
    const read = async () => {
      looks += 1;
      return looks > 2 ? written : undefined;
    };
    const blobs = { pepper: { read, write: async () => assert.fail('it is not ours to write') } };
    const pepperOf = () => assert.fail('it is not ours to make');
    const given = { store, paths: dataPaths(folder), pepperOf, isNew: true, withinMs: 500 };
    return fetchPepper(given, async () => blobs as never);
  };
  await assert.rejects(fetch('of another database, with as many characters'), {
    message: /^The pepper of this database is neither .*BARAZA_PEPPER_FILE[^.]*\.$/,
  });
  looks = 0;
  await fetch(theirs);
  assert.equal(readFileSync(path.join(folder, 'pepper'), 'utf8'), `${theirs}\n`);
});

test('a new database on the place of another takes nothing of it and leaves it as it is', async (t) => {
  const objects = await openFakeS3();
  t.after(objects.close);
  const environment = { ...objects.environment, BARAZA_ENCODER: '0' };
  const first = await startProcess(t, temporaryFolder(t), {
    ...environment,
    DATABASE_URL: await createDatabase(),
  });
  const pepper = readFileSync(path.join(first.folder, 'pepper'), 'utf8');
  const folder = temporaryFolder(t);
  const other = { ...environment, DATABASE_URL: await createDatabase() };
  const { code, stderr } = await spawnBaraza(t, ['serve'], folder, other).ended;
  assert.equal(code, 1);
  assert.match(stderr, /belong to another database/);
  assert.equal(String(objects.objects.get('objects/baraza-pepper')), pepper);
  assert.ok(readIfThere(path.join(folder, 'pepper')).every((text) => text !== pepper));
});

function readIfThere(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}
