import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { type OutgoingGet, safeOutboundGet } from './safe-outbound.ts';

describe('a call to a page that a user named', { timeout: 30_000 }, () => {
  /** The outcome with a server that does this with its socket, and whether it was reached. */
  const getFrom = async (
    answer: (socket: Socket) => void,
    options: Partial<OutgoingGet> = {},
    host = '127.0.0.1',
  ) => {
    let isReached = false;
    const server = createServer((socket) => {
      isReached = true;
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const outcome = await safeOutboundGet({
      url: `http://${host}:${port}/`,
      headers: {},
      timeoutMs: 20_000,
      bytesMax: 1_000,
      allowPrivate: true,
      signal: new AbortController().signal,
      ...options,
    });
    server.close();
    // Comes only when no socket is open any more.
    await once(server, 'close');
    return { outcome, isReached };
  };
  const ok = (body: string) =>
    `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  test('a page comes with its status and type', async () => {
    const { outcome } = await getFrom((socket) => void socket.end(ok('hello')));
    assert.ok('status' in outcome);
    assert.deepEqual(
      [outcome.status, outcome.type, Buffer.concat(outcome.pieces).toString(), outcome.isTooLarge],
      [200, 'text/html', 'hello', false],
    );
  });

  test('a redirect is told and not followed', async () => {
    const moved = 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n';
    const { outcome } = await getFrom((socket) => void socket.end(moved));
    assert.ok('status' in outcome && outcome.status === 302);
    assert.equal(outcome.location, 'http://127.0.0.1/');
  });

  test('a page without an end is cut at its limit', async () => {
    const { outcome } = await getFrom((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const pour = setInterval(() => socket.write(`190\r\n${'x'.repeat(400)}\r\n`), 1);
      socket.on('close', () => clearInterval(pour));
    });
    assert.ok('status' in outcome && outcome.isTooLarge);
  });

  test('what is silent, cut short or another protocol is a fault', async () => {
    for (const [answer, timeoutMs] of [
      [() => {}, 200],
      [
        (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
        20_000,
      ],
      [(socket: Socket) => void socket.destroy(), 20_000],
      [
        (socket: Socket) =>
          void socket.write('HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
        20_000,
      ],
    ] as const)
      assert.ok('fault' in (await getFrom(answer, { timeoutMs })).outcome);
  });

  test('who leaves ends the call', async () => {
    const leaving = new AbortController();
    const { outcome } = await getFrom(() => leaving.abort(), { signal: leaving.signal });
    assert.ok('fault' in outcome);
  });

  test('nothing inside is reached, by address or by name', async () => {
    for (const host of ['127.0.0.1', '0x7f.1', 'name.example']) {
      const { outcome, isReached } = await getFrom(
        (socket) => void socket.end(ok('secret')),
        {
          allowPrivate: false,
          resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
        },
        host,
      );
      assert.ok('fault' in outcome && outcome.isPrivate, host);
      assert.equal(isReached, false);
    }
  });
});
