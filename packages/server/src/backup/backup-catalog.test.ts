import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { dayMs } from '@baraza/contract';
import { openServer } from '../../test/fixtures/server.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { dataPaths, folderId } from '../setup/data-folder.ts';
import { joinProcesses, leaveProcesses } from '../store/processes/processes.ts';
import type { Store } from '../store/store.ts';
import type { Backups } from './backup.ts';
import { createBackupCatalog } from './backup-catalog.ts';

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
  const shown = async ({ catalog }: typeof one) =>
    (await catalog.list()).backups.map(({ here, ...rest }) => [here, rest]);
  const [[isHere, seen] = []] = await shown(one);
  assert.deepEqual([isHere, await shown(other)], [true, [[false, seen]]]);
  const lies = new RegExp(
    `^${name} lies on .* in ${folder}, and only the server there can check it`,
  );
  await assert.rejects(other.catalog.verify(name), { code: 'conflict', message: lies });
  await assert.rejects(other.catalog.verify('none.backup'), { code: 'not_found' });
  await assert.rejects(other.catalog.open(name), {
    code: 'conflict',
    message: /lies on .*, and only the server there can send it; open the console there/,
  });
  await one.catalog.verify(name);
  const { backups } = await listIdle(other.catalog);
  assert.match(backups[0]?.verified?.error ?? '', /is not a backup of Baraza/);
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

test('one of the schedule is taken under a name that retention knows, and the others stay', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const { catalog, finish, isCommand } = await openCatalog(t, server.installation);
  finish();
  await catalog.take();
  await listIdle(catalog);
  server.clock.stop();
  for (let day = 0; day < 3; day += 1) {
    server.clock.advance(dayMs);
    assert.equal(await catalog.takeScheduled(2), true);
  }
  const names = (await catalog.list()).backups.map(({ name }) => name);
  assert.equal(names.length, 3);
  assert.equal(names.filter((name) => name.startsWith('baraza-')).length, 2);
  isCommand.value = true;
  assert.equal(await catalog.takeScheduled(2), false);
  await assert.rejects(catalog.take(), { code: 'conflict', message: /A command is taking/ });
});

async function openCatalog(
  t: TestContext,
  installation: Parameters<typeof createBackupCatalog>[2],
) {
  const paths = dataPaths(temporaryFolder(t));
  const id = folderId(paths);
  const { store } = installation;
  await join(store, id);
  const isCommand = { value: false };
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const backups: Pick<Backups, 'take' | 'isTaking'> = {
    isTaking: () => isCommand.value,
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
  return { catalog, paths, id, finish, isCommand };
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
