import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ActivityEntry, activityEntrySchema, eventTypes, limits } from '@baraza/contract';
import { forgetOld } from '../../src/platform/activity.ts';
import { sql } from '../../src/store/store.ts';
import {
  form,
  newResource,
  type Owner,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';

describe('activity', () => {
  const { server } = serverOfSuite();

  const activity = async (owner: Pick<Owner, 'send'>): Promise<ActivityEntry[]> => {
    const reply = await owner.send('GET', `${resources}?activityLimit=1000`);
    return reply.json.activity.map((entry: unknown) => activityEntrySchema.strict().parse(entry));
  };
  const patch = (owner: Pick<Owner, 'send'>, id: string, body: object) =>
    owner.send('PATCH', `${resources}/${id}`, body);
  const upload = (owner: Pick<Owner, 'send'>, id: string, bytes: string) =>
    owner.send('POST', `${storage}/${id}`, form({ bytes, name: 'a.txt' }));

  test('each change is one entry: what, to what, by whom, and how', async () => {
    const owner = await server.newOwner();
    const expected: (readonly [action: string, resourceId: string, detail: object])[] = [];
    const expectEntry = (action: string, id: string, detail: object = {}) =>
      expected.unshift([action, id, detail]);

    const data = await newResource(server, owner.key, 'data');
    expectEntry('resource-created', data.id);
    const { recordId } = (await patch(owner, data.id, { action: 'add-record', record: {} })).json;
    expectEntry('record-added', data.id, { recordId });
    await patch(owner, data.id, { action: 'update-record', recordId, record: { a: 1 } });
    expectEntry('record-updated', data.id, { recordId });
    await patch(owner, data.id, { action: 'delete-record', recordId });
    expectEntry('record-deleted', data.id, { recordId });
    await owner.send('POST', `${resources}/${data.id}/records`, '{"a":1}\n{"b":2}\n', {
      'content-type': 'application/x-ndjson',
    });
    expectEntry('records-imported', data.id, { records: 2 });
    await patch(owner, data.id, { action: 'rename', name: 'renamed' });
    expectEntry('resource-renamed', data.id, { from: 'a data resource', to: 'renamed' });
    await patch(owner, data.id, { action: 'configure', config: { secret: 'not shown' } });
    expectEntry('resource-configured', data.id);
    await patch(owner, data.id, { action: 'archive' });
    expectEntry('resource-archived', data.id, { from: 'active' });
    await patch(owner, data.id, { action: 'restore' });
    expectEntry('resource-restored', data.id, { to: 'active' });
    const dev = await newResource(server, owner.key, 'dev');
    expectEntry('resource-created', dev.id);
    await patch(owner, dev.id, { action: 'validate' });
    expectEntry('resource-validated', dev.id, { ok: true });
    const connect = await newResource(server, owner.key, 'connect');
    expectEntry('resource-created', connect.id);
    const captured = await patch(owner, connect.id, { action: 'capture', record: { a: 1 } });
    expectEntry('entry-captured', connect.id, { recordId: captured.json.recordId });
    const body = { service: 'connect', kind: 'Webhook', name: 'hook', config: {} };
    const { id: hook } = (await owner.send('POST', resources, body)).json;
    expectEntry('resource-created', hook);
    await owner.send('POST', `${resources}/${hook}/rotate-secret`);
    expectEntry('secret-rotated', hook);
    const work = await newResource(server, owner.key, 'work');
    expectEntry('resource-created', work.id);
    await patch(owner, work.id, { action: 'complete' });
    expectEntry('task-completed', work.id);
    const bucket = await newResource(server, owner.key, 'storage');
    expectEntry('resource-created', bucket.id);
    await upload(owner, bucket.id, 'one');
    expectEntry('object-uploaded', bucket.id, { key: 'a.txt', size: 3 });
    await upload(owner, bucket.id, 'three');
    expectEntry('object-replaced', bucket.id, { key: 'a.txt', size: 5 });
    await owner.send('DELETE', `${storage}/${bucket.id}?key=a.txt`);
    expectEntry('object-deleted', bucket.id, { key: 'a.txt' });
    const ai = await newResource(server, owner.key, 'ai', { description: 'The desk is open.' });
    expectEntry('resource-created', ai.id);
    const generated = await owner.send('POST', '/api/platform/ai', {
      assistant: ai.id,
      prompt: 'Is the desk open?',
    });
    const { id: generationId, finishReason, usage } = generated.json;
    expectEntry('text-generated', ai.id, { generationId, finishReason, usage });
    await owner.send('DELETE', `${resources}/${bucket.id}`);
    expectEntry('resource-deleted', bucket.id, { records: 0, objects: 0 });

    const entries = await activity(owner);
    assert.deepEqual(
      entries.map(({ action, resourceId, detail }) => [action, resourceId, detail]),
      expected,
    );
    // These are made by the server, not by a call: `form-entries.test.ts` and `fullness.test.ts` have them.
    const others = ['entries-expired', 'form-full', 'resource-nearly-full', 'resource-full'];
    assert.deepEqual(
      new Set([...entries.map(({ action }) => action), ...others]),
      new Set(eventTypes),
    );
    assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
    for (const entry of entries) assert.match(entry.action, /^[a-z]+-[a-z]+ed$/);
    const times = entries.map(({ at }) => at);
    assert.deepEqual(times, [...times].sort().reverse());
    assert.ok(!JSON.stringify(entries).includes('not shown'));
  });

  test('an entry names the key that did it and the thing as it was called then', async () => {
    const owner = await server.newOwner();
    const one = await owner.newKey(['data']);
    const two = await owner.newKey(['*']);
    const { id } = await newResource(server, one.key, 'data');
    await patch(two, id, { action: 'rename', name: 'later' });
    const [renamed, created] = await activity(owner);
    assert.deepEqual(renamed?.actor, { keyId: two.id, name: 'test key' });
    assert.deepEqual(created?.actor, { keyId: one.id, name: 'test key' });
    assert.deepEqual([renamed?.name, created?.name], ['later', 'a data resource']);
    assert.deepEqual([created?.service, created?.kind], ['data', 'Collection']);
  });

  test('a refused change leaves no entry', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data', { schema: { required: ['a'] } });
    const bucket = await newResource(server, owner.key, 'storage');
    const before = await activity(owner);
    const refusals = [
      await patch(owner, id, { action: 'restore' }),
      await patch(owner, id, { action: 'validate' }),
      await patch(owner, id, { action: 'add-record', record: {} }),
      await patch(owner, id, { action: 'add-record', record: { a: 'x'.repeat(20_480) } }),
      await patch(owner, id, { action: 'delete-record', recordId: 'rec_' }),
      await patch(owner, id, { action: 'configure', config: { schema: 5 } }),
      await owner.send('PATCH', `${resources}/${id}`, { action: 'archive' }, { 'if-match': '"9"' }),
      await owner.send('DELETE', `${storage}/${bucket.id}?key=none`),
      await upload(owner, id, 'not a bucket'),
    ];
    for (const { status, text } of refusals) assert.ok(status >= 400 && status < 500, text);
    assert.deepEqual(await activity(owner), before);
  });

  test('an entry that cannot be written takes its change with it', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data');
    const { store } = server.platform;
    await store.script(['ALTER TABLE activity RENAME TO activity_away']);
    const replies = [
      await patch(owner, id, { action: 'rename', name: 'lost' }),
      await patch(owner, id, { action: 'add-record', record: {} }),
      await owner.send('DELETE', `${resources}/${id}`),
    ];
    await store.script(['ALTER TABLE activity_away RENAME TO activity']);
    for (const { status } of replies) assert.equal(status, 503);
    const { json } = await owner.send('GET', `${resources}/${id}`);
    assert.deepEqual([json.name, json.version, json.records], ['a data resource', 1, []]);
  });

  test('entries are kept for 30 days', async () => {
    const owner = await server.newOwner();
    await newResource(server, owner.key, 'data');
    server.clock.advance(limits.activityKeptMs - 60_000);
    const young = await newResource(server, owner.key, 'data');
    await forgetOld(server.platform);
    assert.equal((await activity(owner)).length, 2);
    server.clock.advance(120_000);
    await forgetOld(server.platform);
    assert.deepEqual(
      (await activity(owner)).map(({ resourceId }) => resourceId),
      [young.id],
    );
  });

  test('counted calls are forgotten a day later, in bounded steps', async (t) => {
    const { store, clock } = server.platform;
    const count = async () =>
      (
        await store.get<{ n: number }>(
          sql`SELECT count(*) AS n FROM rates WHERE bucket LIKE 'try %'`,
        )
      )?.n;
    const add = (kind: string, many: number, atMs: number) =>
      store.write(async (tx) => {
        for (let at = 0; at < many; at += 1)
          await tx.run(sql`INSERT INTO rates (bucket, started_at, used)
            VALUES (${`try ${at % 10} ${kind} ${at}`}, ${atMs}, 1)`);
      });
    await add('old', 2_500, clock() - limits.idempotencyKeptMs - 60_000);
    await add('new', 1_200, clock());
    const write = t.mock.method(store, 'write');
    await forgetOld(server.platform);
    assert.equal(Number(await count()), 1_200);
    assert.ok(write.mock.callCount() >= 4, 'no transaction looks at more than a thousand');
  });

  test('the newest 10,000 entries of an owner are kept, and other owners lose none', async () => {
    const busy = await server.newOwner();
    const quiet = await server.newOwner();
    await newResource(server, quiet.key, 'data');
    const first = await newResource(server, busy.key, 'data');
    const { store } = server.platform;
    const count = `UPDATE owners SET activity_seq = activity_seq + ${limits.activityKeptPerOwner - 1}`;
    await store.script([`${count} WHERE id = '${busy.id}'`]);
    const second = await newResource(server, busy.key, 'data');
    await forgetOld(server.platform);
    const ids = (await activity(busy)).map(({ resourceId }) => resourceId);
    assert.deepEqual(ids, [second.id]);
    assert.ok(!ids.includes(first.id));
    assert.equal((await activity(quiet)).length, 1);
    const rows = await store.all(sql`SELECT id FROM activity WHERE owner_id = ${busy.id}`);
    assert.equal(rows.length, 1);
  });
});
