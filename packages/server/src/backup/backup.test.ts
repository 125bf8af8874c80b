import assert from 'node:assert/strict';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assertRefused, runCommand } from '../../test/fixtures/command-line.ts';
import {
  ask,
  engines,
  form,
  newResource,
  openServer,
  resources,
  storage,
  type TestServer,
} from '../../test/fixtures/server.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { namesOf } from '../../test/objects/object-files.ts';
import { createDatabase } from '../../test/postgres/server.ts';
import { digestsOf, pictureOf } from '../../test/process/backups.ts';
import type { StoredBlob } from '../blobs/blobs.ts';
import { silentLog } from '../kernel/log.ts';
import { sweepBlobs } from '../platform/objects/blob-removal.ts';
import { assemble } from '../server/assemble.ts';
import { readConfig } from '../setup/config.ts';
import { migrate, migrations } from '../store/migrations/migrations.ts';
import { areBlobsHeld } from '../store/platform/unreferenced-blobs.ts';
import { openSqlite } from '../store/sqlite/sqlite.ts';
import { sql } from '../store/store.ts';
import { holdBlobs, takeBackup } from './backup.ts';

describe('a backup', () => {
  let server: TestServer;
  let key: string;
  before(async () => {
    server = await openServer('sqlite');
    key = await fill(server);
  });
  after(() => server.close());

  test('has every table and object, from SQLite into PostgreSQL and back', async (t) => {
    const workFolder = temporaryFolder(t);
    const first = path.join(workFolder, '1.backup');
    await take(server, first);

    const url = await createDatabase();
    const onPostgres = { BARAZA_DATA: path.join(workFolder, 'postgres'), DATABASE_URL: url };
    await done(['restore', first], onPostgres);
    const second = path.join(workFolder, '2.backup');
    await done(['backup', second], onPostgres);
    assert.deepEqual(await digestsOf(second), await digestsOf(first));
    assertRefused(
      await runCommand(['restore', first], onPostgres),
      /in use already; make an empty one/,
    );

    const onSqlite = { BARAZA_DATA: path.join(workFolder, 'sqlite') };
    await done(['restore', second], onSqlite);
    const third = path.join(workFolder, '3.backup');
    await done(['backup', third], onSqlite);
    assert.deepEqual(await digestsOf(third), await digestsOf(first));

    const config = readConfig(onSqlite);
    const { keyring, close } = await assemble(config, silentLog);
    const { createAuthenticator } = await import('../access/authenticator.ts');
    const caller = await createAuthenticator(keyring)(`Bearer ${key}`);
    assert.equal(caller.ownerName, 'owner 1');
    await close();
  });

  for (const engine of engines)
    test(`has objects that are deleted while it runs, and they are gone after it (${engine})`, async (t) => {
      const server = await openServer(engine);
      t.after(server.close);
      const file = path.join(temporaryFolder(t), 'x.backup');
      const owner = await server.newOwner();
      const bucket = await newResource(server, owner.key, 'storage');
      const target = `${storage}/${bucket.id}?key=a`;
      const bytes = Buffer.alloc(600_000, 'habari');
      await ask(server, 'POST', target, { key: owner.key, body: form({ bytes }) });
      const { blobs } = server.platform;
      const [stored] = await server.installation.store.all<StoredBlob>(
        sql`SELECT blob, size, sha256 FROM objects`,
      );
      assert.ok(stored);
      const names = () => namesOf(blobs);
      await takeBackup(
        {
          ...server.installation,
          blobs: {
            ...blobs,
            open: async (blob, range) => {
              const gone = await ask(server, 'DELETE', target, { key: owner.key });
              assert.equal(gone.status, 200);
              assert.equal(await sweepBlobs(server.platform, () => false), 0);
              return blobs.open(blob, range);
            },
          },
        },
        { file, force: false, signal: new AbortController().signal },
      );
      assert.equal((await digestsOf(file)).blobs.bytes, bytes.length);
      assert.deepEqual(await names(), [stored.blob]);
      assert.equal(await sweepBlobs(server.platform, () => false), 1);
      assert.deepEqual(await names(), []);
    });

  test('that was killed loses its hold on blobs after a while', async (t) => {
    const server = await openServer('sqlite');
    t.after(server.close);
    const { store } = server.installation;
    const { clock } = server.platform;
    await holdBlobs({ store, clock });
    assert.equal(await areBlobsHeld(store, clock()), true);
    server.clock.advance(6 * 60_000);
    assert.equal(await areBlobsHeld(store, clock()), false);
  });

  test('copies several objects at once, and after a failure none is still being read', async (t) => {
    const server = await openServer('sqlite');
    t.after(server.close);
    const workFolder = temporaryFolder(t);
    const owner = await server.newOwner();
    const bucket = await newResource(server, owner.key, 'storage');
    for (let n = 0; n < 20; n += 1) {
      const body = form({ bytes: `object ${n}` });
      await ask(server, 'POST', `${storage}/${bucket.id}?key=${n}`, { key: owner.key, body });
    }
    const blobs = server.platform.blobs;
    let reading = 0;
    let readingMost = 0;
    let opened = 0;
    const backUp = (name: string, failsAt: number) =>
      takeBackup(
        {
          ...server.installation,
          blobs: {
            ...blobs,
            open: async (blob, range) => {
              opened += 1;
              if (opened === failsAt) return undefined;
              reading += 1;
              readingMost = Math.max(readingMost, reading);
              const pieces = (await blobs.open(blob, range)) ?? [];
              return (async function* () {
                try {
                  yield* pieces;
                } finally {
                  reading -= 1;
                }
              })();
            },
          },
        },
        { file: path.join(workFolder, name), force: false, signal: new AbortController().signal },
      );
    await backUp('whole.backup', 0);
    assert.equal((await digestsOf(path.join(workFolder, 'whole.backup'))).blobs.count, 20);
    assert.deepEqual([opened, reading], [20, 0]);
    assert.ok(readingMost > 1 && readingMost <= 8, `${readingMost} at once`);

    opened = 0;
    await assert.rejects(backUp('broken.backup', 3), /missing or damaged/);
    assert.equal(reading, 0);
    assert.ok(opened <= 10, `${opened} were opened after the third had failed`);
    assert.deepEqual(readdirSync(workFolder), ['whole.backup']);
  });

  test('of an older version is upgraded by its restore', async (t) => {
    const workFolder = temporaryFolder(t);
    const store = openSqlite(path.join(workFolder, 'old.db'));
    await migrate(store, undefined, migrations.slice(0, 1));
    await store.script(['CREATE TABLE blob_holds (id TEXT PRIMARY KEY, until BIGINT NOT NULL)']);
    await store.write((tx) =>
      tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'wa zamani', 5)`),
    );
    const source = { ...server.installation, blobs: server.platform.blobs };
    const file = path.join(workFolder, 'old.backup');
    const options = { file, force: false, signal: new AbortController().signal };
    const isOlder = /^The data is of version 1 and this program knows version \d+; take the backup/;
    await assert.rejects(takeBackup({ ...source, store }, options), { message: isOlder });
    assert.deepEqual(
      readdirSync(workFolder).filter((name) => name.includes('backup')),
      [],
    );
    const { manifest } = await takeBackup({ ...source, store }, options, 1);
    await store.close();
    assert.equal(manifest.dataVersion, 1);
    const environment = { BARAZA_DATA: path.join(workFolder, 'data') };
    await done(['restore', file], environment);
    const { out } = await done(['owners', 'list', '--json'], environment);
    assert.match(out.join(''), /wa zamani/);
    assert.deepEqual(readdirSync(environment.BARAZA_DATA).sort(), [
      'baraza.db',
      'objects',
      'pepper',
      'serve.lock',
    ]);
  });

  test('removes what killed ones have left, and nothing that is being written', async (t) => {
    const workFolder = temporaryFolder(t);
    const [left, current] = ['left.backup.part', 'current.backup.part'].map((name) =>
      path.join(workFolder, name),
    ) as [string, string];
    for (const file of [left, current]) writeFileSync(file, 'x');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(left, longAgo, longAgo);
    await take(server, path.join(workFolder, '1.backup'));
    assert.deepEqual(readdirSync(workFolder).toSorted(), ['1.backup', 'current.backup.part']);
  });

  test('writes over a file only with --force, and only its owner can read it', async (t) => {
    const workFolder = temporaryFolder(t);
    const environment = { BARAZA_DATA: path.join(workFolder, 'data') };
    await done(['owners', 'create', '--name', 'local'], environment);
    const file = path.join(workFolder, 'x.backup');
    writeFileSync(file, 'precious');
    assertRefused(await runCommand(['backup', file], environment), /exists already; --force/);
    assert.equal(statSync(file).size, 8);
    await done(['backup', file, '--force'], environment);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(workFolder).sort(), ['data', 'x.backup']);
    const absent = path.join(workFolder, 'no', 'x.backup');
    assertRefused(
      await runCommand(['backup', absent], environment),
      /cannot be written: it does not exist/,
    );
  });

  test('of nothing is refused and makes nothing', async (t) => {
    const workFolder = temporaryFolder(t);
    const environment = { BARAZA_DATA: path.join(workFolder, 'data') };
    assertRefused(
      await runCommand(['backup', path.join(workFolder, 'x')], environment),
      /nothing to back up/,
    );
    assert.ok(!existsSync(path.join(workFolder, 'x')));
  });

  test('is stopped by a damaged object, names it and leaves nothing behind', async (t) => {
    const workFolder = temporaryFolder(t);
    const [found] = await server.installation.store.all<{ blob: string }>(
      sql`SELECT blob FROM objects WHERE size > 10`,
    );
    const blob = found?.blob ?? '';
    const bytes = path.join(server.folder, 'objects', blob.slice(5, 11), blob);
    const whole = readFileSync(bytes);
    t.after(() => writeFileSync(bytes, whole));
    for (const damage of ['', 'y'.repeat(700_000)]) {
      writeFileSync(bytes, damage);
      await assert.rejects(
        take(server, path.join(workFolder, 'x')),
        new RegExp(`${blob} are missing or damaged`),
      );
    }
    assert.deepEqual(readdirSync(workFolder), []);
  });

  test('is stopped by a damaged database, says so and leaves nothing behind', async (t) => {
    const workFolder = temporaryFolder(t);
    const damaged = path.join(workFolder, 'damaged.db');
    const whole = openSqlite(damaged);
    await migrate(whole, undefined, migrations);
    await whole.write((tx) =>
      tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'local', 5)`),
    );
    const root = await whole.get<{ page: number }>(
      sql`SELECT rootpage AS page FROM sqlite_master WHERE name = 'owners'`,
    );
    await whole.close();
    const bytes = readFileSync(damaged);
    // The header has the page size; the first byte of a page is its type.
    bytes[((root?.page ?? 0) - 1) * bytes.readUInt16BE(16)] = 0xff;
    writeFileSync(damaged, bytes);
    const store = openSqlite(damaged);
    t.after(() => store.close());
    const file = path.join(workFolder, 'x.backup');
    const source = { ...server.installation, blobs: server.platform.blobs };
    await assert.rejects(
      takeBackup(
        { ...source, store },
        { file, force: false, signal: new AbortController().signal },
      ),
      { message: 'The database is damaged, so no whole backup can be taken.' },
    );
    assert.ok(!existsSync(file) && !existsSync(`${file}.part`));
  });

  test('that is aborted leaves nothing behind', async (t) => {
    const workFolder = temporaryFolder(t);
    const signal = AbortSignal.abort();
    await assert.rejects(take(server, path.join(workFolder, 'x'), signal), /given up/);
    assert.deepEqual(readdirSync(workFolder), []);
  });

  test('has no pepper that is kept elsewhere, and is not restored with another one', async (t) => {
    const workFolder = temporaryFolder(t);
    const peppers = ['one', 'two'].map((name) => path.join(workFolder, name));
    for (const file of peppers) writeFileSync(file, file.repeat(4));
    const [mine = '', other = ''] = peppers;
    const old = { BARAZA_DATA: path.join(workFolder, 'old'), BARAZA_PEPPER_FILE: mine };
    await done(['owners', 'create', '--name', 'local'], old);
    const file = path.join(workFolder, 'x.backup');
    const { out } = await done(['backup', file, '--json'], old);
    assert.equal(JSON.parse(out.join('')).pepper.included, false);

    const data = path.join(workFolder, 'new');
    const without = { BARAZA_DATA: data };
    assertRefused(
      await runCommand(['restore', file], without),
      /set BARAZA_PEPPER_FILE to that file/,
    );
    const wrong = { ...without, BARAZA_PEPPER_FILE: other };
    assertRefused(await runCommand(['restore', file], wrong), /a different pepper than .*two/);
    assert.deepEqual(
      pictureOf(data).filter((name) => !name.startsWith('serve.lock')),
      [],
    );
    await done(['restore', file], { ...without, BARAZA_PEPPER_FILE: mine });
    assert.deepEqual(readdirSync(data).sort(), ['baraza.db', 'objects', 'serve.lock']);
  });
});

/** Creates resources of every service; returns the key that was used. */
async function fill(server: TestServer): Promise<string> {
  const { key } = await server.newOwner();
  for (const service of ['data', 'storage', 'ai', 'dev', 'connect', 'work']) {
    const { id } = await newResource(server, key, service, { description: 'Ünï 😀' });
    if (service === 'data')
      for (let n = 0; n < 130; n += 1)
        await ask(server, 'PATCH', `${resources}/${id}`, {
          key,
          body: { action: 'add-record', record: { n, text: 'x'.repeat(n * 10), zero: -0.5 } },
          headers: { 'idempotency-key': `add ${n}` },
        });
    if (service === 'storage')
      for (const [name, bytes] of [
        ['é/b', 'x'.repeat(700_000)],
        ['a', ''],
        ['B', 'b'],
      ] as const)
        await ask(server, 'POST', `${storage}/${id}?key=${encodeURIComponent(name)}`, {
          key,
          body: form({ bytes }),
        });
    if (service === 'work')
      await ask(server, 'PATCH', `${resources}/${id}`, { key, body: { action: 'complete' } });
  }
  return key;
}

function take(server: TestServer, file: string, signal = new AbortController().signal) {
  const source = { ...server.installation, blobs: server.platform.blobs };
  return takeBackup(source, { file, force: false, signal });
}

async function done(words: readonly string[], environment: { readonly [name: string]: string }) {
  const result = await runCommand(words, environment);
  assert.deepEqual([result.code, result.err], [0, []], result.err.join('\n'));
  return result;
}
