import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { limits, minuteMs } from '@baraza/contract';
import { forgetOld } from '../../src/platform/activity.ts';
import { sql } from '../../src/store/store.ts';
import {
  ask,
  defaultEngine,
  newResource,
  openServer,
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

describe('public forms', () => {
  const { server, owner } = serverOfSuite(defaultEngine, {
    environment: { BARAZA_TRUST_PROXY: '1' },
  });
  let address = 0;

  const open = async (config: object = {}) =>
    (await newResource(server, owner.key, 'connect', { public: true, ...config })).id;
  const post = (id: string, body: unknown, headers: object = {}) => {
    address += 1;
    return ask(server, 'POST', `/forms/${id}`, {
      body,
      headers: { 'x-forwarded-for': `10.0.${address >> 8}.${address & 255}`, ...headers },
    });
  };
  const read = async (id: string) => (await owner.send('GET', `${resources}/${id}`)).json;
  const entries = async (id: string) =>
    (await read(id)).records.map(({ record }: { record: object }) => record);
  const patch = (id: string, body: object) => owner.send('PATCH', `${resources}/${id}`, body);

  test('an entry without a key is captured: state, time, activity, and the answer is only ok', async () => {
    const id = await open();
    const reply = await post(id, { name: 'Asha' });
    assert.equal(reply.status, 201);
    assert.equal(reply.text, '{"ok":true}');
    const form = await read(id);
    assert.equal(form.state, 'captured');
    assert.equal(form.recordCount, 1);
    assert.equal(form.lastCapturedAt, form.records[0].createdAt);
    assert.deepEqual(form.records[0].record, { name: 'Asha' });
    const { activity } = (await owner.send('GET', resources)).json;
    assert.equal(activity[0].action, 'entry-captured');
    assert.deepEqual(activity[0].actor, { keyId: '', name: 'public form' });
  });

  test('fields come as JSON, urlencoded or multipart, and a name that repeats is a list', async () => {
    const id = await open();
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    await post(id, 'name=Zo%C3%AB+B&tag=a&tag=b&tag=c&empty=', urlencoded);
    const form = new FormData();
    form.append('name', 'Zoë "B"\r\n🎉');
    form.append('tag', 'a');
    form.append('tag', 'b');
    assert.equal((await post(id, form)).status, 201);
    assert.equal((await post(id, '__proto__=x&constructor=y', urlencoded)).status, 201);
    assert.deepEqual(
      (await entries(id)).map((entry: object) => JSON.stringify(entry)),
      [
        '{"name":"Zoë B","tag":["a","b","c"],"empty":""}',
        '{"name":"Zoë \\"B\\"\\r\\n🎉","tag":["a","b"]}',
        '{"__proto__":"x","constructor":"y"}',
      ],
    );
  });

  test('a file input that was left empty is not there; a file is refused', async () => {
    const id = await open();
    const multipart = (disposition: string, content: string) =>
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\ncontent-disposition: form-data; ' +
      `${disposition}\r\n\r\n${content}\r\n--b--\r\n`;
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const empty = multipart('name="f"; filename=""', '');
    assert.equal((await post(id, empty, type)).status, 201);
    for (const [name, content] of [
      ['f.txt', 'x'],
      ['f.txt', ''],
      ['', 'x'],
    ]) {
      const body = multipart(`name="f"; filename="${name}"`, content ?? '');
      assertRefusal(await post(id, body, type), `a file ${name}`, 400);
    }
    assert.deepEqual(await entries(id), [{ a: '1' }]);
  });

  test('schema, size, state and room hold as for every entry', async () => {
    const id = await open({ schema: { required: ['email'] } });
    assertRefusal(await post(id, { name: 'x' }), 'against the schema', 400);
    assertRefusal(await post(id, { email: 'x'.repeat(limits.recordBytesMax) }), 'size', 413);
    assertRefusal(await post(id, { email: 'x'.repeat(limits.jsonBodyBytesMax) }), 'body', 413);
    assert.equal((await post(id, { email: 'a@b' })).status, 201);
    await server.platform.store.write((tx) =>
      tx.run(sql`UPDATE resources SET record_count = 1000 WHERE id = ${id}`),
    );
    assertRefusal(await post(id, { email: 'a@b' }), 'full', 409);
    await patch(id, { action: 'archive' });
    assertRefusal(await post(id, { email: 'a@b' }), 'archived', 409);
  });

  test('hostile bodies are refused and leave nothing', async () => {
    const id = await open();
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    const json = { 'content-type': 'application/json' };
    for (const [body, headers] of [
      ['', {}],
      ['{', json],
      ['[]', json],
      ['null', json],
      ['{"a":"\\u0000"}', json],
      ['{"a":"\\ud800"}', json],
      [`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, json],
      ['a=%00', urlencoded],
      ['a%22=x', urlencoded],
      ['a%0D=x', urlencoded],
      ['a=%ff', urlencoded],
      [Buffer.from([0x61, 0x3d, 0xff]), urlencoded],
      ['', urlencoded],
      ['a=1', { 'content-type': 'text/plain' }],
      ['x', { 'content-type': 'multipart/form-data' }],
      ['x', { 'content-type': 'multipart/form-data; boundary=b' }],
      ['--b\r\n\r\n', { 'content-type': 'multipart/form-data; boundary=b' }],
    ] as const)
      assertRefusal(await post(id, body, headers), JSON.stringify([body, headers]), 400);
    assert.equal((await read(id)).recordCount, 0);
  });

  test('of 30 posts at once from one address exactly 10 get in, and 10 more a minute later', async () => {
    const id = await open();
    const from = { 'x-forwarded-for': '192.0.2.1' };
    const burst = () => Promise.all(Array.from({ length: 30 }, (_, n) => post(id, { n }, from)));
    for (const total of [10, 20]) {
      const replies = await burst();
      assert.equal(replies.filter(({ status }) => status === 201).length, 10);
      for (const reply of replies.filter(({ status }) => status !== 201)) {
        assertRefusal(reply, 'too many', 503);
        assert.equal(reply.json.code, 'rate');
        const seconds = Number(reply.headers.get('retry-after'));
        assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
      }
      assert.equal((await read(id)).recordCount, total);
      server.clock.advance(minuteMs);
    }
  });

  test('refused posts count too, over all forms, and no other address pays for them', async () => {
    const [one, two] = [await open(), await open()];
    const from = { 'x-forwarded-for': '192.0.2.2' };
    for (let n = 0; n < 10; n += 1)
      assert.equal(
        (await post(one, '{', { ...from, 'content-type': 'application/json' })).status,
        400,
      );
    assert.equal((await post(two, { n: 1 }, from)).json.code, 'rate');
    assert.equal((await post(two, { n: 1 }, { 'x-forwarded-for': '192.0.2.3' })).status, 201);
  });

  test('only the trusted proxy determines the address; an IPv6 /64 is one address', async () => {
    const id = await open();
    const posts = async (addressOf: (n: number) => string) => {
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1)
        statuses.push((await post(id, { n }, { 'x-forwarded-for': addressOf(n) })).status);
      return statuses.filter((status) => status === 201).length;
    };
    assert.equal(await posts((n) => `198.51.100.${n}, 192.0.2.4`), 10);
    assert.equal(await posts((n) => `2001:db8:1:2:${n}::1`), 10);
    assert.equal(await posts((n) => `[2001:DB8:1:3::${n}]:4000`), 10);
    assert.equal(await posts((n) => `192.0.2.5:${4_000 + n}`), 10);
    assert.equal(await posts((n) => `2001:db8:2:${n}::1`), 11);
  });

  test('no address is stored, and old counts are forgotten', async () => {
    await post(await open(), { n: 1 }, { 'x-forwarded-for': '192.0.2.77' });
    const rows = () => server.platform.store.all<{ bucket: string }>(sql`SELECT * FROM rates`);
    assert.ok((await rows()).length > 0);
    assert.ok(!JSON.stringify(await rows()).includes('192.0.2.77'));
    server.clock.advance(2 * limits.idempotencyKeptMs);
    await forgetOld(server.platform);
    assert.deepEqual(await rows(), []);
  });

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
    const { json } = await owner.send('GET', `${resources}/${id}`);
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
        await owner.send('PATCH', `${resources}/${of}`, {
          action: 'configure',
          config: { public: true, ...config },
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
      const made = await owner.send('POST', resources, body);
      assertRefusal(made, JSON.stringify(config), 400);
    }
    assert.equal(await configure(id, { origins: null, redirect: null }), 200);
    const other = await newResource(server, owner.key, 'data', { origins: 'mine' });
    assert.equal(await configure(other.id, { redirect: 5 }), 200);
  });
});

test('without a trusted proxy X-Forwarded-For is ignored', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const owner = await server.newOwner();
  const { id } = await newResource(server, owner.key, 'connect', { public: true });
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${n}` };
    statuses.push((await ask(server, 'POST', `/forms/${id}`, { body: { n }, headers })).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(201), 503]);
});
