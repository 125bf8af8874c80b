import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createRandom } from '../fixtures/random.ts';
import {
  createResource,
  firstKey,
  runBaraza,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask, form, storage } from '../sockets/requests.ts';
import { pictureOf } from './backups.ts';
import { mountSmall, noSmallDisk } from './small-disk.ts';

const MB = 1024 * 1024;
const noDisk = noSmallDisk();

test('a backup or a restore on a full disk is one sentence, leaves nothing behind and changes nothing', {
  skip: noDisk,
}, async (t) => {
  let unmount: (() => boolean) | undefined;
  t.after(() => unmount?.());
  const small = temporaryFolder(t);
  unmount = mountSmall(small, 4);
  const workFolder = temporaryFolder(t);
  const folder = path.join(workFolder, 'data');
  const server = await startProcess(t, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  const bytes = createRandom(4).bytes(6 * MB);
  await ask(server, 'POST', `${storage}/${bucket}?key=a`, { key, body: form({ bytes }) });
  const file = path.join(small, 'x.backup');
  const refused = await runBaraza(t, ['backup', file], folder);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^\S+x\.backup cannot be written: the disk is full\.\n$/);
  assert.deepEqual(readdirSync(small), []);
  await createResource(server, key, 'data');
  await server.end('SIGTERM');

  const whole = path.join(workFolder, 'whole.backup');
  assert.equal((await runBaraza(t, ['backup', whole], folder)).code, 0);
  const target = path.join(small, 'data');
  assert.equal((await runBaraza(t, ['owners', 'create', '--name', 'x'], target)).code, 0);
  const before = pictureOf(target);
  const { code, stderr } = await runBaraza(t, ['restore', whole], target);
  assert.equal(code, 1);
  assert.match(stderr, /^\S+ cannot be written: the disk is full\.\n$/);
  assert.deepEqual(pictureOf(target), before);
});
