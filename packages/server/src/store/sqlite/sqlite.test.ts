import assert from 'node:assert/strict';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { storeContract } from '../../../test/contracts/store-contract.ts';
import { temporaryFolder } from '../../../test/fixtures/server-process.ts';
import { createFlattener, sql } from '../store.ts';
import { createGroupCommit } from './group-commit.ts';
import { copySqlite, openSqlite } from './sqlite.ts';
import { connect } from './sqlite-connection.ts';

const folder = temporaryFolder({ after });
let files = 0;
const open = async () => {
  files += 1;
  return openSqlite(path.join(folder, `${files}.db`));
};

storeContract('SQLite', open);

test('a write job that waits for something else fails, and later ones succeed', async () => {
  const store = await open();
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const slow = store.write(async (tx) => {
    await tx.run(sql`INSERT INTO notes VALUES ('slow')`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await tx.run(sql`INSERT INTO notes VALUES ('too late')`);
  });
  const quick = store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('quick')`));
  await assert.rejects(slow, /waited for something else/);
  await quick;
  assert.deepEqual(await store.all(sql`SELECT id FROM notes`), [{ id: 'quick' }]);
  await store.close();
});

// About 5 ms.
const slow = sql`INSERT INTO notes
  SELECT 'slow' WHERE (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    SELECT count(*) FROM n) > 0`;

test('a long transaction lets other requests go on, which see nothing of it before its commit', async () => {
  const store = await open();
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const count = async () => (await store.all(sql`SELECT id FROM notes`)).length;
  const counts: number[] = [];
  let isDone = false;
  const long = store.write(async (tx) => {
    for (let n = 0; n < 40; n += 1) await tx.run(slow);
  });
  const other = store.write((tx) => tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM notes`));
  void long.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(await count());
  }
  await long;
  assert.ok(counts.length > 3, `${counts.length} turns`);
  assert.deepEqual(new Set(counts.slice(0, -1)), new Set([0]));
  assert.equal((await other)?.n, 40);
  assert.equal(await count(), 40);
  await store.close();
});

test('a long transaction that fails after others had their turn leaves nothing, and they keep theirs', async () => {
  const store = await open();
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const failing = store.write(async (tx) => {
    for (let n = 0; n < 10; n += 1) await tx.run(slow);
    throw new Error('no');
  });
  const quick = store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('quick')`));
  await assert.rejects(failing, /^Error: no$/);
  await quick;
  assert.deepEqual(await store.all(sql`SELECT id FROM notes`), [{ id: 'quick' }]);
  await store.close();
});

test('the first of many slow writes does not wait for all of them', async () => {
  const store = await open();
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const ended: number[] = [];
  let begun = 0;
  const writes = Array.from({ length: 40 }, async () => {
    await store.write(async (tx) => {
      begun += 1;
      await tx.run(slow);
    });
    ended.push(begun);
  });
  await Promise.all(writes);
  assert.ok((ended[0] ?? 40) < 30, `${ended[0]} of 40 had begun when the first had ended`);
  assert.equal(ended.length, 40);
  await store.close();
});

test('reads during a group commit see only committed rows, and cannot change any', async () => {
  const store = await open();
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const seen: unknown[] = [];
  const read = async () => seen.push(await store.all(sql`SELECT id FROM notes`));
  await read();
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO notes VALUES ('new')`);
    await read();
  });
  await read();
  assert.deepEqual(seen, [[], [], [{ id: 'new' }]]);
  for (const reader of [store.get, store.all])
    await assert.rejects(reader(sql`DELETE FROM notes RETURNING id`), /a change was asked/);
  assert.deepEqual(await store.all(sql`SELECT id FROM notes`), [{ id: 'new' }]);
  await store.close();
});

test('a write after the close is refused, one before it is kept', async () => {
  const store = await open();
  await store.script(['CREATE TABLE notes (id TEXT)']);
  const kept = store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('kept')`));
  const closed = store.close();
  await assert.rejects(
    store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('lost')`)),
    /stopping/,
  );
  assert.equal(await kept, 1);
  await closed;
});

test('snapshots that could not be opened give their slots back', async () => {
  const store = await open();
  const file = path.join(folder, `${files}.db`);
  renameSync(file, `${file}.away`);
  const failed = await Promise.allSettled(
    Array.from({ length: 100 }, () =>
      store.snapshot('test', (view) => view.get(sql`SELECT 1 AS one`)),
    ),
  );
  assert.ok(failed.every(({ status }) => status === 'rejected'));
  renameSync(`${file}.away`, file);
  assert.deepEqual(await store.snapshot('test', (view) => view.get(sql`SELECT 1 AS one`)), {
    one: 1,
  });
  await store.close();
});

test('a disk that fails a commit and its rollback fails that group alone', async () => {
  const real = connect(path.join(folder, 'failing.db'), false);
  real.raw.exec('CREATE TABLE notes (id TEXT)');
  const failing = new Set<string>();
  const commits = createGroupCommit(
    {
      raw: real.raw,
      prepare: (text) => {
        if (failing.has(text)) throw Object.assign(new Error('no disk'), { code: 'SQLITE_IOERR' });
        return real.prepare(text);
      },
    },
    createFlattener('sqlite'),
  );
  const add = (id: string) =>
    commits.enqueue((tx) => tx.run(sql`INSERT INTO notes VALUES (${id})`));
  for (const text of ['COMMIT', 'ROLLBACK']) failing.add(text);
  const lost = await Promise.allSettled([add('lost 1'), add('lost 2')]);
  for (const outcome of lost)
    assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'busy');
  failing.clear();
  assert.equal(await add('kept'), 1);
  assert.deepEqual(real.raw.prepare('SELECT id FROM notes').all(), [{ id: 'kept' }]);
  await commits.close();
  real.raw.close();
});

test('a copy is a complete snapshot, and its name never refers to a partial one', async () => {
  const store = await open();
  const file = path.join(folder, `${files}.db`);
  await store.script(['CREATE TABLE notes (id TEXT)']);
  await store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('before')`));
  writeFileSync(`${file}.copy.part`, 'what a killed copy left');
  await copySqlite(file, `${file}.copy`);
  await store.write((tx) => tx.run(sql`INSERT INTO notes VALUES ('after')`));
  await store.close();
  const copy = openSqlite(`${file}.copy`);
  assert.deepEqual(await copy.all(sql`SELECT id FROM notes`), [{ id: 'before' }]);
  await copy.close();
  assert.equal(existsSync(`${file}.copy.part`), false);
});

test('commits about a topic are counted before the write resolves, and what is rolled back is not', async () => {
  const store = await open();
  const about = () => store.commitsAbout?.('key');
  assert.equal(about(), 0);
  await store.write(async (tx) => {
    await tx.notify({ about: 'key', id: 'one' });
    await tx.notify({ about: 'site', id: 'one' });
    assert.equal(about(), 0);
  });
  assert.equal(about(), 1);
  const failing = store.write(async (tx) => {
    await tx.notify({ about: 'key', id: 'one' });
    throw new Error('no');
  });
  await assert.rejects(failing, /^Error: no$/);
  assert.equal(about(), 1);
  await store.close();
});
