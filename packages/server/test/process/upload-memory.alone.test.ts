import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { createRandom } from '../fixtures/random.ts';
import { ask, storage } from '../fixtures/server.ts';
import {
  createResource,
  firstKey,
  memoryOf,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';

const MB = 1024 * 1024;
const uploads = 50;
const grownMax = 150 * MB;

test('50 uploads of 20 MB at once cost at most 150 MB of memory and all arrive whole', {
  skip: existsSync('/proc/self/status') ? false : 'there is no /proc to measure memory',
}, async (t) => {
  const folder = temporaryFolder(t);
  const server = await startProcess(t, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  const bytes = createRandom(1).bytes(20 * MB);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await ask(server, 'GET', '/api/platform/status', { key });
  const idle = memoryOf(server.pid).resident;

  const answers = await Promise.all(
    Array.from({ length: uploads }, (_, index) =>
      upload(server, `${storage}/${bucket}?key=${index}`, key, bytes),
    ),
  );
  const grown = memoryOf(server.pid).peak - idle;
  t.diagnostic(`idle ${mb(idle)} MB, at most ${mb(grown)} MB more`);
  assert.deepEqual(new Set(answers), new Set([`201 ${sha256}`]));
  assert.ok(grown <= grownMax, `grew by ${mb(grown)} MB`);
  await server.end('SIGTERM');
});

async function upload(
  server: ServerProcess,
  target: string,
  key: string,
  bytes: Uint8Array,
): Promise<string> {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const sending = request(`${server.url}${target}`, {
    method: 'POST',
    agent: new Agent(),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + bytes.length + tail.length,
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const pieces = function* () {
    yield Buffer.from(head);
    for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
    yield Buffer.from(tail);
  };
  await pipeline(Readable.from(pieces()), sending);
  const [response] = await answered;
  const text = await response.setEncoding('utf8').reduce((sum, chunk) => sum + chunk, '');
  return `${response.statusCode} ${(JSON.parse(text) as { sha256: string }).sha256}`;
}

function mb(bytes: number): string {
  return (bytes / MB).toFixed(0);
}
