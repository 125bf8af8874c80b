import { createHash } from 'node:crypto';
import { expect, expectEqual, expectShape, is } from '../check.ts';
import { expectHead, expectReply, expectStatus, type Json } from '../reply.ts';
import { type Headers, largeTimeoutMs } from '../wire.ts';
import { type PlatformBench, platformSection } from './bench.ts';

const boundary = '----conformance7c1f';
const typed = { 'content-type': `multipart/form-data; boundary=${boundary}` };

export const objectSection = platformSection(
  'objects',
  {
    'object-kept':
      'An upload is 201 with its SHA-256, listed, and downloaded unchanged with a strong ETag',
    'object-safe': 'A download has nosniff and a sandbox policy, and HTML is an attachment',
    'object-range':
      'One range is 206 with those bytes, a bad one is ignored, and If-None-Match is 304',
    'object-replaced':
      'An upload to an existing key replaces the object, 200; with If-None-Match: * it is 409',
    'object-deleted': 'A deleted object is 404, and so is an unknown key; no key is 400',
    'object-link':
      'A signed link returns the bytes without a key, for at most 7 days; a changed one does not',
    'object-listed':
      'Objects are listed by prefix and in pages, and HEAD returns the headers of one',
    'object-limit': 'A file of 20 MB is accepted; one byte more is 413, and nothing is stored',
    'object-none': 'A form without a file is 400, and nothing is stored',
  },
  {
    async 'object-kept'(bench) {
      const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { path, upload, download } = await makeBucket(bench);
      const key = 'a b/ü.bin';
      expectReply(await upload(key, bytes), 201, { key, size: 5_000, sha256, replaced: false });
      const list = await bench.read(path);
      expectShape(list, { total: 1, bytes: 5_000, objects: [{ key }] }, 'the list');
      const got = await download(key);
      expect(got.bytes.equals(bytes), `the download has ${got.bytes.length} bytes`);
      expectHead(got, 200, { 'content-length': '5000', etag: /^"[^"]+"$/ });
    },
    async 'object-safe'(bench) {
      const { upload, download } = await makeBucket(bench);
      await upload('page.html', Buffer.from('<!doctype html><script>alert(1)</script>'));
      expectHead(await download('page.html'), 200, {
        'x-content-type-options': 'nosniff',
        'content-security-policy': /sandbox/,
        'content-disposition': /^attachment/,
      });
    },
    async 'object-range'(bench) {
      const { upload, download } = await makeBucket(bench);
      await upload('digits.txt', Buffer.from('0123456789'));
      const part = await download('digits.txt', { range: 'bytes=2-4' });
      expectHead(part, 206, { 'content-range': 'bytes 2-4/10' });
      expectEqual(part.text, '234', 'the part');
      const bad = await download('digits.txt', { range: 'lines=1' });
      expectEqual([bad.status, bad.text], [200, '0123456789'], 'a bad range');
      const same = await download('digits.txt', { 'if-none-match': String(bad.headers.etag) });
      expectStatus(same, 304, 'the status with If-None-Match');
    },
    async 'object-replaced'(bench) {
      const { upload, download } = await makeBucket(bench);
      await upload('k', Buffer.from('one'));
      expectReply(await upload('k', Buffer.from('two')), 200, { replaced: true });
      const refused = await upload('k', Buffer.from('three'), { 'if-none-match': '*' });
      expectStatus(refused, 409, 'the status with If-None-Match: *');
      expectEqual((await download('k')).text, 'two', 'what is kept');
    },
    async 'object-deleted'(bench) {
      const { path, upload } = await makeBucket(bench);
      await upload('k', Buffer.from('one'));
      for (const [query, status] of [
        ['?key=k', 200],
        ['?key=k', 404],
        ['', 400],
      ] as const)
        expectStatus(await bench.call('DELETE', `${path}${query}`), status);
    },
    async 'object-link'(bench) {
      const { path, upload } = await makeBucket(bench);
      await upload('k', Buffer.from('one'));
      const link = (body: Json) => bench.call('POST', `${path}/links`, body);
      const { url, expiresAt } = (await link({ key: 'k', expiresIn: 60 })).body;
      const aheadMs = Date.parse(expiresAt) - Date.now();
      expect(Math.abs(aheadMs - 60_000) < 30_000, `expiresAt is ${expiresAt}`);
      const { pathname, search } = new URL(url);
      const got = await bench.wire.call('GET', `${pathname}${search}`);
      expectEqual([got.status, got.text], [200, 'one'], 'the response of the link');
      expectHead(got, 200, { 'x-content-type-options': 'nosniff' });
      const forged = await bench.wire.call('GET', `${pathname}${search}`.replace(/...$/, 'AAA'));
      expectShape(forged.status, is.oneOf(401, 404), 'the status of a changed link');
      const long = await link({ key: 'k', expiresIn: 7 * 86_400 + 1 });
      expectStatus(long, 400, 'the status of a link for too long');
      expectStatus(await link({ key: 'absent' }), 404, 'that of a link to an absent object');
    },
    async 'object-listed'(bench) {
      const { path, upload } = await makeBucket(bench);
      const keys = ['a/1', 'a/2', 'b/1'];
      for (const key of keys) await upload(key, Buffer.from(key));
      const list = (query: string) => bench.read(`${path}?${query}`);
      const keysOf = ({ objects }: Json) => objects.map(({ key }: Json) => key);
      expectEqual(keysOf(await list('prefix=a/')), ['a/1', 'a/2'], 'the objects below a/');
      const first = await list('limit=2');
      const rest = await list(`limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
      expectEqual([...keysOf(first), ...keysOf(rest)], keys, 'the objects of two pages');
      const head = await bench.call('HEAD', `${path}?key=a/1`);
      expectHead(head, 200, { 'content-length': '3' });
      expectEqual(head.text, '', 'the body of the response to HEAD');
    },
    async 'object-limit'(bench) {
      const { path, upload } = await makeBucket(bench);
      const bytes = Buffer.alloc(20 * 1_024 * 1_024 + 1);
      expectReply(await upload('large', bytes), 413, { error: is.text });
      expectStatus(await upload('whole', bytes.subarray(1)), 201, 'the status of 20 MB');
      const kept = { total: 1, bytes: bytes.length - 1 };
      expectShape(await bench.read(path), kept, 'what is kept');
    },
    async 'object-none'(bench) {
      const { path } = await makeBucket(bench);
      const body = `--${boundary}\r\n${partOf('key')}k\r\n--${boundary}--\r\n`;
      expectStatus(await bench.call('POST', path, body, typed), 400);
      expectEqual((await bench.read(path)).total, 0, 'the number of objects');
    },
  },
);

async function makeBucket({ make, call }: PlatformBench) {
  const path = `/api/platform/storage/${(await make('Bucket')).id}`;
  return {
    path,
    upload: (key: string, bytes: Buffer, headers: Headers = {}) => {
      const file = partOf('file', '; filename="file"\r\nContent-Type: application/octet-stream');
      const body = Buffer.concat([
        Buffer.from(`--${boundary}\r\n${partOf('key')}${key}\r\n--${boundary}\r\n${file}`),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      return call('POST', path, body, { ...typed, ...headers }, { timeoutMs: largeTimeoutMs });
    },
    download: (key: string, headers: Headers = {}) =>
      call('GET', `${path}?key=${encodeURIComponent(key)}`, undefined, headers),
  };
}

/** The head of a part of a form. */
function partOf(name: string, more = ''): string {
  return `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
}
