/** A whole installation is copied between SQLite with files and PostgreSQL with S3, even after a killed copy. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { openFakeS3 } from '../fakes/s3-server.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { createRandom } from '../fixtures/random.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  createResource,
  firstKey,
  scopeOfSuite,
  spawnBaraza,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { controlPostgres } from '../postgres/control.ts';
import { createDatabase, createMigratedDatabase } from '../postgres/server.ts';
import { s3Credentials } from '../s3/server.ts';
import { ask, form, resources, storage } from '../sockets/requests.ts';
import { pictureOf as allOf } from './backups.ts';

const objectCount = 4;

describe('a copy', () => {
  const scope = scopeOfSuite();
  let source: Awaited<ReturnType<typeof createSource>>;
  before(async () => {
    source = await createSource(scope);
  });

  test('there and back has every table and object, and keys still open', async (t) => {
    const { folder, key, bucket, bytes, before: picture } = source;
    const { words, environment, pepper } = await serverSide(t, createDatabase);
    const there = await copied(['--from', folder, ...words('to')]);
    assert.deepEqual(pictureOf(folder), picture);
    assert.equal(there.objects.count, objectCount);
    assert.ok(there.rows > 40);
    assert.equal(readFileSync(pepper, 'utf8'), readFileSync(path.join(folder, 'pepper'), 'utf8'));

    const server = await startHere(t, temporaryFolder(t), environment);
    const target = `${storage}/${bucket}?key=3`;
    assert.equal(await hashAt(server.url + target, key), hashOf(bytes(3)));
    assertRefused(
      await runCommand(['copy', ...words('from'), '--to', temporaryFolder(t)]),
      /A server runs on/,
    );
    await server.stop();
    assertRefused(await runCommand(['copy', '--from', folder, ...words('to')]), /in use already/);

    const home = path.join(temporaryFolder(t), 'home');
    const back = await copied([...words('from'), '--to', home]);
    const hashes = (report: typeof there) => JSON.stringify(report.tables.filter(isStill));
    assert.equal(hashes(back), hashes(there));
    assert.deepEqual(back.objects, there.objects);
    const again = await startHere(t, home);
    assert.equal(await hashAt(again.url + target, key), hashOf(bytes(3)));
    await again.stop();
  });

  test('that is killed leaves its source as it was, and a target that starts only after another copy', async (t) => {
    const { folder, before: picture } = source;
    const { words, environment, s3 } = await serverSide(t);
    const home = path.join(temporaryFolder(t), 'home');
    for (const { copy, method, at } of [
      {
        copy: ['--from', folder, ...words('to')],
        method: 'PUT',
        at: { ...environment, BARAZA_DATA: temporaryFolder(t) },
      },
      { copy: [...words('from'), '--to', home], method: 'GET', at: { BARAZA_DATA: home } },
    ]) {
      const killed = spawnBaraza(t, ['copy', ...copy], temporaryFolder(t), s3Credentials);
      let blobs = 0;
      s3.fault = (request) => {
        if (request.method !== method || !request.key.includes('blob_')) return false;
        blobs += 1;
        return blobs > 1 && killed.child.kill('SIGKILL');
      };
      assert.equal((await killed.ended).signal, 'SIGKILL');
      s3.fault = undefined;
      const refused = /A copy into this store has not ended \(begun .*\); run baraza copy again/;
      assertRefused(await runCommand(['owners', 'list'], at), refused);
      assert.equal((await copied(copy)).objects.count, objectCount);
      const { out, code } = await runCommand(['owners', 'list', '--json'], at);
      assert.equal(code, 0, out.join('\n'));
      assert.match(out.join(''), /local/);
    }
    assert.deepEqual(pictureOf(folder), picture);
  });

  test('of what cannot be copied is refused in one sentence, and nothing is written', async (t) => {
    const { folder } = source;
    const { words } = await serverSide(t);
    const empty = temporaryFolder(t);
    const home = path.join(empty, 'home');
    const lines: readonly (readonly [readonly string[], RegExp])[] = [
      [['--from', home, '--to', empty], /There is nothing to copy in|cannot be read/],
      [['--from', folder], /needs --to/],
      [['--from', folder, '--to', folder], /two different databases/],
      [['--from', folder, '--to', 'postgres://u@127.0.0.1:1/x'], /needs --to-blobs/],
      [
        ['--from', folder, '--to', 'postgres://u@127.0.0.1:1/x', '--to-blobs', 's3://b'],
        /--to-blobs must/,
      ],
      [
        ['--from', folder, '--to', 'postgres://u@127.0.0.1:1/x', '--to-blobs', 's3://bucket'],
        /--to-pepper must name the file/,
      ],
      [['--from', folder, '--to', home, '--to-blobs', 'elsewhere'], /--to-blobs must be s3:/],
    ];
    for (const [given, has] of lines) assertRefused(await runCommand(['copy', ...given]), has);
    assert.ok(!existsSync(home));
    const other = path.join(temporaryFolder(t), 'pepper');
    writeFileSync(other, 'x'.repeat(50));
    const refused = await runCommand([
      'copy',
      '--from',
      folder,
      ...words('to'),
      '--to-pepper',
      other,
    ]);
    assertRefused(refused, /holds a different pepper than the source/);
  });

  test('that an S3 server refuses names the option and the cause', async (t) => {
    const { folder } = source;
    const { words, s3 } = await serverSide(t);
    const there = ['copy', '--from', folder, ...words('to')];
    const cases = [
      { status: 404, code: 'NoSuchBucket', has: /NoSuchBucket/ },
      { status: 403, code: 'SignatureDoesNotMatch', has: /SignatureDoesNotMatch/ },
      { status: 403, code: 'AccessDenied', only: 'PUT', has: /AccessDenied/ },
    ];
    const home = path.join(temporaryFolder(t), 'home');
    const back = ['copy', '--from', folder, '--from-blobs', s3.url, '--to', home];
    for (const { status, code, only, has } of cases) {
      s3.fault = ({ method }, response) => {
        if (only !== undefined && method !== only) return false;
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
        return true;
      };
      const refused = await runCommand(there);
      assertRefused(refused, /--to-blobs cannot be used: s3:/);
      assertRefused(refused, has);
      if (only !== undefined) continue;
      const alsoRefused = await runCommand(back);
      assertRefused(alsoRefused, /--from-blobs cannot be used: s3:/);
      assertRefused(alsoRefused, has);
      assert.ok(!existsSync(home));
    }
  });

  test('to a database whose user may not create tables says so', async (t) => {
    const { words, database } = await serverSide(t, createDatabase);
    const reader = words('to').with(1, await readerOf(database));
    assertRefused(
      await runCommand(['copy', '--from', source.folder, ...reader]),
      /The database of --to cannot be used: permission denied for schema public\.$/,
    );
  });
});

/** An installation with something of everything, stopped. */
async function createSource(t: ReturnType<typeof scopeOfSuite>) {
  const folder = temporaryFolder(t);
  const server = await startHere(t, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  const bytes = (n: number) => createRandom(n).bytes(n === 1 ? 9_000_000 : n * 100_000);
  for (let n = 0; n < objectCount; n += 1) {
    const body = form({ bytes: bytes(n) });
    const stored = await ask(server, 'POST', `${storage}/${bucket}?key=${n}`, { key, body });
    assert.equal(stored.status, 201);
  }
  const data = await createResource(server, key, 'data');
  for (let n = 0; n < 20; n += 1) {
    const body = { action: 'add-record', record: { n, text: 'Ünï 😀' } };
    await ask(server, 'PATCH', `${resources}/${data}`, { key, body });
  }
  await server.stop();
  return { folder, key, bucket, bytes, before: pictureOf(folder) };
}

/** Without the two files in which SQLite keeps what it is doing; a killed reader leaves them behind, empty. */
function pictureOf(folder: string): readonly string[] {
  return allOf(folder).filter((line) => !/^baraza\.db-(?:shm|wal) /.test(line));
}

async function serverSide(t: TestContext, makeDatabase = createMigratedDatabase) {
  const s3 = await openFakeS3();
  t.after(s3.close);
  const database = await makeDatabase();
  const pepper = path.join(temporaryFolder(t), 'pepper');
  return {
    s3,
    database,
    pepper,
    words: (option: 'from' | 'to') => [
      `--${option}`,
      database,
      `--${option}-blobs`,
      s3.url,
      `--${option}-pepper`,
      pepper,
    ],
    environment: {
      DATABASE_URL: database,
      BLOB_URL: s3.url,
      BARAZA_PEPPER_FILE: pepper,
      ...s3Credentials,
    },
  };
}

/** The address for a user who may not create tables. */
async function readerOf(database: string): Promise<string> {
  const name = `reader_${process.pid}`;
  const control = await controlPostgres(database);
  await control.run(`CREATE ROLE ${name} LOGIN`);
  await control.run('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  await control.end();
  const url = new URL(database);
  url.username = name;
  return url.href;
}

async function copied(words: readonly string[]) {
  const { code, out, err } = await runCommand(['copy', ...words, '--json']);
  assert.equal(code, 0, err.join('\n'));
  return JSON.parse(out.join('\n')) as {
    readonly rows: number;
    readonly tables: readonly { readonly name: string; readonly sha256: string }[];
    readonly objects: { readonly count: number; readonly bytes: number };
  };
}

// When a key was last used changes when it is used.
function isStill({ name }: { readonly name: string }): boolean {
  return name !== 'keys';
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function hashAt(url: string, key: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(answer.status, 200);
  return hashOf(await answer.bytes());
}
