import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { blobsContract } from './blobs.contract.ts';
import { openFileBlobs } from './files.ts';

blobsContract('files', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'baraza-blobs-'));
  return {
    blobs: openFileBlobs(root),
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
});

test('what a killed process was receiving is gone at the next opening', async (t) => {
  const root = folderOf(t);
  const writer = await openFileBlobs(root).create('blob_half');
  await writer.write(Buffer.from('half'));
  assert.deepEqual(readdirSync(path.join(root, 'incoming')), ['blob_half']);
  openFileBlobs(root);
  assert.deepEqual(readdirSync(path.join(root, 'incoming')), []);
  await writer.discard();
});

test('files and folders are for their owner alone', async (t) => {
  const root = folderOf(t);
  const writer = await openFileBlobs(root).create('blob_xy');
  await writer.commit();
  assert.equal(statSync(path.join(root, 'xy', 'blob_xy')).mode & 0o777, 0o600);
  for (const folder of ['incoming', 'xy'])
    assert.equal(statSync(path.join(root, folder)).mode & 0o777, 0o700);
});

test('a folder that could not be made is tried again for the next blob', async (t) => {
  const root = folderOf(t);
  const blobs = openFileBlobs(root);
  writeFileSync(path.join(root, 'xy'), 'in the way');
  const refused = await blobs.create('blob_1xy');
  await assert.rejects(refused.commit());
  await refused.discard();
  rmSync(path.join(root, 'xy'));
  const writer = await blobs.create('blob_2xy');
  await writer.commit();
  assert.deepEqual(readdirSync(path.join(root, 'xy')), ['blob_2xy']);
});

test('a stray file beside the folders is no blob', async (t) => {
  const root = folderOf(t);
  const blobs = openFileBlobs(root);
  writeFileSync(path.join(root, 'README'), '');
  mkdirSync(path.join(root, 'empty'));
  for await (const blob of blobs.names()) assert.fail(blob);
});

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-blobs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
