import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { DamagedBlob } from './blobs.ts';
import { createFileProof } from './file-proof.ts';

test('a file is read for its proof once, by all who ask at once, and again when it was touched', async (t) => {
  const one = await fileOf(t, 'habari');
  const prove = createFileProof();
  await Promise.all([1, 2, 3].map(() => prove(one.handle, one.blob)));
  await prove(one.handle, one.blob);
  assert.equal(one.reads(), 1);
  utimesSync(one.path, 5, 5);
  await prove(one.handle, one.blob);
  assert.equal(one.reads(), 2);
});

test('the file unused for longest is forgotten when there are too many', async (t) => {
  const [one, two, three] = [await fileOf(t, '1'), await fileOf(t, '2'), await fileOf(t, '3')];
  const prove = createFileProof(2);
  for (const file of [one, two, one, three, one, two]) await prove(file.handle, file.blob);
  assert.deepEqual([one.reads(), two.reads(), three.reads()], [1, 2, 1]);
});

test('a file that is damaged is not remembered, neither as whole nor as damaged', async (t) => {
  const one = await fileOf(t, 'habari');
  const prove = createFileProof();
  writeFileSync(one.path, 'hatari');
  for (let asked = 0; asked < 2; asked += 1)
    await assert.rejects(prove(one.handle, one.blob), DamagedBlob);
  assert.equal(one.reads(), 2);
  writeFileSync(one.path, 'habari');
  await prove(one.handle, one.blob);
});

async function fileOf(t: TestContext, text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-proof-'));
  const place = path.join(folder, 'file');
  writeFileSync(place, text);
  const handle = await open(place, 'r');
  t.after(async () => {
    await handle.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let reads = 0;
  const read = handle.read.bind(handle) as (...given: unknown[]) => Promise<unknown>;
  const counted = {
    fd: handle.fd,
    read: (...given: unknown[]) => {
      reads += 1;
      return read(...given);
    },
  } as unknown as FileHandle;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const blob = { blob: `blob_${text}`, size: text.length, sha256 };
  return { path: place, handle: counted, blob, reads: () => reads };
}
