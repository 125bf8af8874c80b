import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { limits, minuteMs } from '@baraza/contract';
import {
  ask,
  engines,
  form,
  openServer,
  type Reply,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';
import { newCollection, newUsers, type Suite, signUp, users } from './users-calls.ts';

const signedIn = 'user.id != null';
const rules = { list: signedIn, view: signedIn, create: signedIn, update: signedIn };
const environment = { BARAZA_TRUST_PROXY: '1' };
const { userWritesPerMinute: most, batchCallsMax } = limits;

interface Call {
  readonly key?: string | undefined;
  readonly network?: string;
}

function callsOf({ server }: Suite) {
  const send = (
    method: string,
    path: string,
    { key, network = '10.0.0.1' }: Call,
    body?: unknown,
  ) => ask(server, method, path, { key, body, headers: { 'x-forwarded-for': network } });
  const add = (id: string, call: Call, body: object = {}) =>
    send('POST', `${resources}/${id}/records`, call, body);
  const batch = (id: string, call: Call, count: number) => {
    const calls = Array.from({ length: count }, () => ({
      method: 'POST',
      path: `${resources}/${id}/records`,
      body: {},
    }));
    return send('POST', '/api/platform/batch', call, { calls });
  };
  return { send, add, batch };
}

function assertOver({ status, json, headers }: Reply): void {
  assert.deepEqual([status, json.code], [503, 'rate']);
  const seconds = Number(headers.get('retry-after'));
  assert.ok(seconds > 0 && seconds <= 60, String(seconds));
}

describe('rates of callers without a key', () => {
  const suite = serverOfSuite(undefined, {
    environment: { ...environment, BARAZA_RECORDS_MAX: '10000' },
  });
  const { send, add, batch } = callsOf(suite);
  // The tests move the window, not the speed of the machine.
  before(() => suite.server.clock.stop());
  let counter = 0;
  const newUser = async (usersId: string) => {
    counter += 1;
    return signUp(suite, usersId, `u${counter}@example.com`);
  };

  test('an account has 60 writes a minute, of all its tokens and also of refused ones', async () => {
    const usersId = await newUsers(suite);
    const [one, other] = [await newUser(usersId), await newUser(usersId)];
    const email = `u${counter - 1}@example.com`;
    const again = await send(
      'POST',
      `${users}/${usersId}/sign-in`,
      {},
      { email, password: 'long enough' },
    );
    const [a, b] = [await newCollection(suite, { rules }), await newCollection(suite, { rules })];
    const tokens = [one.token, again.json.token];
    for (let n = 0; n < most; n += 1) {
      const network = `10.0.1.${n}`;
      const { status } = await add(
        n % 3 === 0 ? a : b,
        { key: tokens[n % 2], network },
        n % 5 === 0 ? [] : {},
      );
      assert.equal(status, n % 5 === 0 ? 400 : 201);
    }
    for (const key of tokens) assertOver(await add(a, { key }));
    assert.equal((await add(a, { key: other.token })).status, 201);
    assert.equal((await send('GET', `${resources}/${a}/records`, { key: one.token })).status, 200);
    suite.server.clock.advance(minuteMs);
    assert.equal((await add(a, { key: one.token })).status, 201);
  });

  test('a key has no limit', async () => {
    const id = await newCollection(suite, { rules, limits: { perMinute: 1 } });
    for (let n = 0; n < 5; n += 1)
      assert.equal((await add(id, { key: suite.owner.key })).status, 201);
    assert.equal((await batch(id, { key: suite.owner.key }, batchCallsMax)).status, 200);
  });

  test('each call of a batch counts, and a batch that does not fit is refused whole', async () => {
    const { token: key } = await newUser(await newUsers(suite));
    const id = await newCollection(suite, { rules });
    assert.equal((await batch(id, { key }, batchCallsMax)).status, 200);
    assertOver(await batch(id, { key }, most - batchCallsMax + 1));
    assert.equal((await batch(id, { key }, most - batchCallsMax)).status, 200);
    assertOver(await add(id, { key }));
    const { json } = await suite.owner.send('GET', `${resources}/${id}?records=false`);
    assert.equal(json.recordCount, most);
  });

  test('each upload counts, and so does a deletion', async () => {
    const { token: key } = await newUser(await newUsers(suite));
    const bucketRules = { create: signedIn, delete: signedIn };
    const body = { service: 'storage', kind: 'Bucket', name: 'Files' };
    const config = { rules: bucketRules, limits: { perMinute: 3 } };
    const { id } = (await suite.owner.send('POST', resources, { ...body, config })).json;
    const upload = (name: string) =>
      send('POST', `${storage}/${id}?key=${name}`, { key }, form({ bytes: 'x' }));
    for (const name of ['a', 'b']) assert.equal((await upload(name)).status, 201);
    assert.equal((await send('DELETE', `${storage}/${id}?key=a`, { key })).status, 200);
    assertOver(await upload('c'));
  });

  test('config.limits.perMinute replaces the 60 in its resource alone, in either direction', async () => {
    const { token: key } = await newUser(await newUsers(suite));
    const few = await newCollection(suite, { rules, limits: { perMinute: 2 } });
    const many = await newCollection(suite, { rules, limits: { perMinute: 100 } });
    const usual = await newCollection(suite, { rules });
    for (let n = 0; n < 2; n += 1) assert.equal((await add(few, { key })).status, 201);
    assertOver(await add(few, { key }));
    assert.equal((await batch(many, { key }, 50)).status, 200);
    assert.equal((await batch(many, { key }, 50)).status, 200);
    assertOver(await add(many, { key }));
    assert.equal((await batch(usual, { key }, 50)).status, 200);
    assert.equal((await batch(usual, { key }, 10)).status, 200);
    assertOver(await add(usual, { key }));
  });

  test('a form with a rule counts the entries of each account', async () => {
    const { token: key } = await newUser(await newUsers(suite));
    const body = { service: 'connect', kind: 'Form', name: 'Ask' };
    const config = { rules: { create: signedIn }, limits: { perMinute: 12 } };
    const { id } = (await suite.owner.send('POST', resources, { ...body, config })).json;
    const post = () => send('POST', `/forms/${id}`, { key }, { a: 1 });
    for (let n = 0; n < 12; n += 1) assert.equal((await post()).status, 201);
    assertOver(await post());
  });

  test('a network has 600 writes a minute, of all its users and without one', async () => {
    const usersId = await newUsers(suite);
    const id = await newCollection(suite, { rules, limits: { perMinute: 6_000 } });
    const open = await newCollection(suite, { rules: { create: '' } });
    const network = '10.9.9.9';
    const [one, other] = [await newUser(usersId), await newUser(usersId)];
    const inAll = limits.networkWritesPerMinute;
    for (let n = 0; n < inAll - batchCallsMax; n += batchCallsMax)
      assert.equal((await batch(id, { key: one.token, network }, batchCallsMax)).status, 200);
    assert.equal((await batch(id, { key: other.token, network }, batchCallsMax - 1)).status, 200);
    assert.equal((await add(open, { network })).status, 201);
    for (const key of [one.token, other.token, undefined])
      assertOver(await add(key === undefined ? open : id, { key, network }));
    assert.equal((await add(id, { key: one.token, network: '10.9.9.8' })).status, 201);
  });

  test('changes of the own account count too, and are 429 like other calls of accounts', async () => {
    const usersId = await newUsers(suite, { limits: { perMinute: 3 } });
    const { token: key } = await newUser(usersId);
    const change = () => send('PATCH', `${users}/${usersId}/me`, { key }, { name: 'x' });
    for (let n = 0; n < 3; n += 1) assert.equal((await change()).status, 200);
    const over = await change();
    assert.deepEqual([over.status, over.json.code], [429, 'too_many']);
    assert.ok(Number(over.headers.get('retry-after')) > 0);
  });

  test('malformed limits are 400 where users write, and a free setting elsewhere', async () => {
    const malformed = [
      5,
      { perMinute: 0 },
      { perMinute: 6_001 },
      { perMinute: 1.5 },
      { perHour: 5 },
    ];
    const create = (kind: string, config: object) =>
      suite.owner.send('POST', resources, { service: 'data', kind, name: 'x', config });
    for (const given of malformed) {
      const what = JSON.stringify(given);
      for (const [kind, config] of [
        ['Collection', { rules }],
        ['Users', {}],
      ] as const) {
        const refused = await create(kind, { ...config, limits: given });
        assert.equal(refused.status, 400, what);
        assert.match(refused.json.error, /config\.limits/);
      }
      const free = await create('Collection', { limits: given });
      assert.deepEqual([free.status, free.json.config.limits], [201, given], what);
    }
    for (const given of [{}, null, { perMinute: 1 }, { perMinute: 6_000 }])
      assert.equal((await create('Collection', { rules, limits: given })).status, 201);
  });
});

for (const engine of engines)
  test(`of many writes at once exactly as many as are left are made, on ${engine}`, async (t) => {
    const server = await openServer(engine, { environment });
    t.after(server.close);
    server.clock.stop();
    const suite = { server, owner: await server.newOwner() };
    const { add, batch } = callsOf(suite);
    const { token: key } = await signUp(suite, await newUsers(suite), 'a@example.com');
    const id = await newCollection(suite, { rules });
    const replies = await Promise.all([
      ...Array.from({ length: 50 }, () => add(id, { key })),
      ...Array.from({ length: 6 }, () => batch(id, { key }, 5)),
    ]);
    for (const { status } of replies) assert.ok([200, 201, 503].includes(status), String(status));
    // What is left is less than a batch; single writes use it up.
    const { json } = await suite.owner.send('GET', `${resources}/${id}?records=false`);
    for (let left = most - json.recordCount; left > 0; left -= 1)
      assert.equal((await add(id, { key })).status, 201);
    assertOver(await add(id, { key }));
  });
