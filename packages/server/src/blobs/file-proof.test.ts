import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createFileProof } from './file-proof.ts';

test('concurrent callers share one reading of a file, which is repeated when the file has changed', async (t) => {
  const one = await fileOf(t, 'habari');
  const prove = createFileProof();
  await Promise.all([1, 2, 3].map(() => prove(one.handle, one.blob)));
  await prove(one.handle, one.blob);
  assert.equal(one.reads(), 1);
  utimesSync(one.path, 5, 5);
  await prove(one.handle, one.blob);
  assert.equal(one.reads(), 2);
});

test('the least recently used proof is forgotten first', async (t) => {
  const [one, two, three] = [await fileOf(t, '1'), await fileOf(t, '2'), await fileOf(t, '3')];
  const prove = createFileProof(2);
  for (const file of [one, two, one, three, one, two]) await prove(file.handle, file.blob);
  assert.deepEqual([one.reads(), two.reads(), three.reads()], [1, 2, 1]);
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
