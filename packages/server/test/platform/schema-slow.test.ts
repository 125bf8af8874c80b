import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, test } from 'node:test';
import { ask, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

/** Small schemas and records that were made to keep a process busy for minutes or for ever. */
const bombs: { readonly [name: string]: readonly [schema: unknown, record: object] } = {
  'a pattern that backtracks': [
    { properties: { a: { pattern: '^(a+)+$' } } },
    { a: `${'a'.repeat(20_000)}!` },
  ],
  'a pattern of many states': [
    { properties: { a: { pattern: '(x+x+)+y|(.*.*)*z|^(([a-z])+.)+[A-Z]([a-z])+$' } } },
    { a: 'x'.repeat(20_000) },
  ],
  'a reference to itself': [{ $ref: '#' }, {}],
  'references in a circle': [
    { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
    {},
  ],
  'alternatives that double': [{ $defs: doubling('anyOf', 40), $ref: '#/$defs/l40' }, {}],
  'demands that double': [
    { $defs: { ...doubling('allOf', 40), l0: true }, $ref: '#/$defs/l40' },
    {},
  ],
  'items that all differ': [
    { properties: { a: { uniqueItems: true } } },
    { a: Array.from({ length: 2_500 }, (_, n) => [n]) },
  ],
};

describe('schemas made to be slow', () => {
  const { server, owner } = serverOfSuite();

  const add = (id: string, record: object, key = owner.key) =>
    ask(server, 'PATCH', `${resources}/${id}`, { key, body: { action: 'add-record', record } });

  for (const [name, [schema, record]] of Object.entries(bombs))
    test(`${name}: refused or checked, with hardly any CPU time on the main thread`, async () => {
      const bomber = await server.newOwner();
      const body = { service: 'data', kind: 'Collection', name, config: { schema } };
      const before = process.threadCpuUsage();
      const made = await bomber.send('POST', resources, body);
      assert.ok([201, 400].includes(made.status), made.text);
      if (made.status === 201) {
        const reply = await add(made.json.id, record, bomber.key);
        assert.ok([200, 400].includes(reply.status), reply.text);
      }
      // Of work, not of waiting: on a crowded machine the same check takes longer.
      const { user, system } = process.threadCpuUsage(before);
      assert.ok(user + system < 400_000, `${user + system} µs`);
      assert.equal((await bomber.send('GET', resources)).status, 200);
    });

  test('an import against an exponential schema is refused, with little CPU time on the main thread', async (t) => {
    const bomber = await server.newOwner();
    const schema = {
      $defs: { ...doubling('allOf', 22), l0: { type: 'object' } },
      $ref: '#/$defs/l22',
    };
    const bomb = await newResource(server, bomber.key, 'data', { schema });
    const blocked = monitorEventLoopDelay({ resolution: 5 });
    blocked.enable();
    const beganMs = performance.now();
    const before = process.threadCpuUsage();
    const reply = await bomber.send('POST', `${resources}/${bomb.id}/records`, '{}\n'.repeat(600), {
      'content-type': 'application/x-ndjson',
    });
    blocked.disable();
    const { user, system } = process.threadCpuUsage(before);
    assert.equal(reply.status, 400, reply.text);
    assert.match(reply.json.error, /^Line 1: The record takes too long to check/);
    // CPU time of the main thread; checking every line there would take 20 seconds.
    assert.ok(user + system < 400_000, `${user + system} µs`);
    const { json } = await bomber.send('GET', `${resources}/${bomb.id}`);
    assert.equal(json.recordCount, 0);
    const tookMs = Math.round(performance.now() - beganMs);
    t.diagnostic(`longest run ${Math.round(blocked.max / 1e6)} ms of ${tookMs} ms`);
  });

  test('schemas that need too much memory are refused, and the server continues', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `(${'abcdefgh'.repeat(25)}){${900 + n}}`);
    const schema = { allOf: names.map((pattern) => ({ pattern })) };
    const bomber = await server.newOwner();
    const body = { service: 'data', kind: 'Collection', name: 'large', config: { schema } };
    const reply = await bomber.send('POST', resources, body);
    assert.equal(reply.status, 400, reply.text);
    assert.match(reply.json.error, /^config\.schema cannot be used: it takes too long to read\./);
    assert.equal((await bomber.send('GET', resources)).status, 200);
  });

  test('an owner whose schemas are slow is refused for a while, and other owners are served', async () => {
    const bomber = await server.newOwner();
    const schema = { $defs: doubling('anyOf', 40), $ref: '#/$defs/l40' };
    const bomb = await newResource(server, bomber.key, 'data', { schema });
    const honest = await newResource(server, owner.key, 'data', { schema: { required: ['a'] } });
    const beganMs = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => add(bomb.id, {}, bomber.key)),
    );
    assert.equal((await add(honest.id, { a: 1 })).status, 200);
    const checked = replies.filter(({ status }) => status === 400);
    // What patience there is, and what comes back of it with time: one more each second.
    const checkedMax = 10 + Math.ceil((performance.now() - beganMs) / 1_000);
    assert.ok(
      checked.length >= 1 && checked.length <= checkedMax,
      `${checked.length} were checked, ${checkedMax} at most`,
    );
    for (const reply of replies.filter((each) => !checked.includes(each))) {
      assert.equal(reply.status, 503, reply.text);
      assert.ok(reply.headers.get('retry-after'));
    }
  });
});

function doubling(keyword: 'anyOf' | 'allOf', levels: number): object {
  const defs: { [name: string]: unknown } = { l0: { required: ['nothing'] } };
  for (let level = 1; level <= levels; level += 1) {
    const below = { $ref: `#/$defs/l${level - 1}` };
    defs[`l${level}`] = { [keyword]: [below, below] };
  }
  return defs;
}
