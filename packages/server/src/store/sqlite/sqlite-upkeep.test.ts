import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { addMigratedFile } from '../../../test/fixtures/migrated-file.ts';
import { eventually, temporaryFolder } from '../../../test/fixtures/server-process.ts';
import {
  fill,
  freeBytesOf,
  leaveFree,
  mountSmall,
  noSmallDisk,
} from '../../../test/process/small-disk.ts';
import { readNumber } from '../rows.ts';
import { type Store, sql } from '../store.ts';
import { openSqlite } from './sqlite.ts';
import { connect } from './sqlite-connection.ts';
import { createUpkeep } from './sqlite-upkeep.ts';

const MB = 1024 * 1024;

async function openStore(t: TestContext): Promise<{ store: Store; file: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-upkeep-'));
  await addMigratedFile(folder);
  const file = path.join(folder, 'baraza.db');
  const store = openSqlite(file);
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, file };
}

const segments = (store: Store) =>
  readNumber(store, sql`SELECT count(DISTINCT segid) FROM record_search_idx`);

const found = (store: Store, word: string) =>
  readNumber(store, sql`SELECT count(*) FROM record_search WHERE record_search MATCH ${word}`);

const add = (store: Store, doc: number) =>
  store.write((tx) =>
    tx.run(sql`INSERT INTO record_search (rowid, words) VALUES (${doc}, ${`all number${doc}`})`),
  );

test('a write merges nothing, which could take seconds; the index is merged afterwards', async (t) => {
  const { store } = await openStore(t);
  // More than FTS5 leaves by default, and written before the first merge, also on a busy machine.
  const count = 30;
  await Promise.all(Array.from({ length: count }, (_, at) => add(store, at + 1)));
  assert.equal(await segments(store), count);
  await eventually(async () => (await segments(store)) < 10);
  assert.equal(await found(store, 'all'), count);
  assert.equal(await found(store, 'number7'), 1);
});

test('above the limit of segments a turn of merging ends only when they are fewer', async (t) => {
  const { file, store } = await openStore(t);
  const writer = connect(file, false);
  const insert = writer.prepare('INSERT INTO record_search (rowid, words) VALUES (?, ?)');
  const words = (doc: number) => Array.from({ length: 100 }, (_, at) => `w${doc}x${at}`).join(' ');
  for (let doc = 1; doc <= 700; doc += 1) insert.run(doc, words(doc));
  assert.equal(await segments(store), 700);
  // The time of a turn is always up.
  let nowMs = 0;
  t.mock.method(performance, 'now', () => (nowMs += 1_000));
  const turn = Promise.withResolvers<number>();
  const upkeep = createUpkeep(file, { reader: writer, writer }, async (work) => {
    const result = await work();
    turn.resolve(segments(store));
    return result;
  });
  upkeep.wake();
  insert.run(701, 'last');
  const left = await turn.promise;
  await upkeep.close();
  writer.raw.close();
  assert.ok(left < 600, `${left} segments`);
});

test('the words of deleted records leave the index', async (t) => {
  const { store } = await openStore(t);
  for (let doc = 1; doc <= 20; doc += 1) await add(store, doc);
  await store.write((tx) => tx.run(sql`DELETE FROM record_search WHERE rowid <= 20`));
  assert.equal(await found(store, 'all'), 0);
  await eventually(async () => (await segments(store)) === 0);
});

test('writes go on while the index is merged, and none is lost', async (t) => {
  const { store } = await openStore(t);
  let doc = 0;
  await eventually(async () => {
    for (let n = 0; n < 20; n += 1) await add(store, ++doc);
    return doc > 400 && (await segments(store)) < doc / 2;
  });
  assert.equal(await found(store, 'all'), doc);
});

test('the WAL begins again after 32 MB, also while writes go on', async (t) => {
  const { store, file } = await openStore(t);
  await store.script(['CREATE TABLE notes (text TEXT)']);
  const reader = connect(file, true);
  t.after(() => reader.raw.close());
  const pagesInWal = () => {
    const [state] = reader.raw.pragma('wal_checkpoint(NOOP)') as [{ readonly log: number }];
    return state.log;
  };
  let most = 0;
  await eventually(async () => {
    await store.write((tx) => tx.run(sql`INSERT INTO notes VALUES (${'a'.repeat(1_000_000)})`));
    const pages = pagesInWal();
    most = Math.max(most, pages);
    return pages < most / 2;
  });
  assert.ok(most >= 8_000, `${most} pages`);
  assert.ok(most < 24_000, `${most} pages`);
});

test('where little is free, the WAL begins again before it has taken that', {
  skip: noSmallDisk(),
}, async (t) => {
  let unmount: (() => boolean) | undefined;
  t.after(() => unmount?.());
  const folder = temporaryFolder(t);
  unmount = mountSmall(folder, 8);
  const store = openSqlite(path.join(folder, 'small.db'));
  t.after(store.close);
  await store.script(['CREATE TABLE notes (text TEXT)', "INSERT INTO notes VALUES ('')"]);
  leaveFree(path.join(folder, 'ballast'), 3 * MB);
  // Three times what is free.
  for (let n = 0; n < 100; n += 1)
    await store.write((tx) => tx.run(sql`UPDATE notes SET text = ${`${n} `.repeat(30_000)}`));
  assert.ok(freeBytesOf(folder) > MB, `${freeBytesOf(folder)} bytes are free`);
});

test('on a full disk deletions work from the first one on, whatever another program takes', {
  skip: noSmallDisk(),
}, async (t) => {
  let unmount: (() => boolean) | undefined;
  t.after(() => unmount?.());
  const folder = temporaryFolder(t);
  unmount = mountSmall(folder, 8);
  const ballast = path.join(folder, 'ballast');
  const open = () => openSqlite(path.join(folder, 'small.db'));
  const rows = 100;
  const before = open();
  await before.script(['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)']);
  for (let id = 0; id < rows; id += 1)
    await before.write((tx) => tx.run(sql`INSERT INTO notes VALUES (${id}, ${'x'.repeat(9_000)})`));
  await before.close();
  // What the spare file frees.
  leaveFree(ballast, 0.5 * MB);
  const store = open();
  t.after(store.close);
  fill(ballast);
  for (let id = 0; id < rows; id += 1)
    await eventually(() =>
      store
        .write((tx) => tx.run(sql`DELETE FROM notes WHERE id = ${id}`))
        .then(
          () => true,
          () => false,
        ),
    );
  assert.equal(await readNumber(store, sql`SELECT count(*) FROM notes`), 0);
});

test('a WAL that grew while one snapshot was read is short again after that', async (t) => {
  const { store, file } = await openStore(t);
  await store.script(['CREATE TABLE notes (text TEXT)']);
  const add = () => store.write((tx) => tx.run(sql`INSERT INTO notes VALUES (${'a'.repeat(MB)})`));
  const walBytes = () => statSync(`${file}-wal`).size;
  const ended = Promise.withResolvers<void>();
  const reading = store.snapshot('reader', async (view) => {
    await view.get(sql`SELECT 1 FROM notes`);
    await ended.promise;
  });
  while (walBytes() < 60 * MB) await add();
  ended.resolve();
  await reading;
  await eventually(async () => {
    await add();
    return walBytes() < 40 * MB;
  });
});
