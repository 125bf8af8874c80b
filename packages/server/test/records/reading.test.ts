import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expandedRecordSchema, problemSchema, recordListSchema } from '@baraza/contract';
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

describe('references, and errors of fields', () => {
  const { server, owner } = serverOfSuite();
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    owner.send(method, `${resources}/${path}`, body, headers);
  const collection = async () => (await newResource(server, owner.key, 'data', { schema })).id;
  const clinic = async () => {
    const patients = (await newResource(server, owner.key, 'data')).id;
    const references = { patient: patients, 'staff.ids': patients };
    const visits = (await newResource(server, owner.key, 'data', { references })).id;
    for (const name of ['asha', 'juma']) await call('PUT', `${patients}/records/${name}`, { name });
    const made = await call('POST', `${patients}/records`, { name: 'made' });
    return { patients, visits, madeId: made.json.recordId as string };
  };

  test('each record that a page refers to comes once, by its id; those that are gone are left out', async () => {
    const { visits, madeId } = await clinic();
    for (const patient of ['asha', 'asha', madeId, 'gone', 7])
      await call('POST', `${visits}/records`, { patient, staff: { ids: ['juma', 'asha'] } });
    const { json } = await call('GET', `${visits}/records?expand=patient,staff.ids`);
    const { expanded } = recordListSchema.parse(json);
    assert.deepEqual(Object.keys(expanded?.patient ?? {}).sort(), ['asha', madeId].sort());
    assert.deepEqual(expanded?.patient?.asha?.record, { name: 'asha' });
    assert.deepEqual(Object.keys(expanded?.['staff.ids'] ?? {}).sort(), ['asha', 'juma']);
    const page = await call('GET', `${visits}/records?expand=patient&limit=1&order=newest`);
    assert.deepEqual(page.json.expanded, { patient: {} });
    assert.equal((await call('GET', `${visits}/records`)).json.expanded, undefined);
  });

  test('one record can be expanded too', async () => {
    const { visits } = await clinic();
    const { json } = await call('POST', `${visits}/records`, { patient: 'juma' });
    const one = await call('GET', `${visits}/records/${json.recordId}?expand=patient`);
    assert.deepEqual(expandedRecordSchema.parse(one.json).expanded?.patient?.juma?.record, {
      name: 'juma',
    });
    assert.equal(
      (await call('GET', `${visits}/records/${json.recordId}?expand=other`)).status,
      400,
    );
    assert.equal((await call('GET', `${visits}/records?expand=patients`)).status, 400);
    const lines = await call('GET', `${visits}/records?expand=patient`, undefined, {
      accept: 'application/x-ndjson',
    });
    assert.equal(lines.status, 400);
  });

  test('a key for some resources cannot expand into another, and none refers to a stranger’s', async () => {
    const { visits } = await clinic();
    await call('POST', `${visits}/records`, { patient: 'asha' });
    const limited = await owner.newKey(['data'], null, [visits]);
    const refused = await limited.send('GET', `${resources}/${visits}/records?expand=patient`);
    assert.equal(refused.status, 404);
    assert.equal((await limited.send('GET', `${resources}/${visits}/records`)).status, 200);
    const stranger = await server.newOwner();
    const foreign = await newResource(server, stranger.key, 'data');
    const bucket = await newResource(server, owner.key, 'storage');
    for (const references of [
      { a: foreign.id },
      { a: bucket.id },
      { a: 5 },
      ['x'],
      'x',
      { a: 'res_x' },
    ]) {
      const reply = await call('PATCH', visits, { action: 'configure', config: { references } });
      assert.equal(reply.status, 400, JSON.stringify(references));
    }
  });

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
