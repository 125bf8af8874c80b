/** Backups of a server that is being written to, and restores that are killed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ask, form, resources, storage } from '../houses/house.ts';
import { createRandom } from '../houses/random.ts';
import {
  createResource,
  type Environment,
  firstKey,
  runBaraza,
  spawnBaraza,
  startProcess,
  temporaryFolder,
} from '../houses/server-process.ts';
import { assertCountsAreRows, withDatabase } from '../platform/accounts.ts';
import { digestsOf } from './backups.ts';
import { type Door, openLedger } from './ledger.ts';

test('a backup under 8 writers restores to one moment with every write that was acknowledged before it', async (t) => {
  const place = temporaryFolder(t);
  const folder = path.join(place, 'data');
  const random = createRandom();
  t.diagnostic(`seed ${random.seed}`);
  const server = await startProcess(t, folder);
  const door = { url: server.url, key: firstKey(folder) };
  let over = false;
  const ledgers = Array.from({ length: 4 }, (_, index) => openLedger(random, `writer ${index}`));
  const appenders = await Promise.all(Array.from({ length: 4 }, () => openAppender(door)));
  const until = async (write: () => Promise<unknown>) => {
    while (!over) await write();
  };
  const writing = Promise.all([
    ...ledgers.map((ledger) => until(() => ledger.write(door))),
    ...appenders.map(({ append }) => until(append)),
  ]);
  const files = ['1', '2', '3'].map((name) => path.join(place, `${name}.backup`));
  const before: (readonly number[])[] = [];
  const after: (readonly number[])[] = [];
  for (const file of files) {
    const round = before.length + 1;
    while (Math.min(...appenders.map(({ acknowledged }) => acknowledged())) < round * 5)
      await ask(door, 'GET', '/api/platform/status', { key: door.key });
    before.push(appenders.map(({ acknowledged }) => acknowledged()));
    await done(t, ['backup', file], folder);
    after.push(appenders.map(({ sent }) => sent()));
  }
  over = true;
  await writing;
  assert.equal((await server.end('SIGTERM')).code, 0);

  for (const [round, file] of files.entries()) {
    const restored = path.join(place, `restored ${round}`);
    await done(t, ['restore', file], restored);
    assertCountsAreRows(restored);
    assertObjectsAreWhole(restored);
    const again = path.join(place, `again ${round}`);
    await done(t, ['backup', again], restored);
    assert.deepEqual(await digestsOf(again), await digestsOf(file));
    for (const [index, appender] of appenders.entries())
      appender.assertPrefix(restored, before[round]?.[index] ?? 0, after[round]?.[index] ?? 0);
  }
  t.diagnostic(`${after.at(-1)} appended, ${statSync(files[2] ?? '').size} bytes`);
});

test('a restore that is killed at any moment leaves the old data or the new, whole', async (t) => {
  const place = temporaryFolder(t);
  const [before, after] = await Promise.all(
    ['before', 'after'].map(async (name) => {
      const folder = path.join(place, name);
      const server = await startProcess(t, folder, { BARAZA_DEMO: '1' });
      await createResource(server, firstKey(folder), 'work');
      await server.end('SIGTERM');
      const file = `${folder}.backup`;
      await done(t, ['backup', file], folder);
      return { folder, file, digests: await digestsOf(file) };
    }),
  );
  assert.ok(before !== undefined && after !== undefined);
  const outcomes = { old: 0, new: 0 };
  let ended = false;
  for (let change = 1; !ended; change += 3) {
    const folder = path.join(place, `killed ${change}`);
    cpSync(before.folder, folder, { recursive: true });
    ended = await restoreUntil(t, after.file, folder, change);
    const file = `${folder}.backup`;
    await done(t, ['backup', file], folder);
    const found = await digestsOf(file);
    const isNew = JSON.stringify(found) === JSON.stringify(after.digests);
    if (!isNew) assert.deepEqual(found, before.digests);
    outcomes[isNew ? 'new' : 'old'] += 1;
    assert.ok(!existsSync(path.join(folder, 'restoring')));
    assert.ok(!existsSync(path.join(folder, 'restore.json')));
  }
  t.diagnostic(JSON.stringify(outcomes));
  assert.ok(outcomes.old > 0 && outcomes.new > 0);
});

test('a server on its data folder is not restored under its feet', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startProcess(t, folder);
  const file = path.join(temporaryFolder(t), 'x.backup');
  await done(t, ['backup', file], folder);
  const { code, stderr } = await runBaraza(t, ['restore', file], folder);
  assert.equal(code, 1);
  assert.match(stderr, /^A server or another command is at work on .*; stop it, then restore\.\n$/);
  await createResource(server, firstKey(folder), 'data');
  assert.equal((await server.end('SIGTERM')).code, 0);
});

test('whoever leaves a backup ends it, and the server goes on', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startProcess(t, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  const bytes = createRandom(1).bytes(20_000_000);
  for (let n = 0; n < 6; n += 1)
    await ask(server, 'POST', `${storage}/${bucket}?key=${n}`, { key, body: form({ bytes }) });
  const place = temporaryFolder(t);
  let file = '';
  let isCut = false;
  // One that was done before the kill came shows nothing.
  for (let round = 0; !isCut; round += 1) {
    assert.ok(round < 10, 'no kill met a backup');
    file = path.join(place, `${round}.backup`);
    const begun = fileAppears(`${file}.part`, file);
    const backup = spawnBaraza(t, ['backup', file], folder);
    await begun;
    backup.child.kill('SIGKILL');
    isCut = (await backup.ended).signal === 'SIGKILL' && !existsSync(file);
  }
  // One at a time: this one waits outside until the abandoned one has let go.
  let second = await runBaraza(t, ['backup', `${file}.2`], folder);
  while (/being taken already/.test(second.stderr))
    second = await runBaraza(t, ['backup', `${file}.2`], folder);
  assert.equal(second.code, 0, second.stderr);
  assert.ok(!existsSync(file));
  assert.ok(!existsSync(`${file}.part`));
  assert.equal((await server.end('SIGTERM')).code, 0);
});

/** A writer that only adds, one after the other: what a moment shows of it is a beginning. */
async function openAppender(door: Door) {
  const [collection, bucket] = await Promise.all(
    ['data', 'storage'].map((service) => createResource(door, door.key, service)),
  );
  let acknowledged = 0;
  let sent = 0;
  return {
    acknowledged: () => acknowledged,
    sent: () => sent,
    append: async () => {
      sent += 1;
      const body = { action: 'add-record', record: { n: sent } };
      const key = door.key;
      const added = await ask(door, 'PATCH', `${resources}/${collection}`, { key, body });
      const target = `${storage}/${bucket}?key=${String(sent).padStart(6, '0')}`;
      const bytes = `object ${sent} ${'x'.repeat(sent * 100)}`;
      const put = await ask(door, 'POST', target, { key, body: form({ bytes }) });
      assert.deepEqual([added.status, put.status], [200, 201]);
      acknowledged = sent;
    },
    assertPrefix: (folder: string, min: number, max: number) => {
      const { records, objects } = withDatabase(folder, (database) => ({
        records: database
          .prepare<[string | undefined], { record: string }>(
            'SELECT record FROM records WHERE resource_id = ? ORDER BY id',
          )
          .all(collection)
          .map(({ record }) => JSON.parse(record).n as number),
        objects: database
          .prepare<[string | undefined], { key: string }>(
            'SELECT key FROM objects WHERE resource_id = ? ORDER BY key',
          )
          .all(bucket)
          .map(({ key }) => Number(key)),
      }));
      for (const numbers of [records, objects])
        assert.deepEqual(
          numbers,
          Array.from({ length: numbers.length }, (_, index) => index + 1),
        );
      assert.ok(objects.length >= min, `${min} were acknowledged, ${objects.length} are there`);
      assert.ok(records.length <= max);
      assert.ok(records.length - objects.length === 0 || records.length - objects.length === 1);
    },
  };
}

function assertObjectsAreWhole(folder: string): void {
  const rows = withDatabase(folder, (database) =>
    database
      .prepare<[], { blob: string; size: number; sha256: string }>(
        'SELECT blob, size, sha256 FROM objects',
      )
      .all(),
  );
  assert.ok(rows.length > 0);
  for (const { blob, size, sha256 } of rows) {
    const bytes = readFileSync(path.join(folder, 'objects', blob.slice(5, 11), blob));
    assert.equal(bytes.length, size);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
  }
}

/** Kills a restore right before the given one of its changes; true when it makes fewer. */
async function restoreUntil(
  t: TestContext,
  file: string,
  folder: string,
  change: number,
): Promise<boolean> {
  const { code, signal, stderr } = await runBaraza(t, ['restore', file], folder, {
    NODE_OPTIONS: `--import=${new URL('./kill-at-change.ts', import.meta.url).href}`,
    KILL_AT_CHANGE: String(change),
  });
  assert.ok(code === 0 || signal === 'SIGKILL', stderr);
  return code === 0;
}

/** Resolves when one of these files of one folder is there. */
function fileAppears(...files: [string, ...string[]]): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(path.dirname(files[0]), () => {
      if (!files.some((file) => existsSync(file))) return;
      watcher.close();
      resolve();
    });
  });
}

async function done(
  t: TestContext,
  words: readonly string[],
  folder: string,
  environment: Environment = {},
): Promise<void> {
  const { code, stderr } = await runBaraza(t, words, folder, environment);
  assert.deepEqual([code, stderr], [0, '']);
}
