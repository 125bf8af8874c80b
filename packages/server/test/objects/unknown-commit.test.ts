import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import type { Store } from '../../src/store/store.ts';
import { ask, form, newResource, openHouse, storage } from '../houses/house.ts';

test('a commit whose answer is lost keeps the bytes that its row refers to', async () => {
  const house = await openHouse('sqlite');
  const { key } = await house.newOwner();
  const { id } = await newResource(house, key, 'storage');
  const put = (bytes: string) =>
    ask(house, 'POST', `${storage}/${id}?key=a`, { key, body: form({ bytes }) });
  assert.equal((await put('one')).status, 201);
  const { store } = house.platform;
  const forgetful: Store = {
    ...store,
    write: async (job) => {
      await store.write(job);
      throw new Problem('unavailable', 'Whether this was stored is not known.');
    },
  };
  Object.assign(house.platform, { store: forgetful });
  assert.equal((await put('two')).status, 503);
  Object.assign(house.platform, { store });
  const read = await ask(house, 'GET', `${storage}/${id}?key=a`, { key });
  assert.deepEqual([read.status, read.text], [200, 'two']);
  await house.close();
});
