import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { createRandom } from '../fixtures/random.ts';
import { startHere } from '../fixtures/server-here.ts';
import { createResource, firstKey, temporaryFolder } from '../fixtures/server-process.ts';
import { ask, form, storage } from '../sockets/requests.ts';
import { pictureOf } from './backups.ts';
import { mountSmall, noSmallDisk } from './small-disk.ts';

const MB = 1024 * 1024;
const noDisk = noSmallDisk();

const runIn = (folder: string, ...words: string[]) => runCommand(words, { BARAZA_DATA: folder });

test('a backup or a restore on a full disk is one sentence, leaves nothing behind and changes nothing', {
  skip: noDisk,
}, async (t) => {
  let unmount: (() => boolean) | undefined;
  t.after(() => unmount?.());
  const small = temporaryFolder(t);
  unmount = mountSmall(small, 4);
  const workFolder = temporaryFolder(t);
  const folder = path.join(workFolder, 'data');
  const server = await startHere(t, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  const bytes = createRandom(4).bytes(6 * MB);
  await ask(server, 'POST', `${storage}/${bucket}?key=a`, { key, body: form({ bytes }) });
  const file = path.join(small, 'x.backup');
  const refused = await runIn(folder, 'backup', file);
  assertRefused(refused, /^\S+x\.backup cannot be written: the disk is full\.$/);
  assert.deepEqual(readdirSync(small), []);
  await createResource(server, key, 'data');
  await server.stop();

  const whole = path.join(workFolder, 'whole.backup');
  assert.equal((await runIn(folder, 'backup', whole)).code, 0);
  const target = path.join(small, 'data');
  assert.equal((await runIn(target, 'owners', 'create', '--name', 'x')).code, 0);
  const before = pictureOf(target);
  assertRefused(
    await runIn(target, 'restore', whole),
    /^\S+ cannot be written: the disk is full\.$/,
  );
  assert.deepEqual(pictureOf(target), before);
});
