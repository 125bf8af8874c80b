import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openEvents } from '../fixtures/event-stream.ts';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { accountsOf, newCollection, newUsers, signUp, users } from './users-calls.ts';

const mine = 'record.owner = user.id';
const staff = 'user.role = "staff"';

describe('a caller without a key that impersonates a user', () => {
  const suite = serverOfSuite();
  const { server, owner } = suite;
  const records = (id: string, rest = '') => `${resources}/${id}/records${rest}`;

  test('chooses no id of an account', async () => {
    const id = await newUsers(suite, { rules: { create: '', update: '' } });
    const victim = await signUp(suite, await newUsers(suite), 'victim@example.com');
    const body = { email: 'other@example.com' };
    const chosen = await ask(server, 'PUT', records(id, `/${victim.id}`), { body });
    assert.equal(chosen.status, 404, chosen.text);
    assert.equal((await owner.send('GET', `${resources}/${id}`)).json.recordCount, 0);
  });

  test('is anybody where config.users names other users', async () => {
    const [ours, others] = [await newUsers(suite), await newUsers(suite)];
    const asha = await signUp(suite, ours, 'asha@example.com', { role: 'staff' });
    const eve = await signUp(suite, others, 'eve@example.com', { role: 'staff' });
    const id = await newCollection(suite, { users: ours, rules: { list: staff, view: staff } });
    const made = (await owner.send('POST', records(id), { note: 'private' })).json.recordId;
    const seen = async (token: string) => [
      (await ask(server, 'GET', records(id), { key: token })).json.records.length,
      (await ask(server, 'GET', records(id, `/${made}`), { key: token })).status,
    ];
    assert.deepEqual(await seen(asha.token), [1, 200]);
    assert.deepEqual(await seen(eve.token), [0, 404]);
    const config = { users: 'all', rules: {} };
    const wrong = await owner.send('PATCH', `${resources}/${id}`, { action: 'configure', config });
    assert.deepEqual(
      [wrong.status, wrong.json.error.startsWith('config.users must be')],
      [400, true],
    );
  });

  test('loses an account that was made with the address of another person', async () => {
    const id = await newUsers(suite);
    const email = 'owner-of@example.com';
    const eve = await signUp(suite, id, email);
    const { codeFor, me, signIn } = accountsOf(suite, id);
    const verified = await signIn({ email, code: await codeFor(email) });
    assert.equal(verified.json.user.verified, true);
    assert.equal((await me(eve.token)).status, 401);
    assert.equal((await me(verified.json.token)).status, 200);
    assert.equal((await signIn({ email, password: 'long enough' })).status, 401);
  });

  test('who verifies the own address with the token of the sign-up keeps the password', async () => {
    const id = await newUsers(suite);
    const email = 'own@example.com';
    const { token } = await signUp(suite, id, email);
    const { codeFor, me, signIn } = accountsOf(suite, id);
    assert.equal((await signIn({ email, code: await codeFor(email) }, token)).status, 200);
    assert.equal((await signIn({ email, password: 'long enough' })).status, 200);
    assert.equal((await me(token)).status, 200);
  });

  test('does not verify the own address by a field of the record', async () => {
    const id = await newUsers(suite, {
      rules: { view: 'record.id = user.id', update: 'record.id = user.id' },
    });
    const one = await signUp(suite, id, 'field@example.com');
    for (const body of [{ verified: true }, { id: 'other' }]) {
      const { status } = await ask(server, 'PATCH', records(id, `/${one.id}`), {
        key: one.token,
        body,
      });
      assert.equal(status, 400);
    }
  });

  test('gets no more events after the role is gone', async () => {
    const usersId = await newUsers(suite, { fields: { readonly: ['role'] } });
    const body = { email: 'staff@example.com', password: 'long enough', role: 'staff' };
    const { token, user } = (await owner.send('POST', `${users}/${usersId}/sign-up`, body)).json;
    const id = await newCollection(suite, {
      rules: { list: staff, view: `${staff} || record.open` },
    });
    const stream = await openEvents(server, token, undefined, `?resource=${id}&include=record`);
    await owner.send('POST', records(id), { note: 'first' });
    await stream.until(() => stream.text().includes('first'));
    await owner.send('PATCH', records(usersId, `/${user.id}`), { role: 'none' });
    await owner.send('POST', records(id), { note: 'second' });
    await owner.send('POST', records(id), { note: 'third', open: true });
    await stream.until(() => stream.text().includes('third'));
    assert.doesNotMatch(stream.text(), /second/);
    await stream.leave();
  });

  test('moves no readonly field to another item of a list, by any way', async () => {
    const fields = { readonly: ['items.sku', 'items.price'] };
    const usersId = await newUsers(suite, { fields, rules: { update: 'record.id = user.id' } });
    const { token, id: user } = await signUp(suite, usersId, 'cart@example.com');
    const rules = { view: mine, create: mine, update: mine };
    const id = await newCollection(suite, { rules, fields });
    const items = [{ sku: 'pen', price: 1 }, { sku: 'laptop' }];
    await owner.send('PUT', records(id, '/o'), { owner: user, items });
    await owner.send('PATCH', records(usersId, `/${user}`), { items });
    const send = async (method: string, path: string, body: object) =>
      (await ask(server, method, path, { key: token, body })).status;
    const inBatch = (method: string, path: string, body: object) =>
      send('POST', '/api/platform/batch', { calls: [{ method, path, body }] });
    for (const moved of [
      [{ sku: 'pen' }, { sku: 'laptop', price: 1 }],
      [[{ sku: 'pen', price: 1 }], { sku: 'laptop', qty: 99 }],
      [{ qty: 1 }, ...items],
      [...items, { qty: 1 }],
      items.slice(0, 1),
      items.toReversed(),
      items.map((item) => ({ ...item, price: null })),
    ]) {
      // The limit of writes starts anew.
      server.clock.advance(60_000);
      const what = JSON.stringify(moved);
      for (const call of [send, inBatch]) {
        const body = { owner: user, items: moved };
        assert.equal(await call('PATCH', records(id, '/o'), { items: moved }), 400, what);
        assert.equal(await call('PUT', records(id, '/o'), body), 400, what);
        assert.equal(await call('PATCH', records(usersId, `/${user}`), { items: moved }), 400);
        assert.equal(await call('POST', records(id), body), 400, what);
      }
      assert.equal(await send('PATCH', `${users}/${usersId}/me`, { items: moved }), 400, what);
    }
    const made = { email: 'other@example.com', password: 'long enough', items };
    assert.equal(
      (await ask(server, 'POST', `${users}/${usersId}/sign-up`, { body: made })).status,
      400,
    );
    const counted = items.map((item) => ({ ...item, qty: 2 }));
    assert.equal(await send('PATCH', records(id, '/o'), { items: counted }), 200);
    assert.equal(await send('PATCH', `${users}/${usersId}/me`, { items: counted }), 200);
    const { record } = (await owner.send('GET', records(id, '/o'))).json;
    assert.deepEqual(record, { owner: user, items: counted });
  });

  test('does not learn from PUT which ids are taken', async () => {
    const usersId = await newUsers(suite);
    const { token } = await signUp(suite, usersId, 'put@example.com');
    const id = await newCollection(suite, { rules: { view: mine, update: mine } });
    await owner.send('PUT', records(id, '/taken'), { owner: 'someone' });
    for (const [status, headers] of [
      [404, {}],
      [403, { 'if-none-match': '*' }],
    ] as const) {
      const replies = await Promise.all(
        ['/taken', '/free'].map((path) =>
          ask(server, 'PUT', records(id, path), { key: token, body: {}, headers }),
        ),
      );
      assert.deepEqual(
        replies.map((reply) => reply.status),
        [status, status],
      );
    }
  });
});
