import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { blobsContract } from './blobs.contract.ts';
import type { Blobs } from './blobs.ts';
import { openFileBlobs } from './files.ts';
import { holdable } from './hold.ts';

blobsContract('files that can be held', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'baraza-hold-'));
  return {
    blobs: holdable(openFileBlobs(root)),
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
});

const [one, two] = ['1', '2'].map((end) => `blob_${end.padStart(26, '0')}`) as [string, string];

test('what is removed while two hold goes when the second lets go, and not before', async (t) => {
  const blobs = holdable(openFileBlobs(folderOf(t)));
  for (const name of [one, two]) await (await blobs.create(name)).commit();
  const releases = [blobs.hold(), blobs.hold()];
  await blobs.remove(one);
  await releases[0]?.();
  await releases[0]?.();
  assert.deepEqual(await namesOf(blobs), [one, two]);
  await releases[1]?.();
  assert.deepEqual(await namesOf(blobs), [two]);
  await blobs.remove(two);
  assert.deepEqual(await namesOf(blobs), []);
});

async function namesOf(blobs: Blobs): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const name of blobs.names()) names.push(name);
  return names.sort();
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-hold-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
