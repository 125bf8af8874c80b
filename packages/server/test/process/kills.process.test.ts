/** Servers killed in the middle of writing: what was answered is there, what was not leaves nothing. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { callControl } from '../../src/control/control.ts';
import { ask, resources, storage } from '../houses/house.ts';
import { createRandom } from '../houses/random.ts';
import {
  eventually,
  firstKey,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../houses/server-process.ts';
import { assertCountsAreRows, withDatabase } from '../platform/accounts.ts';
import { type Door, type Ledger, openLedger } from './ledger.ts';

const kills = 25;
const writers = 4;
const acknowledgedMin = 8;

test('25 kills in the middle of writing lose no acknowledged write and leave no orphan', async (t) => {
  const folder = temporaryFolder(t);
  const random = createRandom();
  t.diagnostic(`seed ${random.seed}`);
  const ledgers = Array.from({ length: writers }, (_, index) =>
    openLedger(random, `writer ${index}`),
  );
  let acknowledged = 0;
  let halves = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startProcess(t, folder);
    const door = { url: server.url, key: firstKey(folder) };
    await audit(server, door, ledgers);
    leaveUploadOpen(door, ledgers);
    const target = acknowledgedMin + random.below(25);
    acknowledged += await writeUntilKilled(server, door, ledgers, target);
    halves += incoming(folder).length;
  }
  assert.ok(halves > 0, 'no kill met an upload');
  assert.ok(acknowledged >= kills * acknowledgedMin);
  t.diagnostic(`${acknowledged} acknowledged writes`);

  const server = await startProcess(t, folder);
  const door = { url: server.url, key: firstKey(folder) };
  await audit(server, door, ledgers);
  for (const ledger of ledgers) await ledger.drop(door);
  await audit(server, door, ledgers);
  await eventually(() => sameNames(blobFiles(folder), blobRows(folder)));
  assert.deepEqual(incoming(folder), []);
  assert.equal((await server.end('SIGTERM')).code, 0);
  assertCountsAreRows(folder);
});

async function writeUntilKilled(
  server: ServerProcess,
  door: Door,
  ledgers: readonly Ledger[],
  target: number,
): Promise<number> {
  let acknowledged = 0;
  await Promise.all(
    ledgers.map(async (ledger) => {
      while (await ledger.write(door)) {
        acknowledged += 1;
        if (acknowledged === target) server.child.kill('SIGKILL');
      }
    }),
  );
  await server.ended;
  return acknowledged;
}

/** Half a file, which the kill finds on its way. */
function leaveUploadOpen(door: Door, ledgers: readonly Ledger[]): void {
  const id = ledgers.map((ledger) => ledger.bucket()).find((found) => found !== undefined);
  if (id === undefined) return;
  const upload = request(`${door.url}${storage}/${id}?key=half`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${door.key}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  upload.on('error', () => {});
  upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="half"\r\n\r\n');
  upload.write(Buffer.alloc(200_000, 1));
}

async function audit(server: ServerProcess, door: Door, ledgers: readonly Ledger[]) {
  const { json } = await ask(door, 'GET', resources, { key: door.key });
  const listed = new Set<string>(json.resources.map(({ id }: { id: string }) => id));
  const known = new Set(ledgers.flatMap((ledger) => ledger.ids()));
  const strays = new Set([...listed].filter((id) => !known.has(id)));
  for (const ledger of ledgers) await ledger.audit(door, listed, strays);
  assert.deepEqual([...strays], [], 'resources that nobody asked for');
  const owners = await callControl(server.run.socket, { name: 'owners list', input: {} });
  assert.ok(owners !== undefined);
  const [owner] = owners.value as { resources: number; objectBytes: number }[];
  assert.equal(owner?.resources, listed.size);
  assert.equal(json.total, listed.size);
  assert.equal(
    owner?.objectBytes,
    ledgers.reduce((sum, ledger) => sum + ledger.bytes(), 0),
  );
}

function incoming(folder: string): string[] {
  return readdirSync(path.join(folder, 'objects', 'incoming'));
}

function blobFiles(folder: string): string[] {
  const root = path.join(folder, 'objects');
  return readdirSync(root)
    .filter((name) => name !== 'incoming')
    .flatMap((name) => readdirSync(path.join(root, name)));
}

function blobRows(folder: string): string[] {
  return withDatabase(folder, (database) =>
    database.prepare<[], { blob: string }>('SELECT blob FROM objects').all(),
  ).map(({ blob }) => blob);
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}
