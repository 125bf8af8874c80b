import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { openSqlite } from './sqlite.ts';
import { storeContract } from './store.contract.ts';
import { sql } from './store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-sqlite-'));
let files = 0;
const open = async () => {
  files += 1;
  return openSqlite(path.join(folder, `${files}.db`));
};
after(() => rmSync(folder, { recursive: true, force: true }));

storeContract('SQLite', open);

test('a write job that waits for something else fails, and the ones behind it go on', async () => {
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
