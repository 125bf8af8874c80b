import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp } from './users-calls.ts';

describe('references that users expand', () => {
  const suite = serverOfSuite();

  test('a target that no rule opens is left out, and the list is there', async () => {
    const { server, owner } = suite;
    const usersId = await newUsers(suite);
    const books = await newCollection(suite, { rules: { view: '' } });
    const { token, id: member } = await signUp(suite, usersId, 'm@example.com');
    const book = (await owner.send('POST', `${resources}/${books}/records`, { title: 'Kivuli' }))
      .json.recordId;
    const id = await newCollection(suite, {
      rules: { list: '', view: '' },
      references: { member: usersId, book: books },
    });
    const records = `${resources}/${id}/records`;
    const loan = (await owner.send('POST', records, { member, book })).json.recordId;
    for (const target of [records, `${records}/${loan}`])
      for (const key of [undefined, token]) {
        const { status, json, text } = await ask(server, 'GET', `${target}?expand=member,book`, {
          key,
        });
        assert.equal(status, 200, text);
        assert.deepEqual(json.expanded.member, {});
        assert.equal(json.expanded.book[book].record.title, 'Kivuli');
      }
    const all = await owner.send('GET', `${records}?expand=member`);
    assert.deepEqual(Object.keys(all.json.expanded.member), [member]);
  });
});
