import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, platformUsageSchema } from '@baraza/contract';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { engines, newResource } from '../fixtures/server.ts';
import { openConsoleServer } from './console-server.ts';

for (const engine of engines)
  test(`usage on ${engine} counts the changes of each day, as far as a key may know of them`, async (t) => {
    const server = await openConsoleServer(engine);
    t.after(server.close);
    const { platformServer: platform } = server.siteServer;
    const owner = await platform.newOwner();
    const first = await newResource(platform, owner.key, 'data');
    await newResource(platform, owner.key, 'storage');
    platform.clock.advance(2 * dayMs);
    await newResource(platform, owner.key, 'data');
    const usageOf = async (credential: string, days: number) => {
      const { call } = await server.signIn({ credential });
      const { json } = await call('GET', `/console/usage?days=${days}`);
      assert.deepEqual(platformUsageSchema.parse(json), json);
      return json;
    };
    const all = await usageOf(owner.key, 3);
    assert.deepEqual(fieldsOf(all.days, 'changes'), [2, 0, 1]);
    assert.deepEqual([all.resources.data, all.resources.storage, all.bytes], [2, 1, 0]);
    const { key } = await owner.newKey(['data:read'], null, [first.id]);
    const some = await usageOf(key, 3);
    assert.deepEqual(fieldsOf(some.days, 'changes'), [1, 0, 0]);
    assert.deepEqual([some.resources.data, some.resources.storage, some.bytes], [1, 0, null]);
    const noStorage = await owner.newKey(['data:read']);
    assert.equal((await usageOf(noStorage.key, 3)).bytes, null);
  });
