/** Where users' addresses may lead: every door in this test is one of ours, and none may open. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { privateFault, type Resolve } from './judged-lookup.ts';
import { type OutgoingPost, safeOutboundPost } from './safe-outbound.ts';

describe('a post to an address that a user named', () => {
  let server: Server;
  let port: number;
  let hits = 0;
  let connections = 0;
  before(async () => {
    server = createServer((_request, response) => {
      hits += 1;
      response.writeHead(200).end();
    });
    server.on('connection', () => {
      connections += 1;
    });
    server.listen(0, '::');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server.close());

  const post = (url: string, options: Partial<OutgoingPost> = {}) =>
    safeOutboundPost({
      url,
      headers: {},
      body: '{}',
      timeoutMs: 20_000,
      allowPrivate: false,
      signal: new AbortController().signal,
      ...options,
    });
  const resolveTo =
    (...addresses: readonly string[]): Resolve =>
    (_name, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127.0.0.1.',
    'localhost',
    'LOCALHOST',
    'localhost.',
  ])
    test(`does not reach this machine as ${host}`, async () => {
      const before = connections;
      const outcome = await post(`http://${host}:${port}/`);
      // Not every resolver knows the name with a dot.
      const refused = host.endsWith('t.') ? [privateFault, 'ENOTFOUND'] : [privateFault];
      assert.ok('fault' in outcome && refused.includes(outcome.fault), JSON.stringify(outcome));
      assert.equal(connections, before);
    });

  test('does not reach inside by a name, nor when only one of its addresses is inside', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
    ])
      assert.deepEqual(
        await post(`http://name.example:${port}/`, { resolve: resolveTo(...addresses) }),
        { fault: privateFault },
      );
    assert.equal(hits, 0);
  });

  test('asks for a name once, so that a second answer cannot lead elsewhere', async () => {
    let asked = 0;
    const resolve: Resolve = (name, done) => {
      asked += 1;
      resolveTo('127.0.0.1')(name, done);
    };
    await post(`http://name.example:${port}/`, { resolve, allowPrivate: true });
    assert.deepEqual([asked, hits], [1, 1]);
  });

  test('reaches inside where that is allowed', async () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      assert.deepEqual(await post(`http://${host}:${port}/`, { allowPrivate: true }), {
        status: 200,
      });
    const resolve = resolveTo('127.0.0.1');
    const named = await post(`http://name.example:${port}/`, { resolve, allowPrivate: true });
    assert.deepEqual(named, { status: 200 });
  });

  test('ends at once when it is cut off, also before it began', async () => {
    const resolve: Resolve = () => {};
    const cut = new AbortController();
    const outcome = post('http://name.example/', { resolve, signal: cut.signal });
    cut.abort();
    assert.ok('fault' in (await outcome));
    assert.ok('fault' in (await post('http://name.example/', { resolve, signal: cut.signal })));
  });
});

describe('a post to a receiver that answers oddly', { timeout: 30_000 }, () => {
  /** The outcome with a receiver that does this with its socket; it has ended when the socket is closed. */
  const postTo = async (answer: (socket: Socket) => void, timeoutMs = 20_000) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const outcome = await safeOutboundPost({
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      body: '{}',
      timeoutMs,
      allowPrivate: true,
      signal: new AbortController().signal,
    });
    server.close();
    // Comes only when no socket is open any more.
    await once(server, 'close');
    return outcome;
  };
  const switching = 'HTTP/1.1 101 Switching Protocols\r\n';

  for (const [name, headers] of [
    ['with its headers', 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['with its headers and data behind them', 'Connection: Upgrade\r\nUpgrade: x\r\n\r\nmore'],
    ['without headers', '\r\n'],
  ])
    test(`101 ${name} is a status, and the socket is closed`, async () => {
      const outcome = await postTo((socket) => void socket.write(`${switching}${headers}`));
      assert.deepEqual(outcome, { status: 101 });
    });

  test('informational answers before the final one are passed over', async () => {
    const early = [100, 102, 103].map((status) => `HTTP/1.1 ${status} Early\r\n\r\n`).join('');
    const final = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    assert.deepEqual(await postTo((socket) => void socket.write(early + final)), { status: 200 });
  });

  test('informational answers alone do not outlast the deadline', async () => {
    const outcome = await postTo((socket) => {
      const pour = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10);
      socket.on('close', () => clearInterval(pour));
    }, 200);
    assert.deepEqual(outcome, { fault: 'it took too long' });
  });

  test('a connection that is closed without an answer is a fault', async () => {
    for (const close of ['end', 'destroy', 'resetAndDestroy'] as const)
      assert.ok('fault' in (await postTo((socket) => void socket[close]())));
  });
});
