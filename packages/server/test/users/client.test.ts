import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPlatformClient, sessionInMemory } from '@baraza/client';
import { serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers } from './users-calls.ts';

describe('a client without a key', () => {
  const suite = serverOfSuite();

  test('signs up, calls as that user, keeps the session, and signs out', async () => {
    const usersId = await newUsers(suite);
    const id = await newCollection(suite, {
      rules: { list: 'record.owner = user.id', create: 'body.owner = user.id' },
    });
    const session = sessionInMemory();
    const options = { baseUrl: suite.server.url, session };
    const client = createPlatformClient(options);
    assert.equal(await client.users(usersId).me(), undefined);
    const account = { email: 'c@example.com', password: 'long enough' };
    const { user } = await client.users(usersId).signUp(account);
    await client.resources.collection(id).create({ owner: user.id });
    const again = createPlatformClient(options);
    assert.equal((await again.users(usersId).me())?.id, user.id);
    assert.equal((await again.resources.records(id)).records.length, 1);
    await again.users(usersId).signOut();
    assert.equal((await client.resources.records(id)).records.length, 0);
    await assert.rejects(client.resources.collection(id).create({ owner: user.id }), {
      status: 403,
    });
    await client.users(usersId).signIn(account);
    assert.equal((await client.resources.records(id)).records.length, 1);
  });

  test('reads what is open to all with a session that has ended, and writes nothing anonymously', async () => {
    const usersId = await newUsers(suite);
    const id = await newCollection(suite, { rules: { list: '', create: '' } });
    const session = sessionInMemory();
    const client = createPlatformClient({ baseUrl: suite.server.url, session });
    const orders = client.resources.collection(id);
    const account = { email: 'd@example.com', password: 'long enough' };
    const { token } = await client.users(usersId).signUp(account);
    await orders.create({ n: 1 });
    await client.users(usersId).signOutEverywhere();
    session.write(token);
    await assert.rejects(orders.create({ n: 2 }), { status: 401 });
    assert.equal(session.read(), token);
    assert.equal((await client.resources.records(id)).records.length, 1);
    assert.equal(session.read(), undefined);
    // Where a credential is needed the refusal stays.
    session.write(token);
    await assert.rejects(client.resources.list(), { status: 401 });
  });
});
