import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { ask, form, newResource, resources, serverOfSuite, storage } from '../fixtures/server.ts';
import { newCollection, newUsers, type Suite, signUp } from './users-calls.ts';

const rules = {
  list: 'record.owner = user.id || user.role = "staff" || record.isPublic',
  view: 'record.owner = user.id || user.role = "staff" || record.isPublic',
  create: 'user.id != null && body.owner = user.id',
  update: 'record.owner = user.id || user.role = "staff"',
  delete: 'record.owner = user.id',
};

/** Two users, a member of the staff, and a collection in which each of them and the owner have records. */
async function clinic(suite: Suite, config: object = {}) {
  const { server, owner } = suite;
  const usersId = await newUsers(suite, { fields: { readonly: ['role'] } });
  const [a, b] = [
    await signUp(suite, usersId, 'a@example.com'),
    await signUp(suite, usersId, 'b@example.com'),
  ];
  const staffBody = { email: 's@example.com', password: 'long enough', role: 'staff' };
  const staff = (await owner.send('POST', `/api/platform/users/${usersId}/sign-up`, staffBody))
    .json;
  const id = await newCollection(suite, { rules, ...config });
  const add = async (record: object): Promise<string> =>
    (await owner.send('POST', `${resources}/${id}/records`, record)).json.recordId;
  const ofA = await add({ owner: a.id, note: 'alpha', secret: 'key-only-1' });
  const ofB = await add({ owner: b.id, note: 'beta', secret: 'key-only-2' });
  const open = await add({ isPublic: true, note: 'gamma', secret: 'key-only-3' });
  const send = (key: string | undefined, method: string, path: string, body?: unknown) =>
    ask(server, method, `${resources}/${id}/records${path}`, { key, body });
  return {
    usersId,
    id,
    a: a.token,
    b: b.token,
    aId: a.id,
    bId: b.id,
    staff: staff.token as string,
    ofA,
    ofB,
    open,
    send,
  };
}

const notesOf = (json: { records: { record: { note: string } }[] }) =>
  json.records.map(({ record }) => record.note).sort();

describe('rules of a collection', () => {
  const suite = serverOfSuite();

  test('a list has what the rule allows, and its total, pages and counts too', async () => {
    const { a, staff, send } = await clinic(suite);
    const seen = async (key: string | undefined, query = '') => {
      const { status, json, text } = await send(key, 'GET', query);
      assert.equal(status, 200, text);
      return json;
    };
    assert.deepEqual(notesOf(await seen(a)), ['alpha', 'gamma']);
    assert.deepEqual(notesOf(await seen(staff)), ['alpha', 'beta', 'gamma']);
    assert.deepEqual(notesOf(await seen(undefined)), ['gamma']);
    assert.equal((await seen(a)).total, 2);
    const first = await seen(a, '?limit=1&count=true');
    assert.deepEqual(notesOf(first), ['alpha']);
    const second = await seen(a, `?limit=1&cursor=${first.nextCursor}`);
    assert.deepEqual([...notesOf(second), second.nextCursor], ['gamma', null]);
    const sums = await seen(a, '/summary?count=true');
    assert.equal(sums.groups[0].count, 2);
  });

  test('view, update and delete of what is not allowed are 404 like what is absent, create is 403', async () => {
    const { a, bId, ofB, send } = await clinic(suite);
    const absent = await send(a, 'GET', '/rec_00000000000000000000000000');
    assert.equal(absent.status, 404);
    const attempts = [
      await send(a, 'GET', `/${ofB}`),
      await send(a, 'PATCH', `/${ofB}`, { note: 'x' }),
      await send(a, 'PUT', `/${ofB}`, { note: 'x' }),
      await send(a, 'DELETE', `/${ofB}`),
    ];
    for (const { status, json } of attempts) {
      assert.equal(status, 404);
      assert.equal(json.error, absent.json.error);
    }
    const stale = await ask(suite.server, 'DELETE', `${resources}/x/records/${ofB}`, {
      key: a,
      headers: { 'if-match': '"99"' },
    });
    assert.equal(stale.status, 404);
    assert.equal((await send(a, 'POST', '', { owner: bId })).status, 403);
    assert.equal((await send(undefined, 'POST', '', { owner: null })).status, 403);
  });

  test('a user makes, changes and deletes what belongs to it, and activity names the user', async () => {
    const { a, aId, send } = await clinic(suite);
    const made = await send(a, 'POST', '', { owner: aId, note: 'mine' });
    assert.equal(made.status, 201, made.text);
    const { recordId } = made.json;
    const changed = await send(a, 'PATCH', `/${recordId}`, { note: 'ours' });
    assert.equal(changed.json.record.note, 'ours');
    const { json } = await suite.owner.send('GET', resources);
    assert.deepEqual(json.activity[0].actor, { keyId: '', name: 'a@example.com', userId: aId });
    assert.equal((await send(a, 'DELETE', `/${recordId}`)).status, 200);
  });

  test('an update moves a record neither out of reach nor into the reach of others', async () => {
    const { a, b, bId, ofA, send } = await clinic(suite);
    assert.equal((await send(a, 'PATCH', `/${ofA}`, { owner: bId })).status, 404);
    assert.equal((await send(a, 'PUT', `/${ofA}`, { owner: bId, note: 'x' })).status, 404);
    assert.equal((await send(b, 'GET', `/${ofA}`)).status, 404);
  });

  test('a field that the rule names as body may change as it says', async () => {
    const { server, owner } = suite;
    const { a, aId, bId } = await clinic(suite);
    const id = await newCollection(suite, {
      rules: {
        update:
          'record.owner = user.id && record.state = "draft" && body.state in ["draft", "sent"]',
      },
    });
    const add = { owner: aId, state: 'draft' };
    const { recordId } = (await owner.send('POST', `${resources}/${id}/records`, add)).json;
    const patch = (body: object) =>
      ask(server, 'PATCH', `${resources}/${id}/records/${recordId}`, { key: a, body });
    assert.equal((await patch({ state: 'paid' })).status, 404);
    assert.equal((await patch({ owner: bId, state: 'sent' })).status, 404);
    assert.equal((await patch({ state: 'sent' })).status, 200);
    assert.equal((await patch({ state: 'draft' })).status, 404);
  });

  test('without rules nothing is open: 401 without a key, and a token opens nothing', async () => {
    const { server, owner } = suite;
    const { a } = await clinic(suite);
    const id = await newCollection(suite, {});
    const target = `${resources}/${id}/records`;
    const { recordId } = (await owner.send('POST', target, { n: 1 })).json;
    const statuses = async (key: string | undefined) => [
      (await ask(server, 'GET', target, { key })).status,
      (await ask(server, 'GET', `${target}/${recordId}`, { key })).status,
      (await ask(server, 'POST', target, { key, body: {} })).status,
      (await ask(server, 'DELETE', `${target}/${recordId}`, { key })).status,
      (await ask(server, 'GET', `${target}/summary?count=true`, { key })).status,
    ];
    assert.deepEqual(await statuses(undefined), [401, 401, 401, 401, 401]);
    assert.deepEqual(await statuses(a), [403, 404, 403, 404, 403]);
  });

  test('hidden fields are nowhere, and cannot be asked for or set', async () => {
    const { a, aId, ofA, send } = await clinic(suite, {
      fields: { hidden: ['secret'], readonly: ['fee'] },
    });
    for (const path of ['', `/${ofA}`, '?q=alpha', '?fields=secret,note', '?sort=note']) {
      const { status, text } = await send(a, 'GET', path);
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, /key-only|secret/);
    }
    assert.equal((await send(a, 'GET', '?q=key-only-1')).json.records.length, 0);
    const refused = [
      '?where.secret=key-only-1',
      '?where.secret.gt=k',
      '?sort=secret',
      '?sort=-secret',
    ];
    const sums = [
      '/summary?min=secret',
      '/summary?count=true&group=secret',
      '/summary?count=true&where.secret=x',
    ];
    for (const path of [...refused, ...sums])
      assert.equal((await send(a, 'GET', path)).status, 400, path);
    assert.equal((await send(a, 'PATCH', `/${ofA}`, { secret: 'x' })).status, 400);
    assert.equal((await send(a, 'PATCH', `/${ofA}`, { fee: 0 })).status, 400);
    assert.equal((await send(a, 'POST', '', { owner: aId, fee: 0 })).status, 400);
    const put = await send(a, 'PUT', `/${ofA}`, { owner: aId, note: 'new' });
    assert.equal(put.status, 200, put.text);
    const stored = await send(suite.owner.key, 'GET', `/${ofA}`);
    assert.deepEqual(stored.json.record, { owner: aId, note: 'new', secret: 'key-only-1' });
  });

  test('a rule that cannot be read is 400 with its position', async () => {
    const refused = async (config: object) => {
      const made = await suite.owner.send('POST', resources, {
        service: 'data',
        kind: 'Collection',
        name: 'x',
        config,
      });
      assert.equal(made.status, 400, made.text);
      return made.json;
    };
    assert.equal((await refused({ rules: { list: 'record.a == 1' } })).position, 11);
    const body = await refused({ rules: { view: 'record.a = "body.x" && body.b = 1' } });
    assert.deepEqual([body.position, body.rule], [24, 'view']);
    await refused({ rules: { read: '' } });
    await refused({ rules: { list: 5 } });
    await refused({ rules: [] });
    await refused({ fields: { hidden: 'x' } });
  });

  test('the records of a batch pass the same rules', async () => {
    const { server } = suite;
    const { id, a, aId, bId, ofB } = await clinic(suite);
    const path = `${resources}/${id}/records`;
    const batch = (key: string | undefined, calls: object[]) =>
      ask(server, 'POST', '/api/platform/batch', { key, body: { calls } });
    const fine = await batch(a, [{ method: 'POST', path, body: { owner: aId } }]);
    assert.equal(fine.status, 200, fine.text);
    assert.equal((await batch(a, [{ method: 'GET', path: `${path}/${ofB}` }])).status, 404);
    const mixed = await batch(a, [
      { method: 'POST', path, body: { owner: aId, note: 'half' } },
      { method: 'POST', path, body: { owner: bId } },
    ]);
    assert.deepEqual([mixed.status, mixed.json.index], [403, 1]);
    assert.equal((await batch(undefined, [{ method: 'GET', path: `${path}/${ofB}` }])).status, 401);
  });

  test('expand shows of another collection what its own rules allow', async () => {
    const {
      id: visits,
      a,
      aId,
      ofA,
      ofB,
      open,
    } = await clinic(suite, { fields: { hidden: ['secret'] } });
    const id = await newCollection(suite, { references: { visit: visits }, rules: { list: '' } });
    for (const visit of [ofA, ofB, open])
      await suite.owner.send('POST', `${resources}/${id}/records`, { visit });
    const { json, text } = await ask(
      suite.server,
      'GET',
      `${resources}/${id}/records?expand=visit`,
      {
        key: a,
      },
    );
    assert.deepEqual(Object.keys(json.expanded.visit).sort(), [ofA, open].sort(), aId);
    assert.doesNotMatch(text, /key-only/);
  });

  test('a bucket shows its users their own objects', async () => {
    const { server, owner } = suite;
    const { a, b } = await clinic(suite);
    const mine = 'record.owner = user.id';
    const bucket = await newResource(server, owner.key, 'storage', {
      rules: {
        list: mine,
        view: mine,
        create: 'user.id != null && record.size < 100',
        update: mine,
        delete: mine,
      },
    });
    const upload = (key: string | undefined, name: string, bytes = 'hello') =>
      ask(server, 'POST', `${storage}/${bucket.id}`, { key, body: form({ bytes, name }) });
    assert.equal((await upload(a, 'a.txt')).status, 201);
    assert.equal((await upload(b, 'b.txt')).status, 201);
    assert.equal((await upload(undefined, 'c.txt')).status, 403);
    assert.equal((await upload(a, 'large.txt', 'x'.repeat(100))).status, 403);
    assert.equal((await upload(a, 'b.txt')).status, 404);
    const list = await ask(server, 'GET', `${storage}/${bucket.id}`, { key: a });
    assert.deepEqual([list.json.total, list.json.objects[0].key], [1, 'a.txt']);
    const open = (key: string, name: string) =>
      ask(server, 'GET', `${storage}/${bucket.id}?key=${name}`, { key });
    assert.equal((await open(a, 'a.txt')).text, 'hello');
    assert.equal((await open(a, 'b.txt')).status, 404);
    const remove = (key: string, name: string) =>
      ask(server, 'DELETE', `${storage}/${bucket.id}?key=${name}`, { key });
    assert.equal((await remove(a, 'b.txt')).status, 404);
    assert.equal((await remove(a, 'a.txt')).status, 200);
    assert.equal(
      (
        await ask(server, 'POST', `${storage}/${bucket.id}/links`, {
          key: a,
          body: { key: 'b.txt' },
        })
      ).status,
      403,
    );
  });

  test('a form with a rule takes entries of whom it allows', async () => {
    const { server, owner } = suite;
    const { a } = await clinic(suite);
    const made = await newResource(server, owner.key, 'connect', {
      rules: { create: 'user.id != null' },
    });
    const post = (key?: string) =>
      ask(server, 'POST', `/forms/${made.id}`, { key, body: { x: 1 } });
    assert.equal((await post()).status, 403);
    assert.equal((await post(a)).status, 201);
  });

  test('pages without a key can read the answers, also refusals', async () => {
    const { server } = suite;
    const { usersId, id } = await clinic(suite);
    const closed = await newCollection(suite, {});
    const origin = 'https://app.example';
    const preflight = (target: string) =>
      ask(server, 'OPTIONS', target, {
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    const allowed = 'access-control-allow-origin';
    for (const target of [
      `${resources}/${id}/records`,
      `/api/platform/users/${usersId}/me`,
      '/api/platform/events',
    ]) {
      const answer = await preflight(target);
      assert.equal(answer.status, 204, target);
      assert.equal(answer.headers.get(allowed), '*');
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    }
    assert.equal((await preflight(`${resources}/${closed}/records`)).headers.get(allowed), null);
    const refused = await ask(server, 'GET', `/api/platform/users/${usersId}/me`, {
      headers: { origin },
    });
    assert.deepEqual([refused.status, refused.headers.get(allowed)], [401, '*']);
    const list = await ask(server, 'GET', `${resources}/${id}/records`, { headers: { origin } });
    assert.equal(list.headers.get(allowed), '*');
  });
});

describe('rules that are open to all', () => {
  const suite = serverOfSuite();

  test('callers without a key have their own share of long reads and cannot use up that of the keys', async (t) => {
    const { a, send } = await clinic(suite);
    const { mock } = t.mock.method(suite.server.platform.store, 'snapshot');
    for (const key of [suite.owner.key, a])
      assert.equal((await send(key, 'GET', '/summary?count=true&q=alpha')).status, 200);
    const [ofKey, ofUser] = mock.calls.map(({ arguments: [account] }) => account);
    assert.equal(mock.callCount(), 2);
    assert.notEqual(ofUser, ofKey);
  });

  test('a repeated write without a user is made once; only the same request gets its answer', async () => {
    const { server, owner } = suite;
    const config = { rules: { create: '' } };
    const [id, other] = [await newCollection(suite, config), await newCollection(suite, config)];
    const send = (target: string, body: object) =>
      ask(server, 'POST', `${resources}/${target}/records`, {
        body,
        headers: { 'idempotency-key': 'same' },
      });
    const first = await send(id, { n: 1 });
    assert.equal(first.status, 201, first.text);
    const again = await send(id, { n: 1 });
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    for (const reply of [await send(id, { n: 2 }), await send(other, { n: 1 })]) {
      assert.equal(reply.status, 201, reply.text);
      assert.notEqual(reply.json.recordId, first.json.recordId);
    }
    const { total } = (await owner.send('GET', `${resources}/${id}/records`)).json;
    assert.equal(total, 2);
    // The limit of writes starts anew for the tests below.
    server.clock.advance(60_000);
  });

  test('writes without a user are limited for each network, also refused ones; a token is not', async () => {
    const everyone = { create: '', list: '' };
    const { id, a } = await clinic(suite, { rules: everyone });
    const path = `${resources}/${id}/records`;
    const post = (body: object, key?: string) => ask(suite.server, 'POST', path, { key, body });
    const statuses: number[] = [];
    for (let n = 0; n < limits.anonymousWritesPerMinute; n += 1)
      statuses.push((await post(n % 2 === 0 ? { n } : [])).status);
    assert.deepEqual([...new Set(statuses)], [201, 400]);
    const refused = await post({ n: 0 });
    assert.deepEqual([refused.status, refused.json.code], [503, 'rate']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await ask(suite.server, 'DELETE', `${path}/none`)).status, 401);
    assert.equal((await post({ n: 0 }, a)).status, 201);
    assert.equal((await ask(suite.server, 'GET', path)).status, 200);
    const body = { calls: [{ method: 'POST', path, body: {} }] };
    const batch = `/api/platform/batch?resource=${id}`;
    assert.equal((await ask(suite.server, 'POST', batch, { body })).status, 401);
  });
});
