import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, startServer } from '../../../test/scripted-server.ts';

type Order = {
  readonly state: 'open' | 'paid';
  readonly total: number;
  readonly customer?: { readonly name: string; readonly city?: string };
  readonly tags: readonly string[];
};

const id = 'res_01hx';
const path = `/api/platform/resources/${id}/records`;
const order: Order = { state: 'open', total: 5, tags: [] };
const stored = { recordId: 'rec_1', record: order, version: 1, createdAt: '' };

test('a collection creates, reads, replaces, patches and deletes records of its type', async (t) => {
  const deleted = { deleted: true, recordId: 'rec_1' };
  const server = await startServer(
    t,
    json(201, stored),
    json(200, stored),
    json(200, stored),
    json(200, stored),
    json(200, deleted),
  );
  const orders = clientOf(server).client.resources.collection<Order>(id);
  const made = await orders.create(order);
  const total: number = made.record.total;
  assert.equal(total, 5);
  await orders.get('rec_1');
  await orders.put('rec_1', order, { ifMatch: made.version });
  await orders.patch(
    'rec_1',
    { total: 6, customer: { city: null }, tags: ['new'] },
    { ifMatch: made.version },
  );
  assert.deepEqual(await orders.delete('rec_1', { ifMatch: '*' }), deleted);
  assert.deepEqual(
    server.received.map(({ method, url, headers }) => [method, url, headers['if-match']]),
    [
      ['POST', path, undefined],
      ['GET', `${path}/rec_1`, undefined],
      ['PUT', `${path}/rec_1`, '"1"'],
      ['PATCH', `${path}/rec_1`, '"1"'],
      ['DELETE', `${path}/rec_1`, '*'],
    ],
  );
  assert.deepEqual(JSON.parse(String(server.received[3]?.body)), {
    total: 6,
    customer: { city: null },
    tags: ['new'],
  });
  // @ts-expect-error: an order has no field with this name.
  assert.equal(typeof (() => orders.patch('rec_1', { price: 1 })), 'function');
});

test('list and iterate send comparisons, sort and fields, and continue with the cursor', async (t) => {
  const page = (nextCursor: string | null) =>
    json(200, { records: [stored], total: null, nextCursor });
  const server = await startServer(t, page(null), page('c'), page(null));
  const orders = clientOf(server).client.resources.collection<Order>(id);
  const where = {
    total: { gte: 1, lt: 10.5 },
    'customer.name': { ne: 'Asha' },
    'customer.city': { gt: '10', exists: true },
  };
  await orders.list({ where, sort: '-total', fields: ['state', 'customer.name'], limit: 5 });
  const seen = [];
  const wanted = { state: { in: ['open', 'a,b', '"q"', 5] }, at: { gt: new Date(0) } };
  const any = clientOf(server).client.resources.collection(id);
  for await (const { record } of any.iterate({ where: wanted, limit: 1 })) seen.push(record);
  assert.equal(seen.length, 2);
  const queries = server.received.map(({ url }) => [...new URLSearchParams(url.split('?')[1])]);
  assert.deepEqual(queries[0], [
    ['limit', '5'],
    ['sort', '-total'],
    ['fields', 'state,customer.name'],
    ['where.total.gte', '1'],
    ['where.total.lt', '10.5'],
    ['where.customer.name.ne', 'Asha'],
    ['where.customer.city.gt', '"10"'],
    ['where.customer.city.exists', 'true'],
  ]);
  assert.deepEqual(queries[2], [
    ['limit', '1'],
    ['cursor', 'c'],
    ['where.state.in', 'open,"a,b","\\"q\\"",5'],
    ['where.at.gt', '1970-01-01T00:00:00.000Z'],
  ]);
  await assert.rejects(async () => orders.list({ where: { state: { in: [] } } }), TypeError);
});
