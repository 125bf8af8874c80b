import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eachOf, naughtyStrings, skip } from '../fixtures/hostile-values.ts';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { createAgent, headerValue, rawRequest } from '../sockets/raw-request.ts';
import { assertRefusal, assertUnharmed } from './lawful.ts';

const own = ['\0', 'a\0b', '\x7f', '\ufeff', '\ufffe', '\u{10ffff}', '%', '%00', '__proto__', '１'];
const json = { 'content-type': 'application/json' };
const headerNames =
  'content-type if-match if-none-match if-modified-since range if-range accept origin x-request-id cookie referer';

describe('every endpoint, given hostile strings', { skip }, () => {
  const agent = createAgent();
  const { server, owner } = serverOfSuite();
  let bucketId: string;
  before(async () => {
    bucketId = (await newResource(server, owner.key, 'storage')).id;
  });
  after(() => agent.destroy());

  // The scenario hostile-requests of `npm run hold` sends all of them.
  const strings = () => [...own, ...naughtyStrings().filter((_, at) => at % 48 === 0)];
  const send = (
    method: string,
    target: string,
    headers: { readonly [name: string]: string } = {},
    body?: string,
  ) =>
    rawRequest(server, agent, method, target, {
      headers: { authorization: `Bearer ${owner.key}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  /**
   * Calls with every route and every string, and a quarter of the pairs: a string that breaks one route breaks its
   * neighbours. Event streams have no end to wait for.
   */
  const each = async (
    check: (route: (typeof server.routes)[number], text: string, target: string) => Promise<void>,
  ) => {
    const routes = server.routes.filter(({ answers }) => answers[200] !== 'events');
    const cases = strings().flatMap((text, row) =>
      routes.filter((_, column) => (row + column) % 4 === 0).map((route) => ({ text, route })),
    );
    await eachOf(cases, ({ text, route }) =>
      check(route, text, route.path.replace(':id', bucketId)),
    );
    assert.equal((await send('GET', '/api/platform/status')).status, 200);
  };

  test('in a path, they name nothing', () =>
    each(async ({ method, path }, text) => {
      // An empty id is another path: the collection with a slash behind it.
      if (text === '' || !path.includes(':id')) return;
      const target = path.replace(':id', encodeURIComponent(text));
      const reply = await send(method, target, json, '{"action":"archive"}');
      assertUnharmed(reply, `${method} ${target}`);
      assert.ok([400, 404].includes(reply.status), `${method} ${target}: ${reply.text}`);
    }));

  test('in a query, as name and as value, they cause no internal error', () =>
    each(async ({ method, path, query }, text, target) => {
      if (method === 'DELETE' && !path.includes('storage')) return;
      const value = encodeURIComponent(text);
      for (const name of [value, ...Object.keys(query?.shape ?? {})]) {
        const asked = `${target}?${name}=${value}`;
        assertUnharmed(await send(method, asked), `${method} ${asked}`);
      }
    }));

  test('in headers, they cause no internal error', () =>
    each(async ({ method }, text, target) => {
      if (method === 'DELETE') return;
      const values = headerNames.split(' ').map((name) => [name, headerValue(text)]);
      const reply = await send(method, target, Object.fromEntries(values), '{}');
      assertUnharmed(reply, `${method} ${target} ${text}`);
    }));

  test('as a credential, they are refused', () =>
    each(async ({ method, policy }, text, target) => {
      if (policy.credential !== 'key') return;
      for (const authorization of [headerValue(text), `Bearer ${headerValue(text)}`]) {
        const reply = await send(method, target, { authorization });
        assertRefusal(reply, `${method} ${target} ${text}`, 401);
        assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
      }
    }));

  test('as a whole body, they are refused on every endpoint that takes one', () =>
    each(async ({ method, policy }, text, target) => {
      // Public forms are tested in platform/forms.test.ts.
      if (policy.body === 'none' || policy.credential !== 'key') return;
      const type = policy.body === 'json' ? 'application/json' : 'multipart/form-data; boundary=b';
      const reply = await send(method, target, { 'content-type': type }, text);
      assertRefusal(reply, `${method} ${target} ${text}`, 400);
    }));

  test('as an idempotency key, they replay the first answer', () =>
    eachOf(strings(), async (text) => {
      const idempotencyKey = headerValue(text).replaceAll(/^[ \t]+|[ \t]+$/g, '');
      const headers = { ...json, 'idempotency-key': idempotencyKey };
      const body = JSON.stringify({ service: 'work', kind: 'Task', name: 'x' });
      const first = await send('POST', resources, headers, body);
      if (idempotencyKey.length > 255) return assertRefusal(first, text, 400);
      const second = await send('POST', resources, headers, body);
      assert.deepEqual([first.status, second.status], [201, 201], first.text);
      if (idempotencyKey === '') return;
      assert.equal(second.headers.get('idempotent-replayed'), 'true', text);
      assert.equal(second.text, first.text);
    }));
});
