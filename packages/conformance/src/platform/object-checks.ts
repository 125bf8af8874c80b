import { createHash } from 'node:crypto';
import { type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectStatus, type Json, type Reply } from '../reply.ts';
import { largeTimeoutMs } from '../wire.ts';
import type { PlatformBench } from './bench.ts';

const boundary = '----conformance7c1f';

export const objectChecks: Checks<PlatformBench> = {
  'object-kept': {
    holds: 'An upload is 201 with its SHA-256, listed, and downloaded unchanged with a strong ETag',
    run: async (bench) => {
      const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { id } = await bench.make('storage', 'Bucket');
      const made = await upload(bench, id, 'a b/ü.bin', bytes);
      expectEqual(
        [made.status, made.json().key, made.json().size, made.json().sha256, made.json().replaced],
        [201, 'a b/ü.bin', 5_000, sha256, false],
        'the upload',
      );
      const list = await bench.read(`/api/platform/storage/${id}`);
      expectEqual(
        [list.total, list.bytes, list.objects.map(({ key }: Json) => key)],
        [1, 5_000, ['a b/ü.bin']],
        'the list',
      );
      const got = await download(bench, id, 'a b/ü.bin');
      expect(got.bytes.equals(bytes), `the download has ${got.bytes.length} bytes`);
      expectEqual(got.headers['content-length'], '5000', 'Content-Length');
      expectIs(got.headers.etag, /^"[^"]+"$/, 'ETag');
    },
  },
  'object-safe': {
    holds: 'A download has nosniff and a sandbox policy, and HTML is an attachment',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      await upload(bench, id, 'page.html', Buffer.from('<!doctype html><script>alert(1)</script>'));
      const { headers } = await download(bench, id, 'page.html');
      expectEqual(headers['x-content-type-options'], 'nosniff', 'X-Content-Type-Options');
      expectIs(headers['content-security-policy'], /sandbox/, 'Content-Security-Policy');
      expectIs(headers['content-disposition'], /^attachment/, 'Content-Disposition');
    },
  },
  'object-range': {
    holds: 'One range is 206 with those bytes, a bad one is ignored, and If-None-Match is 304',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      await upload(bench, id, 'digits.txt', Buffer.from('0123456789'));
      const part = await download(bench, id, 'digits.txt', { range: 'bytes=2-4' });
      expectEqual(
        [part.status, part.text, part.headers['content-range']],
        [206, '234', 'bytes 2-4/10'],
        'the part',
      );
      const bad = await download(bench, id, 'digits.txt', { range: 'lines=1' });
      expectEqual([bad.status, bad.text], [200, '0123456789'], 'a bad range');
      const same = await download(bench, id, 'digits.txt', {
        'if-none-match': String(bad.headers.etag),
      });
      expectStatus(same, 304, 'the status with If-None-Match');
    },
  },
  'object-replaced': {
    holds: 'An upload to an existing key replaces the object, 200; with If-None-Match: * it is 409',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      await upload(bench, id, 'k', Buffer.from('one'));
      const again = await upload(bench, id, 'k', Buffer.from('two'));
      expectEqual([again.status, again.json().replaced], [200, true], 'the second upload');
      const refused = await upload(bench, id, 'k', Buffer.from('three'), {
        'if-none-match': '*',
      });
      expectStatus(refused, 409, 'the status with If-None-Match: *');
      expectEqual((await download(bench, id, 'k')).text, 'two', 'what is kept');
    },
  },
  'object-deleted': {
    holds: 'A deleted object is 404, and so is an unknown key; no key is 400',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      await upload(bench, id, 'k', Buffer.from('one'));
      const remove = async (query: string) =>
        (await bench.call('DELETE', `/api/platform/storage/${id}${query}`)).status;
      expectEqual(
        [await remove('?key=k'), await remove('?key=k'), await remove('')],
        [200, 404, 400],
        'the statuses',
      );
    },
  },
  'object-link': {
    holds:
      'A signed link returns the bytes without a key, for at most 7 days; a changed one does not',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      await upload(bench, id, 'k', Buffer.from('one'));
      const link = (body: Json) =>
        bench.call('POST', `/api/platform/storage/${id}/links`, { body });
      const { url, expiresAt } = (await link({ key: 'k', expiresIn: 60 })).json();
      const aheadMs = Date.parse(expiresAt) - Date.now();
      expect(Math.abs(aheadMs - 60_000) < 30_000, `expiresAt is ${display(expiresAt)}`);
      const { pathname, search } = new URL(url);
      const got = await bench.wire.call('GET', `${pathname}${search}`);
      expectEqual([got.status, got.text], [200, 'one'], 'the response of the link');
      expectEqual(got.headers['x-content-type-options'], 'nosniff', 'X-Content-Type-Options');
      const other = `${pathname}${search}`.slice(0, -3);
      const forged = await bench.wire.call('GET', `${other}AAA`);
      expect([401, 404].includes(forged.status), `a changed link is ${forged.status}`);
      const long = await link({ key: 'k', expiresIn: 7 * 86_400 + 1 });
      const absent = await link({ key: 'absent' });
      expectEqual(
        [long.status, absent.status],
        [400, 404],
        'the statuses of a link for too long, and for an absent object',
      );
    },
  },
  'object-listed': {
    holds: 'Objects are listed by prefix and in pages, and HEAD returns the headers of one',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      for (const key of ['a/1', 'a/2', 'b/1']) await upload(bench, id, key, Buffer.from(key));
      const list = async (query: string) =>
        await bench.read(`/api/platform/storage/${id}?${query}`);
      const keys = ({ objects }: Json) => objects.map(({ key }: Json) => key);
      expectEqual(keys(await list('prefix=a/')), ['a/1', 'a/2'], 'the objects below a/');
      const first = await list('limit=2');
      const rest = await list(`limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
      expectEqual(
        [...keys(first), ...keys(rest)],
        ['a/1', 'a/2', 'b/1'],
        'the objects of two pages',
      );
      const head = await bench.call('HEAD', `/api/platform/storage/${id}?key=a/1`);
      expectEqual(
        [head.status, head.headers['content-length'], head.text],
        [200, '3', ''],
        'the response to HEAD',
      );
    },
  },
  'object-limit': {
    holds: 'A file of 20 MB is accepted; one byte more is 413, and nothing is stored',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      const bytes = Buffer.alloc(20 * 1_024 * 1_024 + 1);
      const large = await upload(bench, id, 'large', bytes);
      expectEqual([large.status, typeof large.json().error], [413, 'string'], 'the refusal');
      const whole = await upload(bench, id, 'whole', bytes.subarray(1));
      expectStatus(whole, 201, 'the status of 20 MB');
      const { total, bytes: kept } = await bench.read(`/api/platform/storage/${id}`);
      expectEqual([total, kept], [1, bytes.length - 1], 'what is kept');
    },
  },
  'object-none': {
    holds: 'A form without a file is 400, and nothing is stored',
    run: async (bench) => {
      const { id } = await bench.make('storage', 'Bucket');
      const body = `--${boundary}\r\nContent-Disposition: form-data; name="key"\r\n\r\nk\r\n--${boundary}--\r\n`;
      const reply = await bench.call('POST', `/api/platform/storage/${id}`, {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body,
      });
      expectStatus(reply, 400);
      expectEqual(
        (await bench.read(`/api/platform/storage/${id}`)).total,
        0,
        'the number of objects',
      );
    },
  },
};

function upload(
  { call }: PlatformBench,
  id: string,
  key: string,
  bytes: Buffer,
  headers: { readonly [name: string]: string } = {},
): Promise<Reply> {
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="key"\r\n\r\n${key}\r\n--${boundary}\r\n` +
        'Content-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: ' +
        'application/octet-stream\r\n\r\n',
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return call('POST', `/api/platform/storage/${id}`, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    body,
    timeoutMs: largeTimeoutMs,
  });
}

function download(
  { call }: PlatformBench,
  id: string,
  key: string,
  headers: { readonly [name: string]: string } = {},
): Promise<Reply> {
  return call('GET', `/api/platform/storage/${id}?key=${encodeURIComponent(key)}`, { headers });
}
