import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../src/store/store.ts';
import { ask, engines, openServer, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, type Suite, signUp, users } from './users-calls.ts';

const staffOnly = { list: 'user.role = "staff"', view: 'user.id != null && user.team.name = "a"' };
const own = 'record.id = user.id';

let made = 0;

/** Every way in which a user can set a field of the own account; each tries it once. */
async function waysToSet(suite: Suite, usersId: string, fields: object) {
  made += 1;
  const email = `tries-${made}@example.com`;
  const { token, id } = await signUp(suite, usersId, email);
  const send = (method: string, path: string, body: object, key?: string) =>
    ask(suite.server, method, path, { key, body });
  const record = `${resources}/${usersId}/records/${id}`;
  const password = 'long enough';
  const inBatch = (method: string, body: object) =>
    send('POST', '/api/platform/batch', { calls: [{ method, path: record, body }] }, token);
  return {
    'sign-up': await send('POST', `${users}/${usersId}/sign-up`, {
      email: `new-${email}`,
      password,
      ...fields,
    }),
    me: await send('PATCH', `${users}/${usersId}/me`, fields, token),
    PATCH: await send('PATCH', record, fields, token),
    PUT: await send('PUT', record, { email, ...fields }, token),
    'PATCH in a batch': await inBatch('PATCH', fields),
    'PUT in a batch': await inBatch('PUT', { email, ...fields }),
  };
}

async function statusesOf(suite: Suite, usersId: string, fields: object) {
  const ways = await waysToSet(suite, usersId, fields);
  return [...new Set(Object.values(ways).map(({ status }) => (status === 201 ? 200 : status)))];
}

describe('fields of accounts that rules trust', () => {
  const suite = serverOfSuite();
  const { owner } = suite;
  const usersWith = (config: object = {}) => newUsers(suite, { rules: { update: own }, ...config });
  const configure = async (id: string, config: object) => {
    const { status, text, json } = await owner.send('PATCH', `${resources}/${id}`, {
      action: 'configure',
      config,
    });
    assert.equal(status, 200, text);
    return json;
  };

  test('users set them by no way, and the refusal names the field', async () => {
    const usersId = await usersWith();
    await newCollection(suite, { users: usersId, rules: staffOnly });
    for (const [field, value] of [
      ['role', 'staff'],
      ['team', { name: 'a' }],
    ] as const)
      for (const [way, { status, json }] of Object.entries(
        await waysToSet(suite, usersId, { [field]: value }),
      )) {
        assert.equal(status, 400, way);
        assert.match(json.error, new RegExp(`The field ${field} cannot be set`), way);
      }
    assert.deepEqual(await statusesOf(suite, usersId, { name: 'Asha' }), [200]);
  });

  test('what a key has set stays when the user changes other fields, and can be sent back', async () => {
    const usersId = await usersWith();
    await newCollection(suite, { users: usersId, rules: staffOnly });
    const { token, id } = await signUp(suite, usersId, 'asha@example.com');
    const path = `${resources}/${usersId}/records/${id}`;
    await owner.send('PATCH', path, { role: 'nurse' });
    const put = async (body: object) =>
      ask(suite.server, 'PUT', path, { key: token, body: { email: 'asha@example.com', ...body } });
    assert.equal((await put({ name: 'Asha' })).json.record.role, 'nurse');
    assert.equal((await put({ name: 'A', role: 'nurse' })).json.record.role, 'nurse');
    assert.equal((await put({ role: null })).status, 400);
    const me = `${users}/${usersId}/me`;
    const gone = await ask(suite.server, 'PATCH', me, { key: token, body: { role: null } });
    assert.equal(gone.status, 400);
  });

  test('they are free in Users resources that the rules do not count', async () => {
    const [counted, other] = [await usersWith(), await usersWith()];
    await newCollection(suite, { users: [counted], rules: staffOnly });
    assert.deepEqual(await statusesOf(suite, counted, { role: 'x' }), [400]);
    assert.deepEqual(await statusesOf(suite, other, { role: 'x' }), [200]);
  });

  test('rules without config.users count all Users resources of their owner, and no others', async () => {
    const stranger = { server: suite.server, owner: await suite.server.newOwner() };
    const own = { server: suite.server, owner: await suite.server.newOwner() };
    const config = { rules: { update: 'record.id = user.id' } };
    await newCollection(own, { rules: { list: 'user.level > 3' } });
    assert.deepEqual(await statusesOf(own, await newUsers(own, config), { level: 9 }), [400]);
    assert.deepEqual(
      await statusesOf(stranger, await newUsers(stranger, config), { level: 9 }),
      [200],
    );
  });

  test('a resource trusts while it is archived, and no more when it is deleted or its rule is gone', async () => {
    const usersId = await usersWith();
    const id = await newCollection(suite, { users: usersId, rules: staffOnly });
    const act = (action: string) => owner.send('PATCH', `${resources}/${id}`, { action });
    await act('archive');
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [400]);
    await act('restore');
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [400]);
    await configure(id, { users: usersId, rules: { list: 'user.id != null' } });
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [200]);
    await configure(id, { users: usersId, rules: staffOnly });
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [400]);
    await owner.send('DELETE', `${resources}/${id}`);
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [200]);
  });

  test('config.fields.writable opens a trusted field, which is a warning on both sides', async () => {
    const usersId = await usersWith({ fields: { writable: ['role'] } });
    const made = await owner.send('POST', resources, {
      service: 'storage',
      kind: 'Bucket',
      name: 'Scans',
      config: { users: usersId, rules: { list: 'user.role = "staff"' } },
    });
    const writable = made.json.warnings.find(({ message }: Warning) => /writable/.test(message));
    assert.equal(writable.path, '/rules/list');
    assert.match(writable.message, new RegExp(`user\\.role.*Clinic \\(${usersId}\\)`));
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [200]);
    const again = await configure(usersId, {
      rules: { update: own },
      fields: { writable: ['a', 'role'] },
    });
    assert.deepEqual(
      again.warnings.map(({ path }: Warning) => path),
      ['/fields/writable/1'],
    );
    for (const writable of ['role', ['team.name'], [1]]) {
      const config = { fields: { writable } };
      const { status } = await owner.send('PATCH', `${resources}/${usersId}`, {
        action: 'configure',
        config,
      });
      assert.equal(status, 400, JSON.stringify(writable));
    }
  });

  test('a rule that begins to trust a field says how many accounts have a value there', async () => {
    const usersId = await usersWith();
    for (const [name, role] of [
      ['a', 'staff'],
      ['b', 1],
      ['c', null],
      ['d', undefined],
    ] as const)
      await signUp(suite, usersId, `${name}@example.com`, { role });
    const id = await newCollection(suite, { users: usersId });
    const config = { users: usersId, rules: { view: 'user.role = "staff"' } };
    const { warnings } = await configure(id, config);
    assert.deepEqual(
      warnings.map(({ path }: Warning) => path),
      ['/rules/view'],
    );
    assert.match(
      warnings[0].message,
      /begins to trust user\.role: .* 2 accounts already have a value/,
    );
    assert.equal((await configure(id, { ...config, note: 'again' })).warnings, undefined);
  });

  test('a rule that trusts an address nobody has confirmed is a warning', async () => {
    const rules = {
      list: 'record.email = user.email',
      view: 'user.verified && record.email = user.email',
    };
    const body = { service: 'data', kind: 'Collection', name: 'Mails', config: { rules } };
    const { json } = await owner.send('POST', resources, body);
    assert.deepEqual(
      json.warnings.map(({ path, message }: Warning) => [path, /user\.verified/.test(message)]),
      [['/rules/list', true]],
    );
    assert.deepEqual(await statusesOf(suite, await usersWith(), { name: 'x' }), [200]);
  });
});

interface Warning {
  readonly path: string;
  readonly message: string;
}

for (const engine of engines) {
  test(`a config of an earlier version is trusted at once, on ${engine}`, async (t) => {
    const server = await openServer(engine);
    t.after(server.close);
    const suite = { server, owner: await server.newOwner() };
    const usersId = await newUsers(suite, { rules: { update: own } });
    const id = await newCollection(suite, { rules: staffOnly });
    await server.platform.store.write((tx) =>
      tx.run(sql`UPDATE resources SET trusts = 'unknown' WHERE id = ${id}`),
    );
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [400]);
  });

  test(`no account sets a field unseen while a rule begins to trust it, on ${engine}`, async (t) => {
    const server = await openServer(engine);
    t.after(server.close);
    const suite = { server, owner: await server.newOwner() };
    const usersId = await newUsers(suite, { rules: { update: own } });
    const ids = await Promise.all([1, 2, 3].map(() => newCollection(suite, { users: usersId })));
    const tokens: string[] = [];
    for (let n = 0; n < 12; n += 1)
      tokens.push((await signUp(suite, usersId, `u${n}@example.com`)).token);
    const sets = tokens.map((key) =>
      ask(server, 'PATCH', `${users}/${usersId}/me`, { key, body: { role: 'staff' } }),
    );
    const config = { users: usersId, rules: { list: 'user.role = "staff"' } };
    const answers = await Promise.all(
      ids.map((id) =>
        suite.owner.send('PATCH', `${resources}/${id}`, { action: 'configure', config }),
      ),
    );
    const statuses = (await Promise.all(sets)).map(({ status }) => status);
    const accepted = statuses.filter((status) => status === 200).length;
    assert.ok(
      statuses.every((status) => status === 200 || status === 400),
      statuses.join(),
    );
    for (const { status, json } of answers) {
      assert.equal(status, 200);
      const [, atLeast, counted] = /(At least )?(\d+) account/.exec(json.warnings[0].message) ?? [];
      // Nobody sets the field after the answer, so a number that is not a lower bound is that of the end.
      if (atLeast === undefined) assert.equal(Number(counted), accepted);
      else assert.ok(Number(counted) <= accepted);
    }
    assert.deepEqual(await statusesOf(suite, usersId, { role: 'x' }), [400]);
  });
}
