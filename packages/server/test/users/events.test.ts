import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openEvents } from '../fixtures/event-stream.ts';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp, users } from './users-calls.ts';

const mine = 'record.owner = user.id';

describe('events of users', () => {
  const suite = serverOfSuite();

  test('a stream has the changes of records that view allows, and ends with the token', async () => {
    const { server, owner } = suite;
    const usersId = await newUsers(suite);
    const a = await signUp(suite, usersId, 'a@example.com');
    const b = await signUp(suite, usersId, 'b@example.com');
    const id = await newCollection(suite, {
      rules: { list: mine, view: mine, create: '' },
      fields: { hidden: ['secret'] },
    });
    const closed = await newCollection(suite, {});
    const stream = await openEvents(server, a.token, undefined, `?resource=${id}&include=record`);
    const all = await openEvents(server, a.token);
    const add = async (of: string, record: object) =>
      (await owner.send('POST', `${resources}/${of}/records`, record)).json.recordId;
    await add(closed, { owner: a.id });
    const ofB = await add(id, { owner: b.id, note: 'of B' });
    const ofA = await add(id, { owner: a.id, note: 'of A', secret: 'key-only' });
    await owner.send('DELETE', `${resources}/${id}/records/${ofB}`);
    await owner.send('DELETE', `${resources}/${id}/records/${ofA}`);
    await owner.send('PATCH', `${resources}/${id}`, { action: 'rename', name: 'Renamed' });
    const last = await add(id, { owner: a.id, note: 'last' });
    for (const one of [stream, all]) {
      await one.until(() => one.text().includes(last));
      const seen = entriesIn(one.text());
      // Whether the first record was still there when its entry was sent depends on the moment.
      const changes = seen.map(({ action, detail }) => [action, detail.recordId]);
      assert.deepEqual(changes.slice(-2), [
        ['record-deleted', ofA],
        ['record-added', last],
      ]);
      assert.ok(changes.length <= 3);
      assert.doesNotMatch(one.text(), /of B|key-only|secret|test key/);
      assert.ok(!one.text().includes(ofB));
    }
    await ask(server, 'POST', `${users}/${usersId}/sign-out`, { key: a.token });
    await add(id, { owner: a.id, note: 'too late' });
    await stream.ended;
    assert.doesNotMatch(stream.text(), /too late/);
    await all.leave();
  });
});

// biome-ignore lint/suspicious/noExplicitAny: entries are looked into freely.
function entriesIn(text: string): any[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
}
