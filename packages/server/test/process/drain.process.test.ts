/** How a server ends: what is under way finishes, what is new is refused, and it ends in time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { limits } from '@baraza/contract';
import Database from 'better-sqlite3';
import { runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  createResource,
  eventually,
  firstKey,
  printed,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask, resources, storage } from '../sockets/requests.ts';
import { startUpload } from '../sockets/slow-upload.ts';
import { isAlive } from './test-child.ts';

const half = Buffer.alloc(1_100_000, 7);
const status = '/api/platform/status';

// Far from the limit: the server ended with its work, however slow the machine.
const soonMs = limits.drainMs - 5_000;

// One test takes as long as a drain may take, and the others run beside it. Not all at once: on a small machine
// what has to happen before the limit would be late.
describe('a server that is asked to end', { concurrency: 2 }, () => {
  test('finishes what is under way, takes nothing new, even on a used connection, and ends with 0', async (t) => {
    const { server, key, bucket, upload } = await startBusy(t);
    const idle = closed(await openLine(server.port));
    const line = await openLine(server.port);
    line.write(`GET ${status} HTTP/1.1\r\nhost: x\r\n`);
    const refused = closed(line);
    const used = await openUsed(server, key, bucket);
    const ended = server.end('SIGTERM');
    await printed(server, /^stopping/m);
    assert.equal(await idle, '');
    used.finish();
    const [, last = '', behind = ''] = (await used.received).split(/(?=HTTP\/1\.1 )/);
    assert.match(last, /^HTTP\/1\.1 201 /);
    assertRefused(behind);
    await eventually(() => isRefused(server.port));

    line.write(`authorization: Bearer ${key}\r\n\r\n`);
    assertRefused(await refused);

    const listed = await runCommand(['keys', 'list'], { BARAZA_DATA: server.folder });
    assert.deepEqual([listed.code, listed.err], [0, []]);

    await finishUpload(upload);
    const answeredMs = performance.now();
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(performance.now() - answeredMs < soonMs, 'it ends with the last answer');

    const again = await startHere(t, server.folder);
    const target = `${storage}/${bucket}?key=slow`;
    assert.equal((await ask(again, 'GET', target, { key })).text.length, 2 * half.length);
    await again.stop();
  });

  test('cuts off a client that never finishes at the limit, and ends with 0', async (t) => {
    const { server, upload } = await startBusy(t);
    const askedMs = performance.now();
    const ended = server.end('SIGTERM');
    await assert.rejects(upload.answered);
    const { code } = await ended;
    const tookMs = performance.now() - askedMs;
    assert.equal(code, 0);
    assert.ok(tookMs > limits.drainMs - 1_000 && tookMs < 2 * limits.drainMs, `${tookMs} ms`);
    const again = await startHere(t, server.folder);
    assert.deepEqual(readdirSync(path.join(server.folder, 'objects', 'incoming')), []);
    await again.stop();
  });

  test('ends at once when the same signal comes again later, and loses no answered change', async (t) => {
    const { server, bucket } = await startBusy(t);
    const ended = server.end('SIGINT');
    await printed(server, /^stopping/m);
    const againMs = performance.now();
    const insist = setInterval(() => server.child.kill('SIGINT'), 250);
    const { code } = await ended.finally(() => clearInterval(insist));
    assert.equal(code, 130);
    assert.ok(performance.now() - againMs < soonMs);
    const database = new Database(path.join(server.folder, 'baraza.db'));
    t.after(() => database.close());
    assert.deepEqual(database.prepare('SELECT id FROM resources').all(), [{ id: bucket }]);
  });

  for (const [name, first, second] of [
    ['one signal that arrives twice, as in a process group', 'SIGHUP', 'SIGHUP'],
    ['SIGINT and then SIGTERM, as from a launcher', 'SIGINT', 'SIGTERM'],
  ] as const)
    test(`still drains after ${name}`, async (t) => {
      const { server, upload } = await startBusy(t);
      const ended = server.end(first);
      process.kill(server.pid, second);
      await printed(server, /^stopping/m);
      await finishUpload(upload);
      assert.equal((await ended).code, 0);
    });

  test('drains when its launcher is killed', async (t) => {
    const launcher = [
      process.execPath,
      '-e',
      `const [, program, ...words] = process.argv;
       const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
       require('node:child_process').spawn(program, words, { stdio });`,
    ];
    const server = await startProcess(t, temporaryFolder(t), {}, launcher);
    assert.notEqual(server.child.pid, server.pid);
    server.child.kill('SIGKILL');
    // The output is closed by the last process that has it.
    assert.match((await server.ended).stdout, /^stopping/m);
    await eventually(() => !isAlive(server.pid));
  });
});

async function finishUpload(upload: ReturnType<typeof startUpload>): Promise<void> {
  await upload.send(half);
  upload.finish();
  assert.equal((await upload.answered).status, 201);
}

/** A server that has received half an upload. */
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

/** A connection that has had an answer, and has sent half a request. */
async function openUsed(server: ServerProcess, key: string, bucket: string) {
  const body = '{"service":"data","kind":"Kind","name":"last"}';
  const line = await openLine(server.port);
  const received = closed(line);
  const head = (target: string, method: string) =>
    `${method} ${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
  line.write(`${head(`${storage}/${bucket}`, 'GET')}\r\n`);
  await once(line, 'data');
  line.write(`${head(resources, 'POST')}content-length: ${body.length}\r\n\r\n${body.slice(0, 9)}`);
  // An answer to a later request shows that this one has been read.
  await ask(server, 'GET', status, { key });
  /** Sends the rest, and another request behind it. */
  const finish = () => line.write(`${body.slice(9)}${head(status, 'GET')}\r\n`);
  return { received, finish };
}

function assertRefused(text: string): void {
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

/** Whether new connections are refused; one that came just before gets no answer. */
async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const received = closed(socket);
  const isIn = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  assert.equal(await received, '');
  return !isIn;
}

async function openLine(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
