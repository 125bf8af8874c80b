import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { dataPaths } from '../../src/data-folder.ts';
import { fetchPepper, pepperFingerprint } from '../../src/pepper.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { addPepperMark } from '../../src/store/processes/installation.ts';
import { openFakeS3 } from '../fakes/s3-server.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';
import { ask, resources } from '../sockets/requests.ts';

test('servers with the same DATABASE_URL and BLOB_URL share their pepper, and so their keys', async (t) => {
  const DATABASE_URL = await createMigratedDatabase();
  const objects = await openFakeS3();
  t.after(objects.close);
  const environment = { ...objects.environment, DATABASE_URL, BARAZA_ENCODER: '0' };
  const start = () => startHere(t, temporaryFolder(t), environment);
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
  const marks = await database`SELECT value FROM installation`;
  assert.ok(marks.every(({ value }) => !String(value).includes(peppers[0]?.trim() ?? '')));

  // A server on another database takes nothing from this location and changes nothing in it.
  const folder = temporaryFolder(t);
  const other = { ...environment, DATABASE_URL: await createMigratedDatabase() };
  const refused = await runCommand(['serve'], { ...other, BARAZA_DATA: folder });
  assertRefused(refused, /belong to another database/);
  assert.equal(String(objects.objects.get('objects/baraza-pepper')), peppers[0]);
  assert.ok(readIfThere(path.join(folder, 'pepper')).every((text) => text !== peppers[0]));
});

test('the pepper of a server that started first is waited for, and its absence is one sentence', async (t) => {
  const store = openPostgres(await createMigratedDatabase(), { connectionsMax: 3 });
  t.after(store.close);
  const theirs = 'p'.repeat(43);
  await store.write((tx) => addPepperMark(tx, pepperFingerprint(Buffer.from(theirs))));
  const folder = temporaryFolder(t);
  let reads = 0;
  const fetch = (written: string | undefined) => {
    const read = async () => {
      reads += 1;
      return reads > 2 ? written : undefined;
    };
    const blobs = { pepper: { read, write: async () => assert.fail('it is not ours to write') } };
    const pepperOf = () => assert.fail('it is not ours to make');
    const given = { store, paths: dataPaths(folder), pepperOf, isNew: true, withinMs: 500 };
    return fetchPepper(given, async () => blobs as never);
  };
  await assert.rejects(fetch('of another database, with as many characters'), {
    message: /^The pepper of this database is neither .*BARAZA_PEPPER_FILE[^.]*\.$/,
  });
  reads = 0;
  await fetch(theirs);
  assert.equal(readFileSync(path.join(folder, 'pepper'), 'utf8'), `${theirs}\n`);
});

function readIfThere(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}
