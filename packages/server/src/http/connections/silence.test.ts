import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { sendText } from '../answer.ts';
import { createConnections } from './connections.ts';
import { createParserErrors } from './parser-errors.ts';

const stalledMs = 300;
const mb = 1024 * 1024;

async function serve(
  t: TestContext,
  answer: (response: ServerResponse) => void,
  limitMs = stalledMs,
) {
  const server = createServer((_request, response) => answer(response));
  const refusals = createParserErrors({ headers: {}, makeRequestId: () => 'request' });
  createConnections().guard(server, refusals, limitMs);
  const serverSide: Socket[] = [];
  server.on('connection', (socket: Socket) => serverSide.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, serverSide };
}

/** Asks and never reads. */
async function stall(t: TestContext, server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  return socket;
}

test('a client that stopped reading is cut off, although more is written all the time', async (t) => {
  const { server, serverSide } = await serve(t, (response) => {
    response.write('x'.repeat(16 * mb));
    const beat = setInterval(() => response.write(': still here\n\n'), 20);
    response.once('close', () => clearInterval(beat));
  });
  const startedMs = performance.now();
  await stall(t, server);
  await once(server, 'request');
  const [socket] = serverSide;
  assert.ok(socket);
  if (!socket.destroyed) await once(socket, 'close');
  assert.ok(performance.now() - startedMs >= stalledMs);
});

test('a slow reader gets everything', async (t) => {
  const body = 'y'.repeat(4 * mb);
  const limitMs = 2_500;
  const answer = (response: ServerResponse) => sendText(response, { status: 200, body }, {});
  const { server } = await serve(t, answer, limitMs);
  const socket = await stall(t, server);
  const startedMs = performance.now();
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), bytes > body.length / 2 ? 0 : limitMs / 20);
    if (bytes > body.length) socket.end();
  });
  socket.resume();
  await once(socket, 'close');
  assert.ok(bytes > body.length);
  assert.ok(performance.now() - startedMs > limitMs);
});

test('thirty stalled readers hold no copies of a large text', async (t) => {
  const body = 'é'.repeat(4 * mb);
  const { server, serverSide } = await serve(t, (response) =>
    sendText(response, { status: 200, body }, {}),
  );
  const before = process.memoryUsage();
  let answered = 0;
  const all = new Promise<void>((resolve) => {
    server.on('request', () => {
      answered += 1;
      if (answered === 30) resolve();
    });
  });
  await Promise.all(Array.from({ length: 30 }, () => stall(t, server)));
  await all;
  const held = serverSide.reduce((sum, socket) => sum + socket.writableLength, 0);
  assert.ok(held < 30 * mb, `${held} wait in the sockets`);
  const after = process.memoryUsage();
  assert.ok(after.arrayBuffers + after.external - before.arrayBuffers - before.external < 60 * mb);
});
