import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { sql } from '../../../src/store/store.ts';
import { ask, engines, resources, serverOfSuite } from '../../fixtures/server.ts';
import { newUsers, signUp } from '../../users/users-calls.ts';
import { referenceCalls, times, to } from './reference-calls.ts';

for (const engine of engines)
  describe(`deletions and references that hold on ${engine}`, () => {
    const suite = serverOfSuite(engine, { environment: { BARAZA_RECORDS_MAX: '10000' } });
    const { server, owner } = suite;
    const { call, collection, put, remove, lines, idsIn, recordOf, configure, shop, rows } =
      referenceCalls(suite);

    test('restrict refuses the deletion and names what refers to the record', async () => {
      const { orders, items } = await shop();
      await put(items, 'i1', { order: 'o1' });
      const refused = await remove(orders, 'o1');
      assert.deepEqual(
        [refused.status, refused.json],
        [
          409,
          {
            error: `This cannot be deleted: order of the record i1 in ${items} refers to it.`,
            code: 'reference',
            resource: items,
            field: 'order',
            recordId: 'i1',
            requestId: refused.json.requestId,
          },
        ],
      );
      await call('PATCH', `${items}/records/i1`, { order: null });
      assert.equal((await remove(orders, 'o1')).status, 200);
    });

    test('cascade follows a chain over ten collections, with counts and events of each', async () => {
      const chain = [await collection()];
      for (let at = 1; at < 10; at += 1)
        chain.push(await collection({ references: { up: to(chain[at - 1] ?? '', 'cascade') } }));
      for (const [at, id] of chain.entries()) {
        await put(id, 'a', at === 0 ? {} : { up: 'a' });
        if (at > 0) await put(id, 'b', { up: ['a'] });
        await put(id, 'kept', {});
      }
      const first = chain[0] ?? '';
      const deleted = await remove(first, 'a');
      assert.equal(deleted.status, 200, deleted.text);
      for (const [at, id] of chain.entries()) {
        const { json } = await call('GET', id);
        assert.equal(json.recordCount, 1);
        assert.equal(json.version, at === 0 ? 4 : 5);
        assert.deepEqual(await idsIn(id), ['kept']);
        assert.deepEqual(await rows(id), []);
      }
      const { json } = await owner.send('GET', `${resources}?activityLimit=200&limit=1`);
      const gone = json.activity.filter(
        ({ action, resourceId }: { action: string; resourceId: string }) =>
          action === 'record-deleted' && chain.includes(resourceId),
      );
      assert.equal(gone.length, 19);
      assert.equal(gone[0].resourceId, first);
    });

    test('clear leaves null, takes an id out of a list with its repeats, in one change', async () => {
      const orders = await collection();
      const items = await collection({
        references: { order: to(orders, 'clear'), 'more.orders': to(orders, 'clear') },
        unique: ['order'],
        indexes: ['order'],
      });
      await put(orders, 'o1', {});
      await put(orders, 'o2', {});
      await put(items, 'i1', { order: 'o1', more: { orders: ['o1', 'o2', 'o1'] }, left: 1 });
      await put(items, 'i2', { order: 'o2', more: { orders: 'o1' } });
      assert.equal((await remove(orders, 'o1')).status, 200);
      const first = await call('GET', `${items}/records/i1`);
      assert.deepEqual(first.json.record, { order: null, more: { orders: ['o2'] }, left: 1 });
      assert.equal(first.json.version, 2);
      assert.deepEqual(await recordOf(items, 'i2'), { order: 'o2', more: { orders: null } });
      assert.deepEqual(await rows(items), [
        { field: 'more.orders', to_record: 'o2' },
        { field: 'order', to_record: 'o2' },
      ]);
      const { json } = await call('GET', `${items}/records?where.order=null`);
      assert.equal(json.records.length, 1);
      const size = await call('GET', items);
      const bytes = await server.platform.store.get<{ sum: number; held: number }>(sql`SELECT
        (SELECT sum(bytes) FROM records WHERE resource_id = ${items}) AS sum,
        (SELECT record_bytes FROM resources WHERE id = ${items}) AS held`);
      assert.equal(Number(bytes?.sum), Number(bytes?.held));
      assert.equal(size.json.recordCount, 2);
    });

    test('a record that its schema does not let be without a reference keeps the other one', async () => {
      const orders = await collection();
      const items = await collection({
        references: { order: to(orders, 'clear') },
        schema: { properties: { order: { type: 'string' } } },
      });
      await put(orders, 'o1', {});
      await put(items, 'i1', { order: 'o1' });
      const refused = await remove(orders, 'o1');
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.recordId],
        [409, 'reference', 'i1'],
      );
      assert.deepEqual(await idsIn(orders), ['o1']);
    });

    test('cycles, diamonds and references to oneself end, and each record is deleted once', async () => {
      const one = await collection();
      const other = await collection({ references: { one: to(one, 'cascade') } });
      const config = { references: { other: to(other, 'cascade'), self: to(one, 'cascade') } };
      const configured = await configure(one, config);
      assert.equal(configured.status, 200, configured.text);
      await put(one, 'a', { self: 'a' });
      await put(other, 'b', { one: 'a' });
      await put(one, 'a', { other: 'b', self: 'a' });
      await put(one, 'c', { other: 'b', self: ['a', 'c'] });
      await put(one, 'kept', { self: 'kept' });
      const deleted = await remove(one, 'a');
      assert.equal(deleted.status, 200, deleted.text);
      assert.deepEqual([await idsIn(one), await idsIn(other)], [['kept'], []]);
      assert.equal((await call('GET', one)).json.recordCount, 1);
      // Nobody else is left who could be restricted by it.
      const tree = await collection();
      await configure(tree, { references: { parent: to(tree, 'restrict') } });
      await put(tree, 'root', { parent: 'root' });
      await put(tree, 'leaf', { parent: 'root' });
      assert.equal((await remove(tree, 'root')).status, 409);
      assert.equal((await remove(tree, 'leaf')).status, 200);
      assert.equal((await remove(tree, 'root')).status, 200);
    });

    test('what is restricted by a record that is deleted too does not stay', async () => {
      const orders = await collection();
      const items = await collection({ references: { order: to(orders, 'cascade') } });
      const notes = await collection({
        references: { item: to(items), order: to(orders, 'cascade') },
      });
      await put(orders, 'o1', {});
      await put(items, 'i1', { order: 'o1' });
      await put(notes, 'n1', { item: 'i1', order: 'o1' });
      assert.equal((await remove(items, 'i1')).status, 409);
      assert.equal((await remove(orders, 'o1')).status, 200);
      assert.deepEqual(await idsIn(notes), []);
    });

    test('a deletion takes 1,000 records along and refuses 1,001', async () => {
      const { orders, items } = await shop('cascade');
      const many = (count: number) => times(count, (n) => ({ n, order: 'o1' }));
      const count = limits.dependantsMax;
      assert.equal((await lines(items, many(count + 1))).status, 201);
      const refused = await remove(orders, 'o1');
      assert.deepEqual([refused.status, refused.json.code], [409, 'reference']);
      assert.match(refused.json.error, /more than 1000 records/);
      const { json } = await call('GET', `${items}?limit=1`);
      assert.equal(json.recordCount, count + 1);
      await remove(items, json.records[0].recordId);
      assert.equal((await remove(orders, 'o1')).status, 200);
      assert.equal((await call('GET', items)).json.recordCount, 0);
    });

    test('a key for some resources and an archived resource refuse without a change', async () => {
      const { orders, items } = await shop('cascade');
      await put(items, 'i1', { order: 'o1' });
      const narrow = await owner.newKey(['*'], null, [orders]);
      const refused = await narrow.send('DELETE', `${resources}/${orders}/records/o1`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'reference']);
      assert.doesNotMatch(refused.text, new RegExp(`${items}|i1`));
      await call('PATCH', items, { action: 'archive' });
      const archived = await remove(orders, 'o1');
      assert.deepEqual([archived.status, archived.json.code], [409, 'reference']);
      assert.match(archived.json.error, new RegExp(`${items}.*archived`));
      assert.deepEqual(await idsIn(items), ['i1']);
      await call('PATCH', items, { action: 'restore' });
      assert.equal((await remove(orders, 'o1')).status, 200);
      const restricting = await shop('restrict');
      await put(restricting.items, 'i1', { order: 'o1' });
      const other = await owner.newKey(['*'], null, [restricting.orders]);
      const silent = await other.send('DELETE', `${resources}/${restricting.orders}/records/o1`);
      assert.equal(silent.status, 409);
      assert.doesNotMatch(silent.text, new RegExp(`${restricting.items}|i1`));
    });

    test('a user who may delete a record takes along what refers to it, and an account its records', async () => {
      const users = await newUsers(suite, { rules: { delete: 'user.id = record.id', view: '' } });
      const posts = await collection({
        references: { author: to(users, 'cascade') },
        rules: { create: 'user.id != null', delete: 'false', view: '' },
      });
      const likes = await collection({ references: { post: to(posts, 'clear') }, rules: {} });
      const account = await signUp(suite, users, 'post@example.com');
      const made = await ask(server, 'POST', `${resources}/${posts}/records`, {
        key: account.token,
        body: { author: account.id },
      });
      assert.equal(made.status, 201, made.text);
      await put(likes, 'l1', { post: made.json.recordId });
      const gone = await ask(server, 'DELETE', `${resources}/${users}/records/${account.id}`, {
        key: account.token,
      });
      assert.equal(gone.status, 200, gone.text);
      assert.deepEqual([await idsIn(posts), await recordOf(likes, 'l1')], [[], { post: null }]);
      const me = await ask(server, 'GET', `/api/platform/users/${users}/me`, {
        key: account.token,
      });
      assert.equal(me.status, 401);
    });

    test('of a deletion against 100 records that refer to it none is left dangling', async () => {
      for (const onDelete of ['restrict', 'cascade', 'clear']) {
        const { orders, items } = await shop(onDelete);
        const post = () => call('POST', `${items}/records`, { order: 'o1' });
        const some = (count: number) => Promise.all(Array.from({ length: count }, post));
        const [first, deleted, second] = await Promise.all([
          some(30),
          remove(orders, 'o1'),
          some(70),
        ]);
        const made = [...first, ...second];
        const stored = made.filter(({ status }) => status === 201).length;
        for (const { status, json, text } of made)
          assert.ok(status === 201 || json.code === 'reference', text);
        const left = await call('GET', `${items}/records?where.order=o1&limit=1000`);
        if (deleted.status === 200) assert.equal(left.json.records.length, 0, onDelete);
        else assert.equal(left.json.records.length, stored);
        assert.equal((await call('GET', items)).json.recordCount, (await idsIn(items)).length);
      }
    });

    test('cascades that meet in the same records do not wait for each other', async () => {
      const one = await collection();
      const other = await collection();
      const items = await collection({
        references: { one: to(one, 'cascade'), other: to(other, 'cascade') },
      });
      const again = await collection({ references: { item: to(items, 'clear') } });
      for (let n = 0; n < 10; n += 1) {
        await put(one, `a${n}`, {});
        await put(other, `b${n}`, {});
        await put(items, `i${n}`, { one: `a${n}`, other: [`b${n}`, `b${(n + 1) % (n + 1)}`] });
        await put(again, `g${n}`, { item: `i${n}` });
      }
      const replies = await Promise.all(
        times(10, (n) => [
          remove(one, `a${n}`),
          remove(other, `b${n}`),
          remove(items, `i${n}`),
        ]).flat(),
      );
      for (const { status, text } of replies) assert.ok(status === 200 || status === 404, text);
      assert.deepEqual([await idsIn(one), await idsIn(other), await idsIn(items)], [[], [], []]);
    });

    test('a restricted resource stays, and another one takes along what refers to its records', async () => {
      const { orders, items } = await shop('restrict');
      const refused = await call('DELETE', orders);
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.resource, refused.json.field],
        [409, 'reference', items, 'order'],
      );
      assert.equal(
        (await configure(items, { references: { order: to(orders, 'cascade') } })).status,
        200,
      );
      await put(items, 'i1', { order: 'o1' });
      await put(items, 'i2', {});
      const gone = await call('DELETE', orders);
      assert.equal(gone.status, 200, gone.text);
      assert.deepEqual(await idsIn(items), ['i2']);
      const late = await call('POST', `${items}/records`, { order: 'o1' });
      assert.deepEqual([late.status, late.json.code], [409, 'reference']);
      assert.equal((await call('DELETE', items)).status, 200);
      const tree = await collection();
      await configure(tree, { references: { parent: to(tree, 'restrict') } });
      await put(tree, 'a', { parent: 'a' });
      assert.equal((await call('DELETE', tree)).status, 200);
    });

    test('a resource that is deleted in steps refers to nothing, and holds nothing', async () => {
      const { orders, items } = await shop('restrict');
      await lines(
        items,
        Array.from({ length: 1_200 }, () => ({ order: 'o1' })),
      );
      assert.equal((await call('DELETE', items)).status, 200);
      assert.equal((await remove(orders, 'o1')).status, 200);
      await server.platform.recordUpkeep.idle();
      assert.deepEqual(await rows(items), []);
      const many = await collection();
      const few = await collection({ references: { many: to(many, 'clear') } });
      await lines(
        many,
        times(1_200, (n) => ({ recordId: `m${n}`, record: {} })),
        '?ids=keep',
      );
      await put(few, 'f', { many: ['m1', 'm1199'] });
      assert.equal((await call('DELETE', many)).status, 200);
      assert.deepEqual(await recordOf(few, 'f'), { many: [] });
      assert.equal((await call('POST', `${few}/records`, { many: 'm5' })).status, 409);
    });
  });
