import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { sql } from '../../src/store/store.ts';
import {
  ask,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
  type TestServer,
} from '../fixtures/server.ts';

describe('records', () => {
  const { server, owner } = serverOfSuite();

  const get = (id: string, query = '') => owner.send('GET', `${resources}/${id}${query}`);
  const patch = (id: string, body: object, query = '') =>
    owner.send('PATCH', `${resources}/${id}${query}`, body);
  const add = (id: string, record: unknown) => patch(id, { action: 'add-record', record });
  const collection = async (config: object = {}) =>
    (await newResource(server, owner.key, 'data', config)).id;
  const filled = async (count: number) => {
    const id = await collection();
    await fill(server, id, count);
    return id;
  };

  test('of 60 concurrent records for a collection of 990, 10 fit and the others are refused as full', async () => {
    const id = await filled(990);
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => add(id, { n })));
    const added = replies.filter(({ status }) => status === 200);
    assert.equal(added.length, 10);
    assert.equal(new Set(added.map(({ json }) => json.recordId)).size, 10);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      assert.equal(reply.status, 409, reply.text);
      assert.match(reply.json.error, /1000/);
    }
    const { json } = await get(id);
    assert.equal(json.recordCount, limits.recordsPerResourceMax);
    assert.equal(json.records.length, limits.recordsPerResourceMax);
  });

  test('a form takes 1,000 entries, submitted or of the moment, and no more', async () => {
    const { id } = await newResource(server, owner.key, 'connect');
    await fill(server, id, 999);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        patch(id, n % 2 === 0 ? { action: 'capture' } : { action: 'capture', record: { n } }),
      ),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    assert.equal(replies.filter(({ status }) => status === 409).length, 19);
    assert.equal((await get(id)).json.recordCount, 1_000);
  });

  test('a record has at most 20,480 bytes of JSON text', async () => {
    const id = await collection();
    const sized = (bytes: number, character = 'x') => {
      const wrapping = Buffer.byteLength(JSON.stringify({ t: '' }));
      return { t: character.repeat((bytes - wrapping) / Buffer.byteLength(character)) };
    };
    assert.equal((await add(id, sized(20_480))).status, 200);
    assert.equal((await add(id, sized(20_480, 'é'))).status, 200);
    const { recordId } = (await add(id, {})).json;
    for (const record of [sized(20_481), { t: 'é'.repeat(10_237) }]) {
      assert.ok(Buffer.byteLength(JSON.stringify(record)) > limits.recordBytesMax);
      for (const body of [
        { action: 'add-record', record },
        { action: 'update-record', recordId, record },
      ])
        assert.equal((await patch(id, body)).status, 413);
    }
    const { id: form } = await newResource(server, owner.key, 'connect');
    assert.equal((await patch(form, { action: 'capture', record: sized(20_480) })).status, 200);
    assert.equal((await patch(form, { action: 'capture', record: sized(20_481) })).status, 413);
    assert.equal((await get(id)).json.recordCount, 3);
  });

  test('the stored text counts for the size, not the sent one', async () => {
    const id = await collection();
    const body = `{ "action": "add-record",\n "record": { "t": ${' '.repeat(30_000)}"\\u0061" } }`;
    const reply = await owner.send('PATCH', `${resources}/${id}`, body, {
      'content-type': 'application/json',
    });
    assert.equal(reply.status, 200, reply.text);
    assert.ok((await get(id)).text.includes('"record":{"t":"a"}'));
  });

  test('capture without a record keeps the moment: time, key and config', async () => {
    const config = { description: 'Contact', fields: ['email'] };
    const { id } = await newResource(server, owner.key, 'connect', config);
    const { id: keyId, key } = await owner.newKey(['connect']);
    const reply = await ask(server, 'PATCH', `${resources}/${id}`, {
      key,
      body: { action: 'capture' },
    });
    assert.equal(reply.status, 200);
    const { record } = reply.json.record;
    assert.deepEqual(record.config, config);
    assert.deepEqual(record.key, { id: keyId, name: 'test key' });
    assert.equal(record.capturedAt, reply.json.lastCapturedAt);
    assert.ok(!JSON.stringify(record).includes(key));
    const submitted = await patch(id, { action: 'capture', record: { email: 'a@b' } });
    assert.deepEqual(submitted.json.record.record, { email: 'a@b' });
    assert.equal(submitted.json.recordCount, 2);
    for (const record of ['x', null, [], 1])
      assert.equal((await patch(id, { action: 'capture', record })).status, 400);
  });

  /** Adds and deletes without pause until isOver; returns every answer. */
  const write = async (id: string, isOver: () => boolean): Promise<Reply[]> => {
    const replies: Reply[] = [];
    const patch = async (body: object) => {
      const reply = await owner.send('PATCH', `${resources}/${id}?records=true`, body);
      replies.push(reply);
      return reply;
    };
    while (!isOver()) {
      const record = { text: 'x'.repeat(500) };
      const added = await patch({ action: 'add-record', record });
      if (replies.length % 3 === 0)
        await patch({ action: 'delete-record', recordId: added.json.recordId });
    }
    return replies;
  };

  const assertAgrees = (reply: Reply) => {
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.json.records.length, reply.json.recordCount);
    assert.equal(reply.headers.get('etag'), `"${reply.json.version}"`);
  };

  test('count, records and version of an answer agree, to a reader and to each of its writers', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    let over = false;
    const writers = Promise.all(Array.from({ length: 4 }, () => write(id, () => over)));
    let versions = 0;
    let last = 0;
    for (let n = 0; n < 60; n += 1) {
      const reply = await owner.send('GET', `${resources}/${id}`);
      assertAgrees(reply);
      assert.ok(reply.json.version >= last);
      if (reply.json.version > last) versions += 1;
      last = reply.json.version;
    }
    over = true;
    for (const reply of (await writers).flat()) assertAgrees(reply);
    assert.ok(versions > 5, 'the writers were at work');
  });

  test('a refusal that is replayed carries no records', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const refused = () =>
      owner.send(
        'PATCH',
        `${resources}/${id}?records=true`,
        { action: 'restore' },
        { 'idempotency-key': 'once' },
      );
    const first = await refused();
    const second = await refused();
    assert.equal(second.status, 409);
    assert.equal(second.text, first.text);
  });
});

/** Records put there directly: a thousand requests would only make the tests slow. */
async function fill(server: TestServer, id: string, count: number): Promise<void> {
  await server.platform.store.write(async (tx) => {
    for (let n = 0; n < count; n += 1)
      await tx.run(sql`INSERT INTO records (resource_id, id, record, bytes, created_at)
        VALUES (${id}, ${server.platform.makeId('record')}, ${`{"n":${n}}`}, 10, ${n})`);
    await tx.run(sql`UPDATE resources SET record_count = ${count} WHERE id = ${id}`);
  });
}
