import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

/** Small schemas and records that were made to keep a process busy for minutes or for ever. */
const bombs: { readonly [name: string]: readonly [schema: unknown, record: object] } = {
  'a pattern that backtracks': [
    { properties: { a: { pattern: '^(a+)+$' } } },
    { a: `${'a'.repeat(20_000)}!` },
  ],
  'a reference to itself': [{ $ref: '#' }, {}],
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
      await withLittleWork(async () => {
        const made = await bomber.send('POST', resources, body);
        assert.ok([201, 400].includes(made.status), made.text);
        if (made.status !== 201) return;
        const reply = await add(made.json.id, record, bomber.key);
        assert.ok([200, 400].includes(reply.status), reply.text);
      });
      assert.equal((await bomber.send('GET', resources)).status, 200);
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

  test('an owner whose schemas take exponential time is refused for a while, and others are served', async () => {
    const bomber = await server.newOwner();
    const bombOf = (schema: object) => newResource(server, bomber.key, 'data', { schema });
    const slow = await bombOf({
      $defs: { ...doubling('allOf', 22), l0: { type: 'object' } },
      $ref: '#/$defs/l22',
    });
    await withLittleWork(async () => {
      const target = `${resources}/${slow.id}/records`;
      const type = { 'content-type': 'application/x-ndjson' };
      const imported = await bomber.send('POST', target, '{}\n'.repeat(600), type);
      assert.equal(imported.status, 400, imported.text);
      assert.match(
        imported.json.error,
        /^Line 1: .*this record needs too many steps of the schema\.$/,
      );
    });
    const { json } = await bomber.send('GET', `${resources}/${slow.id}`);
    assert.equal(json.recordCount, 0);
    const bomb = await bombOf({ $defs: doubling('anyOf', 40), $ref: '#/$defs/l40' });
    const honest = await newResource(server, owner.key, 'data', { schema: { required: ['a'] } });
    const replies = await withLittleWork(() =>
      Promise.all(Array.from({ length: 40 }, () => add(bomb.id, {}, bomber.key))),
    );
    assert.equal((await add(honest.id, { a: 1 })).status, 200);
    const checked = replies.filter(({ status }) => status === 400);
    // Some are checked at once, and two more each second.
    assert.ok(checked.length >= 1 && checked.length <= 30, `${checked.length} were checked`);
    assert.deepEqual(checked[0]?.json.errors, [
      { path: '', message: 'this record needs too many steps of the schema' },
    ]);
    for (const reply of replies.filter((each) => !checked.includes(each))) {
      assert.equal(reply.status, 503, reply.text);
      assert.ok(reply.headers.get('retry-after'));
    }
  });
});

/** Asserts that the work takes little CPU time of the main thread; waiting does not count. */
async function withLittleWork<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 400_000, `${user + system} µs`);
  return result;
}

function doubling(keyword: 'anyOf' | 'allOf', levels: number): object {
  const defs: { [name: string]: unknown } = { l0: { required: ['nothing'] } };
  for (let level = 1; level <= levels; level += 1) {
    const below = { $ref: `#/$defs/l${level - 1}` };
    defs[`l${level}`] = { [keyword]: [below, below] };
  }
  return defs;
}
