import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Service } from '@baraza/contract';
import { createOwnerCredential } from '../../src/access/keys.ts';
import { mintSecret } from '../../src/access/secret.ts';
import type { PlatformRoute } from '../../src/platform/route.ts';
import { ask, type Owner, type Reply, resources, serverOfSuite } from '../fixtures/server.ts';
import {
  absent,
  keyless,
  known,
  makeThings,
  nowhere,
  type Things,
  type Variant,
} from './matrix-requests.ts';
import { assertSame, bodyOf } from './same-answer.ts';

const nameOf = (route: PlatformRoute) => `${route.method} ${route.path}`;
const malformed: readonly string[] = [
  'res_',
  'x',
  '%00',
  '1',
  'res_01JD7M8V3QF2X9A4T6C5B0N8WE',
  `${absent('res')}0`,
  absent('rec'),
  '..%2Fresources',
  "res_'%20OR%20'1'='1",
];

describe('who may do what', () => {
  const { server, owner } = serverOfSuite();
  let other: Owner;
  let own: Things;
  let foreign: Things;
  before(async () => {
    other = await server.newOwner();
    own = await makeThings(server, owner.key, ask);
    foreign = await makeThings(server, other.key, ask);
  });

  const send = (route: PlatformRoute, variant: Variant, things: Things, key?: string) => {
    const { target, ...rest } = variant.make(things);
    return ask(server, route.method, target, { key, ...rest });
  };
  const each = async (
    check: (route: PlatformRoute, variant: Variant, name: string) => Promise<void>,
  ) => {
    for (const route of server.routes)
      for (const variant of known[nameOf(route)] ?? [])
        await check(route, variant, `${nameOf(route)}: ${variant.name}`);
  };

  test('the matrix has every route and no other', () => {
    assert.deepEqual(server.routes.map(nameOf).sort(), [...Object.keys(known), ...keyless].sort());
  });

  test('every route needs a key, but for links and public forms', () => {
    const open = server.routes.filter(({ policy }) => policy.credential !== 'key');
    assert.deepEqual(open.map(nameOf).sort(), keyless);
  });

  test('without a valid key every request is the same 401, whatever it names', async () => {
    const revoked = await owner.newKey(['*']);
    await server.revoke(revoked.id);
    const expired = await owner.newKey(['*'], -1);
    const wrongChecksum = owner.key.slice(0, -1) + (owner.key.endsWith('0') ? '1' : '0');
    const site = await createOwnerCredential(server.installation.keyring, owner.id);
    const bad: { readonly [name: string]: string | undefined } = {
      none: undefined,
      malformed: 'rpk_short',
      'with a wrong checksum': wrongChecksum,
      unknown: mintSecret('rpk').text,
      revoked: revoked.key,
      expired: expired.key,
      'an id': revoked.id,
    };
    await each(async (route, variant, name) => {
      const replies = [own, foreign, nowhere].map((things) =>
        send(route, variant, things, site.key),
      );
      const others = new Set((await Promise.all(replies)).map(bodyOf));
      assert.deepEqual(
        [others.size, [...others][0]?.includes('needs a key rpk_')],
        [1, true],
        name,
      );
      const bodies = new Set<string>();
      for (const [at, [sort, key]] of Object.entries(bad).entries()) {
        const things = [own, foreign, nowhere][at % 3] ?? own;
        const reply = await send(route, variant, things, key);
        assert.equal(reply.status, 401, `${name}, key ${sort}: ${reply.text}`);
        assert.equal(reply.headers.get('www-authenticate'), 'Bearer', name);
        bodies.add(bodyOf(reply));
      }
      assert.equal(bodies.size, 1, `${name}: ${[...bodies].join(' ')}`);
    });
  });

  test('a key counts only as a bearer: not in the query, not as another scheme', async () => {
    for (const authorization of [owner.key, `Basic ${owner.key}`, `Bearer${owner.key}`, 'Bearer '])
      assert.equal(
        (await ask(server, 'GET', resources, { headers: { authorization } })).status,
        401,
        authorization.slice(0, 8),
      );
    for (const name of ['key', 'api_key', 'access_token', 'authorization'])
      assert.equal((await ask(server, 'GET', `${resources}?${name}=${owner.key}`)).status, 401);
  });

  test("another owner's thing and an absent one are the same answer to every request", async () => {
    await each(async (route, variant, name) => {
      if (variant.service === 'none') return;
      const anothers = await send(route, variant, foreign, owner.key);
      const absentOne = await send(route, variant, nowhere, owner.key);
      assert.equal(anothers.status, 404, `${name}: ${anothers.text}`);
      assertSame(anothers, absentOne, name);
    });
  });

  test('a malformed id is 404 like an absent one, in a path and in a body', async () => {
    await each(async (route, variant, name) => {
      if (variant.service === 'none') return;
      const absentOne = await send(route, variant, nowhere, owner.key);
      for (const id of malformed) {
        const reply = await send(
          route,
          variant,
          { ...own, collection: id, bucket: id, assistant: id, webhook: id },
          owner.key,
        );
        assertSame(reply, absentOne, `${name} with ${id}`);
      }
    });
  });

  test('a record of another owner, of another collection, absent or malformed is the same 404', async () => {
    const second = await makeThings(server, owner.key, ask);
    for (const action of ['delete-record', 'update-record']) {
      const replies: Reply[] = [];
      for (const recordId of [foreign.record, second.record, nowhere.record, 'rec_', ''])
        replies.push(
          await owner.send('PATCH', `${resources}/${own.collection}`, {
            action,
            recordId,
            record: {},
          }),
        );
      const [first, ...rest] = replies;
      assert.equal(first?.status, 404);
      for (const reply of rest) assertSame(reply, first as Reply, action);
    }
  });

  test('the scope of a path is checked before anything is looked up', async () => {
    const key = await keyWithout(owner, 'storage', 'ai');
    await each(async (route, variant, name) => {
      const { scope } = route.policy;
      if (scope === 'resource' || scope === 'any') return;
      const replies: Reply[] = [];
      for (const things of [own, foreign, nowhere]) {
        const reply = await send(route, variant, things, key);
        assert.equal(reply.status, 403, `${name}: ${reply.text}`);
        assert.match(reply.json.error, new RegExp(`\\b${scope}\\b`), name);
        replies.push(reply);
      }
      for (const reply of replies) assertSame(reply, replies[0] as Reply, name);
    });
  });

  test('the scope of a resource shows only to its owner', async () => {
    const key = await keyWithout(owner, 'data', 'connect');
    await each(async (route, variant, name) => {
      if (route.policy.scope !== 'resource' || variant.service === 'none') return;
      const mine = await send(route, variant, own, key);
      assert.equal(mine.status, 403, `${name}: ${mine.text}`);
      assert.match(mine.json.error, new RegExp(`\\b${variant.service}\\b`), name);
      assertSame(
        await send(route, variant, foreign, key),
        await send(route, variant, nowhere, key),
        name,
      );
      assert.equal((await send(route, variant, foreign, key)).status, 404, name);
    });
  });

  test('a key that may only read is refused every write, and served every read', async () => {
    const services: Service[] = ['data', 'storage', 'ai', 'dev', 'connect', 'work'];
    const { key } = await owner.newKey(services.map((service) => `${service}:read`));
    await each(async (route, variant, name) => {
      const reply = await send(route, variant, own, key);
      if (route.policy.access === 'read') assert.ok([200, 304].includes(reply.status), name);
      else assert.equal(reply.status, 403, `${name}: ${reply.text}`);
    });
  });

  test("a cursor that holds another owner's id leads only to one's own", async () => {
    const wrap = (id: string) => Buffer.from(id).toString('base64url');
    const of = (id: string) =>
      owner.send('GET', `${resources}?limit=1000&activityLimit=0&cursor=${wrap(id)}`);
    const late = `res_7${'z'.repeat(25)}`;
    for (const id of [foreign.collection, late]) {
      const reply = await of(id);
      assert.equal(reply.status, 200);
      for (const hidden of [foreign.collection, foreign.bucket, foreign.assistant])
        assert.ok(!reply.text.includes(hidden));
    }
    const page = await owner.send(
      'GET',
      `${resources}/${own.collection}?limit=10&cursor=${wrap(nowhere.record)}`,
    );
    assert.ok(!page.text.includes(foreign.record));
    for (const cursor of [wrap(own.record), wrap('x'), 'x', '%00', ''])
      assert.equal((await owner.send('GET', `${resources}?cursor=${cursor}`)).status, 400, cursor);
  });

  test('none of these requests has changed anything', async () => {
    for (const [things, { key }] of [
      [own, owner],
      [foreign, other],
    ] as const) {
      const collection = await ask(server, 'GET', `${resources}/${things.collection}`, { key });
      assert.equal(collection.json.version, 2);
      assert.deepEqual(collection.json.records[0].record, { of: 'the owner' });
      const bucket = await ask(server, 'GET', `${resources}/${things.bucket}`, { key });
      assert.equal(bucket.json.version, 2);
      const target = `/api/platform/storage/${things.bucket}?key=${things.object}`;
      assert.equal((await ask(server, 'GET', target, { key })).text, 'of the owner');
    }
  });
});

async function keyWithout(owner: Owner, ...services: readonly Service[]): Promise<string> {
  const all: readonly Service[] = ['data', 'storage', 'ai', 'dev', 'connect', 'work'];
  return (await owner.newKey(all.filter((service) => !services.includes(service)))).key;
}
