import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Blobs, DamagedBlob, type StoredBlob } from '../../src/blobs/blobs.ts';

/** Contract suite of the blob port; each engine's test file calls it with a way to open an empty one. */
export function blobsContract(
  name: string,
  open: () => Promise<{ readonly blobs: Blobs; readonly close: () => Promise<void> }>,
  /** Why it cannot run here. */
  skip: string | false = false,
): void {
  describe(`blobs in ${name}`, { skip }, () => {
    let blobs: Blobs;
    let close: () => Promise<void>;
    before(async () => {
      ({ blobs, close } = await open());
    });
    after(() => close());

    let count = 0;
    const newName = () => {
      count += 1;
      return `blob_${String(count).padStart(26, '0')}`;
    };
    const put = async (bytes: Uint8Array, name = newName()) => {
      const writer = await blobs.create(name);
      await writer.write(bytes);
      await writer.commit();
      return known(name, bytes);
    };
    const read = async (blob: StoredBlob, start: number, end: number) => {
      const content = await blobs.open(blob, { start, end });
      return content === undefined ? undefined : collect(content);
    };
    const names = async () => {
      const found: string[] = [];
      for await (const blob of blobs.names()) found.push(blob);
      return found;
    };

    test('a committed blob reads back byte for byte, whole and in part', async () => {
      const bytes = randomBytes(700_000);
      const blob = await put(bytes);
      const ranges = [
        [0, 700_000],
        [0, 1],
        [699_999, 700_000],
        [262_143, 262_145],
        [100, 600_000],
      ] as const;
      for (const [start, end] of ranges)
        assert.deepEqual(await read(blob, start, end), bytes.subarray(start, end));
    });

    test('a blob may be written in many pieces, or be empty', async () => {
      const name = newName();
      const writer = await blobs.create(name);
      for (const piece of ['ha', '', 'ba', 'ri']) await writer.write(Buffer.from(piece));
      await writer.commit();
      assert.equal(String(await read(known(name, 'habari'), 0, 6)), 'habari');
      const { blob: empty } = await put(new Uint8Array());
      assert.ok((await names()).includes(empty));
    });

    test('a blob is invisible before its commit', async () => {
      const bytes = randomBytes(1_000);
      const blob = known(newName(), bytes);
      const writer = await blobs.create(blob.blob);
      await writer.write(bytes);
      assert.equal(await read(blob, 0, 1_000), undefined);
      assert.ok(!(await names()).includes(blob.blob));
      await writer.commit();
      assert.equal((await read(blob, 0, 1_000))?.length, 1_000);
      assert.ok((await names()).includes(blob.blob));
    });

    test('a discarded blob leaves nothing, before its first byte and after its last', async () => {
      for (const pieces of [0, 1, 3]) {
        const name = newName();
        const writer = await blobs.create(name);
        for (let piece = 0; piece < pieces; piece += 1) await writer.write(randomBytes(1_000));
        await writer.discard();
        await writer.discard();
        assert.equal(await read(known(name, ''), 0, 1_000), undefined);
        assert.ok(!(await names()).includes(name));
        await put(randomBytes(10), name);
      }
    });

    test('a name is used once', async () => {
      const blob = newName();
      const writer = await blobs.create(blob);
      await assert.rejects(blobs.create(blob));
      await writer.discard();
    });

    test('a removed blob is gone, and removing it again succeeds', async () => {
      const blob = await put(randomBytes(10));
      await blobs.remove(blob.blob);
      assert.equal(await read(blob, 0, 10), undefined);
      assert.ok(!(await names()).includes(blob.blob));
      await blobs.remove(blob.blob);
      await blobs.remove(newName());
    });

    test('a blob that is removed while it is read can be read to its end', async () => {
      const bytes = randomBytes(2_000_000);
      const blob = await put(bytes);
      const content = await blobs.open(blob, { start: 0, end: bytes.length });
      await blobs.remove(blob.blob);
      assert.deepEqual(content === undefined ? undefined : await collect(content), bytes);
    });

    test('a reader that stops early does not disturb the next', async () => {
      const bytes = randomBytes(2_000_000);
      const blob = await put(bytes);
      const content = await blobs.open(blob, { start: 0, end: bytes.length });
      for await (const chunk of content ?? []) if (chunk.length > 0) break;
      assert.deepEqual(await read(blob, 0, 10), bytes.subarray(0, 10));
    });

    test('names lists each of forty concurrent blobs once', async () => {
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, index) => put(Buffer.from(`${index}`))),
      );
      const found = await names();
      assert.equal(new Set(found).size, found.length);
      for (const { blob } of made) assert.ok(found.includes(blob));
    });

    test('a blob of another size or hash is refused', async () => {
      const bytes = randomBytes(700_000);
      const blob = await put(bytes);
      const others = [
        { ...blob, sha256: known('', randomBytes(700_000)).sha256 },
        { ...blob, size: 699_999 },
        { ...blob, size: 700_001 },
      ];
      // Before and after it was proven.
      for (let round = 0; round < 2; round += 1) {
        for (const other of others) await assert.rejects(read(other, 0, 10), DamagedBlob);
        assert.deepEqual(await read(blob, 0, 10), bytes.subarray(0, 10));
      }
    });

    test('a blob of many megabytes is one blob, and leaves nothing when it is discarded', async () => {
      const bytes = randomBytes(9_000_000);
      const blob = await put(bytes);
      assert.deepEqual(await read(blob, 0, bytes.length), bytes);
      assert.deepEqual(
        await read(blob, 8_388_600, 8_388_620),
        bytes.subarray(8_388_600, 8_388_620),
      );
      await blobs.remove(blob.blob);
      const writer = await blobs.create(newName());
      await writer.write(bytes);
      await writer.discard();
    });

    test('an abandoned name has no blob, complete or never begun', async () => {
      const blob = await put(randomBytes(10));
      await blobs.abandon(blob.blob);
      assert.equal(await read(blob, 0, 10), undefined);
      await blobs.abandon(newName());
    });

    test('a place that was claimed by one store refuses another', async () => {
      const owner = randomUUID();
      assert.equal(await blobs.owner(), undefined);
      await blobs.claim(owner);
      assert.equal(await blobs.owner(), owner);
      await blobs.claim(owner);
      await assert.rejects(blobs.claim(randomUUID()), /belong to another database/);
      assert.equal(await blobs.owner(), owner);
      for (const name of await names()) assert.match(name, /^blob_/);
    });

    test('free space is reported', async () => {
      assert.ok((await blobs.freeBytes()) > 0);
    });
  });
}

function known(blob: string, bytes: string | Uint8Array): StoredBlob {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { blob, size: bytes.length, sha256 };
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  // Copied, because the memory of a piece is reused for the next one.
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
