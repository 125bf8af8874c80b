import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemSchema } from '@baraza/contract';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0 },
    status: { enum: ['open', 'paid'] },
    address: { type: 'object', additionalProperties: false, properties: { city: {} } },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

describe('errors of fields', () => {
  const { server, owner } = serverOfSuite();
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    owner.send(method, `${resources}/${path}`, body, headers);
  const collection = async () => (await newResource(server, owner.key, 'data', { schema })).id;

  test('a record against its schema is answered with all fields that are wrong', async () => {
    const id = await collection();
    const record = { age: 'old', status: 'late', more: 1, tags: ['a', 5], address: { 'x/y': 1 } };
    const { status, json } = await call('POST', `${id}/records`, record);
    assert.equal(status, 400);
    const { errors = [] } = problemSchema.parse(json);
    assert.deepEqual(errors.map(({ path }) => path).sort(), [
      '/address/x~1y',
      '/age',
      '/more',
      '/name',
      '/status',
      '/tags/1',
    ]);
    const wrong = errors.find(({ path }) => path === '/status');
    assert.deepEqual(wrong?.allowed, ['open', 'paid']);
    assert.ok(errors.every(({ message }) => message.length > 0));
    const lines = `{"name":"a"}\n${JSON.stringify(record)}`;
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await owner.send('POST', `${resources}/${id}/records`, lines, headers);
    assert.deepEqual([imported.json.line, imported.json.errors.length], [2, 6]);
  });

  test('at most 20 errors are listed', async () => {
    const id = await collection();
    const { json } = await call('POST', `${id}/records`, { name: 'a', tags: Array(50).fill(1) });
    assert.equal(json.errors.length, 20);
  });

  test('fields that a closed schema does not have are refused in where, sort and summaries', async () => {
    const id = await collection();
    for (const query of [
      'where.statsu.ne=x',
      'sort=nmae',
      'where.address.town=x',
      'sort=-address.x',
    ]) {
      const { status, json } = await call('GET', `${id}/records?${query}`);
      assert.equal(status, 400, query);
      assert.match(json.error, /has no field/);
    }
    assert.equal((await call('GET', `${id}?where.statsu=x`)).status, 400);
    assert.equal((await call('GET', `${id}/records/summary?count=true&group=statsu`)).status, 400);
    for (const query of [
      'where.status=open',
      'sort=address.city',
      'where.tags.0=a',
      'where.age.gt=3',
    ])
      assert.equal((await call('GET', `${id}/records?${query}`)).status, 200, query);
    const open = (await newResource(server, owner.key, 'data', { schema: { type: 'object' } })).id;
    assert.equal((await call('GET', `${open}/records?where.any.ne=x`)).status, 200);
  });
});
