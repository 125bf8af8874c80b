import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ask, form, type Reply, resources, storage } from '../houses/house.ts';
import { createRandom } from '../houses/random.ts';
import {
  createResource,
  eventually,
  firstKey,
  runBaraza,
  startProcess,
  temporaryFolder,
} from '../houses/server-process.ts';
import { pictureOf } from './backups.ts';

const MB = 1024 * 1024;
const canMount = (() => {
  const after = { after: (stop: () => void) => process.once('exit', stop) };
  return mountSmall(temporaryFolder(after as Pick<TestContext, 'after'>), 1)?.() === true;
})();

test('on a full disk writes are refused, reads go on, and room again is enough to go on', {
  skip: canMount ? false : 'no small disk can be mounted here',
}, async (t) => {
  let unmount: (() => boolean) | undefined;
  // Registered first, so done before the folder that it is in goes.
  t.after(() => unmount?.());
  const place = temporaryFolder(t);
  unmount = mountSmall(place, 12);
  const folder = path.join(place, 'data');
  const server = await startProcess(t, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  let collection = await createResource(server, key, 'data');
  const kept = new Map<string, string>();
  const add = async (): Promise<Reply> => {
    const text = `${kept.size} ${'x'.repeat(3_000)}`;
    const body = { action: 'add-record', record: { text } };
    const reply = await ask(server, 'PATCH', `${resources}/${collection}`, { key, body });
    if (reply.status === 200) kept.set(reply.json.recordId, text);
    return reply;
  };
  const put = (name: string, bytes: Uint8Array) =>
    ask(server, 'POST', `${storage}/${bucket}?key=${name}`, { key, body: form({ bytes }) });
  const bytes = createRandom(2).bytes(MB);
  assert.equal((await put('first', bytes)).status, 201);
  assert.equal((await add()).status, 200);

  const ballast = path.join(place, 'ballast');
  fill(ballast);
  let refused: Reply;
  do refused = await add();
  while (refused.status === 200);
  assertFull(refused);
  assertFull(await put('second', bytes));
  const many = await Promise.all(Array.from({ length: 40 }, add));
  for (const reply of many.filter(({ status }) => status !== 200)) assertFull(reply);
  assertFull(await put('first', createRandom(3).bytes(MB)));

  const readAll = async (at: { readonly url: string }) => {
    const { status, json } = await ask(at, 'GET', `${resources}/${collection}`, { key });
    assert.equal(status, 200);
    return new Map(
      (json.records as { recordId: string; record: { text: string } }[]).map(
        ({ recordId, record }) => [recordId, record.text],
      ),
    );
  };
  assert.deepEqual(await readAll(server), kept);
  const first = `${server.url}${storage}/${bucket}?key=first`;
  const download = await fetch(first, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(Buffer.compare(await download.bytes(), bytes), 0);
  assert.equal((await ask(server, 'GET', '/api/platform/status', { key })).status, 200);
  assert.deepEqual(readdirSync(path.join(folder, 'objects', 'incoming')), []);

  rmSync(ballast);
  assert.equal((await add()).status, 200);
  assert.equal((await put('second', bytes)).status, 201);
  assert.deepEqual(await readAll(server), kept);
  collection = await createResource(server, key, 'data');

  await server.end('SIGKILL');
  fill(ballast);
  const start = await runBaraza(t, ['serve'], path.join(place, 'another'));
  t.diagnostic(start.stderr.trim());
  assert.deepEqual([start.code, start.stdout], [1, '']);
  assert.match(start.stderr, /^[^\n]+ cannot be (?:used|written|locked): [^\n]+\.\n$/);
  rmSync(ballast);
  const again = await startProcess(t, folder);
  const { json } = await ask(again, 'GET', resources, { key });
  assert.equal(json.total, 3);
  const files = () => readdirSync(path.join(folder, 'objects'), { recursive: true }).map(String);
  await eventually(() => files().filter((name) => name.includes('blob_')).length === 2);
  await again.end('SIGTERM');
});

test('a backup or a restore on a full disk is one sentence, leaves nothing behind and changes nothing', {
  skip: canMount ? false : 'no small disk can be mounted here',
}, async (t) => {
  let unmount: (() => boolean) | undefined;
  t.after(() => unmount?.());
  const small = temporaryFolder(t);
  unmount = mountSmall(small, 4);
  const place = temporaryFolder(t);
  const folder = path.join(place, 'data');
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

  const whole = path.join(place, 'whole.backup');
  assert.equal((await runBaraza(t, ['backup', whole], folder)).code, 0);
  const target = path.join(small, 'data');
  assert.equal((await runBaraza(t, ['owners', 'create', '--name', 'x'], target)).code, 0);
  const before = pictureOf(target);
  const { code, stderr } = await runBaraza(t, ['restore', whole], target);
  assert.equal(code, 1);
  assert.match(stderr, /^\S+ cannot be written: the disk is full\.\n$/);
  assert.deepEqual(pictureOf(target), before);
});

function assertFull({ status, headers, json }: Reply): void {
  assert.equal(status, 503, JSON.stringify(json));
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(json.error, /^[^\n]{10,120}\.$/);
}

/** Takes every byte that is left. */
function fill(file: string): void {
  const handle = openSync(file, 'a');
  for (const size of [MB, 4_096, 1]) {
    const piece = Buffer.alloc(size);
    try {
      while (writeSync(handle, piece) === size);
    } catch {
      // Nothing of this size is left.
    }
  }
  closeSync(handle);
}

function mountSmall(place: string, megabytes: number): (() => boolean) | undefined {
  mkdirSync(place, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place];
  if (process.getuid?.() !== 0 || spawnSync('mount', options).status !== 0) return undefined;
  return () => spawnSync('umount', ['-l', place]).status === 0;
}
