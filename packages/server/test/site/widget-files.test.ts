import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { siteServerOfSuite } from '../fixtures/site-server.ts';

const built = new URL('.', import.meta.resolve('@baraza/widget/built/w.js'));
const names = readdirSync(built);

interface Got {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly bytes: Buffer;
}

describe('the files of the widget', () => {
  const { server } = siteServerOfSuite('sqlite');

  // fetch would decompress the response.
  const get = (path: string, headers = {}, method = 'GET'): Promise<Got> =>
    new Promise((resolve, reject) => {
      const sent = request(server.url + path, { headers, method }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(pieces),
          }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });

  test('w.js is cached for minutes and revalidated by its ETag', async () => {
    const first = await get('/w.js');
    assert.equal(first.status, 200);
    assert.equal(first.headers['cache-control'], 'public, max-age=300');
    assert.equal(first.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(first.headers['access-control-allow-origin'], '*');
    assert.equal(first.headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(first.headers['x-content-type-options'], 'nosniff');
    const again = await get('/w.js', { 'if-none-match': first.headers.etag });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    const head = await get('/w.js', {}, 'HEAD');
    assert.deepEqual(
      [head.status, head.bytes.length, head.headers['content-length']],
      [200, 0, String(first.bytes.length)],
    );
  });

  test('every part is immutable under its name, and compressed as the browser accepts', async () => {
    const parts = names.filter((name) => name !== 'w.js');
    assert.equal(parts.length, 4);
    for (const name of parts) {
      const plain = await get(`/w/${name}`);
      assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(plain.headers.vary, 'Accept-Encoding');
      const small = await get(`/w/${name}`, { 'accept-encoding': 'gzip, deflate' });
      const smaller = await get(`/w/${name}`, { 'accept-encoding': 'gzip, deflate, br' });
      const refused = await get(`/w/${name}`, { 'accept-encoding': 'br;q=0, gzip;q=0' });
      assert.deepEqual(gunzipSync(small.bytes), plain.bytes);
      assert.deepEqual(brotliDecompressSync(smaller.bytes), plain.bytes);
      assert.equal(refused.headers['content-encoding'], undefined);
      assert.ok(smaller.bytes.length < small.bytes.length);
      assert.notEqual(small.headers.etag, smaller.headers.etag);
    }
  });

  test('an older launcher gets the current parts, which it may not cache', async () => {
    const present = names.find((name) => name.startsWith('panel-'));
    const older = await get('/w/panel-0123456789.js');
    assert.equal(older.status, 200);
    assert.equal(older.headers['cache-control'], 'no-cache');
    assert.deepEqual(older.bytes, (await get(`/w/${present}`)).bytes);
  });

  for (const path of [
    '/w/w.js',
    '/w/other-0123456789.js',
    '/w/..%2fpackage.json',
    '/w/panel.js',
    '/w/',
    '/w/%2e%2e%2f%2e%2e%2fpackage.json',
  ])
    test(`${path} is 404`, async () => {
      assert.equal((await get(path)).status, 404);
    });
});
