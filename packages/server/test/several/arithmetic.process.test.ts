import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources } from '../fixtures/server.ts';
import { createDatabase } from '../postgres/server.ts';
import { takeOneEach } from '../records/record-calls.ts';
import { startSeveral } from './servers.ts';

test('of 1,000 at once at three servers that take one of 500 exactly 500 succeed', async (t) => {
  const { servers, key } = await startSeveral(t, 3, await createDatabase());
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${servers[0]?.url}${resources}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${response.status}`);
    return response.json();
  };
  const { id } = await send('POST', '', { service: 'data', kind: 'Collection', name: 'Shop' });
  const { recordId } = await send('POST', `/${id}/records`, { stock: 500 });
  const path = `/${id}/records/${recordId}`;
  const addresses = servers.map(({ url }) => `${url}${resources}${path}`);
  assert.deepEqual(await takeOneEach(addresses, key, 1_000), { 200: 500, 409: 500 });
  const { record, version } = await send('GET', path);
  assert.deepEqual([record, version], [{ stock: 0 }, 501]);
});
