import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readWave } from './wave.ts';

const rate = 8_000;

function waveOf(
  samples: readonly number[],
  { channels = 1, extra = Buffer.alloc(0), bits = 16 } = {},
) {
  const format = Buffer.alloc(24);
  format.write('fmt ', 0);
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(1, 8);
  format.writeUInt16LE(channels, 10);
  format.writeUInt32LE(rate, 12);
  format.writeUInt16LE(bits, 22);
  const data = Buffer.from(Int16Array.from(samples).buffer);
  const head = Buffer.from('data\xff\xff\xff\xff', 'latin1');
  return Buffer.concat([
    Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'),
    extra,
    format,
    head,
    data,
  ]);
}

async function readPieces(bytes: Buffer, cuts: readonly number[]): Promise<number[]> {
  const edges = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ];
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      edges.slice(1).forEach((end, index) => {
        controller.enqueue(bytes.subarray(edges[index], end));
      });
      controller.close();
    },
  });
  const decoded: number[] = [];
  for await (const { samples, sampleRate } of readWave(stream)) {
    assert.equal(sampleRate, rate);
    decoded.push(...samples);
  }
  return decoded;
}

test('a file gives the same samples however it is split', async () => {
  const samples = Array.from({ length: 9_000 }, (_, at) => ((at * 37) % 65_536) - 32_768);
  const bytes = waveOf(samples);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
      const decoded = await readPieces(bytes, cuts);
      assert.deepEqual(
        decoded,
        samples.map((sample) => sample / 32_768),
      );
    }),
    { numRuns: 30 },
  );
});

test('the first of two channels is used, and unknown chunks are skipped', async () => {
  const note = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1');
  const decoded = await readPieces(waveOf([100, -1, 200, -2], { channels: 2, extra: note }), [20]);
  assert.deepEqual(decoded, [100 / 32_768, 200 / 32_768]);
});

test('anything but a 16-bit WAV is refused', async () => {
  await assert.rejects(readPieces(Buffer.from('ID3 this is an mp3 file'), []), RangeError);
  await assert.rejects(readPieces(waveOf([1], { bits: 24 }), []), RangeError);
  await assert.rejects(readPieces(Buffer.from('RIFF'), []), RangeError);
});
