import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { eventually, memoryOf, startProcess, temporaryFolder } from '../fixtures/server-process.ts';
import { ask } from '../sockets/requests.ts';

const skip = process.platform !== 'linux' && 'the limits of a process are read from /proc';
const descriptorsMax = 256;
const withFewDescriptors = ['bash', '-c', `ulimit -n ${descriptorsMax}; exec "$@"`, 'bash'];
const half = {
  head: 'GET / HTTP/1.1\r\nhost: x\r\nx-a: ',
  body:
    'POST /v1/sites/demo/transcribe HTTP/1.1\r\nhost: x\r\ncontent-type: audio/wav\r\n' +
    'content-length: 9000000\r\n\r\nx',
};

test('more unfinished requests than descriptors neither end the process nor keep others out', {
  skip,
}, async (t) => {
  const environment = { BARAZA_DEMO: '1' };
  const server = await startProcess(t, temporaryFolder(t), environment, withFewDescriptors);
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const text of [half.head, half.body])
    for (let at = 0; at < descriptorsMax + 100; at += 1)
      sockets.push(await begin(Number(new URL(server.site.url).port), text));
  // An address that keeps connecting is held back for the rest of a second.
  await eventually(async () => (await answerOf(`${server.site.url}/healthz`)) === 200, 10_000);
  for (const url of [server.url, server.site.url])
    for (const target of ['/healthz', '/metrics', '/readyz'])
      assert.equal((await ask({ url }, 'GET', target)).status, 200);
  const { code } = await server.end('SIGTERM');
  assert.equal(code, 0);
});

test('unfinished bodies of one client use bounded memory and release it; a crash is logged in one line', {
  skip,
}, async (t) => {
  const fault = path.join(temporaryFolder(t), 'fault.mjs');
  writeFileSync(
    fault,
    `process.on('SIGUSR2', () => { void Promise.reject(new Error('broken for rpk_0123456789abcdef')); });`,
  );
  const environment = { BARAZA_DEMO: '1', NODE_OPTIONS: `--import ${fault}` };
  const server = await startProcess(t, temporaryFolder(t), environment);
  const port = Number(new URL(server.site.url).port);
  const before = memoryOf(server.pid).resident;
  const sockets: Socket[] = [];
  const piece = half.body + 'x'.repeat(1024 * 1024);
  for (let at = 0; at < 150; at += 1) sockets.push(await begin(port, piece));
  const { url } = server.site;
  assert.equal((await ask({ url }, 'GET', '/healthz')).status, 200);
  const { text } = await ask(server, 'GET', '/metrics');
  assert.ok(Number(/^baraza_http_body_bytes (\d+)$/m.exec(text)?.[1]) <= 34 * 1024 * 1024);
  assert.ok(Number(/bodies_refused_total\{reason="memory"\} (\d+)$/m.exec(text)?.[1]) > 50);
  assert.ok(memoryOf(server.pid).resident - before < 150 * 1024 ** 2);
  for (const socket of sockets) socket.destroy();
  const taken = async () =>
    /^baraza_http_body_bytes (\d+)$/m.exec((await ask(server, 'GET', '/metrics')).text)?.[1];
  await eventually(async () => (await taken()) === '0', 10_000);

  process.kill(server.pid, 'SIGUSR2');
  const { code, stderr } = await server.ended;
  assert.equal(code, 70);
  const lines = stderr.trim().split('\n');
  assert.equal(lines.length, 1);
  const { level, origin, cause } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([level, origin], ['error', 'unhandledRejection']);
  assert.match(cause, /broken for \(key\)/);
});

async function begin(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  if (!socket.destroyed)
    await Promise.race([
      new Promise((resolve) => socket.write(text, resolve)),
      once(socket, 'close'),
    ]);
  return socket;
}

async function answerOf(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}
