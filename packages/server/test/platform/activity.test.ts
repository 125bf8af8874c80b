import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ActivityEntry, activityActions, activityEntrySchema, limits } from '@baraza/contract';
import { forgetOld } from '../../src/platform/activity.ts';
import { sql } from '../../src/store/store.ts';
import {
  ask,
  defaultEngine,
  form,
  type House,
  newResource,
  type Owner,
  openHouse,
  resources,
  storage,
} from '../fixtures/house.ts';

describe('activity', () => {
  let house: House;
  before(async () => {
    house = await openHouse(defaultEngine);
  });
  after(() => house.close());

  const activity = async (owner: Pick<Owner, 'key'>): Promise<ActivityEntry[]> => {
    const reply = await ask(house, 'GET', `${resources}?activityLimit=1000`, { key: owner.key });
    return reply.json.activity.map((entry: unknown) => activityEntrySchema.strict().parse(entry));
  };
  const patch = (owner: Pick<Owner, 'key'>, id: string, body: object) =>
    ask(house, 'PATCH', `${resources}/${id}`, { key: owner.key, body });
  const upload = (owner: Pick<Owner, 'key'>, id: string, bytes: string) =>
    ask(house, 'POST', `${storage}/${id}`, {
      key: owner.key,
      body: form({ bytes, name: 'a.txt' }),
    });

  test('each change is one entry: what, to what, by whom, and how', async () => {
    const owner = await house.newOwner();
    const told: (readonly [action: string, resourceId: string, detail: object])[] = [];
    const tell = (action: string, id: string, detail: object = {}) =>
      told.unshift([action, id, detail]);

    const data = await newResource(house, owner.key, 'data');
    tell('resource-created', data.id);
    const { recordId } = (await patch(owner, data.id, { action: 'add-record', record: {} })).json;
    tell('record-added', data.id, { recordId });
    await patch(owner, data.id, { action: 'update-record', recordId, record: { a: 1 } });
    tell('record-updated', data.id, { recordId });
    await patch(owner, data.id, { action: 'delete-record', recordId });
    tell('record-deleted', data.id, { recordId });
    await ask(house, 'POST', `${resources}/${data.id}/records`, {
      key: owner.key,
      body: '{"a":1}\n{"b":2}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    tell('records-imported', data.id, { records: 2 });
    await patch(owner, data.id, { action: 'rename', name: 'renamed' });
    tell('resource-renamed', data.id, { from: 'a data resource', to: 'renamed' });
    await patch(owner, data.id, { action: 'configure', config: { secret: 'not told' } });
    tell('resource-configured', data.id);
    await patch(owner, data.id, { action: 'archive' });
    tell('resource-archived', data.id, { from: 'active' });
    await patch(owner, data.id, { action: 'restore' });
    tell('resource-restored', data.id, { to: 'active' });
    const dev = await newResource(house, owner.key, 'dev');
    tell('resource-created', dev.id);
    await patch(owner, dev.id, { action: 'validate' });
    tell('resource-validated', dev.id, { ok: true });
    const connect = await newResource(house, owner.key, 'connect');
    tell('resource-created', connect.id);
    const captured = await patch(owner, connect.id, { action: 'capture', record: { a: 1 } });
    tell('entry-captured', connect.id, { recordId: captured.json.recordId });
    const body = { service: 'connect', kind: 'Webhook', name: 'hook', config: {} };
    const { id: hook } = (await ask(house, 'POST', resources, { key: owner.key, body })).json;
    tell('resource-created', hook);
    await ask(house, 'POST', `${resources}/${hook}/rotate-secret`, { key: owner.key });
    tell('secret-rotated', hook);
    const work = await newResource(house, owner.key, 'work');
    tell('resource-created', work.id);
    await patch(owner, work.id, { action: 'complete' });
    tell('task-completed', work.id);
    const bucket = await newResource(house, owner.key, 'storage');
    tell('resource-created', bucket.id);
    await upload(owner, bucket.id, 'one');
    tell('object-uploaded', bucket.id, { key: 'a.txt', size: 3 });
    await upload(owner, bucket.id, 'three');
    tell('object-replaced', bucket.id, { key: 'a.txt', size: 5 });
    await ask(house, 'DELETE', `${storage}/${bucket.id}?key=a.txt`, { key: owner.key });
    tell('object-deleted', bucket.id, { key: 'a.txt' });
    const ai = await newResource(house, owner.key, 'ai', { description: 'The desk is open.' });
    tell('resource-created', ai.id);
    const generated = await ask(house, 'POST', '/api/platform/ai', {
      key: owner.key,
      body: { assistant: ai.id, prompt: 'Is the desk open?' },
    });
    const { id: generationId, finishReason, usage } = generated.json;
    tell('text-generated', ai.id, { generationId, finishReason, usage });
    await ask(house, 'DELETE', `${resources}/${bucket.id}`, { key: owner.key });
    tell('resource-deleted', bucket.id, { records: 0, objects: 0 });

    const entries = await activity(owner);
    assert.deepEqual(
      entries.map(({ action, resourceId, detail }) => [action, resourceId, detail]),
      told,
    );
    assert.deepEqual(new Set(entries.map(({ action }) => action)), new Set(activityActions));
    assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
    for (const entry of entries) assert.match(entry.action, /^[a-z]+-[a-z]+ed$/);
    const times = entries.map(({ at }) => at);
    assert.deepEqual(times, [...times].sort().reverse());
    assert.ok(!JSON.stringify(entries).includes('not told'));
  });

  test('an entry names the key that did it and the thing as it was called then', async () => {
    const owner = await house.newOwner();
    const one = await owner.newKey(['data']);
    const two = await owner.newKey(['*']);
    const { id } = await newResource(house, one.key, 'data');
    await patch(two, id, { action: 'rename', name: 'later' });
    const [renamed, created] = await activity(owner);
    assert.deepEqual(renamed?.actor, { keyId: two.id, name: 'test key' });
    assert.deepEqual(created?.actor, { keyId: one.id, name: 'test key' });
    assert.deepEqual([renamed?.name, created?.name], ['later', 'a data resource']);
    assert.deepEqual([created?.service, created?.kind], ['data', 'Collection']);
  });

  test('a refused change leaves no entry', async () => {
    const owner = await house.newOwner();
    const { id } = await newResource(house, owner.key, 'data', { schema: { required: ['a'] } });
    const bucket = await newResource(house, owner.key, 'storage');
    const before = await activity(owner);
    const refusals = [
      await patch(owner, id, { action: 'restore' }),
      await patch(owner, id, { action: 'validate' }),
      await patch(owner, id, { action: 'add-record', record: {} }),
      await patch(owner, id, { action: 'add-record', record: { a: 'x'.repeat(20_480) } }),
      await patch(owner, id, { action: 'delete-record', recordId: 'rec_' }),
      await patch(owner, id, { action: 'configure', config: { schema: 5 } }),
      await ask(house, 'PATCH', `${resources}/${id}`, {
        key: owner.key,
        body: { action: 'archive' },
        headers: { 'if-match': '"9"' },
      }),
      await ask(house, 'DELETE', `${storage}/${bucket.id}?key=none`, { key: owner.key }),
      await upload(owner, id, 'not a bucket'),
    ];
    for (const { status, text } of refusals) assert.ok(status >= 400 && status < 500, text);
    assert.deepEqual(await activity(owner), before);
  });

  test('an entry that cannot be written takes its change with it', async () => {
    const owner = await house.newOwner();
    const { id } = await newResource(house, owner.key, 'data');
    const { store } = house.platform;
    await store.script(['ALTER TABLE activity RENAME TO activity_away']);
    const replies = [
      await patch(owner, id, { action: 'rename', name: 'lost' }),
      await patch(owner, id, { action: 'add-record', record: {} }),
      await ask(house, 'DELETE', `${resources}/${id}`, { key: owner.key }),
    ];
    await store.script(['ALTER TABLE activity_away RENAME TO activity']);
    for (const { status } of replies) assert.equal(status, 503);
    const { json } = await ask(house, 'GET', `${resources}/${id}`, { key: owner.key });
    assert.deepEqual([json.name, json.version, json.records], ['a data resource', 1, []]);
  });

  test('concurrent changes are all recorded, in commit order', async () => {
    const owner = await house.newOwner();
    const { id } = await newResource(house, owner.key, 'data');
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        patch(owner, id, { action: 'rename', name: `name ${n}` }),
      ),
    );
    const entries = (await activity(owner)).filter(({ action }) => action === 'resource-renamed');
    assert.equal(entries.length, 40);
    for (const [index, entry] of entries.entries()) {
      const older = entries[index + 1];
      if (older !== undefined) assert.equal(entry.detail.from, older.detail.to);
    }
  });

  test('entries are kept for 30 days', async () => {
    const owner = await house.newOwner();
    await newResource(house, owner.key, 'data');
    house.clock.advance(limits.activityKeptMs - 60_000);
    const young = await newResource(house, owner.key, 'data');
    await forgetOld(house.platform);
    assert.equal((await activity(owner)).length, 2);
    house.clock.advance(120_000);
    await forgetOld(house.platform);
    assert.deepEqual(
      (await activity(owner)).map(({ resourceId }) => resourceId),
      [young.id],
    );
  });

  test('the newest 10,000 entries of an owner are kept, and other owners lose none', async () => {
    const busy = await house.newOwner();
    const quiet = await house.newOwner();
    await newResource(house, quiet.key, 'data');
    const first = await newResource(house, busy.key, 'data');
    const { store } = house.platform;
    const count = `UPDATE owners SET activity_seq = activity_seq + ${limits.activityKeptPerOwner - 1}`;
    await store.script([`${count} WHERE id = '${busy.id}'`]);
    const second = await newResource(house, busy.key, 'data');
    await forgetOld(house.platform);
    const ids = (await activity(busy)).map(({ resourceId }) => resourceId);
    assert.deepEqual(ids, [second.id]);
    assert.ok(!ids.includes(first.id));
    assert.equal((await activity(quiet)).length, 1);
    const rows = await store.all(sql`SELECT id FROM activity WHERE owner_id = ${busy.id}`);
    assert.equal(rows.length, 1);
  });
});
