import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { blobsContract } from '../../test/contracts/blobs-contract.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { type Blobs, DamagedBlob, type StoredBlob } from './blobs.ts';
import { openFileBlobs } from './files.ts';

blobsContract('files', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'baraza-blobs-'));
  return {
    blobs: openFileBlobs(root),
    close: async () => rmSync(root, { recursive: true, force: true }),
  };
});

test('files that a killed process was receiving are removed at the next start', async (t) => {
  const root = temporaryFolder(t);
  const writer = await openFileBlobs(root).create('blob_half');
  await writer.write(Buffer.from('half'));
  assert.deepEqual(readdirSync(path.join(root, 'incoming')), ['blob_half']);
  openFileBlobs(root);
  assert.deepEqual(readdirSync(path.join(root, 'incoming')), []);
  await writer.discard();
});

test('only the owner can read files and folders', async (t) => {
  const root = temporaryFolder(t);
  const writer = await openFileBlobs(root).create(named('1'));
  await writer.commit();
  assert.equal(statSync(path.join(root, shared, named('1'))).mode & 0o777, 0o600);
  for (const folder of ['incoming', shared])
    assert.equal(statSync(path.join(root, folder)).mode & 0o777, 0o700);
});

test('a folder that could not be created is created for the next blob', async (t) => {
  const root = temporaryFolder(t);
  const blobs = openFileBlobs(root);
  writeFileSync(path.join(root, shared), 'in the way');
  const refused = await blobs.create(named('1'));
  await assert.rejects(refused.commit());
  await refused.discard();
  rmSync(path.join(root, shared));
  const writer = await blobs.create(named('2'));
  await writer.commit();
  assert.deepEqual(readdirSync(path.join(root, shared)), [named('2')]);
});

test('other files and folders are not taken for blobs', async (t) => {
  const root = temporaryFolder(t);
  const blobs = openFileBlobs(root);
  writeFileSync(path.join(root, 'README'), '');
  mkdirSync(path.join(root, 'empty'));
  for await (const blob of blobs.names()) assert.fail(blob);
});

// Names of one time are in one folder.
const shared = '01m7ex';
const named = (last: string) => `blob_${shared}${'0'.repeat(19)}${last}`;

test('a reader that stops, fails or never starts leaves no file open', {
  skip: process.platform !== 'linux' && 'open files are listed only on Linux',
}, async (t) => {
  const root = temporaryFolder(t);
  const blobs = openFileBlobs(root);
  const writer = await blobs.create(named('1'));
  const bytes = Buffer.alloc(2_000_000);
  await writer.write(bytes);
  await writer.commit();
  const stored = storedAs(named('1'), bytes);
  const reading = async () => {
    const content = await blobs.open(stored, { start: 0, end: 2_000_000 });
    assert.ok(content);
    return content;
  };
  await (await reading())[Symbol.asyncIterator]().return?.();
  assert.deepEqual(openUnder(root), []);
  for await (const piece of await reading()) if (piece.length > 0) break;
  assert.deepEqual(openUnder(root), []);
  const failing = async () => {
    for await (const piece of await reading()) throw new Error(`no more than ${piece.length}`);
  };
  await assert.rejects(failing);
  assert.deepEqual(openUnder(root), []);
  let count = 0;
  for await (const piece of await reading()) count += piece.length;
  assert.deepEqual([count, openUnder(root)], [2_000_000, []]);
  writeFileSync(path.join(root, shared, named('1')), 'damaged');
  await assert.rejects(reading, DamagedBlob);
  assert.deepEqual(openUnder(root), []);
});

test('a file with a flipped bit or a missing end is refused, and read again when it is repaired', async (t) => {
  const root = temporaryFolder(t);
  const blobs = openFileBlobs(root);
  const bytes = randomBytes(1_300_000);
  const stored = storedAs(named('1'), bytes);
  const writer = await blobs.create(named('1'));
  await writer.write(bytes);
  await writer.commit();
  const file = path.join(root, shared, named('1'));
  const read = (opened = blobs) => readAll(opened, stored, { start: 0, end: 10 });
  assert.deepEqual(await read(), bytes.subarray(0, 10));
  for (const place of [0, 700_000, 1_299_999]) {
    const flipped = Buffer.from(bytes);
    flipped[place] = (flipped[place] ?? 0) ^ 4;
    for (const damaged of [flipped, bytes.subarray(0, place)]) {
      writeFileSync(file, damaged);
      // In a process that has read it before, and in a new one.
      for (const opened of [blobs, openFileBlobs(root)])
        await assert.rejects(read(opened), DamagedBlob);
    }
  }
  writeFileSync(file, bytes);
  assert.deepEqual(await read(), bytes.subarray(0, 10));
});

async function readAll(blobs: Blobs, blob: StoredBlob, range: { start: number; end: number }) {
  const pieces: Buffer[] = [];
  for await (const piece of (await blobs.open(blob, range)) ?? []) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

function storedAs(blob: string, bytes: Uint8Array): StoredBlob {
  return { blob, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function openUnder(root: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${name}`);
      return file.startsWith(root) ? [file] : [];
    } catch {
      // The folder was read through one that is closed by now.
      return [];
    }
  });
}
