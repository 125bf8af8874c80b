import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { pageRoutes } from '../../src/console/page.routes.ts';
import type { ConsoleRoute } from '../../src/console/route.ts';
import type { Answer } from '../../src/http/answer.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-page-'));
const html = '<!doctype html><title>Baraza</title>';
mkdirSync(path.join(folder, 'assets'));
writeFileSync(path.join(folder, 'index.html'), html);
writeFileSync(path.join(folder, 'assets/index-1a2b3c.js'), 'let a = 1;');
writeFileSync(path.join(folder, 'assets/secret.txt'), 'no part of it');
const [page, asset] = pageRoutes(
  () => 'https://site.example:4200/',
  pathToFileURL(`${folder}/`),
) as [ConsoleRoute, ConsoleRoute];

describe('the page of the console', () => {
  test.after(() => rmSync(folder, { recursive: true }));

  test('has a strict policy that begins as it must, and cannot be framed', async () => {
    const { status, headers, body } = await get(page);
    assert.deepEqual([status, body.toString()], [200, html]);
    const policy = String(headers['content-security-policy']);
    assert.ok(
      policy.startsWith(
        "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      ),
    );
    assert.match(policy, /; frame-src 'self' https:\/\/site\.example:4200$/);
    assert.doesNotMatch(policy, /unsafe|\*|data:|blob:/);
    assert.deepEqual(
      [
        headers['x-frame-options'],
        headers['referrer-policy'],
        headers['x-content-type-options'],
        headers['cross-origin-opener-policy'],
      ],
      ['DENY', 'no-referrer', 'nosniff', 'same-origin'],
    );
  });

  test('is asked for again each time and sent again only when it has changed', async () => {
    const { headers } = await get(page);
    assert.equal(headers['cache-control'], 'no-cache');
    const again = await get(page, '', { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
  });

  test('its parts are kept for good, and are small on the way', async () => {
    const { status, headers, body } = await get(asset, 'index-1a2b3c.js', {
      'accept-encoding': 'br, gzip',
    });
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(gunzipSync(body).toString(), 'let a = 1;');
  });

  for (const file of [
    'secret.txt',
    '../index.html',
    '..%2Findex.html',
    'none.js',
    '.js',
    'a/../b.js',
  ])
    test(`${file} is not served`, () => assert.rejects(get(asset, file), { code: 'not_found' }));

  test('says so in one sentence where it is not built', async () => {
    const [absent] = pageRoutes(() => '', pathToFileURL(`${folder}/none/`)) as [ConsoleRoute];
    const { status, body } = await get(absent);
    assert.equal(status, 503);
    assert.match(body.toString(), /The console is not built in this copy; [^.]+\.</);
  });
});

async function get(
  route: ConsoleRoute,
  file = '',
  headers: { readonly [name: string]: string } = {},
) {
  const call = { params: { file }, header: (name: string) => headers[name] };
  return received(await route.handle(call as never));
}

async function received(answer: Answer) {
  if (!('stream' in answer)) {
    const { status, headers = {}, body = '' } = answer;
    return { status, headers, body: Buffer.from(body) };
  }
  let head: { status: number; headers: { readonly [name: string]: string | number } } = {
    status: 0,
    headers: {},
  };
  const pieces: Buffer[] = [];
  await answer.stream({
    headersOnly: false,
    start: (status, headers) => {
      head = { status, headers };
    },
    write: async (chunk) => void pieces.push(Buffer.from(chunk as Uint8Array)),
    flush: async () => {},
  });
  return { ...head, body: Buffer.concat(pieces) };
}
