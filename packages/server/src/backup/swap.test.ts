import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { type DataPaths, dataPaths, writePrivateJson } from '../setup/data-folder.ts';
import { settleRestore, swapIn } from './swap.ts';

const leaving = ['baraza.db-wal', 'baraza.db', 'objects', 'pepper', 'bootstrap.json'];
const coming = ['objects', 'pepper', 'baraza.db'];
const kept = 'before-restore-now';
const moves = [
  ...leaving.map((name) => [name, `${kept}/${name}`] as const),
  ...coming.map((name) => [`restoring/${name}`, name] as const),
];

test('a swap that is cut off after any of its steps is ended by the next start', (t) => {
  for (let done = 0; done <= moves.length; done += 1) {
    const paths = arrange(t);
    writePrivateJson(paths.restore, { keptAs: kept, leaving, coming });
    if (done > 0) mkdirSync(path.join(paths.folder, kept));
    for (const [from, to] of moves.slice(0, done))
      renameSync(path.join(paths.folder, from), path.join(paths.folder, to));
    settleRestore(paths);
    assertSwapped(paths, kept);
    settleRestore(paths);
    assertSwapped(paths, kept);
  }
});

test('a swap in one go keeps what was there before, under the time it was done', (t) => {
  const paths = arrange(t);
  const keptAs = swapIn(paths, { leaving, coming }, '2026-11-15T10:00:00.000Z');
  assert.equal(keptAs, 'before-restore-2026-11-15T10-00-00-000Z');
  assertSwapped(paths, keptAs ?? '');
});

test('what was staged and never decided goes, and the old data stays', (t) => {
  const paths = arrange(t);
  settleRestore(paths);
  assert.deepEqual(readdirSync(paths.folder).sort(), [...leaving].sort());
  assert.equal(readFileSync(paths.database, 'utf8'), 'old');
});

test('a swap into an empty folder keeps no empty folder of before', (t) => {
  const paths = arrange(t);
  for (const name of leaving) rmSync(path.join(paths.folder, name), { recursive: true });
  assert.equal(swapIn(paths, { leaving, coming }, 'now'), undefined);
  assert.deepEqual(readdirSync(paths.folder).sort(), [...coming].sort());
});

function arrange(t: TestContext): DataPaths {
  const folder = temporaryFolder(t);
  const paths = dataPaths(folder);
  mkdirSync(paths.restoring);
  const put = (place: string, names: readonly string[], text: string) => {
    for (const name of names) {
      const isFolder = name === 'objects';
      if (isFolder) mkdirSync(path.join(place, name));
      writeFileSync(path.join(place, name, ...(isFolder ? ['one'] : [])), text);
    }
  };
  put(folder, leaving, 'old');
  put(paths.restoring, coming, 'new');
  return paths;
}

function assertSwapped({ folder }: DataPaths, keptAs: string): void {
  const textOf = (name: string) =>
    readFileSync(
      path.join(folder, name, ...(path.basename(name) === 'objects' ? ['one'] : [])),
      'utf8',
    );
  assert.deepEqual(readdirSync(folder).sort(), [...coming, keptAs].sort());
  for (const name of coming) assert.equal(textOf(name), 'new');
  assert.deepEqual(readdirSync(path.join(folder, keptAs)).sort(), [...leaving].sort());
  for (const name of leaving) assert.equal(textOf(`${keptAs}/${name}`), 'old');
}
