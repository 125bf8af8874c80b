import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, refuse, startServer } from '../../../test/scripted-server.ts';

interface Item {
  readonly stock: number;
}

const stored = { recordId: 'rec_1', record: { stock: 4 }, version: 2, createdAt: '' };
const patch = { stock: { $add: -1, $min: 0 } };
const lost = () => refuse(502, 'unexpected');

test('a call that adds to a number is repeated with its key, and never without one', async (t) => {
  const server = await startServer(t, lost(), json(200, stored), lost(), lost(), lost());
  const { resources, batch } = clientOf(server).client;
  const items = resources.collection<Item>('res_1');
  assert.deepEqual(await items.patch('rec_1', patch), stored);
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  assert.equal(keys.length, 2);
  assert.ok(keys[0] !== undefined && keys[0] !== '' && keys[0] === keys[1]);
  const withoutKey = { idempotencyKey: '' };
  await assert.rejects(items.patch('rec_1', patch, withoutKey), { status: 502 });
  await assert.rejects(batch([items.calls.patch('rec_1', patch)], withoutKey), { status: 502 });
  assert.equal(server.received.length, 4);
});

test('an account is changed again after a lost response, unless that adds to a number', async (t) => {
  const server = await startServer(t, lost(), json(200, {}), lost(), lost());
  const account = clientOf(server).client.users<Item>('res_2');
  await account.update({ stock: 5 });
  await assert.rejects(account.update(patch), { status: 502 });
  assert.equal(server.received.length, 3);
});
