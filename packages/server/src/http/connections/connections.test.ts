import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Connections, createConnections } from './connections.ts';
import { createParserErrors } from './parser-errors.ts';

const limits = { inAllMax: 100, perAddressMax: 2, proxyHops: 0 };
const whole = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

test('a new connection displaces a silent one of its address when the limit is reached', async (t) => {
  const { server, connections } = await open(
    t,
    createConnections({ ...limits, perAddressMax: 20 }),
  );
  const half = await join(t, server, 'GET / HT');
  for (let times = 1; times < 20; times += 1) await join(t, server, 'GET / HT');
  for (let times = 0; times < 5; times += 1) {
    const other = await join(t, server, whole);
    assert.match(await firstText(other), /^HTTP\/1\.1 200 /);
  }
  // An incomplete request is answered before its connection is closed.
  assert.match(await firstText(half), /^HTTP\/1\.1 503 .*\r\n(?:.*\r\n)*retry-after: \d/);
  assert.equal(connections.open(), 20);
});

test('a connection that is being answered is not displaced; the next one gets 503 and is closed', async (t) => {
  const { server, answering } = await open(t, createConnections(limits), 'never');
  await join(t, server, whole);
  await join(t, server, whole);
  while (answering.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const refused = await join(t, server, '');
  const text = await firstText(refused);
  assert.match(text, /^HTTP\/1\.1 503 Service Unavailable\r\n/);
  assert.match(text, /retry-after: \d/);
  const { error, code } = JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
  assert.deepEqual([error, code], ['Too many connections are open; try again shortly.', 'busy']);
  await once(refused, 'close');
  assert.equal(answering.length, 2);
});

test('the limit of a process is shared by its servers, and the client with the most connections is displaced', {
  skip: process.platform !== 'linux' && 'only Linux has more than one local address by itself',
}, async (t) => {
  const connections = createConnections({ ...limits, inAllMax: 3, perAddressMax: 3 });
  const { server } = await open(t, connections);
  const { server: other } = await open(t, connections);
  for (let times = 0; times < 3; times += 1) await join(t, server, 'GET / HT', '127.0.0.2');
  const guest = await join(t, other, whole, '127.0.0.3');
  assert.match(await firstText(guest), /^HTTP\/1\.1 200 /);
  assert.equal(connections.open(), 3);
  assert.equal(connections.counts().displaced, 1);
});

test('behind a proxy its clients are counted, and not the proxy', async (t) => {
  const { server, answering } = await open(
    t,
    createConnections({ ...limits, proxyHops: 1 }),
    'never',
  );
  const forwarded = (address: string) =>
    `GET / HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`;
  for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.3'])
    await join(t, server, forwarded(address));
  while (answering.length < 4) await new Promise((resolve) => setImmediate(resolve));
  const third = await join(t, server, forwarded('203.0.113.1'));
  assert.match(await firstText(third), /^HTTP\/1\.1 500 .*busy/s);
  // A place of that client comes free when one of its requests is over.
  answering[0]?.end();
  await once(answering[0] as ServerResponse, 'close');
  await join(t, server, forwarded('203.0.113.1'));
  while (answering.length < 5) await new Promise((resolve) => setImmediate(resolve));
});

test('an address that keeps connecting over its limit is refused for the rest of the second', async (t) => {
  const { server, connections } = await open(t, createConnections(limits));
  for (let times = 0; times < 40; times += 1) await join(t, server, 'GET / HT');
  const { refused, displaced } = connections.counts();
  // One displacement a second for two places: the rest of 38 was refused, unless this took minutes.
  assert.equal(refused + displaced, 38);
  assert.ok(refused > 0);
});

async function open(
  t: TestContext,
  connections: Connections,
  answer: 'at once' | 'never' = 'at once',
) {
  const answering: ServerResponse[] = [];
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    try {
      const visit = connections.begin(request);
      answering.push(response);
      response.once('close', () => visit.end(false));
      if (answer === 'at once') response.end('ok');
    } catch (error) {
      response.writeHead(500).end((error as { code: string }).code);
    }
  };
  const server = createServer((request, response) =>
    connections.inTurn(request, response, () => serve(request, response)),
  );
  connections.guard(server, createParserErrors({ headers: {}, makeRequestId: () => 'request' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, connections, answering };
}

/** A connection that has sent its text, and that the server has heard of. */
async function join(t: TestContext, server: Server, text: string, localAddress = '127.0.0.1') {
  const { port } = server.address() as AddressInfo;
  const heard = once(server, 'connection');
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  t.after(() => socket.destroy());
  const [theirs] = (await heard) as [Socket];
  if (text !== '') socket.write(text);
  while (theirs.bytesRead < text.length && !theirs.destroyed)
    await new Promise((resolve) => setImmediate(resolve));
  return socket;
}

async function firstText(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString('utf8');
}
