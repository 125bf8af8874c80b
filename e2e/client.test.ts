import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPlatformClient, isBarazaError, type PlatformClient } from '@baraza/client';
import { serverOfSuite } from '../packages/server/test/fixtures/server.ts';

describe('the client and the real platform', () => {
  const { server, owner } = serverOfSuite();
  let platform: PlatformClient;
  before(() => {
    platform = createPlatformClient({ baseUrl: server.url, key: owner.key });
  });

  test('a typed collection is filtered, sorted, merged and guarded by versions', async () => {
    type Order = { readonly item: string; readonly total: number; readonly at?: string };
    const { resources } = platform;
    const config = { indexes: ['total', 'at'] };
    const made = await resources.create({ service: 'data', kind: 'Collection', name: 'n', config });
    const orders = resources.collection<Order>(made.id);
    for (const [item, total] of [
      ['unga', 9],
      ['10', 120],
      ['a, b', 30],
      ['"q"', 4],
    ] as const)
      await orders.create({ item, total, at: new Date(total * 60_000).toISOString() });
    const found = async (options: Parameters<typeof orders.list>[0]) =>
      (await orders.list(options)).records.map(({ record }) => record.total);
    assert.deepEqual(await found({ where: { total: { gt: 5, lte: 30 } } }), [9, 30]);
    assert.deepEqual(await found({ where: { at: { lt: new Date(10 * 60_000) } } }), [9, 4]);
    assert.deepEqual(await found({ where: { item: { in: ['a, b', '"q"', '10'] } } }), [120, 30, 4]);
    assert.deepEqual(await found({ where: { item: { gte: '10', lt: '2' } } }), [120]);
    assert.deepEqual(
      await found({ where: { item: { ne: 'unga' } }, sort: '-total' }),
      [120, 30, 4],
    );
    const seen = [];
    for await (const one of orders.iterate({ sort: 'total', limit: 1, fields: ['item'] }))
      seen.push(one);
    assert.deepEqual(
      seen.map(({ record }) => record),
      [{ item: '"q"' }, { item: 'unga' }, { item: 'a, b' }, { item: '10' }],
    );
    const [first] = seen;
    assert.ok(first !== undefined);
    const merged = await orders.patch(first.recordId, { at: null, total: 5 }, { ifMatch: 1 });
    assert.deepEqual([merged.record, merged.version], [{ item: '"q"', total: 5 }, 2]);
    await assert.rejects(orders.put(first.recordId, merged.record, { ifMatch: 1 }), (error) =>
      isBarazaError(error, 'version'),
    );
    assert.equal((await orders.put(first.recordId, merged.record, { ifMatch: 2 })).version, 3);
    assert.equal((await orders.delete(first.recordId, { ifMatch: 3 })).deleted, true);
    await assert.rejects(orders.get(first.recordId), (error) => isBarazaError(error, 'not_found'));
  });

  test('a refusal of the server is a typed error with its code', async () => {
    const reader = createPlatformClient({
      baseUrl: server.url,
      key: (await owner.newKey(['data:read'])).key,
    });
    const make = reader.resources.create({ service: 'data', kind: 'Collection', name: 'x' });
    await assert.rejects(make, (error) => isBarazaError(error, 'scope'));
    const stranger = createPlatformClient({ baseUrl: server.url, key: 'rpk_not_a_key' });
    await assert.rejects(stranger.status(), (error) => isBarazaError(error, 'unauthorized'));
    const assistant = await platform.resources.create({
      service: 'ai',
      kind: 'Assistant',
      name: 'a',
    });
    const generated = createPlatformClient({ baseUrl: server.url, key: owner.key, retries: 0 });
    await assert.rejects(
      generated.ai.generate({ assistant: assistant.id, prompt: 'habari' }),
      (error) => isBarazaError(error, 'unavailable') && error.message.includes('BARAZA_MODEL_URL'),
    );
    assert.equal((await platform.status()).status, 'ok');
    assert.equal((await platform.openapi()).openapi, '3.1.0');
  });
});
