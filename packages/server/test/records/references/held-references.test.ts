import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../src/store/store.ts';
import { ask, engines, newResource, resources, serverOfSuite } from '../../fixtures/server.ts';
import { newUsers, signUp } from '../../users/users-calls.ts';
import { referenceCalls, times, to } from './reference-calls.ts';

for (const engine of engines)
  describe(`references that hold on ${engine}`, () => {
    const suite = serverOfSuite(engine, { environment: { BARAZA_RECORDS_MAX: '10000' } });
    const { server, owner } = suite;
    const { call, collection, put, remove, lines, idsIn, configure, shop, rows } =
      referenceCalls(suite);

    test('no way to write stores a record that names a missing one', async () => {
      const { orders, items } = await shop();
      await put(items, 'i1', { order: 'o1' });
      const path = `/api/platform/resources/${items}/records`;
      const batch = (calls: readonly object[]) =>
        owner.send('POST', '/api/platform/batch', { calls });
      const refused = [
        await call('POST', `${items}/records`, { order: 'gone' }),
        await call('POST', `${items}/records`, { order: ['o1', 'gone'] }),
        await call('POST', `${items}/records`, { order: '' }),
        await call('PUT', `${items}/records/i2`, { order: 'gone' }),
        await call('PUT', `${items}/records/i1`, { order: 'gone' }),
        await call('PATCH', `${items}/records/i1`, { order: 'gone' }),
        await call('PATCH', items, { action: 'add-record', record: { order: 'gone' } }),
        await call('PATCH', items, {
          action: 'update-record',
          recordId: 'i1',
          record: { order: 'gone' },
        }),
        await batch([
          { method: 'PUT', path: `${path}/i3`, body: { order: 'o1' } },
          { method: 'POST', path, body: { order: 'gone' } },
        ]),
        await lines(items, [{ order: 'o1' }, { order: 'gone' }]),
      ];
      for (const { status, json, text } of refused)
        assert.deepEqual([status, json.code, json.field], [409, 'reference', 'order'], text);
      assert.equal(refused.at(-1)?.json.line, 2);
      assert.equal(refused.at(-2)?.json.index, 1);
      assert.deepEqual(await idsIn(items), ['i1']);
      for (const order of [5, { id: 'o1' }, ['o1', 5], [['o1']], Array(101).fill('o1'), true]) {
        const { status, json } = await call('POST', `${items}/records`, { order });
        assert.deepEqual([status, json.code, json.field], [400, 'invalid', 'order']);
      }
      for (const order of [null, 'o1', [], ['o1'], Array(100).fill('o1')]) {
        const { status, text } = await call('POST', `${items}/records`, { order });
        assert.equal(status, 201, text);
      }
      assert.equal((await call('POST', `${items}/records`, {})).status, 201);
      // A batch may make a record and then refer to it, by an id that it chooses.
      const made = await batch([
        { method: 'PUT', path: `/api/platform/resources/${orders}/records/o2`, body: {} },
        { method: 'POST', path, body: { order: 'o2' } },
      ]);
      assert.equal(made.status, 200, made.text);
    });

    test('a caller whom a rule refuses never learns whether a record exists', async () => {
      const { token } = await signUp(suite, await newUsers(suite), 'a@example.com');
      const orders = await collection();
      const items = await collection({
        references: { order: to(orders) },
        rules: {
          create: 'body.mine = true',
          update: 'body.mine = true',
          view: '',
          delete: 'false',
        },
      });
      await put(orders, 'o1', {});
      await put(items, 'i1', { order: 'o1', mine: true });
      const as = (method: string, path: string, body?: object) =>
        ask(server, method, `${resources}/${path}`, { key: token, body });
      assert.equal((await as('POST', `${items}/records`, { order: 'gone' })).status, 403);
      assert.equal(
        (await as('PATCH', `${items}/records/i1`, { order: 'gone', mine: false })).status,
        404,
      );
      const allowed = await as('POST', `${items}/records`, { order: 'gone', mine: true });
      assert.deepEqual([allowed.status, allowed.json.code], [409, 'reference']);
      assert.equal((await as('DELETE', `${orders}/records/o1`)).status, 404);
    });

    test('a sign-up that names a missing record makes no account', async () => {
      const clinics = await collection();
      const users = await newUsers(suite, { references: { clinic: to(clinics) } });
      const refused = await ask(server, 'POST', `/api/platform/users/${users}/sign-up`, {
        body: { email: 'c@example.com', password: 'long enough', clinic: 'gone' },
      });
      assert.deepEqual([refused.status, refused.json.code], [409, 'reference']);
      assert.deepEqual(await idsIn(users), []);
    });

    test('a reference over records that point nowhere is refused with 20 of them', async () => {
      const orders = await collection();
      await put(orders, 'o1', {});
      const items = await collection();
      await lines(
        items,
        times(130, (n) => ({ order: n % 2 ? 'o1' : `gone ${n}` })),
      );
      const wanted = { references: { order: to(orders) } };
      const refused = await configure(items, wanted);
      assert.deepEqual([refused.status, refused.json.code], [409, 'reference'], refused.text);
      assert.equal(refused.json.missing.length, 20);
      assert.deepEqual(Object.keys(refused.json.missing[0]), ['recordId', 'field', 'value']);
      assert.equal(refused.json.missing[1].value, 'gone 2');
      assert.deepEqual((await call('GET', items)).json.config, {});
      assert.equal((await remove(orders, 'o1')).status, 200);
      await put(orders, 'o1', {});
      for (let n = 0; n < 130; n += 2) await put(orders, `gone${n}`, {});
      const { json } = await call('GET', `${items}/records?limit=1000`);
      for (const { recordId, record } of json.records)
        await put(items, recordId, { order: record.order.replace(' ', '') });
      const configured = await configure(items, wanted);
      assert.equal(configured.status, 200, configured.text);
      assert.equal((await rows(items)).length, 130);
      assert.equal((await remove(orders, 'o1')).status, 409);
    });

    test('while a reference is filled, writes and deletions go on, and none is left dangling', async () => {
      const orders = await collection();
      const named = (n: number) => ({ recordId: `o${n}`, record: {} });
      await lines(
        orders,
        times(40, (n) => named(n)),
        '?ids=keep',
      );
      const items = await collection();
      const many = times(1_500, (n) => ({ order: `o${n % 20}` }));
      await lines(items, many);
      const dangling = async () => {
        const row = await server.platform.store.get<{ count: number }>(sql`SELECT count(*) AS count
          FROM records WHERE resource_id = ${items} AND NOT EXISTS (SELECT 1 FROM record_refs
            JOIN records AS found ON found.resource_id = to_resource AND found.client_id = to_record
            WHERE record_refs.resource_id = ${items} AND record_refs.record_id = records.id)`);
        return Number(row?.count);
      };
      let isDone = false;
      const write = async () => {
        for (let n = 20; !isDone && n < 40; n += 1) {
          const made = await call('POST', `${items}/records`, { order: `o${n % 30}` });
          assert.equal(made.status, 201, made.text);
          await put(orders, `p${n}`, {});
          assert.equal((await remove(orders, `p${n}`)).status, 200);
        }
      };
      const writing = write();
      const configured = await configure(items, { references: { order: to(orders) } });
      isDone = true;
      await writing;
      assert.equal(configured.status, 200, configured.text);
      assert.equal(await dangling(), 0);
      // A deletion meanwhile either comes first, and then the records point nowhere, or is refused.
      for (let times = 0; times < 3; times += 1) {
        await configure(items, {});
        const [again, deleted] = await Promise.all([
          configure(items, { references: { order: to(orders) } }),
          remove(orders, 'o1'),
        ]);
        assert.equal(again.status + deleted.status, 609, again.text);
        if (deleted.status === 200) await put(orders, 'o1', {});
        else assert.equal(await dangling(), 0);
      }
    });

    test('a change of onDelete takes effect at once, and a reference that is taken away holds nothing', async () => {
      const { orders, items } = await shop('restrict');
      await put(items, 'i1', { order: 'o1' });
      await configure(items, { references: { order: to(orders, 'clear') } });
      assert.equal((await remove(orders, 'o1')).status, 200);
      await put(orders, 'o2', {});
      await put(items, 'i1', { order: 'o2' });
      const plain = await configure(items, { references: { order: orders } });
      assert.equal(plain.status, 200, plain.text);
      await server.platform.recordUpkeep.idle();
      assert.deepEqual(await rows(items), []);
      await put(items, 'i1', { order: 'gone' });
      assert.equal((await remove(orders, 'o2')).status, 200);
      assert.equal((await configure(items, { references: { order: to(orders) } })).status, 409);
      await put(items, 'i1', {});
      assert.equal((await configure(items, { references: { order: to(orders) } })).status, 200);
      const other = await collection();
      await put(other, 'x', {});
      assert.equal((await configure(items, { references: { order: to(other) } })).status, 200);
      assert.equal((await call('POST', `${items}/records`, { order: 'x' })).status, 201);
      assert.equal((await remove(other, 'x')).status, 409);
    });

    test('imports in steps hold their references, also forward ones into the same collection', async () => {
      const { orders, items } = await shop('restrict');
      const bulk = 'x'.repeat(2_000);
      const many = times(600, (n) => ({ n, order: 'o1', bulk }));
      const refused = await lines(items, [...many, { order: 'gone' }]);
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.field, refused.json.line],
        [409, 'reference', 'order', 601],
        refused.text,
      );
      assert.equal((await lines(items, many)).status, 201);
      assert.equal((await rows(items)).length, 600);
      assert.equal((await remove(orders, 'o1')).status, 409);
      const tree = await collection();
      await configure(tree, { references: { next: to(tree, 'clear') } });
      const ring = (count: number, last: string) =>
        times(count, (n) => ({
          recordId: `t${n}`,
          record: { next: n === count - 1 ? last : `t${n + 1}`, bulk },
        }));
      const open = await lines(tree, ring(600, 'gone'), '?ids=keep');
      assert.deepEqual([open.status, open.json.line], [409, 600], open.text);
      assert.equal((await lines(tree, ring(600, 't0'), '?ids=keep')).status, 201);
      assert.equal((await rows(tree)).length, 600);
      const short = await collection();
      await configure(short, { references: { next: to(short, 'clear') } });
      assert.equal((await lines(short, ring(5, 'gone'), '?ids=keep')).status, 409);
      assert.equal((await lines(short, ring(5, 't0'), '?ids=keep')).status, 201);
    });

    test('a reference of another form is a setting, and one that cannot hold is refused', async () => {
      const orders = await collection();
      const bucket = (await newResource(server, owner.key, 'storage')).id;
      const free = [
        { references: { order: { to: 12, onDelete: 'restrict' } } },
        { references: { order: { to: orders } } },
        { references: { order: { to: orders, onDelete: 'explode' } } },
        { references: { order: { collection: orders } } },
      ];
      for (const config of free) {
        const items = await collection(config);
        assert.equal((await call('POST', `${items}/records`, { order: 'gone' })).status, 201);
        assert.deepEqual((await call('GET', items)).json.config, config);
        const { json } = await configure(items, config);
        const isMeant = 'to' in config.references.order && config.references.order.to === orders;
        assert.equal(json.warnings?.[0].path, isMeant ? '/references/order' : undefined);
      }
      for (const target of [bucket, 'res_none', 'orders']) {
        const body = { service: 'data', kind: 'Collection', name: 'x' };
        const config = { references: { order: to(target) } };
        assert.equal((await owner.send('POST', resources, { ...body, config })).status, 400);
        const configured = await configure(await collection(), config);
        assert.equal(configured.status, 400, configured.text);
      }
      await put(orders, 'o1', { name: 'first' });
      const items = await collection({ references: { order: to(orders) } });
      await put(items, 'i1', { order: 'o1' });
      const { json } = await call('GET', `${items}/records?expand=order`);
      assert.equal(json.expanded.order.o1.record.name, 'first');
    });
  });
