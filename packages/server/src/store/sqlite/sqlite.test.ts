import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { storeContract } from '../store.contract.ts';
import { createFlattener, sql } from '../store.ts';
import { createGroupCommit } from './group-commit.ts';
import { copySqlite, openSqlite } from './sqlite.ts';
import { connect } from './sqlite-connection.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-sqlite-'));
let files = 0;
const open = async () => {
  files += 1;
  return openSqlite(path.join(folder, `${files}.db`));
};
after(() => rmSync(folder, { recursive: true, force: true }));

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
