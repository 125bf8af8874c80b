import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { duplexPair } from 'node:stream';
import { test } from 'node:test';
import { type AcceptConnection, loadSocketUpgrader } from './socket.ts';

const bytesMax = 64 * 1024;
const sound = frame(0x82, Buffer.alloc(640, 3));
const farewell = frame(0x88, Buffer.from([0x03, 0xe8]));

test('a frame that is too large or not well-formed is reported as such, and nothing after it is read', async () => {
  const wrong: readonly (readonly [string, readonly Buffer[]])[] = [
    ['broken', [frame(0x83, Buffer.from('x')), sound]],
    ['broken', [frame(0xc2, Buffer.alloc(64)), sound]],
    ['broken', [frame(0x02, Buffer.alloc(64)), sound]],
    ['broken', [frame(0x80, Buffer.alloc(64)), sound]],
    ['broken', [frame(0x81, Buffer.from([0xff, 0xfe])), sound]],
    ['broken', [frame(0x88, Buffer.from([0])), sound]],
    ['too large', [frame(0x82, Buffer.alloc(bytesMax + 1)), sound]],
  ];
  for (const [reported, frames] of wrong)
    assert.deepEqual(await eventsOf([sound, ...frames]), ['binary 640', reported, 'closed']);
});

test('nothing after the closing frame is delivered', async () => {
  assert.deepEqual(await eventsOf([sound, farewell, sound]), ['binary 640', 'closed']);
});

test('frames of every kind are delivered in order, also in parts', async () => {
  const parts = [
    frame(0x02, Buffer.alloc(7)),
    frame(0x89, Buffer.from('p')),
    frame(0x80, Buffer.alloc(5)),
  ];
  const largest = frame(0x82, Buffer.alloc(bytesMax));
  assert.deepEqual(
    await eventsOf([
      frame(0x81, Buffer.from('habari')),
      sound,
      largest,
      ...parts,
      frame(0x8a, Buffer.alloc(0)),
      farewell,
    ]),
    ['text habari', 'binary 640', `binary ${bytesMax}`, 'ping', 'binary 12', 'pong', 'closed'],
  );
});

test('a fault of a handler is reported and ends its connection: nothing after it is delivered', async () => {
  const frames = [
    ['text', frame(0x81, Buffer.from('habari'))],
    ['binary', sound],
    ['ping', frame(0x89, Buffer.from('p'))],
    ['pong', frame(0x8a, Buffer.alloc(0))],
    ['too large', frame(0x82, Buffer.alloc(bytesMax + 1))],
    ['broken', frame(0x83, Buffer.from('x'))],
    ['closed', farewell],
  ] as const;
  for (const [event, bytes] of frames) {
    const events = await eventsOf([bytes, sound], event);
    const [reported, ...rest] = events;
    assert.equal(reported, `fault in ${event}`);
    assert.deepEqual(rest, event === 'closed' ? [] : ['closed']);
  }
});

test('a client that goes on sending after a close is cut off, and nothing of it is delivered', async () => {
  for (const [frames, isCut] of [
    [400, false],
    [600, true],
  ] as const) {
    let delivered = 0;
    const [ours, theirs] = duplexPair();
    const open = await loadSocketUpgrader();
    const accept: AcceptConnection = async (connection) => {
      const end = () => {
        delivered += 1;
        connection.close(4_429, 'rate');
      };
      return {
        onText: end,
        onBinary: end,
        onPing: end,
        onPong: end,
        onTooLarge: end,
        onBroken: end,
        onClose: () => {},
      };
    };
    open(handshake, ours, Buffer.alloc(0), accept, (cause) => assert.fail(String(cause)));
    theirs.on('error', () => {});
    theirs.resume();
    const kinds = [0x81, 0x82, 0x89, 0x8a];
    for (let n = 0; n < frames; n += 1)
      theirs.write(frame(kinds[n % kinds.length] ?? 0, Buffer.from('{}')));
    const allRead = new Promise((resolve) => theirs.write(Buffer.alloc(0), resolve));
    await Promise.race([allRead, once(ours, 'close')]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([delivered, ours.destroyed], [1, isCut], `${frames} frames`);
    ours.destroy();
  }
});

/** Throws where the name of an event begins with `faulty`. */
async function eventsOf(frames: readonly Buffer[], faulty = '-'): Promise<readonly string[]> {
  const events: string[] = [];
  const [ours, theirs] = duplexPair();
  const open = await loadSocketUpgrader();
  const note = (event: string) => {
    if (event.startsWith(faulty)) throw new Error(`fault in ${faulty}`);
    events.push(event);
  };
  const handlers = {
    onText: (bytes: Uint8Array) => note(`text ${Buffer.from(bytes).toString()}`),
    onBinary: ({ length }: Uint8Array) => note(`binary ${length}`),
    onPing: () => note('ping'),
    onPong: () => note('pong'),
    onTooLarge: () => note('too large'),
    onBroken: () => note('broken'),
    onClose: () => note('closed'),
  };
  open(
    handshake,
    ours,
    Buffer.alloc(0),
    async () => handlers,
    (cause) => events.push((cause as Error).message),
  );
  theirs.on('error', () => {});
  theirs.on('end', () => theirs.end()).resume();
  // A copy: the library unmasks in place.
  for (const bytes of frames) theirs.write(Buffer.from(bytes));
  await once(ours, 'close');
  await new Promise((resolve) => setImmediate(resolve));
  return events;
}

function frame(first: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const mask = [9, 0, 200, 77];
  const long = [127, 0, 0, 0, 0, 0, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff];
  const [code = 0, ...rest] =
    length > 0xffff ? long : length > 125 ? [126, length >> 8, length & 0xff] : [length];
  const header = Buffer.from([first, code | 0x80, ...rest, ...mask]);
  return Buffer.concat([header, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
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
