import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { takeBackup } from '../../src/backup/backup.ts';
import { openBackup } from '../../src/backup/verified.ts';
import { dataVersion } from '../../src/store/migrations/data-version.ts';
import { engines } from '../fixtures/server.ts';
import { openConsoleServer } from './console-server.ts';

for (const engine of engines)
  test(`a backup from ${engine} brings back no session and no link`, async (t) => {
    const server = await openConsoleServer(engine);
    t.after(server.close);
    const owner = await server.siteServer.newOwner();
    await server.newLink(owner.id);
    await server.signIn({ credential: owner.credential });
    const { installation, folder } = server.siteServer.platformServer;
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
