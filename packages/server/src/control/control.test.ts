import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, Server, type Socket } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { type ControlRequest, callControl, serveControl } from './control.ts';

const echo = async ({ name, input }: ControlRequest) => ({ name, input });

test('commands and values arrive, also large ones and many at once', async (t) => {
  const socket = await serve(t, temporaryFolder(t), async ({ input }) =>
    'é'.repeat(input as number),
  );
  const sizes = [0, 10, 5_000_000, ...Array.from({ length: 20 }, (_, index) => index)];
  const replies = await Promise.all(
    sizes.map((size) => callControl(socket, { name: 'echo', input: size })),
  );
  assert.deepEqual(
    replies.map((reply) => String(reply?.value).length),
    sizes,
  );
});

test('a refusal arrives as it was, and any other failure without its cause', async (t) => {
  const socket = await serve(t, temporaryFolder(t), async ({ name }) => {
    throw name === 'refused'
      ? new Problem('conflict', 'There is one already.')
      : new Error('secret');
  });
  for (const [name, code, message] of [
    ['refused', 'conflict', 'There is one already.'],
    ['failing', 'unavailable', 'The command failed; see the server log.'],
  ] as const)
    await assert.rejects(callControl(socket, { name, input: {} }), {
      name: 'Problem',
      code,
      message,
    });
});

test('a long command sends heartbeats, and is aborted when its caller disconnects', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const left = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const socketPath = path.join(temporaryFolder(t), 'control.sock');
  const close = await serveControl(
    socketPath,
    async (_request, signal) => {
      begun.resolve();
      signal.addEventListener('abort', () => left.resolve());
      await left.promise;
    },
    silentLog,
  );
  t.after(close);
  const socket = connect(socketPath);
  socket.write(`${JSON.stringify({ name: 'x', input: {} })}\n`);
  await begun.promise;
  t.mock.timers.tick(5_000);
  const [sent] = (await once(socket, 'data')) as [Buffer];
  assert.equal(String(sent), '\n');
  socket.destroy();
  await left.promise;
});

test('heartbeats are not taken for the answer', async (t) => {
  const socketPath = path.join(temporaryFolder(t), 'control.sock');
  const server = createServer((socket) => {
    socket.write('\n');
    socket.once('data', () => {
      socket.write('\n\n');
      socket.write('{"ok":true,');
      socket.end('"value":5}\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  t.after(() => server.close());
  assert.deepEqual(await callControl(socketPath, { name: 'x', input: {} }), { value: 5 });
});

test('without a server the answer is undefined: no socket, a stale one, no folder', async (t) => {
  const folder = temporaryFolder(t);
  const call = (name: string) => callControl(path.join(folder, name), { name: 'x', input: {} });
  assert.equal(await call('absent.sock'), undefined);
  assert.equal(await call('absent/control.sock'), undefined);
  assert.equal(await call(`${'deep/'.repeat(30)}control.sock`), undefined);
  writeFileSync(path.join(folder, 'file'), '');
  assert.equal(await call('file/control.sock'), undefined);
  assert.equal(await call('file'), undefined);
});

test('a server that ends before it answers is an error', async (t) => {
  const socketPath = path.join(temporaryFolder(t), 'control.sock');
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  t.after(() => server.close());
  server.listen(socketPath);
  await once(server, 'listening');
  await assert.rejects(callControl(socketPath, { name: 'x', input: {} }), /gave no answer/);
});

test('text that is not a command does not disturb the next caller', async (t) => {
  const socket = await serve(t, temporaryFolder(t), echo);
  for (const words of ['no json\n', 'null\n', '\n', '[]\n']) {
    const peer = connect(socket);
    peer.end(words);
    await closed(peer);
  }
  const flood = connect(socket);
  flood.end('x'.repeat(2_000_000));
  await closed(flood);
  assert.deepEqual(await callControl(socket, { name: 'echo', input: 1 }), {
    value: { name: 'echo', input: 1 },
  });
});

test('only its owner can use the socket, which is removed with the server', async (t) => {
  const socketPath = path.join(temporaryFolder(t), 'control.sock');
  const close = await serveControl(socketPath, echo, silentLog);
  assert.equal(statSync(socketPath).mode & 0o777, 0o600);
  await close();
  assert.equal(existsSync(socketPath), false);
});

test('a folder too deep for the path of a socket has its socket, too', async (t) => {
  const before = process.cwd();
  const folder = path.join(temporaryFolder(t), 'ndani sana é'.repeat(10), 'x'.repeat(100));
  mkdirSync(folder, { recursive: true });
  const socketPath = path.join(folder, 'control.sock');
  const close = await serveControl(socketPath, echo, silentLog);
  assert.equal(statSync(socketPath).mode & 0o777, 0o600);
  assert.notEqual(await callControl(socketPath, { name: 'echo', input: 1 }), undefined);
  await close();
  assert.equal(existsSync(socketPath), false);
  assert.equal(await callControl(socketPath, { name: 'echo', input: 1 }), undefined);
  assert.equal(process.cwd(), before);
});

test('closing does not wait for silent peers', async (t) => {
  const socketPath = path.join(temporaryFolder(t), 'control.sock');
  const close = await serveControl(socketPath, echo, silentLog);
  const silent = connect(socketPath);
  await once(silent, 'connect');
  const left = once(silent, 'close');
  await close();
  await left;
});

function closed(peer: Socket): Promise<void> {
  peer.resume();
  peer.on('error', () => {});
  return new Promise((resolve) => peer.once('close', () => resolve()));
}

async function serve(t: TestContext, folder: string, run: Parameters<typeof serveControl>[1]) {
  const socketPath = path.join(folder, 'control.sock');
  const close = await serveControl(socketPath, run, silentLog);
  t.after(close);
  return socketPath;
}

test('too many open files end neither the socket nor the process', async (t) => {
  const listen = t.mock.method(Server.prototype, 'listen');
  const socket = await serve(t, temporaryFolder(t), echo);
  const server = listen.mock.calls[0]?.this as Server;
  for (let count = 0; count < 3; count += 1)
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  const request = { name: 'x', input: 1 };
  assert.deepEqual(await callControl(socket, request), { value: request });
});
