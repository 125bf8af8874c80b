import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eachOf, naughtyStrings, skip } from '../fixtures/hostile-values.ts';
import { engines, type House, newResource, openHouse, resources } from '../fixtures/house.ts';
import { createAgent, headerValue, rawRequest } from '../sockets/raw-request.ts';
import { assertRefusal, assertUnharmed } from './lawful.ts';

const own = ['\0', 'a\0b', '\x7f', '\ufeff', '\ufffe', '\u{10ffff}', '%', '%00', '__proto__', '１'];

for (const engine of engines)
  describe(`every endpoint on ${engine}, given hostile strings`, { skip }, () => {
    const agent = createAgent();
    let house: House;
    let key: string;
    let bucketId: string;
    before(async () => {
      house = await openHouse(engine);
      key = (await house.newOwner()).key;
      bucketId = (await newResource(house, key, 'storage')).id;
    });
    after(async () => {
      agent.destroy();
      await house.close();
    });

    const share = engine === 'sqlite' ? 5 : 16;
    const strings = () => [...own, ...naughtyStrings().filter((_, at) => at % share === 0)];
    const send = (
      method: string,
      target: string,
      headers: { readonly [name: string]: string } = {},
      body?: string,
    ) =>
      rawRequest(house, agent, method, target, {
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body === undefined ? {} : { body }),
      });
    // A stream of events has no end to wait for.
    const routes = () => house.routes.filter(({ answers }) => answers[200] !== 'events');
    const everyRoute = () =>
      strings().flatMap((text) => routes().map((route) => ({ text, route })));
    const healthy = async () =>
      assert.equal((await send('GET', '/api/platform/status')).status, 200);

    test('in a path, they are the name of nothing', async () => {
      const cases = everyRoute().filter(({ route }) => route.path.includes(':id'));
      await eachOf(cases, async ({ text, route: { method, path } }) => {
        // An empty id is another path: the collection with a slash behind it.
        if (text === '') return;
        const target = path.replace(':id', encodeURIComponent(text));
        const reply = await send(
          method,
          target,
          { 'content-type': 'application/json' },
          '{"action":"archive"}',
        );
        assertUnharmed(reply, `${method} ${target}`);
        assert.ok(
          reply.status === 404 || reply.status === 400,
          `${method} ${target}: ${reply.text}`,
        );
      });
      await healthy();
    });

    test('in a query, as name and as value, they never fail us', async () => {
      const cases = routes().flatMap((route) =>
        ['', ...Object.keys(route.query?.shape ?? {})].flatMap((field) =>
          strings().map((text) => ({ route, field, text })),
        ),
      );
      await eachOf(cases, async ({ route: { method, path }, field, text }) => {
        if (method === 'DELETE' && !path.includes('storage')) return;
        const value = encodeURIComponent(text);
        const query = field === '' ? `${value}=${value}` : `${field}=${value}`;
        const target = `${path.replace(':id', bucketId)}?${query}`;
        assertUnharmed(await send(method, target), `${method} ${target}`);
      });
      await healthy();
    });

    test('in headers, they never fail us', async () => {
      await eachOf(everyRoute(), async ({ text, route: { method, path } }) => {
        if (method === 'DELETE') return;
        const value = headerValue(text);
        const names = ['content-type', 'if-match', 'if-none-match', 'if-modified-since', 'range'];
        const others = ['if-range', 'accept', 'origin', 'x-request-id', 'cookie', 'referer'];
        const headers = Object.fromEntries([...names, ...others].map((name) => [name, value]));
        const target = path.replace(':id', bucketId);
        assertUnharmed(await send(method, target, headers, '{}'), `${method} ${target} ${text}`);
      });
      await healthy();
    });

    test('as a credential, they open nothing', async () => {
      const cases = everyRoute().filter(({ route }) => route.policy.credential === 'key');
      await eachOf(cases, async ({ text, route: { method, path } }) => {
        const target = path.replace(':id', bucketId);
        for (const authorization of [headerValue(text), `Bearer ${headerValue(text)}`]) {
          const reply = await send(method, target, { authorization });
          assertRefusal(reply, `${method} ${target} ${text}`, 401);
          assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
        }
      });
      await healthy();
    });

    test('as an idempotency key, they bring the first answer back', async () => {
      await eachOf(strings(), async (text) => {
        const idempotencyKey = headerValue(text).replaceAll(/^[ \t]+|[ \t]+$/g, '');
        const create = () =>
          send(
            'POST',
            resources,
            { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
            JSON.stringify({ service: 'work', kind: 'Task', name: 'x' }),
          );
        const first = await create();
        if (idempotencyKey.length > 255) return assertRefusal(first, text, 400);
        assert.equal(first.status, 201, first.text);
        const second = await create();
        assert.equal(second.status, 201, second.text);
        if (idempotencyKey === '') return;
        assert.equal(second.headers.get('idempotent-replayed'), 'true', text);
        assert.equal(second.text, first.text);
      });
    });

    test('as a whole body, they are refused on every endpoint that takes one', async () => {
      // A form that is not there takes no body at all; its own tests send it worse.
      const cases = everyRoute().filter(
        ({ route: { policy } }) => policy.body !== 'none' && policy.credential === 'key',
      );
      await eachOf(cases, async ({ text, route: { method, path, policy } }) => {
        const type =
          policy.body === 'json' ? 'application/json' : 'multipart/form-data; boundary=b';
        const target = path.replace(':id', bucketId);
        const reply = await send(method, target, { 'content-type': type }, text);
        assertRefusal(reply, `${method} ${target} ${text}`, 400);
      });
      await healthy();
    });
  });
