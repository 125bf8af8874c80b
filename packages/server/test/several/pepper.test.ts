import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import postgres from 'postgres';
import { createSeal } from '../../src/access/seal.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { assemble } from '../../src/server/assemble.ts';
import { readConfig } from '../../src/setup/config.ts';
import { dataPaths } from '../../src/setup/data-folder.ts';
import { fetchPepper, pepperFingerprint } from '../../src/setup/pepper.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { addPepperMark } from '../../src/store/processes/installation.ts';
import { sql } from '../../src/store/store.ts';
import { openFakeS3 } from '../fakes/s3-server.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import { newPepper, temporaryFolder } from '../fixtures/server-process.ts';
import { createDatabase, createMigratedDatabase } from '../postgres/server.ts';
import { ask, resources } from '../sockets/requests.ts';

type Environment = { readonly [name: string]: string };

test('of two first starts with peppers of their own, one is refused before it does anything', async (t) => {
  const DATABASE_URL = await createDatabase();
  const open = () => openInstallation(t, { DATABASE_URL, BARAZA_DATA: temporaryFolder(t) });
  const both = await Promise.all([open(), open()]);
  const took = await Promise.allSettled(both.map(({ takePepper }) => takePepper()));
  assert.deepEqual(took.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const refused = took.find((one) => one.status === 'rejected');
  assert.match(
    String(refused?.reason),
    /a different pepper than .*; set BARAZA_PEPPER_FILE to the file/,
  );
  const third = temporaryFolder(t);
  await assert.rejects(openInstallation(t, { DATABASE_URL, BARAZA_DATA: third }), {
    message: /The pepper .* cannot be read: .* set BARAZA_PEPPER_FILE to the file that has it\.$/,
  });
  assert.equal(existsSync(path.join(third, 'pepper')), false);
  const other = { DATABASE_URL, BARAZA_DATA: third, BARAZA_PEPPER_FILE: newPepper(t) };
  await assert.rejects(openInstallation(t, other), /set BARAZA_PEPPER_FILE/);
});

test('a data folder beside another pepper is refused, and commands on an empty store decide nothing', async (t) => {
  const environment = { BARAZA_DATA: temporaryFolder(t), BARAZA_PEPPER_FILE: newPepper(t) };
  const other = { ...environment, BARAZA_PEPPER_FILE: newPepper(t) };
  for (const words of [['migrate'], ['owners', 'list']]) assert.equal(await code(words, other), 0);
  await (await openInstallation(t, environment)).takePepper();
  assert.equal(await code(['owners', 'list'], other), 1);
  assert.equal(await code(['owners', 'list'], environment), 0);
});

test('a store that knows no pepper yet takes the one that opens what is sealed in it, and only that', async (t) => {
  const environment = { BARAZA_DATA: temporaryFolder(t), BARAZA_PEPPER_FILE: newPepper(t) };
  const other = { ...environment, BARAZA_PEPPER_FILE: newPepper(t) };
  const { store, keyring, close } = await assemble(readConfig(environment), silentLog);
  const sealed = createSeal(keyring.pepper).close('hush');
  await store.script([
    `INSERT INTO owners (id, name, created_at) VALUES ('o', 'o', 0)`,
    `INSERT INTO signing_keys (kid, public, private, current, created_at) VALUES ('k', '{}', '${sealed}', 1, 0)`,
    ...['mine', 'theirs'].map(
      (
        id,
      ) => `INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at, updated_at,
        version, gate, profile, notify_secret) VALUES ('${id}', 'o', 'live', 'local', '${id}', 0, 0, 0, 1, '{}', '{}',
        '${id === 'mine' ? sealed : 'sealed elsewhere'}')`,
    ),
  ]);
  await close();
  assert.equal(await code(['owners', 'list'], other), 1);
  const again = await openInstallation(t, environment);
  assert.deepEqual(await again.store.all(sql`SELECT id, notify_secret FROM sites ORDER BY id`), [
    { id: 'mine', notify_secret: sealed },
    { id: 'theirs', notify_secret: null },
  ]);
  assert.equal(await code(['owners', 'list'], other), 1);
  // A pepper that is lost for good is given up by its operator.
  await again.store.script([`UPDATE installation SET value = '' WHERE name = 'pepper'`]);
  assert.equal(await code(['owners', 'list'], other), 0);
  assert.equal(await code(['owners', 'list'], environment), 1);
});

test('a backup and a copy bring the pepper of their store', async (t) => {
  const workFolder = temporaryFolder(t);
  const folder = (name: string) => path.join(workFolder, name);
  const source = { BARAZA_DATA: folder('source') };
  assert.equal(await code(['owners', 'create', '--name', 'local'], source), 0);
  const backup = folder('x.backup');
  assert.equal(await code(['backup', backup], source), 0);
  assert.equal(await code(['restore', backup], { BARAZA_DATA: folder('restored') }), 0);
  assert.equal(await code(['copy', '--from', folder('source'), '--to', folder('copied')]), 0);
  for (const name of ['restored', 'copied']) {
    const wrong = { BARAZA_DATA: folder(name), BARAZA_PEPPER_FILE: newPepper(t) };
    assert.equal(await code(['owners', 'list'], wrong), 1, name);
    assert.equal(await code(['owners', 'list'], { BARAZA_DATA: folder(name) }), 0, name);
  }
  const words = ['copy', '--from', folder('source'), '--to', folder('third')];
  const { err } = await runCommand([...words, '--from-pepper', newPepper(t)]);
  assert.match(err.join(), /made with another pepper; name their file with --from-pepper/);
});

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

async function code(words: readonly string[], environment: Environment = {}): Promise<number> {
  return (await runCommand(words, environment)).code;
}

async function openInstallation(t: TestContext, environment: Environment) {
  const installation = await assemble(readConfig(environment), silentLog);
  t.after(installation.close);
  return installation;
}

function readIfThere(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    return [];
  }
}
