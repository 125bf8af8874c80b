import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { eachOf, fixture, fixtureNames, skip } from '../fixtures/hostile-values.ts';
import { newResource, type Reply, resources, serverOfSuite } from '../fixtures/server.ts';
import { assertRefusal, assertUnharmed } from './lawful.ts';

const suite = 'json-test-suite/test_parsing';
// All endpoints have one parser: one endpoint gets every file, the others every fourth.
const everyFourth = () => fixtureNames(suite, '.json').filter((_, at) => at % 4 === 0);

describe('hostile JSON', { skip }, () => {
  const { server, owner } = serverOfSuite();

  const send = (method: string, target: string, body: Uint8Array) =>
    owner.send(method, target, body, { 'content-type': 'application/json' });

  test('as a value in a record, JSON is kept by value and anything else is refused', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const kept = new Map<string, unknown>();
    await eachOf(fixtureNames(suite, '.json'), async (name) => {
      const bytes = fixture(`${suite}/${name}`);
      const body = around('{"action":"add-record","record":{"v":', bytes, '}}');
      const reply = await send('PATCH', `${resources}/${id}`, body);
      assertVerdict(name, bytes, body, reply, 200);
      if (reply.status === 200) kept.set(reply.json.recordId, parsedOf(bytes));
    });
    const { json } = await owner.send('GET', `${resources}/${id}`);
    assert.equal(json.records.length, kept.size);
    for (const { recordId, record } of json.records)
      assert.ok(isEqual(record, { v: kept.get(recordId) }), JSON.stringify(record));
  });

  test('as a whole record, an object is kept by value and everything else is refused', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const records = `${resources}/${id}/records`;
    await eachOf(everyFourth(), async (name) => {
      const bytes = fixture(`${suite}/${name}`);
      const made = await send('POST', records, Buffer.from('{"before":1}'));
      const one = `${records}/${made.json.recordId}`;
      for (const [method, target, accepted] of [
        ['POST', records, 201],
        ['PUT', one, 200],
        ['PATCH', one, 200],
      ] as const) {
        const reply = await send(method, target, bytes);
        assertUnharmed(reply, name);
        if (reply.status !== accepted) {
          assertRefusal(reply, name, bytes.length > limits.jsonBodyBytesMax ? 413 : 400);
          continue;
        }
        assert.ok(!name.startsWith('n_'), `${method} ${name}`);
        const wanted = parsedOf(bytes);
        if (method !== 'PATCH') assert.ok(isEqual(reply.json.record, wanted), name);
      }
    });
  });

  test('as a whole body, no JSON is refused as such on every endpoint that takes some', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const targets = server.routes
      // Any object is a record there: the test below sends them.
      .filter(({ policy, path }) => policy.body === 'json' && !path.endsWith(':recordId'))
      // There is no account in a collection.
      .filter(({ path }) => !path.includes('/users/'))
      .map(({ method, path, policy: { bodyBytesMax: bytesMax } }) => {
        const target = path.replace(':id', id);
        return { method, target, bytesMax };
      });
    assert.ok(targets.length >= 3);
    const cases = everyFourth().flatMap((name, row) =>
      targets
        .filter((_, column) => (row + column) % 4 === 0)
        .map((target) => ({ name, ...target })),
    );
    await eachOf(cases, async ({ name, method, target, bytesMax }) => {
      const bytes = fixture(`${suite}/${name}`);
      const reply = await send(method, target, bytes);
      const what = `${method} ${target} ${name}`;
      assertUnharmed(reply, what);
      assertRefusal(reply, what, bytes.length > bytesMax ? 413 : 400);
      if (name.startsWith('y_')) assert.notEqual(reply.json.code, 'json', what);
      // A larger body can nest more deeply than any other.
      const isDeep = name === 'n_structure_open_array_object.json';
      if (name.startsWith('n_') && reply.status === 400)
        assert.equal(reply.json.code, isDeep ? 'invalid' : 'json', what);
    });
    assert.equal((await owner.send('GET', '/api/platform/status')).status, 200);
  });

  test('keys that mean something to the language are only keys', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const record =
      '{"__proto__":{"admin":true},"constructor":{"prototype":1},"":0,"a":{"__proto__":[]}}';
    const reply = await owner.send(
      'PATCH',
      `${resources}/${id}`,
      `{"__proto__":{"action":"archive"},"action":"add-record","record":${record}}`,
      { 'content-type': 'application/json' },
    );
    assert.equal(reply.status, 200, reply.text);
    assert.ok((await owner.send('GET', `${resources}/${id}`)).text.includes(record));
    assert.equal(({} as { admin?: boolean }).admin, undefined);
  });
});

function assertVerdict(
  name: string,
  bytes: Uint8Array,
  body: Uint8Array,
  reply: Reply,
  accepted: number,
): void {
  assertUnharmed(reply, name);
  if (body.length > limits.jsonBodyBytesMax) assertRefusal(reply, name, 413);
  else if (name.startsWith('n_')) assertRefusal(reply, name, 400);
  // NUL is JSON, and text that no engine should be trusted with.
  else if (name.startsWith('y_') && holdsNul(parsedOf(bytes))) assertRefusal(reply, name, 400);
  else if (name.startsWith('y_')) assert.equal(reply.status, accepted, `${name}: ${reply.text}`);
  else assert.ok(reply.status === accepted || reply.status === 400, `${name}: ${reply.status}`);
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return [...Object.keys(value), ...Object.values(value)].some(holdsNul);
}

function around(before: string, bytes: Uint8Array, after: string): Uint8Array {
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}

function parsedOf(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

// Zero has two signs in a double and one value in JSON text.
function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
