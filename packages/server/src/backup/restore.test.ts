import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { openServer } from '../../test/fixtures/server.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { createMigratedDatabase } from '../../test/postgres/server.ts';
import { openFileBlobs } from '../blobs/files.ts';
import { dataPaths } from '../setup/data-folder.ts';
import { dataVersion } from '../store/migrations/data-version.ts';
import { openPostgres } from '../store/postgres/postgres.ts';
import { assertWhole } from '../store/processes/installation.ts';
import { readNumber } from '../store/rows.ts';
import { type Store, sql } from '../store/store.ts';
import { takeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { openBackup } from './verified.ts';

test('no server starts on a database with people who were erased since the backup', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  await server.newOwner();
  const file = path.join(temporaryFolder(t), 'x.backup');
  const { blobs } = server.platform;
  const { signal } = new AbortController();
  await takeBackup({ ...server.installation, blobs }, { file, force: false, signal });

  /** Dies before its nth write; those who are left are not erased. */
  const restore = async (url: string, nth: number) => {
    const backup = await openBackup(file, dataVersion);
    const folder = temporaryFolder(t);
    const open = async () => ({
      store: dyingBefore(openPostgres(url), nth),
      blobs: openFileBlobs(path.join(folder, 'blobs')),
    });
    try {
      await restoreBackup(backup, {
        paths: dataPaths(folder),
        pepperFile: undefined,
        open,
        force: false,
        onFilled: async (store) => {
          await store.write((tx) => tx.run(sql`UPDATE owners SET name = 'erased'`));
        },
        time: '2026-11-17T10:00:00.000Z',
      });
      return 'ended';
    } catch (error) {
      assert.match(String(error), /killed/);
      return 'killed';
    } finally {
      backup.close();
    }
  };

  let withPeople = 0;
  for (let nth = 1; ; nth += 1) {
    const url = await createMigratedDatabase();
    const outcome = await restore(url, nth);
    const store = openPostgres(url);
    t.after(store.close);
    const left = await readNumber(store, sql`SELECT count(*) FROM owners WHERE name <> 'erased'`);
    withPeople += left;
    if (left > 0)
      await assert.rejects(
        assertWhole(store),
        /A restore into this database has not ended \(begun 2026-11-17T10:00/,
      );
    if (outcome === 'killed') continue;
    assert.equal(left, 0);
    await assertWhole(store);
    break;
  }
  assert.ok(withPeople > 0);
});

function dyingBefore(store: Store, nth: number): Store {
  let writes = 0;
  return {
    ...store,
    write: (job, options) => {
      writes += 1;
      return writes >= nth ? Promise.reject(new Error('killed')) : store.write(job, options);
    },
  };
}
