import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createPlatformClient, isBarazaError, type PlatformClient } from '@baraza/client';
import {
  type Owner,
  openServer,
  type TestServer,
} from '../packages/server/test/fixtures/server.ts';

describe('the client and the real platform', () => {
  let server: TestServer;
  let owner: Owner;
  let platform: PlatformClient;
  before(async () => {
    server = await openServer('sqlite');
    owner = await server.newOwner();
    platform = createPlatformClient({ baseUrl: server.url, key: owner.key });
  });
  after(() => server.close());

  test('a collection is created, renamed, filled, archived, restored and deleted', async () => {
    const { resources } = platform;
    const made = await resources.create({ service: 'data', kind: 'Collection', name: 'Orders' });
    assert.equal((await resources.rename(made.id, 'Maagizo')).name, 'Maagizo');
    const added = await resources.addRecord(made.id, { item: 'unga', count: 2 });
    const updated = await resources.updateRecord(made.id, added.recordId, { item: 'sukari' });
    assert.deepEqual(updated.record.record, { item: 'sukari' });
    const read = await resources.get(made.id);
    assert.deepEqual(
      read.records?.map(({ record }) => record),
      [{ item: 'sukari' }],
    );
    assert.equal(await resources.get(made.id, { ifNoneMatch: read.version }), undefined);
    const gone = await resources.deleteRecord(made.id, added.recordId);
    assert.equal(gone.recordCount, 0);
    assert.equal((await resources.configure(made.id, { region: 'local' })).config.region, 'local');
    assert.equal((await resources.archive(made.id)).state, 'archived');
    await assert.rejects(resources.rename(made.id, 'x'), (error) =>
      isBarazaError(error, 'conflict'),
    );
    assert.equal((await resources.restore(made.id)).state, 'active');
    assert.equal((await resources.delete(made.id)).deleted, true);
    await assert.rejects(resources.get(made.id), (error) => isBarazaError(error, 'not_found'));
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

  test('validate, capture and complete change the state of a resource', async () => {
    const { resources } = platform;
    const make = (service: 'dev' | 'connect' | 'work', kind: string) =>
      resources.create({ service, kind, name: kind, config: {} });
    const project = await make('dev', 'Project');
    assert.equal((await resources.validate(project.id)).state, 'validated');
    const form = await make('connect', 'Form');
    assert.equal((await resources.capture(form.id, { record: { name: 'Asha' } })).recordCount, 1);
    const task = await make('work', 'Task');
    assert.equal((await resources.complete(task.id)).state, 'completed');
  });

  test('iterators return every record once', async () => {
    const { resources } = platform;
    const list = await resources.create({ service: 'data', kind: 'Collection', name: 'many' });
    for (let index = 0; index < 25; index += 1) await resources.addRecord(list.id, { index });
    const seen: unknown[] = [];
    for await (const { record } of resources.iterateRecords(list.id, { limit: 10 }))
      seen.push(record.index);
    assert.deepEqual(
      seen,
      Array.from({ length: 25 }, (_, index) => index),
    );
    const ids = new Set<string>();
    for await (const { id } of resources.iterate({ limit: 2 })) ids.add(id);
    assert.equal(ids.size, (await resources.list()).total);
  });

  test('objects with any key are downloaded unchanged, in full and in ranges', async () => {
    const { resources, storage } = platform;
    const bucket = await resources.create({ service: 'storage', kind: 'Bucket', name: 'files' });
    const key = 'picha/“Asha” & 🦀.txt';
    const text = 'habari ya leo';
    const stored = await storage.upload(bucket.id, key, text, { contentType: 'text/plain' });
    assert.deepEqual([stored.key, stored.size, stored.replaced], [key, text.length, false]);
    assert.equal(await (await storage.download(bucket.id, key)).text(), text);
    const part = await storage.download(bucket.id, key, { range: { start: 7, end: 8 } });
    assert.equal(await part.text(), text.slice(7, 9));
    assert.equal((await storage.head(bucket.id, key)).size, text.length);
    const streamed = new Blob(['a', 'b']).stream();
    assert.equal((await storage.upload(bucket.id, 'stream', streamed)).size, 2);
    assert.deepEqual(
      (await storage.list(bucket.id)).objects.map((object) => object.key),
      [key, 'stream'],
    );
    await storage.delete(bucket.id, key);
    assert.equal((await storage.list(bucket.id)).total, 1);
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
