import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { privateFault, type Resolve, safeOutboundGet, safeOutboundPost } from './safe-outbound.ts';

const ok = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const resolveTo =
  (...addresses: readonly string[]): Resolve =>
  (_name, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const usual = {
  headers: {},
  timeoutMs: 20_000,
  allowPrivate: true,
  signal: new AbortController().signal,
};

/** A server that does this with each socket that has sent something. */
async function serve(t: TestContext, answer: (socket: Socket) => void, host = '127.0.0.1') {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  // Closes only when no socket is open any more.
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => connections,
    get: (options = {}) =>
      safeOutboundGet({ url: `http://127.0.0.1:${port}/`, bytesMax: 1_000, ...usual, ...options }),
    post: (options = {}) =>
      safeOutboundPost({ url: `http://127.0.0.1:${port}/`, body: '{}', ...usual, ...options }),
  };
}

test('an address of this machine is not reached, however it is written', async (t) => {
  const { port, connections, get, post } = await serve(t, (socket) => socket.end(ok('')), '::');
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
  ]) {
    const url = `http://${host}:${port}/`;
    const posted = await post({ url, allowPrivate: false });
    // Not every resolver knows the name with a dot.
    const faults = host.endsWith('t.') ? [privateFault, 'ENOTFOUND'] : [privateFault];
    assert.ok('fault' in posted && faults.includes(posted.fault), JSON.stringify([host, posted]));
    assert.ok('fault' in (await get({ url, allowPrivate: false })), host);
  }
  assert.equal(connections(), 0);
});

test('a name is not reached when any of its addresses is private', async (t) => {
  const { port, connections, get, post } = await serve(t, (socket) => socket.end(ok('')));
  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
  ]) {
    const options = { url: `http://name.example:${port}/`, resolve: resolveTo(...addresses) };
    assert.deepEqual(await post({ ...options, allowPrivate: false }), { fault: privateFault });
    const page = await get({ ...options, allowPrivate: false });
    assert.deepEqual(page, { fault: privateFault, isPrivate: true });
  }
  assert.equal(connections(), 0);
});

test('a name is resolved once, so that a second answer cannot lead elsewhere', async (t) => {
  const { port, post } = await serve(t, (socket) => socket.end(ok('')));
  let asked = 0;
  const resolve: Resolve = (name, done) => {
    asked += 1;
    resolveTo('127.0.0.1')(name, done);
  };
  assert.deepEqual(await post({ url: `http://name.example:${port}/`, resolve }), { status: 200 });
  assert.equal(asked, 1);
});

test('private addresses are reached where that is allowed', async (t) => {
  const { port, post } = await serve(t, (socket) => socket.end(ok('')), '::');
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    assert.deepEqual(await post({ url: `http://${host}:${port}/` }), { status: 200 });
});

test('a call ends at once when it is aborted, also before it starts', async () => {
  const aborting = new AbortController();
  const options = { ...usual, url: 'http://name.example/', resolve: () => {} };
  const call = () => safeOutboundPost({ ...options, body: '{}', signal: aborting.signal });
  const running = call();
  aborting.abort();
  assert.ok('fault' in (await running));
  assert.ok('fault' in (await call()));
});

test('a page comes with its status and type, and a redirect is not followed', async (t) => {
  const page = await (await serve(t, (socket) => socket.end(ok('hello')))).get();
  assert.ok('status' in page);
  const { pieces, ...rest } = page;
  assert.equal(Buffer.concat(pieces).toString(), 'hello');
  const expected = { status: 200, type: 'text/html', location: undefined, isTooLarge: false };
  assert.deepEqual(rest, expected);
  const moved = 'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n';
  const redirect = await (await serve(t, (socket) => socket.end(moved))).get();
  assert.ok('status' in redirect && redirect.status === 302);
  assert.equal(redirect.location, 'http://127.0.0.1/');
});

const switching = 'HTTP/1.1 101 Switching Protocols\r\n';
const informational = [100, 102, 103].map((status) => `HTTP/1.1 ${status} Early\r\n\r\n`).join('');
const pour = (text: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(text), 5);
  socket.on('close', () => clearInterval(timer));
};
const endless = (socket: Socket) => {
  socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
  pour(`8000\r\n${'x'.repeat(0x8000)}\r\n`)(socket);
};
const half = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf';
const late = { timeoutMs: 200 };

/** What a server does, and what a post and a get make of it: a status, or a fault. */
const odd: readonly [
  string,
  (socket: Socket) => void,
  number | 'fault',
  number | 'fault',
  object?,
][] = [
  [
    '101 with headers',
    (s) => s.write(`${switching}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`),
    101,
    'fault',
  ],
  [
    '101 and data',
    (s) => s.write(`${switching}Connection: Upgrade\r\nUpgrade: x\r\n\r\nmore`),
    101,
    'fault',
  ],
  ['101 without headers', (s) => s.write(`${switching}\r\n`), 101, 'fault'],
  ['informational answers first', (s) => s.write(informational + ok('')), 200, 200],
  ['informational answers only', pour('HTTP/1.1 102 Processing\r\n\r\n'), 'fault', 'fault', late],
  ['an answer without an end', endless, 200, 200],
  ['an answer cut short', (s) => s.end(half), 200, 'fault'],
  ['silence', () => {}, 'fault', 'fault', late],
  ['an end', (s) => s.end(), 'fault', 'fault'],
  ['a close', (s) => s.destroy(), 'fault', 'fault'],
  ['a reset', (s) => s.resetAndDestroy(), 'fault', 'fault'],
];
for (const [name, answer, posted, got, options] of odd)
  test(`${name}: a post gives ${posted}, a get gives ${got}`, { timeout: 30_000 }, async (t) => {
    const server = await serve(t, (socket) => void answer(socket));
    const [post, get] = [await server.post(options), await server.get(options)];
    assert.equal('fault' in post ? 'fault' : post.status, posted, JSON.stringify(post));
    assert.equal('fault' in get ? 'fault' : get.status, got, JSON.stringify(get));
    if (answer === endless) assert.ok('status' in get && get.isTooLarge);
  });
