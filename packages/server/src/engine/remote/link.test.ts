import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import type { WebSocket } from 'ws';
import { openLink } from './link.ts';
import type { ToEngine } from './protocol.ts';

/** A socket whose other side does what the test says. */
function scriptSocket(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const stream = { bytesRead: 0 };
  const log: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    ping: () => log.push('ping'),
    send: () => log.push('send'),
    terminate: () => socket.emit('close', 1006),
    close: () => log.push('close'),
  });
  const ends: string[] = [];
  const link = openLink<ToEngine>(socket as unknown as WebSocket, stream, {
    onMessage: (bytes) => bytes.toString() === 'good',
    onEnd: (reason) => ends.push(reason),
  });
  const seconds = (count: number) => {
    for (let second = 0; second < count; second += 1) t.mock.timers.tick(1_000);
  };
  return { socket, stream, link, log, ends, seconds };
}

describe('a link', () => {
  test('pings every two seconds', (t) => {
    const { stream, log, seconds } = scriptSocket(t);
    for (let second = 0; second < 6; second += 1) {
      stream.bytesRead += 1;
      seconds(1);
    }
    assert.deepEqual(log, ['ping', 'ping', 'ping']);
  });

  test('ends when nothing has come for five seconds, and not before', (t) => {
    const { stream, ends, seconds } = scriptSocket(t);
    seconds(5);
    stream.bytesRead += 1;
    seconds(5);
    assert.deepEqual(ends, []);
    seconds(1);
    assert.deepEqual(ends, ['silent for 5 seconds']);
  });

  test('ends at a malformed message and at a text, and reads nothing after that', (t) => {
    for (const [data, isBinary] of [
      ['bad', true],
      ['good', false],
    ] as const) {
      const { socket, ends } = scriptSocket(t);
      socket.emit('message', Buffer.from('good'), true);
      assert.deepEqual(ends, []);
      socket.emit('message', Buffer.from(data), isBinary);
      socket.emit('message', Buffer.from(data), isBinary);
      assert.equal(ends[0], 'a malformed message');
      t.mock.timers.reset();
    }
  });

  test('ends when the other side does not read', (t) => {
    const { socket, link, ends, log } = scriptSocket(t);
    link.send({ forget: 1 });
    assert.deepEqual(log, ['send']);
    socket.bufferedAmount = 100 * 1024 * 1024;
    link.send({ forget: 2 });
    assert.deepEqual(ends, ['it does not read']);
  });
});
