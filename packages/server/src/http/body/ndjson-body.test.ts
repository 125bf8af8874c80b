import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { readNdjson } from './ndjson-body.ts';

const chunkBytes = 64 * 1024;
const large = 20 * 1024 * 1024;
const turnCpuMsMax = 50;
const limits = { bytesMax: 2 * large, lineBytesMax: 1_000, ms: 600_000 };

test('lines keep their numbers when empty ones are left out, wherever a chunk ends', async () => {
  const text = '\ufeffa\n\n\r\n\r\nb\r\n\n\rc\n\r\n\n \nd';
  const expected = [
    { text: 'a', number: 1 },
    { text: 'b', number: 5 },
    { text: '\rc', number: 7 },
    { text: ' ', number: 10 },
    { text: 'd', number: 11 },
  ];
  for (let size = 1; size <= text.length + 2; size += 1)
    assert.deepEqual((await read(chunksOf(Buffer.from(text), size))).lines, expected, `${size}`);
});

for (const end of ['\n', '\r\n'])
  test(`20 MB of ${JSON.stringify(end)} yield no line, and other work runs between chunks`, async () => {
    const chunk = Buffer.from(end.repeat(chunkBytes / end.length));
    const turnsMs: number[] = [];
    // A collection of garbage of other tests may fall into one; what is too long is too long every time.
    while (turnsMs.length < 3 && !turnsMs.some((ms) => ms < turnCpuMsMax)) {
      const { lines, batches, longestCpuMs } = await read(Array(large / chunkBytes).fill(chunk));
      assert.equal(lines.length, 0);
      assert.ok(batches > 1);
      turnsMs.push(longestCpuMs);
    }
    assert.ok(Math.min(...turnsMs) < turnCpuMsMax, `${turnsMs} ms`);
  });

function chunksOf(bytes: Buffer, size: number): readonly Buffer[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** Reads a body whose chunks are all there already, and measures the longest turn of the event loop. */
async function read(chunks: readonly Buffer[]) {
  const request = Readable.from(chunks, { objectMode: false }) as IncomingMessage;
  request.complete = true;
  const lines: { readonly text: string; readonly number: number }[] = [];
  let batches = 0;
  let longestCpuMs = 0;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longestCpuMs = Math.max(longestCpuMs, (user + system) / 1_000);
    before = process.threadCpuUsage();
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await readNdjson(request, limits, async (batch) => {
    batches += 1;
    for (const { bytes, number } of batch) lines.push({ text: bytes.toString(), number });
  });
  clearImmediate(next);
  turn();
  clearImmediate(next);
  return { lines, batches, longestCpuMs };
}
