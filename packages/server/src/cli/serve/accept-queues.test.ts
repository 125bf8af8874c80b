import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createPlainServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openAcceptQueues } from './accept-queues.ts';

const host = '127.0.0.1';
const skip = process.platform !== 'linux' && 'only Linux shares a port between queues';

test('those who come at one moment are accepted in few turns, and not one in each', {
  skip,
}, async (t) => {
  const { server, port } = await open(t);
  const count = 256;
  let accepted = 0;
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (accepted < count) setImmediate(turn);
  };
  const all = new Promise<void>((resolve) => {
    server.on('connection', () => {
      if (accepted === 0) turn();
      accepted += 1;
      if (accepted === count) resolve();
    });
  });
  // The system has made them all before the loop turns for the first time.
  for (let times = 0; times < count; times += 1) join(t, port);
  await all;
  assert.ok(turns < count / 4, `${turns} turns for ${count} connections`);
});

test('whichever queue a connection comes by, its requests are answered, and the end waits for them', async (t) => {
  const { server, port, close } = await open(t);
  server.on('request', (_request, response) => response.write('begun'));
  for (let times = 0; times < 64; times += 1) {
    const socket = join(t, port);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(String(answer), /^HTTP\/1\.1 200 /);
  }
  let isClosed = false;
  const closing = close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isClosed, false);
  server.closeAllConnections();
  await closing;
  await assert.rejects(once(join(t, port), 'connect'), { code: 'ECONNREFUSED' });
});

test('a port that somebody listens on is not shared with them', async (t) => {
  const { port } = await open(t);
  await assert.rejects(openAcceptQueues(createServer(), host, port), { code: 'EADDRINUSE' });
  const other = createPlainServer().listen(0, host);
  await once(other, 'listening');
  t.after(() => other.close());
  const { port: theirs } = other.address() as { readonly port: number };
  await assert.rejects(openAcceptQueues(createServer(), host, theirs), { code: 'EADDRINUSE' });
});

test('a port that was given by number is listened on again after a close', async (t) => {
  const first = await open(t);
  await first.close();
  const { port } = await open(t, first.port);
  assert.equal(port, first.port);
});

async function open(t: TestContext, wanted = 0) {
  const server: Server = createServer();
  const queues = await openAcceptQueues(server, host, wanted);
  let isClosed = false;
  const close = () => {
    isClosed = true;
    return queues.close();
  };
  t.after(async () => {
    server.closeAllConnections();
    if (!isClosed) await queues.close();
  });
  return { server, port: queues.port, close };
}

function join(t: TestContext, port: number): Socket {
  const socket = connect({ port, host });
  socket.on('error', () => {});
  t.after(() => socket.destroy());
  return socket;
}
