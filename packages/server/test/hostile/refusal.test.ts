import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { newResource, resources, serverOfSuite, storage } from '../fixtures/server.ts';
import { objectFiles } from '../objects/object-files.ts';
import { exchange, head, parseReplies } from '../sockets/raw-socket.ts';
import { assertRefusal } from './lawful.ts';

const mb = 1024 * 1024;
const file = Buffer.alloc(25 * mb, 'x');

describe('a refusal can be read by a client that sends everything first', () => {
  const { server, owner } = serverOfSuite('sqlite');
  let target: string;
  before(async () => {
    target = `${storage}/${(await newResource(server, owner.key, 'storage')).id}`;
  });

  const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const form = (size: number) => [start, file.subarray(0, size), '\r\n--b--\r\n'];
  const chunked = (parts: readonly (string | Uint8Array)[]) => [
    ...parts.flatMap((part) => [`${part.length.toString(16)}\r\n`, part, '\r\n']),
    '0\r\n\r\n',
  ];
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const sizeOf = (parts: readonly (string | Uint8Array)[]) =>
    parts.reduce((sum, part) => sum + part.length, 0);
  const withLength = (parts: readonly (string | Uint8Array)[]) => ({
    headers: { ...multipart, 'content-length': sizeOf(parts) },
    parts,
  });
  const inChunks = (parts: readonly (string | Uint8Array)[]) => ({
    headers: { ...multipart, 'transfer-encoding': 'chunked' },
    parts: chunked(parts),
  });

  for (const [way, wrap] of Object.entries({
    'with a length': withLength,
    'in chunks': inChunks,
  })) {
    test(`25 MB ${way} without a key: 401, and nothing is left behind`, async () => {
      const { headers, parts } = wrap(form(25 * mb));
      const { replies } = await exchange(server.port, [head('POST', target, headers), ...parts]);
      assertRefusal(replies[0], way, 401);
      assert.deepEqual(objectFiles(server), []);
    });

    test(`25 MB ${way} with a key: 413, and nothing is left behind`, async () => {
      const { headers, parts } = wrap(form(25 * mb));
      const authorized = { ...headers, authorization: `Bearer ${owner.key}` };
      const { replies } = await exchange(server.port, [head('POST', target, authorized), ...parts]);
      assertRefusal(replies[0], way, 413);
      assert.deepEqual(objectFiles(server), []);
    });

    test(`1 MB of JSON ${way}: 413, and the connection serves the next request`, async () => {
      const { headers, parts } = wrap([file.subarray(0, mb)]);
      const authorized = { authorization: `Bearer ${owner.key}` };
      const json = { ...headers, ...authorized, 'content-type': 'application/json' };
      const next = head('GET', '/api/platform/status', authorized);
      const { replies } = await exchange(
        server.port,
        [head('POST', resources, json), ...parts, next],
        { until: 2 },
      );
      assertRefusal(replies[0], way, 413);
      assert.equal(replies[1]?.status, 200);
    });
  }

  test('fields that are no file do not get past the size of a form', async () => {
    const field = '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n';
    const { headers, parts } = inChunks([field, file, '\r\n', ...form(1)]);
    const authorized = { ...headers, authorization: `Bearer ${owner.key}` };
    const { replies } = await exchange(server.port, [head('POST', target, authorized), ...parts]);
    assertRefusal(replies[0], '', 413);
    assert.deepEqual(objectFiles(server), []);
  });

  test('the answer comes while the body is still under way', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(head('POST', target, { ...multipart, 'content-length': 25 * mb }));
    const [first] = (await once(socket, 'data')) as [Buffer];
    assertRefusal(parseReplies(first).replies[0], '', 401);
    socket.destroy();
  });

  const endless: { readonly [what: string]: string } = {
    'a refused upload': head('POST', '/api/platform/storage/x', {
      ...multipart,
      'content-length': 1024 * mb,
    }),
    'what is no HTTP': 'x'.repeat(100),
  };
  for (const [what, text] of Object.entries(endless))
    test(`${what} is read and discarded up to 64 MB; then the connection is cut`, async () => {
      const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
      const received: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => received.push(chunk));
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(text);
      const part = file.subarray(0, mb);
      // Only as fast as the server takes it: what lies in our own buffer was never sent.
      while (!socket.closed && socket.bytesWritten < 512 * mb)
        if (!socket.write(part))
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
      await closed;
      assertRefusal(parseReplies(Buffer.concat(received)).replies[0], what);
      const taken = socket.bytesWritten - socket.writableLength;
      // Room for what the system holds between the two ends.
      assert.ok(taken > limits.refusedBodyBytesMax, `${taken}`);
      assert.ok(taken < limits.refusedBodyBytesMax + 32 * mb, `${taken}`);
    });
});
