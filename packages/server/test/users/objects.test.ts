import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, form, newResource, serverOfSuite, storage } from '../fixtures/server.ts';
import { newUsers, signUp } from './users-calls.ts';

describe('objects that users uploaded', () => {
  const suite = serverOfSuite();

  test('a list without a credential does not reveal who uploaded them', async () => {
    const { server, owner } = suite;
    const { token, id } = await signUp(suite, await newUsers(suite), 'a@example.com');
    const rules = { list: '', create: '' };
    const bucket = `${storage}/${(await newResource(server, owner.key, 'storage', { rules })).id}`;
    const body = form({ bytes: 'hello', name: 'a.txt' });
    assert.equal((await ask(server, 'POST', bucket, { key: token, body })).status, 201);
    const ownerFor = async (key?: string) =>
      (await ask(server, 'GET', bucket, { key })).json.objects[0].owner;
    assert.deepEqual(
      [await ownerFor(), await ownerFor(token), await ownerFor(owner.key)],
      [undefined, id, id],
    );
  });
});
