import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { type Duplex, duplexPair } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { WebSocketServer } from 'ws';
import { createFrameReader } from './frames.ts';
import { loadSocketUpgrader } from './socket.ts';

const bytesMax = 64 * 1024;

interface Frame {
  readonly first: number;
  readonly payload: Uint8Array;
  readonly mask: readonly number[];
  /** Whether the length is encoded in more bytes than needed. */
  readonly isLong: boolean;
}

test('however a stream is cut, frames are delivered as by the library, in order', async () => {
  await fc.assert(
    fc.asyncProperty(streams, cuts, async (frames, sizes) => {
      const stream = Buffer.concat(frames.map(bytesOf));
      const expected = await heardByLibrary(cut(stream, sizes));
      assert.deepEqual(await heardByDoor(cut(stream, sizes)), expected);
      assert.equal(expected.at(-1), 'closed');
    }),
    { numRuns: 300 },
  );
});

// How the library reads its stream is its own affair, where any version may change it.
test('the library reads its stream by the one listener that was found in ws 8.22.2', async () => {
  const readVersion = '8.22.2';
  const { version } = createRequire(import.meta.url)('ws/package.json') as { version: string };
  assert.equal(
    version,
    readVersion,
    `socket.ts takes the place of the listeners of ws ${readVersion}, and this is ws ${version}: read in its ` +
      'lib/websocket.js how the stream is read, paused and given up, then name the version here.',
  );
  const [ours, theirs] = duplexPair();
  new WebSocketServer({ noServer: true }).handleUpgrade(handshake, ours, Buffer.alloc(0), () => {});
  const names = ours.listeners('data').map(({ name }) => name);
  theirs.destroy();
  ours.destroy();
  assert.deepEqual(names, ['socketOnData'], 'ws no longer reads its stream by one data listener.');
});

test('complete binary frames do not reach the library, and everything else does, unchanged', () => {
  fc.assert(
    fc.property(streams, (frames) => {
      const passed: Buffer[] = [];
      const delivered: Buffer[] = [];
      const { read } = createFrameReader({
        bytesMax,
        onBinary: (bytes) => delivered.push(Buffer.from(bytes)),
        passOn: (chunk) => passed.push(Buffer.from(chunk)),
      });
      // Frame by frame: all unfragmented ones can be delivered at once.
      for (const frame of frames) read(bytesOf(frame));
      const whole = wholeOf(frames);
      assert.deepEqual(
        delivered,
        whole.map(({ payload }) => Buffer.from(payload)),
      );
      const others = frames.filter((frame) => !whole.includes(frame));
      assert.deepEqual(Buffer.concat(passed), Buffer.concat(others.map(bytesOf)));
    }),
  );
});

test('a frame over the size limit is passed to the library, which refuses it', () => {
  const delivered: number[] = [];
  const passed: number[] = [];
  const { read } = createFrameReader({
    bytesMax: 640,
    onBinary: ({ length }) => delivered.push(length),
    passOn: ({ length }) => passed.push(length),
  });
  for (const length of [640, 641]) read(bytesOf(frame(0x82, Buffer.alloc(length))));
  assert.deepEqual({ delivered, passed }, { delivered: [640], passed: [641 + 8] });
});

test('an invalid frame is reported as by the library alone', async () => {
  const sound = frame(0x82, Buffer.alloc(640, 3));
  const wrong: readonly (readonly Frame[])[] = [
    [sound, frame(0x83, Buffer.from('x'))],
    [sound, frame(0xc2, Buffer.alloc(64))],
    [frame(0x02, Buffer.alloc(64)), sound],
    [sound, frame(0x80, Buffer.alloc(64))],
    [sound, frame(0x81, Buffer.from([0xff, 0xfe]))],
    [sound, frame(0x82, Buffer.alloc(bytesMax + 1))],
    [sound, frame(0x88, Buffer.from([0]))],
  ];
  for (const frames of wrong) {
    const stream = Buffer.concat(frames.map(bytesOf));
    const expected = await heardByLibrary([Buffer.from(stream)]);
    assert.ok(expected.includes('broken') || expected.includes('too large'), expected.join());
    assert.deepEqual(await heardByDoor([stream]), expected);
  }
});

test('nothing after the closing frame is delivered', async () => {
  const frames = [frame(0x82, Buffer.from('1')), farewell, frame(0x82, Buffer.alloc(64))];
  const stream = Buffer.concat(frames.map(bytesOf));
  for (const chunks of [cut(stream, [1]), cut(stream, [20]), [stream]])
    assert.deepEqual(await heardByDoor(chunks), ['binary 31', 'closed']);
});

const payloads = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc
    .integer({ min: 120, max: 1_400 })
    .map((length) => Uint8Array.from({ length }, (_, at) => at * 7)),
);
const masks = fc.oneof(
  fc.constant([0, 0, 0, 0]),
  fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }),
);
const framed = (first: number, contents: fc.Arbitrary<Uint8Array> = payloads) =>
  fc.record({ first: fc.constant(first), payload: contents, mask: masks, isLong: fc.boolean() });
const texts = fc.string({ maxLength: 40 }).map((text) => new TextEncoder().encode(text));
const signals = fc.constantFrom(0x89, 0x8a).chain((first) =>
  fc.record({
    first: fc.constant(first),
    payload: fc.uint8Array({ maxLength: 10 }),
    mask: masks,
    isLong: fc.constant(false),
  }),
);
const farewell = frame(0x88, Buffer.from([0x03, 0xe8]));
const messages = fc.oneof(
  { weight: 4, arbitrary: framed(0x82).map((one) => [one]) },
  { weight: 1, arbitrary: framed(0x81, texts).map((one) => [one]) },
  { weight: 1, arbitrary: signals.map((one) => [one]) },
  // In parts, with a signal between them.
  { weight: 1, arbitrary: fc.tuple(framed(0x02), signals, framed(0x00), framed(0x80)) },
);
const streams = fc
  .array(messages, { minLength: 1, maxLength: 12 })
  .map((parts): readonly Frame[] => [...parts.flat(), farewell]);
const cuts = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 20 });

function frame(first: number, payload: Uint8Array): Frame {
  return { first, payload, mask: [9, 0, 200, 77], isLong: false };
}

function bytesOf({ first, payload, mask, isLong }: Frame): Buffer {
  const { length } = payload;
  const head =
    length > 0xffff
      ? [127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff]
      : length > 125 || isLong
        ? [126, length >> 8, length & 0xff]
        : [length];
  const header = Buffer.from([first, ...head, ...mask]);
  header[1] = (header[1] ?? 0) | 0x80;
  return Buffer.concat([header, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}

/** Frames that may be delivered at once; very short ones are left to the library. */
function wholeOf(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter((one) => one.first === 0x82 && bytesOf(one).length >= 8);
}

function cut(stream: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let from = 0; from < stream.length; ) {
    const size = sizes[chunks.length % sizes.length] ?? 1;
    // Each lies somewhere else in memory, as it does when it comes from a network.
    const room = Buffer.alloc(size + 3);
    const copied = stream.copy(room, chunks.length % 4, from, from + size);
    chunks.push(room.subarray(chunks.length % 4, (chunks.length % 4) + copied));
    from += copied;
  }
  return chunks;
}

async function heardByLibrary(chunks: readonly Buffer[]): Promise<readonly string[]> {
  const events: string[] = [];
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: bytesMax,
  });
  const [ours, theirs] = duplexPair();
  server.handleUpgrade(handshake, ours, Buffer.alloc(0), (socket) => {
    socket.on('message', (data: Buffer, isBinary) =>
      events.push(`${isBinary ? 'binary' : 'text'} ${data.toString('hex')}`),
    );
    socket.on('ping', () => events.push('ping'));
    socket.on('pong', () => events.push('pong'));
    socket.on('error', ({ message }) =>
      events.push(/^Max payload/.test(message) ? 'too large' : 'broken'),
    );
    socket.on('close', () => events.push('closed'));
  });
  await play(ours, theirs, chunks);
  return events;
}

async function heardByDoor(chunks: readonly Buffer[]): Promise<readonly string[]> {
  const events: string[] = [];
  const [ours, theirs] = duplexPair();
  const open = await loadSocketUpgrader();
  open(handshake, ours, Buffer.alloc(0), async () => ({
    onText: (bytes) => events.push(`text ${Buffer.from(bytes).toString('hex')}`),
    onBinary: (bytes) => events.push(`binary ${Buffer.from(bytes).toString('hex')}`),
    onPing: () => events.push('ping'),
    onPong: () => events.push('pong'),
    onTooLarge: () => events.push('too large'),
    onBroken: () => events.push('broken'),
    onClose: () => events.push('closed'),
  }));
  await play(ours, theirs, chunks);
  return events;
}

/** Sends everything, closes, and waits until the other side has closed.  */
async function play(ours: Duplex, theirs: Duplex, chunks: readonly Buffer[]): Promise<void> {
  theirs.on('error', () => {});
  theirs.on('end', () => theirs.end()).resume();
  for (const chunk of chunks) theirs.write(chunk);
  await once(ours, 'close');
  await new Promise((resolve) => setImmediate(resolve));
}

const handshake = {
  method: 'GET',
  headers: {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  },
} as unknown as IncomingMessage;
