import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { judgeContentType } from '../../src/platform/objects/content-type.ts';
import { eachOf, fixture, skip } from '../fixtures/hostile-values.ts';
import { newResource, resources, serverOfSuite, storage } from '../fixtures/server.ts';
import { createAgent, headerValue, rawRequest } from '../sockets/raw-request.ts';
import { assertRefusal, assertUnharmed } from './lawful.ts';

interface MimeType {
  readonly input: string;
  /** How it is written when it is one, else null. */
  readonly output: string | null;
}

describe('hostile content types', { skip }, () => {
  const agent = createAgent();
  const { server, owner } = serverOfSuite('sqlite');
  after(() => agent.destroy());

  const types = (): MimeType[] =>
    ['mime-types', 'generated-mime-types']
      .flatMap(
        (name) => JSON.parse(fixture(`http-conformance/${name}.json`).toString()) as object[],
      )
      .filter((entry): entry is MimeType => typeof entry === 'object')
      .filter(({ input }, at) => (at < 100 || at % 6 === 0) && !/[\r\n\u0100-\uffff]/.test(input));

  test('of a part: kept without parameters when it is one, and HTML only ever downloads', async () => {
    const { id } = await newResource(server, owner.key, 'storage');
    const authorization = `Bearer ${owner.key}`;
    for (const { input, output } of types()) {
      const { essence } = await judgeContentType(trimmed(input), Buffer.from('<!doctype html>'));
      assert.equal(essence, output?.split(';')[0] ?? 'application/octet-stream', input);
    }
    const some = types().filter((_, at) => at % 8 === 0);
    await eachOf([...some.entries()], async ([at, { input, output }]) => {
      const target = `${storage}/${id}?key=${at}`;
      const head = `--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: ${input}\r\n`;
      const body = `${head}\r\n<!doctype html><script>alert(1)</script>\r\n--b--\r\n`;
      const sent = await rawRequest(server, agent, 'POST', target, {
        headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
        body: Buffer.from(body, 'latin1'),
      });
      assert.equal(sent.status, 201, `${input}: ${sent.text}`);
      const essence = output?.split(';')[0] ?? 'application/octet-stream';
      assert.equal(sent.json.contentType, essence, JSON.stringify(input));
      const got = await rawRequest(server, agent, 'GET', target, { headers: { authorization } });
      assert.equal(got.status, 200);
      assert.match(got.headers.get('content-disposition') ?? '', /^attachment;/, input);
      assert.equal(got.headers.get('x-content-type-options'), 'nosniff');
    });
  });

  test('of a request: what is not JSON is refused as such, on every endpoint that takes some', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const routes = server.routes
      .filter(({ policy }) => policy.body !== 'none' && policy.credential === 'key')
      .map(({ method, path }) => ({ method, target: path.replace(':id', id) }));
    // All endpoints have one parser: the types take turns at them.
    const cases = types().flatMap(({ input }, row) =>
      routes.filter((_, column) => (row + column) % 5 === 0).map((route) => ({ input, ...route })),
    );
    await eachOf(cases, async ({ input, method, target }) => {
      const headers = { authorization: `Bearer ${owner.key}`, 'content-type': headerValue(input) };
      const reply = await rawRequest(server, agent, method, target, { headers, body: '{}' });
      assertUnharmed(reply, `${method} ${target} ${input}`);
      assertRefusal(reply, `${method} ${target} ${input}`, 400);
      if (target !== `${storage}/${id}`) assert.equal(reply.json.code, 'content_type', input);
    });
  });

  test('of a request: every notation of JSON is JSON, and a compressed body is refused', async () => {
    const post = (headers: { readonly [name: string]: string }, body: string | Uint8Array) =>
      rawRequest(server, agent, 'POST', resources, {
        headers: { authorization: `Bearer ${owner.key}`, ...headers },
        body,
      });
    const body = JSON.stringify({ service: 'work', kind: 'Task', name: 'x' });
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=utf-8',
      ' application/json ; x=y',
      'application/merge-patch+json',
    ])
      assert.equal((await post({ 'content-type': type }, body)).status, 201, type);
    assert.equal((await post({}, body)).status, 201, 'without a type');
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    for (const encoding of ['gzip', 'br', 'GZIP', 'x-anything', 'identity, gzip']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      const reply = await post(headers, bomb);
      assertRefusal(reply, encoding, 400);
      assert.equal(reply.json.code, 'content_type');
    }
  });

  test('of a request without a body: anything goes', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const some = types().filter((_, at) => at % 4 === 0);
    await eachOf(some, async ({ input }) => {
      const headers = { authorization: `Bearer ${owner.key}`, 'content-type': headerValue(input) };
      const reply = await rawRequest(server, agent, 'GET', `${resources}/${id}`, { headers });
      assert.equal(reply.status, 200, reply.text);
      const none = await rawRequest(server, agent, 'DELETE', `${resources}/nothing`, { headers });
      assertRefusal(none, input, 404);
    });
  });
});

/** Without the blanks around the value of a header. */
function trimmed(value: string): string {
  return value.replaceAll(/^[ \t]+|[ \t]+$/g, '');
}
