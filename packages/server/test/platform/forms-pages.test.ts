/** Public forms on the pages of others: who may read the answer, and what a visitor sees. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import {
  ask,
  defaultEngine,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
} from '../fixtures/server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

const page = 'https://duka.example';
const fields = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

describe('public forms on pages', () => {
  const { server, owner } = serverOfSuite(defaultEngine, {
    environment: { BARAZA_TRUST_PROXY: '1' },
  });
  let address = 0;

  const open = async (config: object = {}) =>
    (await newResource(server, owner.key, 'connect', { public: true, ...config })).id;
  const from = () => {
    address += 1;
    return { 'x-forwarded-for': `10.1.${address >> 8}.${address & 255}` };
  };
  const post = (id: string, body: unknown, headers: object = {}) =>
    ask(server, 'POST', `/forms/${id}`, { body, headers: { ...from(), ...headers } });
  const preflight = (id: string, origin: string) =>
    ask(server, 'OPTIONS', `/forms/${id}`, {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const readers = ({ headers }: Reply) => headers.get('access-control-allow-origin');

  test('a page of a listed origin may read every answer, refusals too, and no other page may', async () => {
    const id = await open({
      origins: [page, 'http://localhost:5173'],
      schema: { required: ['a'] },
    });
    const replies = async (origin: string) => [
      await post(id, { a: 1 }, { origin }),
      await post(id, { b: 1 }, { origin }),
      await post(id, { a: 'x'.repeat(limits.jsonBodyBytesMax) }, { origin }),
    ];
    for (const origin of [page, 'http://localhost:5173']) {
      const answers = await replies(origin);
      assert.deepEqual(
        answers.map((reply) => [reply.status, readers(reply)]),
        [
          [201, origin],
          [400, origin],
          [413, origin],
        ],
      );
      for (const { headers } of answers) assert.equal(headers.get('vary'), 'Origin');
      const asked = await preflight(id, origin);
      assert.deepEqual([asked.status, readers(asked), asked.text], [204, origin, '']);
      assert.equal(asked.headers.get('access-control-allow-methods'), 'POST');
      assert.match(asked.headers.get('access-control-allow-headers') ?? '', /content-type/);
    }
    for (const origin of [
      'https://duka.example.evil.test',
      'https://duka.example:8443',
      'http://duka.example',
      'HTTPS://DUKA.EXAMPLE',
      'https://duka.example/',
      'null',
      '*',
    ]) {
      for (const reply of await replies(origin)) assert.equal(readers(reply), null, origin);
      assertRefusal(await preflight(id, origin), origin, 404);
    }
  });

  test('a rate that is used up can be read by the page that used it up', async () => {
    const id = await open({ origins: [page] });
    const headers = { origin: page, 'x-forwarded-for': '192.0.2.9' };
    for (let n = 0; n < limits.formPostsPerMinute; n += 1) await post(id, { n }, headers);
    const refused = await post(id, { n: 'more' }, headers);
    assertRefusal(refused, 'one more', 503);
    assert.equal(readers(refused), page);
    assert.match(refused.headers.get('access-control-expose-headers') ?? '', /retry-after/i);
  });

  test('with a star any page may read; without origins none; absent and private answer alike', async () => {
    const any = await open({ origins: ['*'] });
    for (const origin of [page, 'null']) {
      assert.equal(readers(await post(any, { a: 1 }, { origin })), '*');
      assert.equal((await preflight(any, origin)).status, 204);
    }
    const none = await open();
    const closed = await newResource(server, owner.key, 'connect', { origins: ['*'] });
    const answerOf = async (id: string) => {
      const { status, headers, json } = await preflight(id, page);
      return [status, headers.get('access-control-allow-origin'), json.error];
    };
    assert.equal(readers(await post(none, { a: 1 }, { origin: page })), null);
    const absent = await answerOf(`res_${'0'.repeat(25)}1`);
    assert.deepEqual(await answerOf(none), absent);
    assert.deepEqual(await answerOf(closed.id), absent);
    assert.equal(absent[0], 404);
  });

  test('a form sent by a browser is redirected, and a script still gets ok', async () => {
    const redirect = 'https://duka.example/asante?a=1&b=%F0%9F%8E%89';
    const id = await open({ redirect });
    const sent = await post(id, 'name=Asha', fields);
    assert.deepEqual([sent.status, sent.headers.get('location'), sent.text], [303, redirect, '']);
    const data = new FormData();
    data.append('name', 'Juma');
    assert.equal((await post(id, data, { accept: fields.accept })).status, 303);
    for (const [body, headers] of [
      [{ name: 'by a script' }, { accept: fields.accept }],
      ['name=by+curl', { ...fields, accept: '*/*' }],
      ['name=asks+for+JSON', { ...fields, accept: 'application/json' }],
    ] as const) {
      const reply = await post(id, body, headers);
      assert.deepEqual([reply.status, reply.text], [201, '{"ok":true}']);
    }
    const { json } = await ask(server, 'GET', `${resources}/${id}`, { key: owner.key });
    assert.equal(json.recordCount, 5);
  });

  test('without a redirect the visitor is thanked, in Swahili or English, with a way back', async () => {
    const id = await open();
    const referer = 'https://duka.example/wasiliana?x="><script>';
    for (const [wanted, language, words] of [
      ['sw-KE,sw;q=0.9,en;q=0.8', 'sw', /Asante.*Tumepokea.*Rudi kwenye <b>duka\.example</s],
      ['en-GB,en;q=0.9', 'en', /Thank you.*We have received.*Back to <b>duka\.example</s],
      ['fr-FR', 'en', /Thank you/],
      ['fr, sw;q=0.5', 'sw', /Asante/],
    ] as const) {
      const reply = await post(id, 'name=Asha', {
        ...fields,
        'accept-language': wanted,
        referer,
      });
      assert.equal(reply.status, 201);
      assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(reply.headers.get('content-language'), language);
      assert.ok(reply.text.includes(`<html lang="${language}">`));
      assert.match(reply.text, words);
      assert.ok(!reply.text.includes('"><script>'));
    }
    for (const origin of ['null', 'javascript:alert(1)', 'file://', 'data:text/html,x'])
      assert.ok(!(await post(id, 'a=1', { ...fields, origin })).text.includes('<a '), origin);
  });

  test('the page runs nothing and loads nothing, and its one style is the one that is allowed', async () => {
    const { text, headers } = await post(await open(), 'a=1', fields);
    const policy = headers.get('content-security-policy') ?? '';
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(policy.startsWith("default-src 'none'; "), policy);
    assert.ok(policy.includes(`style-src 'sha256-${hash}'`), policy);
    assert.doesNotMatch(policy, /unsafe|script-src|\*/);
    assert.doesNotMatch(text, /<script|\son\w+=|\sstyle=|url\(|@import/i);
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  test('settings that could never work are refused when they are made, of a Form and of nothing else', async () => {
    const id = await open();
    const configure = async (of: string, config: object) =>
      (
        await ask(server, 'PATCH', `${resources}/${of}`, {
          key: owner.key,
          body: { action: 'configure', config: { public: true, ...config } },
        })
      ).status;
    for (const config of [
      { origins: 'https://duka.example' },
      { origins: [] },
      { origins: ['duka.example'] },
      { origins: ['https://duka.example/'] },
      { origins: ['https://DUKA.example'] },
      { origins: ['https://duka.example:443'] },
      { origins: ['*', 'https://duka.example'] },
      { origins: ['https://*.duka.example'] },
      { origins: ['https://*'] },
      { origins: ['null'] },
      { origins: [5] },
      { origins: Array.from({ length: 51 }, (_, n) => `https://${n}.example`) },
      { redirect: 'http://duka.example/' },
      { redirect: '/asante' },
      { redirect: 'javascript:alert(1)' },
      { redirect: 'https://user:word@duka.example/' },
      { redirect: 5 },
      { redirect: `https://duka.example/${'x'.repeat(2_048)}` },
    ]) {
      assert.equal(await configure(id, config), 400, JSON.stringify(config));
      const body = { service: 'connect', kind: 'Form', name: 'n', config };
      const made = await ask(server, 'POST', resources, { key: owner.key, body });
      assertRefusal(made, JSON.stringify(config), 400);
    }
    assert.equal(await configure(id, { origins: null, redirect: null }), 200);
    const other = await newResource(server, owner.key, 'data', { origins: 'mine' });
    assert.equal(await configure(other.id, { redirect: 5 }), 200);
  });
});
