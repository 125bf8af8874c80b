import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../src/store/store.ts';
import { newResource, type Owner, resources, serverOfSuite } from '../fixtures/server.ts';

const events = '/api/platform/events?follow=false&lastEventId=';

describe('events of some resources, with records and gaps', () => {
  const { server } = serverOfSuite();
  const entriesOf = (text: string) =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  const read = async (owner: Pick<Owner, 'send'>, query: string) =>
    entriesOf((await owner.send('GET', `${events}${query}`)).text);

  test('resource= limits the stream to one or several, and another’s is absent', async () => {
    const owner = await server.newOwner();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await newResource(server, owner.key, 'data')).id);
    const seen = async (query: string) =>
      (await read(owner, `0&${query}`)).map(({ resourceId }) => resourceId);
    assert.deepEqual(await seen(`resource=${ids[1]}`), [ids[1]]);
    assert.deepEqual(await seen(`resource=${ids[0]},${ids[2]}`), [ids[0], ids[2]]);
    assert.deepEqual(await seen(`resource=${ids[0]}&resource=${ids[2]}`), [ids[0], ids[2]]);
    const stranger = await server.newOwner();
    assert.equal((await stranger.send('GET', `${events}0&resource=${ids[0]}`)).status, 404);
  });

  test('include=record adds the record, and null where it is gone', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data');
    await owner.send('PUT', `${resources}/${id}/records/kept`, { n: 1 });
    await owner.send('PUT', `${resources}/${id}/records/gone`, { n: 2 });
    await owner.send('DELETE', `${resources}/${id}/records/gone`);
    const [made, kept, gone] = await read(owner, '0&include=record');
    assert.equal('record' in made, false);
    assert.deepEqual([kept.record.recordId, kept.record.record], ['kept', { n: 1 }]);
    assert.equal(gone.record, null);
    assert.equal((await owner.send('GET', `${events}0&include=all`)).status, 400);
  });

  test('a resumption behind what was deleted begins with a gap; any other does not', async () => {
    const owner = await server.newOwner();
    const { id } = await newResource(server, owner.key, 'data');
    const limited = await owner.newKey(['data'], null, [id]);
    for (let n = 0; n < 5; n += 1)
      await owner.send('PATCH', `${resources}/${id}`, { action: 'rename', name: `name ${n}` });
    const first = (await owner.send('GET', resources)).json.activity.at(-1).id;
    const { text: whole } = await owner.send('GET', `${events}0`);
    assert.doesNotMatch(whole, /event: gap/);
    await server.platform.store.write((tx) =>
      tx.run(sql`DELETE FROM activity WHERE owner_id = ${owner.id} AND seq <= 3`),
    );
    const { text: behind } = await owner.send('GET', `${events}2`);
    assert.match(behind, /^retry: \d+\n\nevent: gap\ndata: \{"lastEventId":"2"\}\n\nid: 4\n/);
    const { text: next } = await owner.send('GET', `${events}3`);
    assert.doesNotMatch(next, /event: gap/);
    const { status, text: some } = await limited.send('GET', `${events}${first}`);
    assert.equal(status, 200);
    assert.match(some, /^retry: \d+\n\nevent: gap\n/);
    assert.equal((await owner.send('GET', `${events}x`)).status, 400);
  });
});
