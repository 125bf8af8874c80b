import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openServer } from '../../test/fixtures/server.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { dataPaths, folderId } from '../data-folder.ts';
import { joinProcesses, leaveProcesses } from '../store/processes/processes.ts';
import type { Store } from '../store/store.ts';
import { createBackupCatalog } from './backup-catalog.ts';
import type { Backups } from './backups.ts';

test('every server shows the backups of all, and what one of them is doing', async (t) => {
  const server = await openServer('postgres');
  t.after(server.close);
  const [one, other] = [
    await openCatalog(t, server.installation),
    await openCatalog(t, server.installation),
  ];
  await one.catalog.take();
  for (const { catalog } of [one, other]) {
    assert.equal((await catalog.list()).running?.kind, 'take');
    await assert.rejects(catalog.take(), /is being worked on; wait for its end/);
  }
  one.finish();
  const [{ name, machine, folder } = assert.fail()] = (await listIdle(other.catalog)).backups;
  assert.deepEqual([machine, folder], [hostname(), one.paths.backups]);
  assert.deepEqual((await one.catalog.list()).backups, (await other.catalog.list()).backups);
  const lies = new RegExp(
    `^${name} lies on .* in ${folder}, and only the server there can check it`,
  );
  await assert.rejects(other.catalog.verify(name), { code: 'conflict', message: lies });
  await assert.rejects(other.catalog.verify('none.backup'), { code: 'not_found' });
  await one.catalog.verify(name);
  const { backups } = await listIdle(other.catalog);
  assert.match(backups[0]?.verified?.error ?? '', /is no backup of Baraza/);
});

test('the job of a server that was killed is not shown as running', async (t) => {
  const server = await openServer('postgres');
  t.after(server.close);
  const [one, other] = [
    await openCatalog(t, server.installation),
    await openCatalog(t, server.installation),
  ];
  await one.catalog.take();
  assert.notEqual((await other.catalog.list()).running, null);
  await server.installation.store.write((tx) => leaveProcesses(tx, one.id));
  assert.equal((await other.catalog.list()).running, null);
  one.finish();
});

async function openCatalog(
  t: TestContext,
  installation: Parameters<typeof createBackupCatalog>[2],
) {
  const paths = dataPaths(temporaryFolder(t));
  const id = folderId(paths);
  const { store } = installation;
  await join(store, id);
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const backups: Pick<Backups, 'take'> = {
    take: async ({ file }) => {
      await done;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, 'bytes');
      return {} as never;
    },
  };
  const catalog = createBackupCatalog(backups as Backups, paths, installation);
  t.after(() => {
    finish();
    return catalog.stop();
  });
  return { catalog, paths, id, finish };
}

function join(store: Store, folder: string) {
  return store.write((tx) => joinProcesses(tx, { id: folder, folder, address: '' }, Date.now()));
}

async function listIdle(catalog: ReturnType<typeof createBackupCatalog>) {
  for (;;) {
    const list = await catalog.list();
    if (list.running === null) return list;
  }
}
