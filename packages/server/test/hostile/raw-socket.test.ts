import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { newResource, resources, serverOfSuite, storage } from '../fixtures/server.ts';
import { exchange, head } from '../sockets/raw-socket.ts';
import { assertRefusal, assertUnharmed } from './lawful.ts';

const status = '/api/platform/status';

describe('what a raw connection sends', () => {
  const { server, owner } = serverOfSuite('sqlite');
  let bucketId: string;
  let auth: { readonly authorization: string };
  before(async () => {
    bucketId = (await newResource(server, owner.key, 'storage')).id;
    auth = { authorization: `Bearer ${owner.key}` };
  });

  const line = (text: string) => `${text}\r\nhost: x\r\nauthorization: Bearer ${owner.key}\r\n\r\n`;
  const get = (headers: { readonly [name: string]: string | number }, target = status) =>
    head('GET', target, { ...auth, ...headers });
  const post = (headers: { readonly [name: string]: string | number }, body: string) =>
    head('POST', resources, { ...auth, ...headers }) + body;
  const isHealthy = async () => {
    const { replies } = await exchange(server.port, [get({})]);
    assert.equal(replies[0]?.status, 200);
  };

  const malformed: { readonly [what: string]: () => string | Buffer } = {
    'a header of 20 KB': () => get({ 'x-long': 'a'.repeat(20_000) }),
    'a header of 100 KB': () => get({ 'x-long': 'a'.repeat(100_000) }),
    'a header of 1 MB': () => get({ 'x-long': 'a'.repeat(1_000_000) }),
    '2,000 headers': () => line(`GET ${status} HTTP/1.1\r\n${'a: bcdef\r\n'.repeat(2_000)}x: y`),
    'a path of 9 KB': () => line(`GET /${'a'.repeat(9_000)} HTTP/1.1`),
    'an id of 9 KB': () => line(`GET ${resources}/${'a'.repeat(9_000)} HTTP/1.1`),
    'a query of 15 KB': () => line(`GET ${status}?q=${'a'.repeat(15_000)} HTTP/1.1`),
    'a path of 17 KB': () => line(`GET /${'a'.repeat(17_000)} HTTP/1.1`),
    'a path of 200 KB': () => line(`GET /${'a'.repeat(200_000)} HTTP/1.1`),
    'no Host': () => `GET ${status} HTTP/1.1\r\nauthorization: Bearer ${owner.key}\r\n\r\n`,
    'an unknown expectation': () => post({ expect: 'tea', 'content-length': 2 }, '{}'),
    'bare line feeds': () => get({}).replaceAll('\r', ''),
    'an unknown method': () => line(`BREW ${status} HTTP/1.1`),
    'a method in lower case': () => line(`get ${status} HTTP/1.1`),
    'no method': () => line(`${status} HTTP/1.1`),
    'no path': () => line('GET  HTTP/1.1'),
    'a path that begins in the middle': () => line('GET api/platform/status HTTP/1.1'),
    'a space in the path': () => line('GET /api/platform/sta tus HTTP/1.1'),
    'bad percent-encoding in the path': () => line(`GET ${resources}/%zz HTTP/1.1`),
    'percent-encoded Latin-1 in the path': () => line(`GET ${resources}/%ff HTTP/1.1`),
    'percent-encoded Latin-1 in the query': () => line(`GET ${resources}?q=%ff HTTP/1.1`),
    'a percent-encoded NUL in the query': () => line(`GET ${resources}?q=%00 HTTP/1.1`),
    'UTF-8 that is not percent-encoded': () => line(`GET ${resources}?q=\xc3\xa9 HTTP/1.1`),
    'NUL in a header': () => get({ 'x-nul': 'a\0b' }),
    'a control character in a header': () => get({ 'x-bell': 'a\x07b' }),
    'a header without a name': () => get({ '': 'x' }),
    'a header without a colon': () => line(`GET ${status} HTTP/1.1\r\nnonsense`),
    'a header over two lines': () => get({ 'x-folded': 'a\r\n b' }),
    'two lengths': () => post({ 'content-length': 2, 'Content-Length': 3 }, '{}'),
    'a length and chunks': () =>
      post({ 'content-length': 2, 'transfer-encoding': 'chunked' }, '0\r\n\r\n'),
    'a negative length': () => post({ 'content-length': -1 }, '{}'),
    'a length that is no number': () => post({ 'content-length': 'two' }, '{}'),
    'a length beyond every number': () => post({ 'content-length': '9'.repeat(30) }, '{}'),
    'an unknown transfer encoding': () => post({ 'transfer-encoding': 'gzip' }, '{}'),
    'a chunk whose size is no number': () =>
      post({ 'transfer-encoding': 'chunked' }, 'zz\r\n{}\r\n0\r\n\r\n'),
    'a chunk longer than it says': () =>
      post({ 'transfer-encoding': 'chunked' }, '2\r\n{}{}\r\n0\r\n\r\n'),
    'a version that does not exist': () => line(`GET ${status} HTTP/3.0`),
    'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a TLS greeting': () => Buffer.from(`16030100c8010000c40303${'ab'.repeat(200)}`, 'hex'),
    'zeros only': () => Buffer.alloc(64),
  };
  test('malformed requests get a 400 that can be read', async () => {
    for (const [what, bytes] of Object.entries(malformed)) {
      const { interim, replies, ended } = await exchange(server.port, [bytes()]);
      assert.equal(replies.length, 1, what);
      assertRefusal(replies[0], what, 400);
      assert.deepEqual([interim, ended === 'reset'], [[], false], what);
    }
    await isHealthy();
  });

  const unknown: { readonly [what: string]: () => string } = {
    CONNECT: () => line('CONNECT platform.test:80 HTTP/1.1'),
    TRACE: () => line(`TRACE ${status} HTTP/1.1`),
    OPTIONS: () => line(`OPTIONS ${status} HTTP/1.1`),
    'OPTIONS *': () => line('OPTIONS * HTTP/1.1'),
    PUT: () => head('PUT', resources, { ...auth, 'content-length': 2 }).concat('{}'),
    QUERY: () => head('QUERY', resources, { ...auth, 'content-length': 2 }).concat('{}'),
    PROPFIND: () => head('PROPFIND', resources, { ...auth, 'content-type': ';;' }),
    'a path that is not there': () => line('GET /nowhere HTTP/1.1'),
    'a double slash': () => line('GET //api//platform/status HTTP/1.1'),
    'a path with dots': () => line('GET /api/platform/../platform/status HTTP/1.1'),
    'an id with NUL': () => line(`GET ${resources}/%00 HTTP/1.1`),
  };
  test('unknown methods and paths get a 404 that can be read', async () => {
    for (const [what, text] of Object.entries(unknown))
      assertRefusal((await exchange(server.port, [text()])).replies[0], what, 404);
    await isHealthy();
  });

  const fine: { readonly [what: string]: () => string } = {
    'HTTP/1.0 without a Host': () =>
      `GET ${status} HTTP/1.0\r\nauthorization: Bearer ${owner.key}\r\n\r\n`,
    'an absolute address': () => get({}, `http://platform.test${status}`),
    'a fragment behind the path': () => get({}, `${status}#here`),
    'a slash behind the path': () => get({}, `${status}/`),
    'an upgrade to a web socket': () => get({ connection: 'Upgrade', upgrade: 'websocket' }),
    'an upgrade to HTTP/2': () =>
      get({ connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAA' }),
    'bearer in small letters': () => get({ authorization: `bearer ${owner.key}` }),
    'a body that GET has no use for': () => `${get({ 'content-length': 5 })}hello`,
    'an expectation without a body': () => get({ expect: '100-continue' }),
    'an empty line before the request': () => `\r\n${get({})}`,
  };
  test('unusual but valid requests are served', async () => {
    for (const [what, text] of Object.entries(fine)) {
      const [reply] = (await exchange(server.port, [text()])).replies;
      assert.deepEqual([reply?.status, reply?.json.status], [200, 'ok'], what);
    }
  });

  test('a good request before a bad one gets its own answer, and the bad one its refusal after it', async () => {
    for (const bad of ['BAD\0 x\r\n\r\n', line('CONNECT x:80 HTTP/1.1')]) {
      const { replies, ended } = await exchange(server.port, [get({}), get({}), bad], {
        until: 'closed',
      });
      assert.deepEqual(
        replies.map((reply) => reply.status),
        [200, 200, bad.startsWith('BAD') ? 400 : 404],
      );
      assertRefusal(replies[2]);
      assert.equal(ended, 'closed');
    }
  });

  test('a refusal of the credential stays the only answer when the body turns bad after it', async () => {
    const headers = { 'transfer-encoding': 'chunked' };
    const { replies, ended } = await exchange(
      server.port,
      [head('POST', resources, headers), '2\r\n{}XX0\r\n\r\n'],
      { until: 'closed' },
    );
    assert.deepEqual([replies.length, ended], [1, 'closed']);
    assertRefusal(replies[0], '', 401);
  });

  test('a request that ends in the middle gets a 400', async () => {
    for (const half of ['GET /api/pl', 'POST', post({ 'content-length': 20 }, '{')]) {
      const { replies } = await exchange(server.port, [half], { halfClose: true });
      assertRefusal(replies[0], half, 400);
    }
    await isHealthy();
  });

  test('a connection may be dropped at any moment', async () => {
    const whole = post({ 'content-length': 20 }, '{"service":"data"');
    for (const text of ['', 'G', whole, line('CONNECT x:80 HTTP/1.1'), 'x'.repeat(100_000)]) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      await new Promise((done) => socket.write(text, done));
      socket.resetAndDestroy();
    }
    await isHealthy();
  });

  test('a good request with any of its bytes changed is answered lawfully, or not at all', async () => {
    const body = '{"service":"work","kind":"Task","name":"x"}';
    const json = { 'content-type': 'application/json' };
    const whole = [
      get({ range: 'bytes=0-1', 'if-none-match': '"a"' }),
      post({ ...json, 'content-length': body.length }, body),
      post({ ...json, 'transfer-encoding': 'chunked' }, `2b\r\n${body}\r\n0\r\n\r\n`),
    ];
    const change = fc.record({ at: fc.nat(400), byte: fc.nat(255), kind: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whole),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (text, changes) => {
          let bytes = Buffer.from(text, 'latin1');
          for (const { at, byte, kind } of changes) {
            const place = at % bytes.length;
            const rest = bytes.subarray(kind === 0 ? place : place + 1);
            const put = kind === 1 ? Buffer.alloc(0) : Buffer.from([byte]);
            bytes = Buffer.concat([bytes.subarray(0, place), put, rest]);
          }
          const { replies } = await exchange(server.port, [bytes], { halfClose: true });
          for (const reply of replies)
            assertUnharmed(reply, JSON.stringify(bytes.toString('latin1')));
        },
      ),
      { numRuns: 150 },
    );
    await isHealthy();
  });

  describe('Expect: 100-continue', () => {
    const expecting = (
      target: string,
      headers: { readonly [name: string]: string | number },
      until = 1,
    ) =>
      exchange(
        server.port,
        [
          head('POST', target, {
            expect: '100-continue',
            'content-type': 'application/json',
            ...headers,
          }),
        ],
        { until },
      );

    test('is granted after credential and size', async () => {
      const body = JSON.stringify({ service: 'work', kind: 'Task', name: 'x' });
      const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
      socket.write(
        head('POST', resources, {
          ...auth,
          expect: '100-continue',
          'content-type': 'application/json',
          'content-length': body.length,
        }),
      );
      assert.equal((await once(socket, 'data'))[0], 'HTTP/1.1 100 Continue\r\n\r\n');
      socket.write(body);
      assert.match((await once(socket, 'data'))[0], /^HTTP\/1\.1 201 /);
      socket.destroy();
    });

    test('is not granted to a refused request: its status comes at once, and the connection closes', async () => {
      const target = `${storage}/${bucketId}`;
      const refused: readonly (readonly [number, ...Parameters<typeof expecting>])[] = [
        [401, resources, { 'content-length': 2 }],
        [401, resources, { authorization: 'Bearer x', 'content-length': 2 }],
        [413, resources, { ...auth, 'content-length': 65_537 }],
        [413, target, { ...auth, 'content-length': 25_000_000 }],
        [404, '/nowhere', { ...auth, 'content-length': 2 }],
        [400, `${target}?key=%ff`, { ...auth, 'content-length': 2 }],
      ];
      for (const [code, ...request] of refused) {
        const { interim, replies } = await expecting(...request);
        assert.deepEqual(interim, []);
        assertRefusal(replies[0], request[0], code);
        assert.equal(replies[0]?.headers.connection, 'close');
      }
    });
  });
});
