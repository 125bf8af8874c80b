/** The parameter `filter`, and paths through references: what they find, and what they must not tell. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../src/store/store.ts';
import { ask, engines, type Reply, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp } from '../users/users-calls.ts';

for (const engine of engines)
  describe(`filter on ${engine}`, () => {
    const suite = serverOfSuite(engine);
    const { server, owner } = suite;
    let reports: string;
    let secrets: string;
    let closed: string;
    let photos: string;
    let amina: { readonly token: string; readonly id: string };
    let baraka: { readonly token: string; readonly id: string };

    const put = async (collection: string, id: string, record: object) => {
      const path = `${resources}/${collection}/records/${id}`;
      const made = await owner.send('PUT', path, record);
      assert.ok(made.status < 300, made.text);
    };
    before(async () => {
      const usersId = await newUsers(suite);
      amina = await signUp(suite, usersId, 'amina@example.com');
      baraka = await signUp(suite, usersId, 'baraka@example.com');
      reports = await newCollection(suite, {
        rules: { list: '', view: 'record.reporter = user.id || record.state = "public"' },
        fields: { hidden: ['note'] },
      });
      secrets = await newCollection(suite, { schema: { type: 'object' } });
      closed = await newCollection(suite, {
        schema: {
          type: 'object',
          properties: { code: { type: 'string' }, up: { type: 'string' } },
          additionalProperties: false,
        },
        references: { up: reports },
        rules: { list: '', view: '' },
      });
      photos = await newCollection(suite, {
        references: { report: reports, secret: secrets, 'deep.of': reports, code: closed },
        fields: { hidden: ['price', 'secretive.code'] },
        rules: {
          list: '',
          view: 'record.report.reporter = user.id',
          create: 'record.report.reporter = user.id',
          update: 'record.report.reporter = user.id',
          delete: 'record.report.reporter = user.id',
        },
      });
      await put(reports, 'of-amina', { reporter: amina.id, state: 'open', rank: 5, note: 'a' });
      await put(reports, 'of-baraka', { reporter: baraka.id, state: 'open', rank: 7, note: 'b' });
      await put(reports, 'of-all', { reporter: 'x', state: 'public', rank: 9, id: 'spoof' });
      await put(secrets, 'vault', { code: 'hidden treasure' });
      await put(closed, 'c1', { code: 'k', up: 'of-amina' });
      const all: readonly (readonly [string, object])[] = [
        ['p1', { n: 1, report: 'of-amina', price: 10, tags: ['a', 'b'] }],
        ['p2', { n: 2, report: 'of-baraka', price: 20, secret: 'vault' }],
        ['p3', { n: 3, report: 'of-all', deep: { of: 'of-amina' } }],
        ['p4', { n: 4, report: 'nowhere', state: 'done' }],
        ['p5', { n: 5, report: { reporter: amina.id }, state: 'open' }],
        ['p6', { n: 6, code: 'c1', createdBy: null }],
      ];
      for (const [id, record] of all) await put(photos, id, record);
    });

    const list = (filter: string, key = owner.key, more = ''): Promise<Reply> =>
      ask(
        server,
        'GET',
        `${resources}/${photos}/records?filter=${encodeURIComponent(filter)}${more}`,
        {
          key,
        },
      );
    const numbers = async (filter: string, key = owner.key) => {
      const { status, json, text } = await list(filter, key);
      assert.equal(status, 200, `${filter} ${text}`);
      return json.records.map(({ record }: { record: { n: number } }) => record.n);
    };

    const found: readonly (readonly [string, readonly number[]])[] = [
      ['record.n > 2 && record.n <= 4', [3, 4]],
      ['record.n = 1 || record.state = "done"', [1, 4]],
      ['!(record.n < 5)', [5, 6]],
      ['record.tags ~ "a"', [1]],
      ['record.state in ["open", "done"]', [4, 5]],
      ['record.id = "p2"', [2]],
      ['record.report.state = "open"', [1, 2]],
      ['record.report.rank > 5', [2, 3]],
      ['record.report.id = "of-all"', [3]],
      // The record that is referred to is absent, or there is no reference.
      ['record.report.rank = null', [4, 5, 6]],
      ['record.report.rank != null && record.n < 3', [1, 2]],
      ['record.deep.of.rank = 5', [3]],
      ['record.secret.code ~ "treasure"', [2]],
      ['record.code.up = "of-amina"', [6]],
      // An object in place of an id is no reference, and is not looked into.
      [`record.report.reporter = "${'x'}"`, [3]],
      ['record.createdBy = null && record.n = 6', [6]],
      ['record.n < now', []],
      ['true', [1, 2, 3, 4, 5, 6]],
      ['false', []],
    ];
    for (const [filter, wanted] of found)
      test(`${filter} finds ${wanted}`, async () => {
        assert.deepEqual(await numbers(filter), wanted);
        const path = `${resources}/${photos}/records`;
        const query = `filter=${encodeURIComponent(filter)}`;
        const summed = await owner.send('GET', `${path}/summary?count=true&${query}`);
        assert.equal(summed.json.groups[0].count, wanted.length, summed.text);
        const accept = { accept: 'application/x-ndjson' };
        const lines = await owner.send('GET', `${path}?${query}`, undefined, accept);
        assert.equal(lines.text.split('\n').filter((line) => line !== '').length, wanted.length);
      });

    const refused: readonly (readonly [string, RegExp, number?])[] = [
      ['user.id = "x"', /user\.id is not known/, 1],
      ['record.n = 1 && body.n = 1', /body\.n is not known/, 17],
      ['record.n = 1 || price = 1', /price is not known/, 17],
      ['record.n == 1', /write =/, 11],
      ['record.n = 1 &&', /the rule ends/, 16],
      ['record', /record needs a field/, 1],
      ['', /the rule ends/, 1],
      ['record.n > null', /null is compared/],
      [`record.n = "${'x'.repeat(990)}"`, /at most 1000 characters/],
      [Array(21).fill('record.n=1').join('||'), /at most 20 comparisons/],
      [`${'('.repeat(10)}record.n=1${')'.repeat(10)}`, /at most 10 deep/],
      ['record.createdAt > "2026"', /use where\.createdAt/, 1],
      ['record.n = 1 && record.code.up.state = "open"', /second reference/, 17],
      ['record.code.nothing = 1', /has no field nothing/],
    ];
    for (const [filter, sentence, position] of refused)
      test(`refused: ${filter.slice(0, 50)}`, async () => {
        const { status, json, text } = await list(filter);
        assert.equal(status, 400, text);
        assert.match(json.error, sentence);
        if (position !== undefined) assert.equal(json.position, position, text);
      });

    test('a filter is given once, and only to lists and summaries', async () => {
      const twice = await list('record.n = 1', owner.key, '&filter=true');
      assert.equal(twice.status, 400, twice.text);
      const whole = await owner.send('GET', `${resources}/${photos}?filter=true`);
      assert.equal(whole.status, 400);
      assert.ok(!('etag' in Object.fromEntries((await list('true')).headers)));
    });

    test('a user reads by a filter what they could read directly, and nothing else', async () => {
      const asked: readonly (readonly [string, readonly number[] | 400])[] = [
        ['record.report.state = "open"', [1]],
        ['record.report.rank > 0', [1, 3]],
        // Of what they may not view, even whether it is there is not told.
        ['record.report.rank = null', [2, 4, 5, 6]],
        ['record.report.id = null', [2, 4, 5, 6]],
        [`record.report.reporter = "${baraka.id}"`, []],
        // No rule opens this collection.
        ['record.secret.code = "hidden treasure"', []],
        ['record.secret.code != "hidden treasure" && record.n = 2', [2]],
        ['record.secret.id = null && record.n = 2', [2]],
        ['record.price > 0', 400],
        ['record.secretive.code = 1', 400],
        ['record.secretive = null', 400],
        ['record.n = 1 || record.price = 10', 400],
        ['record.report.note = "a"', 400],
        ['record.n in [record.price, 1]', 400],
        ['record.n in record.report.note', 400],
      ];
      for (const [filter, wanted] of asked) {
        const { status, json, text } = await list(filter, amina.token);
        assert.equal(status, wanted === 400 ? 400 : 200, `${filter} ${text}`);
        if (wanted === 400) assert.match(json.error, /There is no field/, filter);
        else
          assert.deepEqual(
            json.records.map(({ record }: { record: { n: number } }) => record.n),
            wanted,
            filter,
          );
      }
    });

    test('a key for some resources does not reach through a reference to others', async () => {
      const { key } = await owner.newKey(['*'], null, [photos, reports]);
      assert.deepEqual(await numbers('record.report.state = "open"', key), [1, 2]);
      assert.equal((await list('record.secret.code = "x"', key)).status, 404);
      const narrow = await owner.newKey(['connect']);
      assert.equal((await list('record.n = 1', narrow.key)).status, 403);
    });

    test('a rule through a reference decides about views and writes, with the right of the owner', async () => {
      const path = (id: string) => `${resources}/${photos}/records/${id}`;
      const status = async (method: string, id: string, key: string, body?: object) =>
        (await ask(server, method, path(id), { key, ...(body && { body }) })).status;
      assert.equal(await status('GET', 'p1', amina.token), 200);
      assert.equal(await status('GET', 'p1', baraka.token), 404);
      assert.equal(await status('GET', 'p4', amina.token), 404);
      // Its own field, not one of a record that it refers to.
      assert.equal(await status('GET', 'p5', amina.token), 404);
      const add = async (report: unknown) =>
        (
          await ask(server, 'POST', `${resources}/${photos}/records`, {
            key: amina.token,
            body: { report, n: 100 },
          })
        ).status;
      assert.equal(await add('of-amina'), 201);
      assert.equal(await add('of-baraka'), 403);
      assert.equal(await add({ reporter: amina.id }), 403);
      // It can be moved neither to another's report nor away from there.
      assert.equal(await status('PATCH', 'p1', amina.token, { report: 'of-baraka' }), 404);
      assert.equal(await status('PATCH', 'p2', amina.token, { report: 'of-amina' }), 404);
      assert.equal(await status('PATCH', 'p1', amina.token, { n: 1 }), 200);
      assert.equal(await status('DELETE', 'p2', amina.token), 404);
    });

    test('a reference to a resource that is deleted, or is moved to another owner, gives null', async () => {
      const gone = await newCollection(suite, {});
      await put(gone, 'g', { open: 'yes' });
      const holder = await newCollection(suite, { references: { to: gone } });
      await put(holder, 'h', { to: 'g' });
      const count = async () => {
        const query = `filter=${encodeURIComponent('record.to.open = "yes"')}`;
        return (await owner.send('GET', `${resources}/${holder}/records?${query}`)).json;
      };
      assert.equal((await count()).records.length, 1);
      const other = await server.newOwner();
      await server.platform.store.write((tx) =>
        tx.run(sql`UPDATE resources SET owner_id = ${other.id} WHERE id = ${gone}`),
      );
      assert.equal((await count()).code, 'not_found');
    });

    test('a rule through two references is refused with its place', async () => {
      const body = {
        service: 'data',
        kind: 'Collection',
        name: 'x',
        config: { references: { code: closed }, rules: { view: 'record.code.up.state = "open"' } },
      };
      const { status, json } = await owner.send('POST', resources, body);
      assert.deepEqual([status, json.rule, json.position], [400, 'view', 1]);
      assert.match(json.error, /second reference/);
    });

    test('above 100,000 records, what no index serves is refused, and what one serves is not', async () => {
      const large = await newCollection(suite, { indexes: ['n', ['state', 'at']] });
      await put(large, 'one', { n: 1, state: 'open', at: 5, free: 'x' });
      await server.platform.store.write((tx) =>
        tx.run(
          sql`UPDATE resources SET record_count = 100001, record_bytes = 5000000 WHERE id = ${large}`,
        ),
      );
      const get = (query: string) => owner.send('GET', `${resources}/${large}/records${query}`);
      for (const query of [
        '?where.free=x',
        '?where.n.ne=1',
        '?q=x',
        '?sort=free',
        '?sort=at',
        '?where.n=1&sort=free',
        '?where.at=5',
        `?filter=${encodeURIComponent('record.free = "x"')}`,
        `?filter=${encodeURIComponent('record.n = 1 || record.free = "x"')}`,
        '/summary?count=true&where.free=x',
      ]) {
        const { status, json } = await get(query);
        assert.equal(status, 400, query);
        assert.match(json.error, /config\.indexes/, query);
      }
      for (const query of [
        '',
        '?where.n=1',
        '?where.n.lt=5&where.free=x',
        '?sort=-n',
        '?where.state=open&sort=-at',
        '?where.state=open&where.at=5',
        '?where.state=open',
        `?filter=${encodeURIComponent('record.n = 1 && record.free = "x"')}`,
      ]) {
        const { status, json, text } = await get(query);
        assert.deepEqual([status, json.records.length], [200, 1], `${query} ${text}`);
      }
    });
  });
