import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { type ControlRequest, callControl, serveControl } from './control.ts';

const echo = async ({ name, input }: ControlRequest) => ({ name, input });

test('a command and its value come through, also large ones and many at once', async (t) => {
  const socket = await serve(t, folderOf(t), async ({ input }) => 'é'.repeat(input as number));
  const sizes = [0, 10, 5_000_000, ...Array.from({ length: 20 }, (_, index) => index)];
  const told = await Promise.all(
    sizes.map((size) => callControl(socket, { name: 'echo', input: size })),
  );
  assert.deepEqual(
    told.map((reply) => String(reply?.value).length),
    sizes,
  );
});

test('a refusal arrives as the refusal it was', async (t) => {
  const socket = await serve(t, folderOf(t), async () => {
    throw new Problem('conflict', 'There is one already.');
  });
  await assert.rejects(callControl(socket, { name: 'x', input: {} }), {
    name: 'Problem',
    code: 'conflict',
    message: 'There is one already.',
  });
});

test('what fails inside is told in one sentence without its cause', async (t) => {
  const socket = await serve(t, folderOf(t), async () => {
    throw new Error('secret of the house');
  });
  await assert.rejects(callControl(socket, { name: 'x', input: {} }), {
    name: 'Problem',
    message: 'The command failed; see the server log.',
  });
});

test('a command that takes minutes says that it is at work, and is told when nobody waits', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const left = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const place = path.join(folderOf(t), 'control.sock');
  const close = await serveControl(
    place,
    async (_request, signal) => {
      begun.resolve();
      signal.addEventListener('abort', () => left.resolve());
      await left.promise;
    },
    silentLog,
  );
  t.after(close);
  const socket = connect(place);
  socket.write(`${JSON.stringify({ name: 'x', input: {} })}\n`);
  await begun.promise;
  t.mock.timers.tick(5_000);
  const [heard] = (await once(socket, 'data')) as [Buffer];
  assert.equal(String(heard), '\n');
  socket.destroy();
  await left.promise;
});

test('lines that only say that it is at work are no answer', async (t) => {
  const place = path.join(folderOf(t), 'control.sock');
  const server = createServer((socket) => {
    socket.write('\n');
    socket.once('data', () => {
      socket.write('\n\n');
      socket.write('{"ok":true,');
      socket.end('"value":5}\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(place, resolve));
  t.after(() => server.close());
  assert.deepEqual(await callControl(place, { name: 'x', input: {} }), { value: 5 });
});

test('nobody listening is undefined: no socket, one left by a kill, no folder at all', async (t) => {
  const folder = folderOf(t);
  const call = (name: string) => callControl(path.join(folder, name), { name: 'x', input: {} });
  assert.equal(await call('absent.sock'), undefined);
  assert.equal(await call('absent/control.sock'), undefined);
  assert.equal(await call(`${'deep/'.repeat(30)}control.sock`), undefined);
  writeFileSync(path.join(folder, 'file'), '');
  assert.equal(await call('file/control.sock'), undefined);
  assert.equal(await call('file'), undefined);
});

test('a server that ends before it answers is a refusal, not silence', async (t) => {
  const place = path.join(folderOf(t), 'control.sock');
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  t.after(() => server.close());
  server.listen(place);
  await once(server, 'listening');
  await assert.rejects(callControl(place, { name: 'x', input: {} }), /gave no answer/);
});

test('words that are no command do not disturb the next', async (t) => {
  const socket = await serve(t, folderOf(t), echo);
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

test('the socket is for its owner alone, and goes with the server', async (t) => {
  const place = path.join(folderOf(t), 'control.sock');
  const close = await serveControl(place, echo, silentLog);
  assert.equal(statSync(place).mode & 0o777, 0o600);
  await close();
  assert.equal(existsSync(place), false);
});

test('a folder too deep for the name of a socket has its socket all the same', async (t) => {
  const before = process.cwd();
  const folder = path.join(folderOf(t), 'ndani sana é'.repeat(10), 'x'.repeat(100));
  mkdirSync(folder, { recursive: true });
  const place = path.join(folder, 'control.sock');
  const close = await serveControl(place, echo, silentLog);
  assert.equal(statSync(place).mode & 0o777, 0o600);
  assert.notEqual(await callControl(place, { name: 'echo', input: 1 }), undefined);
  await close();
  assert.equal(existsSync(place), false);
  assert.equal(await callControl(place, { name: 'echo', input: 1 }), undefined);
  assert.equal(process.cwd(), before);
});

test('a close waits for no peer that says nothing', async (t) => {
  const place = path.join(folderOf(t), 'control.sock');
  const close = await serveControl(place, echo, silentLog);
  const silent = connect(place);
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
  const place = path.join(folder, 'control.sock');
  const close = await serveControl(place, run, silentLog);
  t.after(close);
  return place;
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-control-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
