import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  breakOff,
  bytes,
  clientOf,
  failureOf,
  json,
  loseAnswer,
  type Received,
  refuse,
  type Step,
  startServer,
} from '../../test/scripted-server.ts';
import { isBarazaError, isConnectionError, type UploadContent } from '../index.ts';
import { encodeUpload } from './multipart.ts';

const id = 'res_01hx';
const path = `/api/platform/storage/${id}`;
const uploaded = { key: 'k', size: 5, replaced: false };

const oddKeys = [
  'plain.txt',
  'a/../b/./c',
  'ripoti ya mwezi — Ñandú 日本語 🧺.pdf',
  'a+b c%20d&e=f?g#h"i\\j;k',
  ' spaces around ',
  'e\u0301 is not \u00e9',
];

for (const key of oddKeys) {
  test(`the key ${JSON.stringify(key)} stays the same in uploads and downloads`, async (t) => {
    const steps = [json(201, uploaded), bytes(200, 'hello', {}), json(200, {}), bytes(200, '', {})];
    const server = await startServer(t, ...steps);
    const { client } = clientOf(server);
    await client.storage.upload(id, key, 'hello');
    await (await client.storage.download(id, key)).text();
    await client.storage.delete(id, key);
    await client.storage.head(id, key);
    const [upload, ...others] = server.received;
    assert.equal((await formOf(upload)).get('key'), key);
    assert.deepEqual(
      others.map(({ method }) => method),
      ['GET', 'DELETE', 'HEAD'],
    );
    for (const { url } of others) {
      const { pathname, searchParams } = new URL(url, 'http://x');
      assert.equal(pathname, path);
      assert.equal(searchParams.get('key'), key);
    }
  });
}

test('a key that would arrive changed or empty is never sent', async (t) => {
  const server = await startServer(t);
  const { client } = clientOf(server);
  for (const key of ['', 'half \ud83e']) {
    await assert.rejects(client.storage.upload(id, key, 'x'), TypeError);
    await assert.rejects(client.storage.download(id, key), TypeError);
    await assert.rejects(client.storage.delete(id, key), TypeError);
  }
  assert.equal(server.received.length, 0);
});

const contents: readonly [name: string, content: () => UploadContent, type: string][] = [
  ['a string', () => 'hello', 'text/plain;charset=utf-8'],
  [
    'an ArrayBuffer',
    () => Uint8Array.from(Buffer.from('hello')).buffer,
    'application/octet-stream',
  ],
  [
    'a view in the middle of a buffer',
    () => Buffer.from('--hello--').subarray(2, 7),
    'application/octet-stream',
  ],
  ['shared memory', () => shared('hello'), 'application/octet-stream'],
  ['a Blob', () => new Blob(['hel', 'lo'], { type: 'image/png' }), 'image/png'],
  ['a File', () => new File(['hello'], 'x"\r\ny.txt', { type: 'text/csv' }), 'text/csv'],
  ['a stream', () => streamOf('hel', '', 'lo'), 'application/octet-stream'],
];

for (const [name, content, type] of contents) {
  test(`${name} is uploaded unchanged, under a fixed file name`, async (t) => {
    const server = await startServer(t, json(201, uploaded));
    await clientOf(server).client.storage.upload(id, 'k', content());
    const file = (await formOf(server.received[0])).get('file');
    assert.ok(file instanceof File);
    assert.equal(await file.text(), 'hello');
    assert.equal(file.type.replace('; ', ';'), type);
    assert.equal(file.name, 'file');
  });
}

test('an upload sends contentType, ifNoneMatch and ifMatch', async (t) => {
  const server = await startServer(t, json(201, uploaded), json(200, uploaded));
  const { client } = clientOf(server);
  await client.storage.upload(id, 'k', 'a', { contentType: 'text/csv', ifNoneMatch: '*' });
  await client.storage.upload(id, 'k', 'a', { ifMatch: 'abc' });
  const [first, second] = server.received;
  assert.ok(String(first?.body).includes('\r\nContent-Type: text/csv\r\n'));
  assert.equal(first?.headers['if-none-match'], '*');
  assert.equal(second?.headers['if-match'], '"abc"');
});

test('a contentType cannot add headers', async (t) => {
  const server = await startServer(t);
  const options = { contentType: 'text/plain\r\nX: y' };
  const upload = clientOf(server).client.storage.upload(id, 'k', 'a', options);
  await assert.rejects(upload, TypeError);
});

test('an upload whose response was lost is sent again with the same bytes', async (t) => {
  const server = await startServer(t, loseAnswer(), refuse(503, 'busy'), json(201, uploaded));
  await clientOf(server).client.storage.upload(id, 'k', new Blob(['hello']));
  const [first, ...again] = server.received;
  assert.equal(again.length, 2);
  for (const { headers, body } of again) {
    assert.deepEqual(body, first?.body);
    assert.equal(headers['content-type'], first?.headers['content-type']);
    assert.equal(headers['idempotency-key'], first?.headers['idempotency-key']);
  }
});

for (const [name, fault] of [
  ['a lost response', loseAnswer()],
  ['a 503', refuse(503, 'busy')],
] as const) {
  test(`an upload from a stream is sent once, even after ${name}`, async (t) => {
    const server = await startServer(t, fault);
    const upload = clientOf(server).client.storage.upload(id, 'k', streamOf('hello'));
    await assert.rejects(upload);
    assert.equal(server.received.length, 1);
  });
}

test('if fetch cannot send streams, they are read first, up to the size limit of an object', async () => {
  const encode = (content: ReadableStream<Uint8Array>, signal?: AbortSignal) =>
    encodeUpload({ key: 'k', content, sendsStreams: false, signal });
  const { content, contentType } = await encode(streamOf('hel', 'lo'));
  assert.ok(content instanceof Blob);
  const form = await new Response(content, { headers: { 'content-type': contentType } }).formData();
  assert.equal(await (form.get('file') as File).text(), 'hello');
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
  });
  await assert.rejects(encode(endless), RangeError);
  const controller = new AbortController();
  const silent = new ReadableStream<Uint8Array>({ pull: () => controller.abort() });
  await assert.rejects(encode(silent, controller.signal), { name: 'AbortError' });
});

test('a download has type, size and ETag before its bytes are read', async (t) => {
  const headers = {
    'content-type': 'text/plain',
    etag: '"abc"',
    'last-modified': 'Sun, 15 Nov 2026 00:00:00 GMT',
  };
  const server = await startServer(t, bytes(200, 'habari', headers), bytes(200, 'habari', headers));
  const { client } = clientOf(server);
  const download = await client.storage.download(id, 'k');
  const { contentType, size, etag, lastModified, range } = download;
  assert.deepEqual(
    { contentType, size, etag, range, at: lastModified?.toISOString() },
    {
      contentType: 'text/plain',
      size: 6,
      etag: '"abc"',
      range: undefined,
      at: '2026-11-15T00:00:00.000Z',
    },
  );
  assert.equal(Buffer.from(await download.bytes()).toString(), 'habari');
  assert.deepEqual(await client.storage.head(id, 'k'), { contentType, size, etag, lastModified });
});

test('an empty object has no bytes, without an error', async (t) => {
  const server = await startServer(t, bytes(200, '', {}));
  const download = await clientOf(server).client.storage.download(id, 'k');
  assert.equal((await download.bytes()).length, 0);
});

test('a range returns a part and the size of the whole object', async (t) => {
  const part = bytes(206, 'bar', { 'content-range': 'bytes 2-4/6' });
  const server = await startServer(t, part, bytes(200, 'habari', {}), part);
  const { client } = clientOf(server);
  const first = await client.storage.download(id, 'k', { range: { start: 2, end: 4 } });
  assert.deepEqual([first.range, first.size, await first.text()], [{ start: 2, end: 4 }, 6, 'bar']);
  const ignored = await client.storage.download(id, 'k', { range: { start: 9 } });
  assert.deepEqual([ignored.range, ignored.size, await ignored.text()], [undefined, 6, 'habari']);
  await (await client.storage.download(id, 'k', { range: { last: 3 } })).text();
  const sent = server.received.map(({ headers }) => headers.range);
  assert.deepEqual(sent, ['bytes=2-4', 'bytes=9-', 'bytes=-3']);
});

test('an unchanged object is not sent again', async (t) => {
  const server = await startServer(t, ...Array(2).fill(bytes(304, '', {})));
  const { client } = clientOf(server);
  assert.equal(await client.storage.download(id, 'k', { ifNoneMatch: '"abc"' }), undefined);
  assert.equal(await client.storage.head(id, 'k', { ifNoneMatch: 'abc' }), undefined);
  const sent = server.received.map(({ headers }) => headers['if-none-match']);
  assert.deepEqual(sent, ['"abc"', '"abc"']);
});

test('head of an absent object is not_found, although there is no body', async (t) => {
  const server = await startServer(t, refuse(404, 'not_found'));
  const error = await failureOf(clientOf(server).client.storage.head(id, 'k'));
  assert.ok(isBarazaError(error, 'not_found'));
});

test('a download that breaks off is a ConnectionError, never a shorter object', async (t) => {
  const server = await startServer(t, breakOff());
  const download = await clientOf(server).client.storage.download(id, 'k');
  const error = await failureOf(download.bytes());
  assert.ok(isConnectionError(error, 'connection'));
});

/** Sends a part of an object, and nothing more. */
const firstBytes: Step = (response) => {
  response.writeHead(200, { 'content-length': '9' });
  response.write('first');
};

test('a download that falls silent is a timeout, counted only while somebody reads', async (t) => {
  const server = await startServer(t, firstBytes);
  const running = new Set<() => void>();
  let alarms = 0;
  const alarm = (_: number, ring: () => void) => {
    running.add(ring);
    alarms += 1;
    // The first alarm is for the headers, the second for the first chunk.
    if (alarms === 3) queueMicrotask(ring);
    return () => running.delete(ring);
  };
  const { client } = clientOf(server, { timing: { alarm } });
  const download = await client.storage.download(id, 'k');
  assert.equal(running.size, 0);
  const reader = download.stream.getReader();
  assert.equal(Buffer.from((await reader.read()).value ?? []).toString(), 'first');
  assert.equal(running.size, 0);
  const error = await failureOf(reader.read());
  assert.ok(isConnectionError(error, 'timeout'));
  assert.equal(running.size, 0);
});

test('an abort ends a download in the middle of its bytes', async (t) => {
  const server = await startServer(t, firstBytes);
  const controller = new AbortController();
  const { client } = clientOf(server);
  const download = await client.storage.download(id, 'k', { signal: controller.signal });
  const reading = download.bytes();
  controller.abort();
  await assert.rejects(reading, { name: 'AbortError' });
});

test('a download that is cancelled closes its connection', async (t) => {
  const closed = Promise.withResolvers<void>();
  const server = await startServer(t, (response, request) => {
    response.on('close', closed.resolve);
    firstBytes(response, request);
  });
  const download = await clientOf(server).client.storage.download(id, 'k');
  await download.stream.cancel();
  await closed.promise;
});

test('iterate reads every page of objects', async (t) => {
  const page = (key: string, nextCursor: string | null) =>
    json(200, { objects: [{ key }], total: 2, bytes: 2, nextCursor });
  const server = await startServer(t, page('a/1', 'n'), page('a/2', null));
  const keys = [];
  for await (const { key } of clientOf(server).client.storage.iterate(id, { prefix: 'a/' })) {
    keys.push(key);
  }
  assert.deepEqual(keys, ['a/1', 'a/2']);
  assert.deepEqual(
    server.received.map(({ url }) => url),
    [`${path}?prefix=a%2F&limit=100`, `${path}?prefix=a%2F&limit=100&cursor=n`],
  );
});

function formOf(request: Received | undefined): Promise<FormData> {
  const headers = { 'content-type': String(request?.headers['content-type']) };
  return new Response(new Uint8Array(request?.body ?? []), { headers }).formData();
}

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

function shared(text: string): Uint8Array {
  const view = new Uint8Array(new SharedArrayBuffer(text.length));
  view.set(new TextEncoder().encode(text));
  return view;
}
