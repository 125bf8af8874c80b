import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ask, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { known, makeThings, type Things } from '../hostile/matrix-requests.ts';

describe('query parameters that an endpoint does not know', () => {
  const { server, owner } = serverOfSuite('sqlite');
  let things: Things;
  before(async () => {
    things = await makeThings(server, owner.key, ask);
  });

  test('every endpoint with a key refuses unknown parameters first, and lists the known ones', async () => {
    // The OpenAPI document needs no key.
    const { 'GET /api/platform/openapi.json': _, ...keyed } = known;
    for (const [route, variants] of Object.entries(keyed))
      for (const { make } of variants) {
        const [method = ''] = route.split(' ');
        const { target, body, headers = {} } = make(things);
        const { path, query } =
          server.routes.find((one) => `${one.method} ${one.path}` === route) ?? {};
        const mark = target.includes('?') ? '&' : '?';
        const reply = await owner.send(method, `${target}${mark}limitt=1`, body, headers);
        assert.equal(reply.status, 400, `${route} ${reply.text}`);
        assert.match(reply.json.error, /"limitt" is not known/, path ?? route);
        const names = Object.keys(query?.shape ?? {});
        for (const name of names) assert.ok(reply.json.error.includes(name), `${route}: ${name}`);
        if (names.length === 0) assert.match(reply.json.error, /there are none here/);
      }
    const kept = await owner.send('GET', `${resources}/${things.collection}`);
    assert.deepEqual(kept.json.records[0].record, { of: 'the owner' });
  });

  test('a repeated filter or sort is refused: one of them would be dropped', async () => {
    const target = `${resources}/${things.collection}/records`;
    for (const query of ['where.x=0&where.x=1', 'where.x=0&where[x]=1', 'sort=x&sort=y']) {
      const reply = await owner.send('GET', `${target}?${query}`);
      assert.equal(reply.status, 400);
      assert.match(reply.json.error, /is in the query twice/);
    }
    // To an address without a key others append what they like.
    assert.equal((await ask(server, 'GET', '/healthz?sort=x&sort=y')).status, 200);
  });

  test('_ is ignored, what a filter would be called elsewhere is not', async () => {
    const target = `${resources}/${things.collection}/records`;
    const status = async (query: string) => (await owner.send('GET', `${target}?${query}`)).status;
    assert.equal(await status('_=1763'), 200);
    assert.equal(await status('where.a=1&_=1'), 200);
    const bracketed = await owner.send(
      'GET',
      `${target}?where%5Bof%5D=the+owner&where[a.exists]=false`,
    );
    assert.equal(bracketed.json.records.length, 1, 'as generated clients write it');
    assert.equal((await owner.send('GET', `${target}?where[of]=x`)).json.records.length, 0);
    for (const query of [
      'where=1',
      'where[a=1',
      'whereas.n=2',
      'Where.n=2',
      'filter=a',
      'filters=true',
      'page=2',
      'toString=1',
      '',
    ])
      assert.equal(await status(query), query === '' ? 200 : 400, query);
    const reply = await owner.send('GET', `${target}?filters=true`);
    assert.match(
      reply.json.error,
      /limit, cursor, order, q, sort, fields, count, filter, expand and where\.<path>/,
    );
  });

  test('an operator of another product is 400 that names ours, unless the schema has that path', async () => {
    const words =
      'eq neq nin not is isnull like ilike contains startsWith endsWith match regex between';
    const open = { properties: { ward: { enum: ['a'] }, a: { properties: { is: {} } } } };
    const list = { properties: { items: { items: { properties: { match: {} } } } } };
    const idOf = async (config: object) => {
      const { id } = await newResource(server, owner.key, 'data', config);
      const record = { ward: 'a', a: { is: 1, not: 1 }, items: [{ match: 1 }], like: 1 };
      await owner.send('POST', `${resources}/${id}/records`, record);
      return id;
    };
    const bare = await idOf({});
    const ask = (id: string, query: string, path = '/records') =>
      owner.send('GET', `${resources}/${id}${path}${path.includes('?') ? '' : '?'}${query}`);
    for (const word of words.split(' '))
      for (const path of ['', '/records', '/records/summary?count=true&']) {
        const refused = await ask(bare, `where.ward.${word}=a`, path);
        assert.equal(refused.status, 400, `${word} ${path}`);
        assert.match(
          refused.json.error,
          new RegExp(`${word} is not an operator; .*ne, gt, .*where\\.ward=…`),
        );
      }
    const [withOpen, withList] = [await idOf({ schema: open }), await idOf({ schema: list })];
    const closed = await idOf({
      schema: {
        ...open,
        additionalProperties: false,
        properties: {
          ...open.properties,
          items: {},
          like: {},
        },
      },
    });
    for (const [id, query, found] of [
      [withOpen, 'where.ward.eq=a', 400],
      [withOpen, 'where.a.not=1', 400],
      [withOpen, 'where.a.is=1', 1],
      [closed, 'where.a.is=1', 1],
      [closed, 'where.a.not=1', 400],
      [withList, 'where.items.0.match=1', 1],
      [bare, 'where.items.0.match=1', 400],
      // The name of one step, another word, and a path with one of our operators are no such operators.
      [bare, 'where.like=1', 1],
      [bare, 'where.a.IS=1', 0],
      [bare, 'where.a.equals=1', 0],
      [bare, 'where.a.is.in=1', 1],
      [bare, 'where.a.is.exists=true', 1],
    ] as const) {
      const reply = await ask(id, query);
      if (found === 400) assert.equal(reply.status, 400, query);
      else assert.equal(reply.json.records?.length, found, `${query} ${reply.text}`);
    }
  });

  test('an invalid key is refused first, and endpoints without a key accept any parameter', async () => {
    assert.equal((await ask(server, 'GET', `${resources}?x=1`)).status, 401);
    assert.equal((await ask(server, 'GET', '/healthz?x=1')).status, 200);
    assert.equal((await ask(server, 'GET', '/links/none?fbclid=1')).status, 401);
  });
});
