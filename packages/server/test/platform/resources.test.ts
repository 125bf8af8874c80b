import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { sql } from '../../src/store/store.ts';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';

const valid = { service: 'data', kind: 'Collection', name: 'Orders', config: {} };

describe('resources', () => {
  const { server, owner } = serverOfSuite();

  const create = (body: object) => owner.send('POST', resources, body);
  const one = (id: string) => `${resources}/${id}`;
  const get = (id: string, headers = {}) => owner.send('GET', one(id), undefined, headers);
  const rename = (id: string, name: string, headers = {}) =>
    owner.send('PATCH', one(id), { action: 'rename', name }, headers);

  test('If-None-Match gives 304 without a body until something changes', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    for (const tag of ['"1"', 'W/"1"', '"9", "1"', '*', '1']) {
      const reply = await get(id, { 'if-none-match': tag });
      assert.equal(reply.status, 304, tag);
      assert.equal(reply.text, '');
      assert.equal(reply.headers.get('etag'), '"1"');
    }
    for (const tag of ['"2"', '"11"', '', 'W/"2"'])
      assert.equal((await get(id, { 'if-none-match': tag })).status, 200, tag);
    const body = { action: 'add-record', record: {} };
    await owner.send('PATCH', one(id), body);
    const changed = await get(id, { 'if-none-match': '"1"' });
    assert.equal(changed.status, 200);
    assert.equal(changed.json.records.length, 1);
  });

  test('If-Match lets a change through only on the version it names', async () => {
    const { id } = await newResource(server, owner.key, 'work');
    assert.equal((await rename(id, 'two', { 'if-match': '"1"' })).json.version, 2);
    const stale = await rename(id, 'three', { 'if-match': '"1"' });
    assert.equal(stale.status, 409);
    assert.equal(stale.json.code, 'version');
    assert.match(stale.json.error, /"2"/);
    for (const tag of ['*', 'W/"3"', '"9", "4"', '5'])
      assert.equal((await rename(id, 'next', { 'if-match': tag })).status, 200, tag);
    assert.equal((await get(id)).json.version, 6);
    const gone = (tag: string) => owner.send('DELETE', one(id), undefined, { 'if-match': tag });
    assert.equal((await gone('"5"')).status, 409);
    assert.equal((await gone('"6"')).status, 200);
    assert.equal((await gone('"6"')).status, 404);
  });

  test('of 20 concurrent changes with the same If-Match one succeeds', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => rename(id, `n ${n}`, { 'if-match': '"1"' })),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    assert.equal(replies.filter(({ status }) => status === 409).length, 19);
    assert.equal((await get(id)).json.version, 2);
  });

  test('of concurrent requests for the 10,000th resource one succeeds', async () => {
    const full = await server.newOwner();
    await server.platform.store.write((tx) =>
      tx.run(sql`UPDATE owners SET resource_count = ${limits.resourcesPerOwnerMax - 1}
          WHERE id = ${full.id}`),
    );
    const create = () => full.send('POST', resources, valid);
    const replies = await Promise.all([create(), create(), create()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    assert.equal(refused?.json.code, 'quota');
    assert.match(refused?.json.error, /10000/);
    const { json } = await full.send('GET', resources);
    assert.deepEqual([json.total, json.activity.length], [1, 1]);
    await full.send('DELETE', one(json.resources[0].id));
    assert.equal((await create()).status, 201);
  });

  test('unknown fields are ignored and never stored', async () => {
    const extra = {
      id: 'res_00000000000000000000000001',
      owner: 'x',
      ownerId: 'x',
      state: 'completed',
      version: 99,
      createdAt: '2000-01-01T00:00:00.000Z',
      recordCount: 5,
      secretNote: 'must not be kept',
    };
    const made = await create({ ...valid, ...extra });
    assert.equal(made.status, 201);
    assert.notEqual(made.json.id, extra.id);
    assert.deepEqual([made.json.state, made.json.version, made.json.recordCount], ['active', 1, 0]);
    const patched = await owner.send('PATCH', `${resources}/${made.json.id}`, {
      action: 'rename',
      name: 'x',
      ...extra,
    });
    assert.deepEqual([patched.json.state, patched.json.version], ['active', 2]);
    const list = await owner.send('GET', `${resources}?activityLimit=1000`);
    assert.ok(!list.text.includes('secretNote') && !list.text.includes('must not be kept'));
  });

  test('a config of 20,480 bytes fits, one more is too large', async () => {
    const sized = (bytes: number) => ({ t: 'x'.repeat(bytes - 8) });
    assert.equal((await create({ ...valid, config: sized(20_480) })).status, 201);
    const { json } = await create(valid);
    assert.equal((await create({ ...valid, config: sized(20_481) })).status, 413);
    const configure = (config: object) =>
      owner.send('PATCH', `${resources}/${json.id}`, { action: 'configure', config });
    assert.equal((await configure(sized(20_480))).status, 200);
    assert.equal((await configure(sized(20_481))).status, 413);
    const huge = { ...valid, padding: 'x'.repeat(limits.jsonBodyBytesMax) };
    assert.equal((await create(huge)).status, 413);
  });
});
