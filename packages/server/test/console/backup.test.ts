import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { takeBackup } from '../../src/backup/backup.ts';
import { openBackup } from '../../src/backup/verified.ts';
import { dataVersion } from '../../src/store/migrations/migrations.ts';
import { engines } from '../fixtures/house.ts';
import { openConsoleHouse } from './console-house.ts';

for (const engine of engines)
  test(`a backup from ${engine} brings back no session and no link`, async (t) => {
    const house = await openConsoleHouse(engine);
    t.after(house.close);
    const owner = await house.house.newOwner();
    await house.newLink(owner.id);
    await house.signIn({ credential: owner.credential });
    const { installation, folder } = house.house.house;
    const file = path.join(folder, 'a.backup');
    const source = { ...installation, blobs: await installation.openBlobs() };
    const { signal } = new AbortController();
    await takeBackup(source, { file, force: false, signal });
    const backup = await openBackup(file, dataVersion);
    try {
      const rowsOf = (table: string) => [...backup.rows(table)].length;
      assert.deepEqual([rowsOf('console_sessions'), rowsOf('console_links')], [0, 0]);
      assert.ok(rowsOf('keys') > 0);
    } finally {
      backup.close();
    }
  });
