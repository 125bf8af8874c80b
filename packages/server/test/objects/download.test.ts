import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { parseRange } from '../../src/platform/objects/range.ts';
import { form, newResource, serverOfSuite, storage } from '../fixtures/server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

describe('a download', () => {
  const text = '0123456789';
  const { server, owner } = serverOfSuite('sqlite');
  let bucket: string;
  let target: string;
  let etag: string;
  let modified: string;
  before(async () => {
    bucket = `${storage}/${(await newResource(server, owner.key, 'storage')).id}`;
    target = `${bucket}?key=ten.txt`;
    const body = form({ bytes: text, name: 'ten.txt', type: 'text/plain' });
    etag = (await owner.send('POST', bucket, body)).json.etag;
    modified = (await get({})).headers.get('last-modified') ?? '';
  });

  const get = (headers: { readonly [name: string]: string }, method = 'GET') =>
    owner.send(method, target, undefined, headers);

  test('carries its length, its tag, its time, and what keeps a browser from running it', async () => {
    const { status, headers, text: body } = await get({});
    assert.deepEqual([status, body], [200, text]);
    const expected = {
      'content-length': '10',
      'content-type': 'text/plain; charset=utf-8',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="ten.txt"; filename*=UTF-8''ten.txt`,
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value);
    assert.match(etag, /^"[0-9a-f]{64}"$/);
    assert.equal(headers.get('etag'), etag);
    assert.equal(new Date(modified).toUTCString(), modified);
  });

  test('by HEAD has the headers of GET and no body, whatever range it names', async () => {
    const whole = await get({});
    for (const range of [{}, { range: 'bytes=2-4' }]) {
      const { status, headers, text: body } = await get(range, 'HEAD');
      assert.deepEqual([status, body], [200, '']);
      assert.equal(headers.get('content-range'), null);
      for (const name of ['content-length', 'content-type', 'etag', 'last-modified'])
        assert.equal(headers.get(name), whole.headers.get(name));
    }
    const absent = await owner.send('HEAD', `${bucket}?key=nothing`);
    assert.deepEqual([absent.status, absent.text], [404, '']);
  });

  const ranges: { readonly [range: string]: string | undefined } = {
    'bytes=0-0': '0',
    'bytes=2-4': '234',
    'bytes=5-': '56789',
    'bytes=-3': '789',
    'bytes=-100': text,
    'bytes=8-100': '89',
    ' bytes=0-1 ': '01',
    'bytes=10-': undefined,
    'bytes=4-2': undefined,
    'bytes=-0': undefined,
    'bytes=-': undefined,
    'bytes=': undefined,
    'bytes=a-b': undefined,
    'bytes=1.5-3': undefined,
    'bytes=0-1,4-5': undefined,
    'bytes=0-1, -2': undefined,
    'bytes=99999999999999999999-': undefined,
    'octets=0-1': undefined,
    '0-1': undefined,
    '': undefined,
  };
  for (const [range, part] of Object.entries(ranges))
    test(`with Range: ${range || '(empty)'} is ${part ? `206 and ${part}` : 'whole, as without one'}`, async () => {
      const { status, headers, text: body } = await get({ range });
      if (part === undefined) {
        assert.deepEqual([status, body, headers.get('content-range')], [200, text, null]);
        return;
      }
      const start = text.indexOf(part);
      assert.deepEqual([status, body], [206, part]);
      assert.equal(headers.get('content-length'), String(part.length));
      assert.equal(headers.get('content-range'), `bytes ${start}-${start + part.length - 1}/10`);
      assert.equal(headers.get('etag'), etag);
    });

  const conditions: { readonly [what: string]: () => [{ [name: string]: string }, number] } = {
    'If-None-Match with its tag': () => [{ 'if-none-match': etag }, 304],
    'If-None-Match with its weak tag': () => [{ 'if-none-match': `W/${etag}` }, 304],
    'If-None-Match with its tag among others': () => [{ 'if-none-match': `"a", ${etag}` }, 304],
    'If-None-Match: *': () => [{ 'if-none-match': '*' }, 304],
    'If-None-Match with another tag': () => [{ 'if-none-match': '"a"' }, 200],
    'If-Modified-Since its time': () => [{ 'if-modified-since': modified }, 304],
    'If-Modified-Since a later time': () => [{ 'if-modified-since': httpDate(3_600_000) }, 304],
    'If-Modified-Since an earlier time': () => [{ 'if-modified-since': httpDate(-3_600_000) }, 200],
    'If-Modified-Since nonsense': () => [{ 'if-modified-since': 'yesterday-ish' }, 200],
    'another tag, which outweighs the time': () => [
      { 'if-none-match': '"a"', 'if-modified-since': modified },
      200,
    ],
    'If-Range with its tag': () => [{ range: 'bytes=0-1', 'if-range': etag }, 206],
    'If-Range with its time': () => [{ range: 'bytes=0-1', 'if-range': modified }, 206],
    'If-Range with another tag': () => [{ range: 'bytes=0-1', 'if-range': '"a"' }, 200],
    'If-Range with a weak tag': () => [{ range: 'bytes=0-1', 'if-range': `W/${etag}` }, 200],
    'If-Range: *': () => [{ range: 'bytes=0-1', 'if-range': '*' }, 200],
    'If-Range with another time': () => [
      { range: 'bytes=0-1', 'if-range': httpDate(1_000_000) },
      200,
    ],
    'a range of what has not changed': () => [{ range: 'bytes=0-1', 'if-none-match': etag }, 304],
  };
  for (const [what, ask] of Object.entries(conditions))
    test(`with ${what} is ${ask()[1]}`, async () => {
      const [headers, status] = ask();
      const reply = await get(headers);
      assert.equal(reply.status, status);
      assert.equal(reply.headers.get('etag'), etag);
      if (status === 304) assert.equal(reply.text, '');
      if (status === 200) assert.equal(reply.text, text);
    });

  test('of an absent object is 404, and a deletion without a key is refused', async () => {
    assertRefusal(await owner.send('GET', `${bucket}?key=nothing`), '', 404);
    assertRefusal(await owner.send('DELETE', `${bucket}?key=nothing`), '', 404);
    assertRefusal(await owner.send('DELETE', bucket), '', 400);
    assertRefusal(await owner.send('DELETE', `${bucket}?key=`), '', 400);
    assertRefusal(await owner.send('GET', `${bucket}?key=`), '', 400);
  });

  const names: { readonly [name: string]: string } = {
    'a"b.txt': `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`,
    'a\\b.txt': `attachment; filename="a_b.txt"; filename*=UTF-8''a%5Cb.txt`,
    'a;b=c': `attachment; filename="a;b=c"; filename*=UTF-8''a%3Bb%3Dc`,
    'ſ\u2028é\u{1f600}': `attachment; filename="_____"; filename*=UTF-8''%C5%BF%E2%80%A8%C3%A9%F0%9F%98%80`,
    'folder/file (1)*.txt': `attachment; filename="file (1)*.txt"; filename*=UTF-8''file%20%281%29%2A.txt`,
    'folder/': `attachment; filename="object"; filename*=UTF-8''object`,
    "it's 100%": `attachment; filename="it's 100_"; filename*=UTF-8''it%27s%20100%25`,
  };
  for (const [name, disposition] of Object.entries(names))
    test(`the name ${JSON.stringify(name)} cannot break its header`, async () => {
      const body = form({ bytes: '\0', type: 'application/x-thing' }, { key: name });
      assert.equal((await owner.send('POST', bucket, body)).status, 201);
      const at = `${bucket}?key=${encodeURIComponent(name)}`;
      const { headers } = await owner.send('GET', at);
      assert.equal(headers.get('content-disposition'), disposition);
    });
});

test('a range lies within the object and equals the header', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(60), fc.nat(60), (size, first, last) => {
      const bytes = Array.from({ length: size }, (_, index) => index);
      const given = (header: string) => {
        const range = parseRange(header, size);
        return range === undefined ? undefined : bytes.slice(range.start, range.end);
      };
      const wanted = (part: number[]) => (part.length === 0 ? undefined : part);
      assert.deepEqual(given(`bytes=${first}-${last}`), wanted(bytes.slice(first, last + 1)));
      assert.deepEqual(given(`bytes=${first}-`), wanted(bytes.slice(first)));
      assert.deepEqual(given(`bytes=-${last}`), wanted(bytes.slice(Math.max(0, size - last))));
    }),
  );
  assert.equal(parseRange(undefined, 10), undefined);
});

test('no text is a range that fails', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (header, size) => {
      const range = parseRange(header, size);
      assert.ok(
        range === undefined || (range.start >= 0 && range.start < range.end && range.end <= size),
      );
    }),
  );
});

function httpDate(fromNowMs: number): string {
  return new Date(Date.now() + fromNowMs).toUTCString();
}
