import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { ask, form, storage } from '../fixtures/server.ts';
import {
  createResource,
  eventually,
  firstKey,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';

const downloads = 400;
const atOnce = 16;

test('downloads cancelled at any moment leave no open file and no log line', {
  skip: process.platform !== 'linux' && 'open files are read from /proc',
}, async (t) => {
  const server = await startProcess(t, temporaryFolder(t));
  const key = firstKey(server.folder);
  const id = await createResource(server, key, 'storage');
  const target = `${storage}/${id}?key=large`;
  const body = form({ bytes: new Uint8Array(2 * 1024 * 1024) }, { key: 'large' });
  assert.equal((await ask(server, 'POST', `${storage}/${id}`, { key, body })).status, 201);
  const text = `GET ${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`;
  const before = descriptors(server.pid);
  let started = 0;
  const one = () =>
    new Promise<void>((resolve) => {
      const at = started++;
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.once('close', () => resolve());
      socket.once('connect', () => {
        // A third of the clients close their side right after the request.
        if (at % 3 === 0) socket.end(text);
        else socket.write(text);
        // Moments from before the answer begins to the middle of it.
        setTimeout(() => (at % 2 === 0 ? socket.destroy() : socket.resetAndDestroy()), at % 10);
      });
    });
  const worker = async () => {
    while (started < downloads) await one();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  // Answered after all of those that still waited in the queue.
  assert.equal((await ask(server, 'GET', target, { key })).status, 200);
  await eventually(() => descriptors(server.pid) <= before + 2, 10_000);
  const { code, stderr } = await server.end('SIGTERM');
  assert.deepEqual([code, stderr], [0, '']);
});

function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
