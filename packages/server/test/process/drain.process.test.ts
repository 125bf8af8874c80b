/** How a server ends: what is under way finishes, what is new is turned away, and it ends in time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { limits } from '@baraza/contract';
import { say } from '../fixtures/command-line.ts';
import { ask, resources, storage } from '../fixtures/house.ts';
import {
  createResource,
  eventually,
  firstKey,
  printed,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { startUpload } from '../sockets/slow-upload.ts';

const half = Buffer.alloc(1_100_000, 7);
const status = '/api/platform/status';

// Far from the limit: what ended it was the end of its work, however slow the machine.
const soonMs = limits.drainMs - 5_000;

// One of them takes as long as a drain may take, and the others go on beside it. Not all at once:
// what has to happen before the limit would not on a small machine.
describe('a server that is asked to end', { concurrency: 2 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    test(`by ${signal} finishes what is under way, takes nothing new and ends with 0`, async (t) => {
      const { server, key, bucket, upload } = await startBusy(t);
      const idle = closed(await openLine(server.port));
      const line = await openLine(server.port);
      line.write(`GET ${status} HTTP/1.1\r\nhost: x\r\n`);
      const told = closed(line);
      const ended = server.end(signal);
      await printed(server, /^stopping/m);
      assert.equal(await idle, '');
      await eventually(() => isRefused(server.port));

      line.write(`authorization: Bearer ${key}\r\n\r\n`);
      assertTurnedAway(await told);

      const listed = await say(['keys', 'list'], { BARAZA_DATA: server.folder });
      assert.deepEqual([listed.code, listed.err], [0, []]);

      await upload.send(half);
      upload.finish();
      assert.equal((await upload.answered).status, 201);
      const answeredMs = performance.now();
      const { code, stderr } = await ended;
      assert.deepEqual([code, stderr], [0, '']);
      assert.ok(performance.now() - answeredMs < soonMs, 'the last answer was the end');

      const again = await startProcess(t, server.folder);
      const target = `${storage}/${bucket}?key=slow`;
      assert.equal((await ask(again, 'GET', target, { key })).text.length, 2 * half.length);
      await again.end('SIGTERM');
    });

  test('cuts off at the limit who never finishes, and ends with 0', async (t) => {
    const { server, upload } = await startBusy(t);
    const askedMs = performance.now();
    const ended = server.end('SIGTERM');
    await assert.rejects(upload.answered);
    const { code } = await ended;
    const tookMs = performance.now() - askedMs;
    assert.equal(code, 0);
    assert.ok(tookMs > limits.drainMs - 1_000 && tookMs < 2 * limits.drainMs, `${tookMs} ms`);
    const again = await startProcess(t, server.folder);
    assert.deepEqual(readdirSync(path.join(server.folder, 'objects', 'incoming')), []);
    await again.end('SIGTERM');
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    test(`again by ${signal} a while later ends at once, and loses nothing it had answered`, async (t) => {
      const { server, key, bucket } = await startBusy(t);
      const ended = server.end(signal);
      await printed(server, /^stopping/m);
      const againMs = performance.now();
      const insist = setInterval(() => server.child.kill(signal), 250);
      const outcome = await ended.finally(() => clearInterval(insist));
      assert.equal(outcome.code, code);
      assert.ok(performance.now() - againMs < soonMs);
      const again = await startProcess(t, server.folder);
      assert.equal((await ask(again, 'GET', `${storage}/${bucket}`, { key })).status, 200);
      await again.end('SIGTERM');
    });

  test('by one signal that arrives twice, as a process group gets it, still drains', async (t) => {
    const { server, upload } = await startBusy(t);
    const ended = server.end('SIGTERM');
    process.kill(server.pid, 'SIGTERM');
    await printed(server, /^stopping/m);
    await upload.send(half);
    upload.finish();
    assert.equal((await upload.answered).status, 201);
    assert.equal((await ended).code, 0);
  });

  test('first by SIGINT and then by SIGTERM, as launchers do, still drains', async (t) => {
    const { server, upload } = await startBusy(t);
    const ended = server.end('SIGINT');
    await printed(server, /^stopping/m);
    process.kill(server.pid, 'SIGTERM');
    await upload.send(half);
    upload.finish();
    assert.equal((await upload.answered).status, 201);
    assert.equal((await ended).code, 0);
  });

  test('with nothing to do ends at once', async (t) => {
    const server = await startProcess(t, temporaryFolder(t));
    const idle = closed(await openLine(server.port));
    const askedMs = performance.now();
    assert.equal((await server.end('SIGTERM')).code, 0);
    assert.ok(performance.now() - askedMs < soonMs);
    assert.equal(await idle, '');
  });

  test('answers the request before it and turns away the one behind it on one connection', async (t) => {
    const { server, key, bucket } = await startBusy(t);
    const body = '{"service":"data","kind":"Kind","name":"last"}';
    const line = await openLine(server.port);
    const told = closed(line);
    const head = (target: string, method: string) =>
      `${method} ${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
    line.write(`${head(`${storage}/${bucket}`, 'GET')}\r\n`);
    await once(line, 'data');
    line.write(
      `${head(resources, 'POST')}content-length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    );
    // An answer of this process later than that request has begun shows that it has been read.
    await ask(server, 'GET', status, { key });
    void server.end('SIGTERM');
    await printed(server, /^stopping/m);
    line.write(`${body.slice(9)}${head(status, 'GET')}\r\n`);
    const [, last = '', behind = ''] = (await told).split(/(?=HTTP\/1\.1 )/);
    assert.match(last, /^HTTP\/1\.1 201 /);
    assertTurnedAway(behind);
    server.child.kill('SIGKILL');
  });
});

/** A server with half an upload in its hands. */
async function startBusy(t: TestContext) {
  const server = await startProcess(t, temporaryFolder(t));
  const key = firstKey(server.folder);
  const bucket = await createResource(server, key, 'storage');
  const upload = startUpload(server, key, bucket);
  await upload.send(half);
  const incoming = path.join(server.folder, 'objects', 'incoming');
  await eventually(() =>
    readdirSync(incoming).some((name) => statSync(path.join(incoming, name)).size > 0),
  );
  return { server, key, bucket, upload };
}

function assertTurnedAway(text: string): void {
  if (text === '') return;
  assert.match(text, /^HTTP\/1\.1 503 /);
  assert.match(text, /^retry-after: \d+\r$/im);
  assert.match(text, /"error":"[^"]+\."/);
}

/** Everything that comes before a connection is closed, gently or not. */
function closed(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

/** Whether nobody gets in any more; who came while the door was being closed is told nothing. */
async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const told = closed(socket);
  const isIn = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  assert.equal(await told, '');
  return !isIn;
}

async function openLine(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
