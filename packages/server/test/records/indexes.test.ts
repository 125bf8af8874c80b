import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findRecords } from '../../src/platform/records/query/find-records.ts';
import { readRecordsQuery } from '../../src/platform/records/query/records-query.ts';
import { createRecordUpkeep } from '../../src/platform/records/record-upkeep.ts';
import {
  createRecordPacker,
  publish,
  withStaged,
} from '../../src/platform/records/staged-import.ts';
import { columnsOf, findResource } from '../../src/store/platform/resources.ts';
import { type Query, sql } from '../../src/store/store.ts';
import { engines, newResource, openServer, resources, serverOfSuite } from '../fixtures/server.ts';
import { recordCalls } from './record-calls.ts';

for (const engine of engines)
  describe(`declared indexes, on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine, {
      environment: { BARAZA_RECORDS_MAX: '2000' },
    });

    const calls = () => recordCalls(server, owner);

    test('anything but a list of at most five paths is refused, except on other services', async () => {
      const { configure } = calls();
      const wrong = [
        'n',
        {},
        5,
        ['a', 'b', 'c', 'd', 'e', 'f'],
        [''],
        ['a..b'],
        [5],
        [null],
        ['x'.repeat(1_001)],
      ];
      for (const indexes of wrong) {
        const made = await owner.send('POST', resources, {
          service: 'data',
          kind: 'Collection',
          name: 'x',
          config: { indexes },
        });
        assert.equal(made.status, 400, JSON.stringify(indexes));
        const { id } = await newResource(server, owner.key, 'data');
        assert.equal((await configure(id, { indexes })).status, 400);
        await newResource(server, owner.key, 'dev', { indexes });
      }
    });

    test('an index on a full collection is built after the answer, and filters stay correct', async () => {
      const { call, configure, filled, numbers, keyed } = calls();
      const id = await filled(1_100);
      const configured = await configure(id, { indexes: ['n', 'who.name'] });
      assert.equal(configured.status, 200);
      const query = 'where.who.name=name%203&sort=-n&limit=5';
      const wanted = [1093, 1083, 1073, 1063, 1053];
      assert.deepEqual(await numbers(id, query), wanted);
      await server.platform.recordUpkeep.idle();
      assert.equal(await keyed(id), 1_100);
      assert.ok(!('indexing' in (await call('GET', `${id}?records=false`)).json));
      assert.deepEqual(await numbers(id, query), wanted);
      assert.deepEqual(await numbers(id, 'where.n.gt=1095'), [1096, 1097, 1098, 1099]);
    });

    for (const count of [700, 1_100])
      test(`pages by two indexed fields of ${count} records read their own records only`, async () => {
        const { call, filled } = calls();
        const id = await filled(count, { indexes: ['n', 'group'] });
        const all = Array.from({ length: count }, (_, n) => n);
        const wanted = all.filter((n) => n % 3 === 1 && n >= 30 && n < 600);
        const isSmall = count <= 1_000;
        for (const [sort, numbers] of [
          ['-n', wanted.toReversed()],
          ['n', wanted],
          ['-group', wanted],
        ] as const) {
          const where = `where.group=1&where.n.lt=600&where.n.gte=30&sort=${sort}&limit=50`;
          const seen: number[] = [];
          for (let cursor: string | null = ''; cursor !== null; ) {
            const at = cursor === '' ? '' : `&cursor=${cursor}`;
            const { json, text } = await call('GET', `${id}/records?${where}${at}`);
            seen.push(...json.records.map(({ record }: { record: { n: number } }) => record.n));
            assert.equal(json.total, isSmall ? wanted.length : null, text.slice(0, 100));
            cursor = json.nextCursor;
          }
          assert.deepEqual(seen, numbers, sort);
          const texts = await textsRead(id, {
            'where.group': '1',
            'where.n.lt': '600',
            'where.n.gte': '30',
            sort,
            limit: 50,
          });
          assert.ok(texts <= (isSmall ? 51 : 128), `${texts} records were read for a page of 50`);
        }
      });

    /** How many records are read for an answer. */
    const textsRead = async (id: string, query: object) => {
      const { store } = server.platform;
      const row = await findResource(store, owner.id, id);
      assert.ok(row !== undefined);
      let texts = 0;
      await store.read((view) => {
        const counted: typeof view = {
          get: view.get,
          all: async <Row>(wanted: Query) => {
            const rows = await view.all<Row>(wanted);
            texts += rows.filter((one) => (one as { record?: string }).record).length;
            return rows;
          },
          each: () => assert.fail('all records are read'),
        };
        const never = new AbortController().signal;
        return findRecords(counted, row, readRecordsQuery({ ...query }), never, async () => {});
      });
      return texts;
    };

    test('an interrupted build continues after the next start, and is reported as indexing until then', async (t) => {
      const own = await openServer(engine, { environment: { BARAZA_RECORDS_MAX: '2000' } });
      t.after(own.close);
      const { call, configure, filled, numbers, keyed } = recordCalls(own, await own.newOwner());
      const id = await filled(1_100);
      const { store, log } = own.platform;
      await own.platform.recordUpkeep.stop();
      const { json } = await configure(id, { indexes: ['n'] });
      assert.deepEqual(json.indexing, ['n']);
      const reading = await call('GET', `${id}?records=false`);
      assert.deepEqual([reading.json.indexing, reading.headers.get('etag')], [['n'], null]);
      const added = await call('POST', `${id}/records`, { n: -1 });
      assert.equal(await keyed(id), 1);
      assert.deepEqual(await numbers(id, 'sort=n&limit=3'), [-1, 0, 1]);
      const next = createRecordUpkeep({ store, log, clock: Date.now });
      next.wake();
      await next.idle();
      assert.equal(await keyed(id), 1_101);
      const ready = await call('GET', `${id}?records=false`);
      assert.ok(!('indexing' in ready.json));
      assert.equal(ready.headers.get('etag'), `"${ready.json.version}"`);
      assert.deepEqual(await numbers(id, 'sort=n&limit=3'), [-1, 0, 1]);
      await call('PATCH', `${id}/records/${added.json.recordId}`, { n: 5_000 });
      assert.deepEqual(await numbers(id, 'sort=-n&limit=2'), [5_000, 1_099]);
      await call('DELETE', `${id}/records/${added.json.recordId}`);
      assert.deepEqual(await numbers(id, 'sort=-n&limit=2'), [1_099, 1_098]);
    });

    test('a column that is reused for another path gets new keys', async () => {
      const { configure, filled, numbers } = calls();
      const id = await filled(1_100, { indexes: ['n'] });
      await configure(id, { indexes: ['group'] });
      await server.platform.recordUpkeep.idle();
      assert.deepEqual(await numbers(id, 'sort=-group&limit=2'), [2, 5]);
      assert.deepEqual(await numbers(id, 'where.n.lt=2'), [0, 1]);
      await configure(id, {});
      assert.equal((await columnsOf(server.platform.store, id)).indexes, null);
      assert.deepEqual(await numbers(id, 'sort=-group&limit=2'), [2, 5]);
    });

    test('an import that was stored for other indexes is stored again with its keys', async () => {
      const { configure } = calls();
      const { id } = await newResource(server, owner.key, 'data', { indexes: ['n'] });
      const packer = createRecordPacker();
      for (let n = 0; n < 1_100; n += 1) {
        const text = JSON.stringify({ n, group: n % 3 });
        packer.add({ text, bytes: text.length });
      }
      let tries = 0;
      const { platform } = server;
      await withStaged(platform, id, packer.finish(), async (staged) => {
        assert.ok(staged !== undefined);
        tries += 1;
        if (tries === 1) await configure(id, { indexes: ['group'] });
        await platform.store.write(async (tx) => publish(tx, staged, await columnsOf(tx, id)));
        return { isPublished: true, result: undefined };
      });
      assert.equal(tries, 2);
      const rows = await platform.store.all<{ key1: string }>(
        sql`SELECT DISTINCT key1 FROM records WHERE resource_id = ${id}`,
      );
      assert.equal(rows.length, 3);
    });

    test('records of an import that is not published are in no answer from an index', async () => {
      const { filled, numbers } = calls();
      const id = await filled(1_100, { indexes: ['n'] });
      await server.platform.store.write(async (tx) => {
        await tx.run(sql`INSERT INTO imports (id, resource_id, created_at)
          VALUES ('rec_0', ${id}, ${server.platform.clock()})`);
        await tx.run(sql`UPDATE records SET import_id = 'rec_0'
          WHERE resource_id = ${id} AND key1 >= ${`${id}4c`}`);
      });
      const seen = await numbers(id, 'sort=-n&limit=1000');
      const all = await numbers(id, 'limit=1000');
      assert.ok(seen.length > 0 && seen.length < 1_000);
      assert.deepEqual(seen.toSorted(), all.toSorted());
      await server.platform.store.write((tx) =>
        tx.run(sql`DELETE FROM imports WHERE resource_id = ${id}`),
      );
    });

    test('texts at the end of what a key holds are found with an index as without', async () => {
      const { call } = calls();
      const of = async (config: object) => {
        const { id } = await newResource(server, owner.key, 'data', config);
        for (const x of [255, 256, 257, 258].map((length) => 'a'.repeat(length)).concat('z'))
          assert.equal((await call('POST', `${id}/records`, { x })).status, 201);
        const found: { [operator: string]: number } = {};
        for (const operator of ['', '.in', '.ne', '.gt', '.gte', '.lt', '.lte']) {
          const query = `where.x${operator}=${'a'.repeat(256)}`;
          found[operator] = (await call('GET', `${id}/records?${query}`)).json.records.length;
        }
        return found;
      };
      const plain = { '': 1, '.in': 1, '.ne': 4, '.gt': 3, '.gte': 4, '.lt': 1, '.lte': 2 };
      assert.deepEqual(await of({}), plain);
      assert.deepEqual(await of({ indexes: ['x'] }), plain);
    });

    test('a large collection that is deleted is absent at once, and its records go in steps', async () => {
      const { call, filled } = calls();
      const id = await filled(1_100, { indexes: ['n'] });
      const before = (await owner.send('GET', resources)).json.total;
      const deleted = await call('DELETE', id);
      assert.deepEqual(deleted.json, { deleted: true, id, records: 1_100, objects: 0 });
      for (const [method, path] of [
        ['GET', id],
        ['GET', `${id}/records`],
        ['DELETE', id],
      ] as const)
        assert.equal((await call(method, path)).status, 404);
      const listed = (await owner.send('GET', resources)).json;
      assert.equal(listed.total, before - 1);
      assert.ok(!listed.resources.some((one: { id: string }) => one.id === id));
      await server.platform.recordUpkeep.idle();
      for (const query of [
        sql`SELECT id FROM records WHERE resource_id = ${id} LIMIT 1`,
        sql`SELECT id FROM resources WHERE id = ${id}`,
        sql`SELECT resource_id FROM record_upkeep`,
      ])
        assert.equal(await server.platform.store.get(query), undefined);
    });
  });
