/** Backup and restore beside a running server; e2e/hold has backups under load and killed restores. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, watch } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { openBackup } from '../../src/backup/verified.ts';
import { dataVersion } from '../../src/store/migrations/data-version.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { createRandom } from '../fixtures/random.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  createResource,
  eventually,
  firstKey,
  spawnBaraza,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask, form, storage } from '../sockets/requests.ts';

test('a scheduled backup that was missed is taken after the start, and the schedule is part of it', async (t) => {
  const folder = temporaryFolder(t);
  await done(['owners', 'create', '--name', 'local'], folder);
  const database = new Database(path.join(folder, 'baraza.db'));
  const schedule = { time: '02:30', timeZone: 'Africa/Nairobi', keep: 3, setAt: 1 };
  database
    .prepare(`INSERT INTO server_settings (name, value) VALUES ('backup schedule', ?)`)
    .run(JSON.stringify(schedule));
  database.close();
  const backups = path.join(folder, 'backups');
  const drill = await startHere(t, folder, { BARAZA_DELIVERIES: '0' });
  await drill.stop();
  assert.equal(existsSync(backups), false);
  const server = await startHere(t, folder);
  const taken = () =>
    existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith('.backup')) : [];
  await eventually(() => taken().length > 0);
  await server.stop();
  const [name = ''] = taken();
  assert.match(name, /^baraza-.*Z\.backup$/);
  const backup = await openBackup(path.join(backups, name), dataVersion);
  t.after(backup.close);
  assert.equal([...backup.rows('server_settings')].length, 1);
});

test('a backup whose client is killed is aborted; the server stays up, and refuses a restore', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startHere(t, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  const bytes = createRandom(1).bytes(20_000_000);
  for (let n = 0; n < 3; n += 1)
    await ask(server, 'POST', `${storage}/${bucket}?key=${n}`, { key, body: form({ bytes }) });
  const workFolder = temporaryFolder(t);
  let file = '';
  let isCut = false;
  // A backup that ended before the kill proves nothing.
  for (let round = 0; !isCut; round += 1) {
    assert.ok(round < 10, 'no kill met a backup');
    file = path.join(workFolder, `${round}.backup`);
    const appeared = fileAppears(`${file}.part`, file);
    const backup = spawnBaraza(t, ['backup', file], folder);
    await appeared;
    backup.child.kill('SIGKILL');
    isCut = (await backup.ended).signal === 'SIGKILL' && !existsSync(file);
  }
  // One at a time: this one waits outside until the abandoned one has let go.
  const again = () => runCommand(['backup', `${file}.2`], { BARAZA_DATA: folder });
  let second = await again();
  while (/being taken already/.test(second.err.join())) second = await again();
  assert.equal(second.code, 0, second.err.join());
  assert.ok(!existsSync(file));
  assert.ok(!existsSync(`${file}.part`));
  assertRefused(
    await runCommand(['restore', `${file}.2`], { BARAZA_DATA: folder }),
    /^A server or another command is at work on .*; stop it, then restore\.$/,
  );
  await createResource(server, key, 'data');
  await server.stop();
});

/** Resolves when one of these files of one folder is there. */
function fileAppears(...files: [string, ...string[]]): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(path.dirname(files[0]), () => {
      if (!files.some((file) => existsSync(file))) return;
      watcher.close();
      resolve();
    });
  });
}

async function done(words: readonly string[], folder: string): Promise<void> {
  const { code, err } = await runCommand(words, { BARAZA_DATA: folder });
  assert.deepEqual([code, err], [0, []]);
}
