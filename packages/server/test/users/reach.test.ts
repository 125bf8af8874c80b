import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openEvents } from '../fixtures/event-stream.ts';
import { ask, form, newResource, resources, serverOfSuite, storage } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp, users } from './users-calls.ts';

const mine = 'record.owner = user.id';
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: { title: { type: 'string' }, price: { type: 'number' }, year: { type: 'integer' } },
};

describe('what users reach', () => {
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

  test('a refused field of a closed schema names hidden fields to keys alone', async () => {
    const { server, owner } = suite;
    const id = await newCollection(suite, {
      schema,
      rules: { list: '' },
      fields: { hidden: ['price'] },
    });
    const records = `${resources}/${id}/records`;
    for (const target of [
      `${records}?where.titel=x`,
      `${records}/summary?count=true&group=titel`,
    ]) {
      const refused = await ask(server, 'GET', target);
      assert.equal(refused.status, 400, target);
      assert.match(refused.json.error, /it has title, year\.$/);
      assert.match((await owner.send('GET', target)).json.error, /it has title, price, year\.$/);
    }
  });

  test('an operator that does not exist is named with the known ones, and so is a field of a text', async () => {
    const { owner } = suite;
    const id = await newCollection(suite, { schema });
    const send = (query: string) => owner.send('GET', `${resources}/${id}/records?${query}`);
    for (const [query, sentence] of [
      ['where.title.like=x', /like is not an operator; there are ne, gt, gte, lt, lte, in, exists/],
      ['where.year.gtt=1990', /gtt is not an operator/],
      ['sort=title.x', /title has no fields/],
    ] as const) {
      const refused = await send(query);
      assert.equal(refused.status, 400, query);
      assert.match(refused.json.error, sentence);
    }
    for (const query of ['where.year.gt=1990', 'where.title=x', 'sort=-title'])
      assert.equal((await send(query)).status, 200, query);
  });

  test('a list of objects without a credential does not reveal who uploaded them', async () => {
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

  test('a page of any origin reads that a route needs a key, and cannot use a key there', async () => {
    const { server, owner } = suite;
    const id = await newCollection(suite, {});
    const { token: a } = await signUp(suite, await newUsers(suite), 'a@example.com');
    const target = `${resources}/${id}`;
    const origin = 'https://app.example';
    const page = { origin, 'sec-fetch-site': 'cross-site' };
    const asked = { 'access-control-request-method': 'PATCH' };
    const headers = { ...page, ...asked };
    const allowed = 'access-control-allow-origin';
    const preflight = await ask(server, 'OPTIONS', target, { headers });
    assert.deepEqual([preflight.status, preflight.headers.get(allowed)], [204, '*']);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    // A browser that does not distinguish pages of other origins gets no further than before.
    const old = await ask(server, 'OPTIONS', target, { headers: { origin, ...asked } });
    assert.deepEqual([old.status, old.headers.get(allowed)], [404, null]);
    const body = { action: 'rename', name: 'Taken' };
    for (const [key, sentence] of [
      [a, /users cannot call it/],
      [owner.key, /BARAZA_PLATFORM_ORIGINS/],
    ] as const) {
      const refused = await ask(server, 'PATCH', target, { key, body, headers: page });
      assert.deepEqual([refused.status, refused.headers.get(allowed)], [403, '*']);
      assert.match(refused.json.error, sentence);
    }
    const own = { origin, 'sec-fetch-site': 'same-origin' };
    for (const free of [{ origin }, own]) {
      const done = await ask(server, 'PATCH', target, { key: owner.key, body, headers: free });
      assert.deepEqual([done.status, done.headers.get(allowed)], [200, null]);
    }
  });

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

describe('hidden and readonly fields inside of lists, and with numbers for names', () => {
  const suite = serverOfSuite();
  const record = {
    years: { 2025: { fee: 1 }, 2026: { fee: 5 } },
    codes: ['first', 'second'],
    items: [{ cost: 7, name: 'one' }, { cost: 8 }],
    steps: ['a', 'b'],
  };
  let path: string;
  let token: string;
  before(async () => {
    const id = await newCollection(suite, {
      rules: { list: '', view: '', update: 'user.id != null' },
      fields: { hidden: ['years.2026', 'codes.0', 'items.cost'], readonly: ['steps.0'] },
    });
    path = `${resources}/${id}/records`;
    ({ token } = await signUp(suite, await newUsers(suite), 'a@example.com'));
    await suite.owner.send('PUT', `${path}/one`, record);
  });
  const send = (method: string, target: string, body?: unknown) =>
    ask(suite.server, method, `${path}${target}`, { key: token, body });

  test('what is hidden is not shown, also one item of a list', async () => {
    const shown = {
      years: { 2025: { fee: 1 } },
      codes: [null, 'second'],
      items: [{ name: 'one' }, {}],
      steps: ['a', 'b'],
    };
    assert.deepEqual((await send('GET', '/one')).json.record, shown);
    assert.deepEqual((await send('GET', '')).json.records[0].record, shown);
    assert.equal((await send('GET', '?q=first')).json.total, 0);
  });

  test('a filter, sort or summary inside of it is 400, and beside it is not', async () => {
    for (const query of [
      '?where.years.2026.fee.gt=1',
      '?where.years.2026.exists=true',
      '?where.years.exists=true',
      '?sort=-years.2026.fee',
      '?where.codes.0=first',
      '?where.items.0.cost=7',
      '?where.items.0.exists=true',
      '/summary?max=years.2026.fee',
      '/summary?count=true&group=codes.0',
      '/summary?sum=items.1.cost',
    ])
      assert.equal((await send('GET', query)).status, 400, query);
    for (const query of [
      '?where.years.2025.fee=1',
      '?where.codes.1=second',
      '?where.items.0.name=one',
    ])
      assert.equal((await send('GET', query)).json.total, 1, query);
  });

  test('a PUT that leaves their lists out keeps them whole, and one that changes them is 400', async () => {
    const put = await send('PUT', '/one', { note: 'new', years: { 2025: { fee: 2 } } });
    assert.equal(put.status, 200, put.text);
    const { json } = await suite.owner.send('GET', `${path}/one`);
    const years = { 2025: { fee: 2 }, 2026: { fee: 5 } };
    assert.deepEqual(json.record, { ...record, years, note: 'new' });
    for (const change of [
      { items: [] },
      { items: {} },
      { items: [{ name: 'one' }] },
      { items: [{ name: 'one', cost: 1 }] },
      { codes: [] },
      { codes: ['x', 'second'] },
      { steps: ['b', 'a'] },
      { steps: [] },
      { years: [] },
    ])
      assert.equal((await send('PUT', '/one', change)).status, 400, JSON.stringify(change));
  });
});

// biome-ignore lint/suspicious/noExplicitAny: entries are looked into freely.
function entriesIn(text: string): any[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
}
