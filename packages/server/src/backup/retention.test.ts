import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openServer } from '../../test/fixtures/server.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { dataVersion } from '../store/migrations/data-version.ts';
import { takeBackup } from './backup.ts';
import { backupFileAt, keepNewest, newestBackup } from './retention.ts';
import { openBackup } from './verified.ts';

test('the newest backups of a folder are kept, and other files are never touched', async (t) => {
  const folder = temporaryFolder(t);
  const day = (n: number) => backupFileAt(folder, () => Date.UTC(2026, 0, n));
  for (const n of [3, 1, 10, 2]) writeFileSync(day(n), '');
  const others = ['baraza-monday.backup', 'baraza-2020-01-01T00-00-00-000Z.backup.part', 'x'];
  for (const name of others) writeFileSync(path.join(folder, name), '');
  assert.equal(path.basename(day(1)), 'baraza-2026-01-01T00-00-00-000Z.backup');
  const newest = [3, 10].map((n) => path.basename(day(n)));
  assert.equal((await keepNewest(folder, 2)).length, 2);
  assert.deepEqual(readdirSync(folder).sort(), [...newest, ...others].sort());
  assert.deepEqual(await keepNewest(folder, 5), []);
  assert.equal(backupFileAt(path.join(folder, 'x'), Date.now), path.join(folder, 'x'));
});

test('increments go with the whole backup that they continue; what a newer one needs stays', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const folder = temporaryFolder(t);
  const { blobs } = server.platform;
  const { signal } = new AbortController();
  const take = async (day: number, since?: string) => {
    const kind = since === undefined ? 'backup' : 'increment';
    const file = backupFileAt(folder, () => Date.UTC(2026, 0, day), kind);
    await takeBackup({ ...server.installation, blobs }, { file, force: false, since, signal });
    return file;
  };
  const left = () => readdirSync(folder).toSorted();
  const names = (files: readonly string[]) => files.map((file) => path.basename(file)).toSorted();

  const oldest = await take(1);
  const old = [await take(2, oldest), await take(3, oldest)] as const;
  const whole = await take(4);
  // It continues the increment of the second day, and that the oldest backup.
  const newest = await take(5, old[0]);
  assert.equal(newestBackup(folder), newest);
  assert.deepEqual(await keepNewest(folder, 1), names([old[1]]));
  assert.deepEqual(left(), names([oldest, old[0], whole, newest]));
  await openBackup(newest, dataVersion).then(({ close }) => close());

  const later = [await take(6), await take(7)];
  await keepNewest(folder, 3);
  assert.deepEqual(left(), names([oldest, old[0], whole, newest, ...later]));
  writeFileSync(newest, 'damaged');
  assert.deepEqual(await keepNewest(folder, 3), []);
  await keepNewest(folder, 2);
  assert.deepEqual(left(), names(later));
});
