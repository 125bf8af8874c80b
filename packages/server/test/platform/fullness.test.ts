import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, users } from '../users/users-calls.ts';

describe('a resource that fills up', () => {
  const suite = serverOfSuite(undefined, {
    environment: { BARAZA_RECORDS_MAX: '5', BARAZA_ACCOUNTS_MAX: '10' },
  });
  const { server, owner } = suite;
  const add = (id: string, key: string | undefined = owner.key) =>
    ask(server, 'POST', `${resources}/${id}/records`, { key, body: { n: 1 } });
  const told = async (id: string) =>
    (await owner.send('GET', resources)).json.activity
      .filter((entry: Entry) => entry.resourceId === id && /full/.test(entry.action))
      .map(({ action, detail }: Entry) => [action, detail])
      .toReversed();
  const nearly = (records: number, recordsMax = 5) => [
    'resource-nearly-full',
    { records, recordsMax },
  ];

  test('tells its owner at 80 % and when it is full, once each', async () => {
    const id = await newCollection(suite, {});
    for (let n = 0; n < 5; n += 1) assert.equal((await add(id)).status, 201);
    const refused = await add(id);
    assert.deepEqual([refused.status, refused.json.code], [409, 'full']);
    assert.match(refused.json.error, /at most 5 records \(BARAZA_RECORDS_MAX\)/);
    const full = ['resource-full', { records: 5, recordsMax: 5 }];
    assert.deepEqual(await told(id), [nearly(4), full]);
  });

  test('tells of an import as of single records', async () => {
    const id = await newCollection(suite, {});
    const headers = { 'content-type': 'application/x-ndjson' };
    const send = (count: number) =>
      ask(server, 'POST', `${resources}/${id}/records`, {
        key: owner.key,
        body: '{}\n'.repeat(count),
        headers,
      });
    assert.equal((await send(4)).status, 201);
    assert.deepEqual(await told(id), [nearly(4)]);
    const many = await send(6);
    assert.match(many.json.error, /BARAZA_RECORDS_MAX/);
  });

  test('holds accounts beyond the number of records', async () => {
    const id = await newUsers(suite);
    const signUp = (n: number, key?: string) =>
      ask(server, 'POST', `${users}/${id}/sign-up`, {
        key,
        body: { email: `u${n}@example.com`, password: 'long enough' },
      });
    for (let n = 0; n < 10; n += 1) assert.equal((await signUp(n)).status, 201);
    const last = ['resource-full', { records: 10, recordsMax: 10 }];
    assert.deepEqual(await told(id), [nearly(8, 10), last]);
    const user = await signUp(10);
    assert.deepEqual([user.status, user.json.code], [409, 'full']);
    assert.equal(user.json.error, 'This Users resource is full.');
    const key = await signUp(10, owner.key);
    assert.match(key.json.error, /at most 10 accounts \(BARAZA_ACCOUNTS_MAX\)/);
  });

  test('tells an end user that it is full, and neither a number nor a setting', async () => {
    const id = await newCollection(suite, { rules: { create: '' } });
    for (let n = 0; n < 5; n += 1) await add(id);
    const anybody = await ask(server, 'POST', `${resources}/${id}/records`, { body: {} });
    assert.deepEqual([anybody.status, anybody.json.error], [409, 'This collection is full.']);
    const filled = await newResource(server, owner.key, 'connect', { public: true });
    const post = () => ask(server, 'POST', `/forms/${filled.id}`, { body: { a: 1 } });
    for (let n = 0; n < 5; n += 1) assert.equal((await post()).status, 201);
    const entry = await post();
    assert.deepEqual([entry.status, entry.json.error], [409, 'This form is full.']);
    assert.deepEqual(
      (await told(filled.id)).map(([action]: string[]) => action),
      ['resource-nearly-full', 'form-full'],
    );
  });
});

interface Entry {
  readonly action: string;
  readonly resourceId: string;
  readonly detail: object;
}
