import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

type Case = readonly [schema: unknown, fits: readonly object[], against: readonly object[]];

/** Schemas with records that fit and records that do not. */
const enforced: readonly Case[] = [
  [{ type: 'object', required: ['a'] }, [{ a: 1 }], [{}, { b: 1 }]],
  [
    { properties: { a: { pattern: '^a+$' }, b: { pattern: '^b+$' } } },
    [{ a: 'aa', b: 'bb' }, { a: 5 }],
    [{ a: 'bb' }, { b: 'aa' }, { a: 'aab' }],
  ],
  [{ properties: { a: { pattern: 'b' } } }, [{ a: 'abc' }], [{ a: 'ac' }]],
  [{ properties: { a: { pattern: '^[\\u0041-\\u005a]+$' } } }, [{ a: 'ABC' }], [{ a: 'abc' }]],
  [{ properties: { a: { pattern: '^\\p{Lu}$' } } }, [{ a: 'É' }], [{ a: 'é' }]],
  [{ properties: { a: { pattern: '^(a+)+$' } } }, [{ a: 'aaa' }], [{ a: 'aaa!' }]],
  [{ patternProperties: { '^x-': { type: 'number' } } }, [{ 'x-a': 1, a: '' }], [{ 'x-a': '' }]],
  [{ additionalProperties: false, properties: { a: {} } }, [{ a: 1 }], [{ b: 1 }]],
  [{ unevaluatedProperties: false, allOf: [{ properties: { a: {} } }] }, [{ a: 1 }], [{ b: 1 }]],
  [
    { properties: { at: { format: 'date-time' } } },
    [{ at: '2026-11-15T00:00:00Z' }],
    [{ at: 'x' }],
  ],
  [{ properties: { a: { prefixItems: [{ type: 'string' }] } } }, [{ a: ['x'] }], [{ a: [1] }]],
  [{ propertyNames: { pattern: '^[a-z]+$' } }, [{ abc: 1 }], [{ A: 1 }]],
  [{ properties: { n: { multipleOf: 0.5, maximum: 10 } } }, [{ n: 1.5 }], [{ n: 0.3 }, { n: 11 }]],
  [{ dependentRequired: { a: ['b'] } }, [{ a: 1, b: 1 }], [{ a: 1 }]],
  [{ required: ['constructor'] }, [{ constructor: 1 }], [{}]],
  [
    { $defs: { n: { type: 'number' } }, properties: { a: { $ref: '#/$defs/n' } } },
    [{ a: 1 }],
    [{ a: '' }],
  ],
  [
    { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } },
    [{ children: [{ children: [] }] }],
    [{ children: [5] }],
  ],
  [{ $schema: 'https://json-schema.org/draft/2020-12/schema', minProperties: 1 }, [{ a: 1 }], [{}]],
  [true, [{}], []],
  [false, [], [{}]],
];

/** What cannot be used as a schema, and what the refusal has to say. */
const unusable: readonly (readonly [unknown, RegExp])[] = [
  ['text', /object, true or false/],
  [null, /object, true or false/],
  [[], /object, true or false/],
  [5, /object, true or false/],
  [{ type: 'nothing' }, /type/],
  [{ required: 'name' }, /required/],
  [{ properties: [] }, /properties/],
  [{ minLength: -1 }, /minLength/],
  [{ properties: { a: { pattern: '(' } } }, /./],
  [{ properties: { a: { pattern: '(?=a)b' } } }, /\(\?=/],
  [{ properties: { a: { pattern: '(a)\\1' } } }, /./],
  [{ $ref: 'https://example.com/schema.json' }, /example\.com/],
  [{ $ref: 'file:///etc/passwd' }, /passwd/],
  [{ $ref: '#/$defs/none' }, /none/],
  [{ $schema: 'http://json-schema.org/draft-07/schema#' }, /2020-12/],
  [{ $schema: 'https://example.com/mine' }, /2020-12/],
];

describe('config.schema', () => {
  const { server, owner } = serverOfSuite();

  const patch = (id: string, body: object, key = owner.key) =>
    ask(server, 'PATCH', `${resources}/${id}`, { key, body });
  const add = (id: string, record: object, key = owner.key) =>
    patch(id, { action: 'add-record', record }, key);
  const make = async (schema: unknown, service = 'data') =>
    (await newResource(server, owner.key, service, { schema } as object)).id;

  test('new and replaced records and entries have to fit it', async () => {
    for (const [schema, fits, against] of enforced) {
      const name = JSON.stringify(schema);
      const collection = await make(schema);
      const form = await make(schema, 'connect');
      const recordIds: string[] = [];
      for (const record of fits) {
        const added = await add(collection, record);
        assert.equal(added.status, 200, `${name}: ${added.text}`);
        recordIds.push(added.json.recordId);
        assert.equal((await patch(form, { action: 'capture', record })).status, 200, name);
      }
      for (const record of against) {
        const refused = [
          await add(collection, record),
          await patch(form, { action: 'capture', record }),
        ];
        const [recordId] = recordIds;
        if (recordId !== undefined)
          refused.push(await patch(collection, { action: 'update-record', recordId, record }));
        for (const reply of refused) {
          assert.equal(reply.status, 400, `${name} ${JSON.stringify(record)}: ${reply.text}`);
          assert.match(reply.json.error, /^The record is against its schema: record.*\.$/);
        }
      }
      const { json } = await owner.send('GET', `${resources}/${collection}`);
      assert.equal(json.recordCount, fits.length);
    }
  });

  test('one that cannot be used is refused when it is configured, with the reason', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    for (const [schema, reason] of unusable) {
      const config = { schema };
      const body = { service: 'data', kind: 'Collection', name: 'x', config };
      for (const reply of [
        await owner.send('POST', resources, body),
        await owner.send('POST', resources, { ...body, service: 'connect' }),
        await patch(id, { action: 'configure', config }),
      ]) {
        assert.equal(reply.status, 400, `${JSON.stringify(schema)}: ${reply.text}`);
        assert.match(reply.json.error, /^config\.schema cannot be used: .*\.$/);
        assert.match(reply.json.error, reason);
      }
    }
    const { json } = await owner.send('GET', `${resources}/${id}`);
    assert.deepEqual([json.version, json.config], [1, {}]);
  });

  test('a schema of the maximum size is usable, and the next one too', async () => {
    for (let n = 0; n < 3; n += 1) {
      const names = Array.from({ length: 550 }, (_, index) => `p${n}_${index}`);
      const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
      const id = await make({ properties, additionalProperties: false });
      const record = Object.fromEntries(names.map((name) => [name, 'x']));
      assert.equal((await add(id, record)).status, 200);
      assert.equal((await add(id, { ...record, [`p${n}_7`]: 5 })).status, 400);
      assert.equal((await add(id, { another: 'x' })).status, 400);
    }
  });

  test('on other services it is a setting like any other', async () => {
    for (const service of ['storage', 'ai', 'dev', 'work'])
      assert.ok(await make({ type: 'nothing' }, service));
  });

  test('a new schema applies to new records and leaves old ones alone', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    await add(id, { old: true });
    await patch(id, { action: 'configure', config: { schema: { required: ['a'] } } });
    assert.equal((await add(id, { old: true })).status, 400);
    assert.equal((await add(id, { a: 1 })).status, 200);
    await patch(id, { action: 'configure', config: {} });
    assert.equal((await add(id, { old: true })).json.recordCount, 3);
  });

  test('an entry without a record is not checked against the schema', async () => {
    const form = await make({ required: ['email'] }, 'connect');
    assert.equal((await patch(form, { action: 'capture' })).status, 200);
    assert.equal((await patch(form, { action: 'capture', record: {} })).status, 400);
  });

  test('a schema cannot reference another one by its $id, of the same owner or another', async () => {
    const $id = 'https://example.com/shared';
    const other = await server.newOwner();
    const strict = await make({ $id, required: ['a'], $defs: { x: { $anchor: 'x' } } });
    const loose = await make({ $id, required: ['b'] });
    const foreign = await newResource(server, other.key, 'data', {
      schema: { $id, required: ['c'] },
    });
    assert.equal((await add(strict, { a: 1 })).status, 200);
    assert.equal((await add(loose, { b: 1 })).status, 200);
    assert.equal((await add(foreign.id, { c: 1 }, other.key)).status, 200);
    for (const [id, key] of [
      [strict, owner.key],
      [loose, owner.key],
      [foreign.id, other.key],
    ] as const)
      assert.equal((await add(id, { d: 1 }, key)).status, 400);
    for (const $ref of [$id, `${$id}#x`]) {
      const config = { schema: { $ref } };
      const body = { service: 'data', kind: 'Collection', name: 'x', config };
      const reply = await other.send('POST', resources, body);
      assert.equal(reply.status, 400, reply.text);
    }
  });
});
