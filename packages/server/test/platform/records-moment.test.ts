import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newResource, type Reply, resources, serverOfSuite } from '../fixtures/server.ts';

describe('a consistent view of a collection', () => {
  const { server, owner } = serverOfSuite();

  /** Adds and deletes without pause until isOver; returns every answer. */
  const write = async (id: string, isOver: () => boolean, query = ''): Promise<Reply[]> => {
    const replies: Reply[] = [];
    const patch = async (body: object) => {
      const reply = await owner.send('PATCH', `${resources}/${id}${query}`, body);
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

  test('count and records of an answer agree while writers continue', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    let over = false;
    const writers = Promise.all(Array.from({ length: 4 }, () => write(id, () => over)));
    let versions = 0;
    let last = 0;
    for (let n = 0; n < 60; n += 1) {
      const reply = await owner.send('GET', `${resources}/${id}`);
      assert.equal(reply.json.records.length, reply.json.recordCount);
      assert.equal(reply.headers.get('etag'), `"${reply.json.version}"`);
      assert.ok(reply.json.version >= last);
      if (reply.json.version > last) versions += 1;
      last = reply.json.version;
    }
    over = true;
    await writers;
    assert.ok(versions > 5, 'the writers were at work');
  });

  test('count and records of the answer to a change agree', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    let turns = 0;
    const isOver = () => {
      turns += 1;
      return turns > 80;
    };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => write(id, isOver, '?records=true')),
    );
    for (const reply of replies.flat()) {
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.json.records.length, reply.json.recordCount);
      assert.equal(reply.headers.get('etag'), `"${reply.json.version}"`);
    }
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
