import { type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectStatus, type Json } from '../reply.ts';
import { type PlatformBench, resources } from './bench.ts';

export const recordChecks: Checks<PlatformBench> = {
  'record-kept': {
    holds: 'A record is added with its id, read back as it was sent, replaced and deleted',
    run: async ({ make, act, read }) => {
      const { id } = await make('data', 'Collection');
      const record = {
        jina: 'Asha “ü” 🌍',
        n: -0.5,
        list: [null, true, { deep: [] }],
        __proto__x: 1,
      };
      const added = (await act(id, 'add-record', { record })).json();
      expectIs(added.recordId, /^rec_/, 'recordId');
      expectEqual([added.recordCount, 'records' in added], [1, false], 'the answer');
      const records = async () => (await read(`${resources}/${id}`)).records;
      expectEqual((await records())[0].record, record, 'what is read');
      await act(id, 'update-record', { recordId: added.recordId, record: { b: 2 } });
      expectEqual((await records())[0].record, { b: 2 }, 'what is read after replacing');
      const deleted = (await act(id, 'delete-record', { recordId: added.recordId })).json();
      expectEqual(
        [deleted.deletedRecordId, deleted.recordCount],
        [added.recordId, 0],
        'the deletion',
      );
    },
  },
  'record-order': {
    holds: 'All records are returned, oldest first; newest first or in pages on request',
    run: async ({ make, act, read }) => {
      const { id } = await make('data', 'Collection');
      for (const n of [1, 2, 3]) await act(id, 'add-record', { record: { n } });
      const numbers = async (query: string) =>
        (await read(`${resources}/${id}${query}`)).records.map((one: Json) => one.record.n);
      expectEqual(await numbers(''), [1, 2, 3], 'the order');
      expectEqual(await numbers('?order=newest&limit=2'), [3, 2], 'the newest two');
      expectEqual(await numbers('?where.n=2'), [2], 'those where n is 2');
    },
  },
  'record-size': {
    holds: 'A record of 20,480 bytes is accepted; one of 20,481 is 413',
    run: async ({ make, act }) => {
      const { id } = await make('data', 'Collection');
      const ofBytes = (bytes: number) => ({
        a: 'x'.repeat(bytes - JSON.stringify({ a: '' }).length),
      });
      expectStatus(
        await act(id, 'add-record', { record: ofBytes(20_480) }),
        200,
        'the status at 20,480',
      );
      expectStatus(
        await act(id, 'add-record', { record: ofBytes(20_481) }),
        413,
        'the status at 20,481',
      );
    },
  },
  'record-kind': {
    holds: 'A record that is not an object, is too deep, or violates the schema is 400',
    run: async ({ make, act }) => {
      const schema = { type: 'object', required: ['name'] };
      const { id } = await make('data', 'Collection', { schema });
      const deep = JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`);
      for (const record of [undefined, null, 'text', [1], { other: 1 }, { name: 1, deep }])
        expectStatus(
          await act(id, 'add-record', { record }),
          400,
          `the status of ${display(record)}`,
        );
      expectStatus(
        await act(id, 'add-record', { record: { name: 'x' } }),
        200,
        'the status of a valid one',
      );
    },
  },
  'records-read': {
    holds: 'Records are read in pages and one by one, and exported as NDJSON',
    run: async ({ make, act, call, read }) => {
      const { id } = await make('data', 'Collection');
      for (const n of [1, 2, 3]) await act(id, 'add-record', { record: { n, city: `City ${n}` } });
      const path = `${resources}/${id}/records`;
      const numbers = (page: Json) => page.records.map((one: Json) => one.record.n);
      const first = await read(`${path}?limit=2`);
      expectEqual([numbers(first), first.total], [[1, 2], 3], 'the first page');
      const cursor = encodeURIComponent(first.nextCursor);
      const second = await read(`${path}?limit=2&cursor=${cursor}`);
      expectEqual([numbers(second), second.nextCursor], [[3], null], 'the second page');
      expectEqual(numbers(await read(`${path}?q=city%202`)), [2], 'q=city 2');
      const [{ recordId }] = second.records;
      const one = await read(`${path}/${recordId}`);
      expectEqual([one.recordId, one.record.n], [recordId, 3], 'one record');
      const lines = await call('GET', path, { headers: { accept: 'application/x-ndjson' } });
      expectEqual(
        lines.text
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as Json).record.n),
        [1, 2, 3],
        'the lines',
      );
    },
  },
  'records-imported': {
    holds: 'Lines of NDJSON are imported, all of them or none',
    run: async ({ make, call, read }) => {
      const { id } = await make('data', 'Collection');
      const path = `${resources}/${id}/records`;
      const send = (body: string) =>
        call('POST', path, { headers: { 'content-type': 'application/x-ndjson' }, body });
      const good = await send('{"n":1}\n{"n":2}\n');
      expect(good.status === 200 || good.status === 201, `its status is ${good.status}`);
      const bad = await send('{"n":3}\nno JSON\n{"n":4}\n');
      expectStatus(bad, 400, 'the status with a bad line');
      const { records } = await read(path);
      expectEqual(
        records.map((one: Json) => one.record.n),
        [1, 2],
        'what is kept',
      );
    },
  },
  'record-own': {
    holds:
      'A single record is created, read, replaced, merged and deleted, and a stale version is 409',
    run: async ({ make, call, read }) => {
      const { id } = await make('data', 'Collection');
      const path = `${resources}/${id}/records`;
      const made = await call('POST', path, { body: { a: 1, b: { c: 1, d: 2 } } });
      expectStatus(made, 201, 'the status of creating it');
      const { recordId, version } = made.json();
      expectEqual([version, typeof made.json().createdAt], [1, 'string'], 'the new record');
      const one = `${path}/${recordId}`;
      expectEqual((await read(one)).record.a, 1, 'what is read');
      const merged = (await call('PATCH', one, { body: { a: null, b: { c: 5 } } })).json();
      expectEqual([merged.record, merged.version], [{ b: { c: 5, d: 2 } }, 2], 'what is merged');
      const stale = { headers: { 'if-match': '"1"' }, body: { x: 1 } };
      for (const method of ['PUT', 'PATCH'])
        expectStatus(await call(method, one, stale), 409, `${method} of a stale version`);
      const fresh = { headers: { 'if-match': '"2"' }, body: { x: 1 } };
      expectEqual((await call('PUT', one, fresh)).json().record, { x: 1 }, 'what replaces it');
      const deleted = (await call('DELETE', one)).json();
      expectEqual(deleted, { deleted: true, recordId }, 'the deletion');
      expectStatus(await call('GET', one), 404, 'the status of the deleted record');
    },
  },
  'record-filters': {
    holds: 'Records are filtered as numbers, times and texts, sorted, and reduced to fields',
    run: async ({ make, call, read }) => {
      const { id } = await make('data', 'Collection', { indexes: ['n'] });
      const path = `${resources}/${id}/records`;
      const records = [
        { n: 10, at: '2026-11-15T10:00:00Z', s: 'b' },
        { n: 9, at: '2026-11-15T12:00:00+03:00', s: 'B' },
        { n: -1.5, s: 'é' },
        { s: null },
      ];
      for (const record of records) await call('POST', path, { body: record });
      const found = async (query: string) =>
        (await read(`${path}?${query}`)).records.map((one: Json) =>
          records.findIndex(({ n }) => n === one.record.n),
        );
      const wanted: { readonly [query: string]: readonly number[] } = {
        'where.n.gt=9': [0],
        'where.n.gte=9&where.n.lt=10': [1],
        'where.n.ne=10': [1, 2, 3],
        'where.n.in=10,-1.5': [0, 2],
        'where.n.exists=false': [3],
        'where.at.lt=2026-11-15T09:30:00Z': [1],
        'where.s.gt=a': [0, 2],
        'sort=n': [3, 2, 1, 0],
        'sort=-n': [0, 1, 2, 3],
      };
      for (const [query, places] of Object.entries(wanted))
        expectEqual(await found(query), places, query);
      const first = await read(`${path}?sort=-n&limit=2&fields=n`);
      expectEqual(first.records[0].record, { n: 10 }, 'fields=n');
      const cursor = encodeURIComponent(first.nextCursor);
      expectEqual(await found(`sort=-n&limit=2&cursor=${cursor}`), [2, 3], 'the second page');
    },
  },
  'query-unknown': {
    holds: 'A query parameter that an endpoint does not know is 400, and _ is ignored',
    run: async ({ make, call }) => {
      const { id } = await make('data', 'Collection');
      for (const path of [resources, `${resources}/${id}`, `${resources}/${id}/records`]) {
        expectStatus(await call('GET', `${path}?limits=1`), 400, `the status of ${path}`);
        expectStatus(await call('GET', `${path}?_=1`), 200, `the status of ${path} with _`);
      }
    },
  },
  'record-limit': {
    holds: 'A collection holds 1,000 records; one more is 409, or comes on a second page',
    run: async ({ make, act, call, read }) => {
      const { id } = await make('data', 'Collection');
      const filled = await call('POST', `${resources}/${id}/records`, {
        headers: { 'content-type': 'application/x-ndjson' },
        body: '{"n":1}\n'.repeat(1_000),
      });
      expect(filled.status === 200 || filled.status === 201, `filling it is ${filled.status}`);
      const more = await act(id, 'add-record', { record: { n: 2 } });
      const isLarger = more.status === 200;
      if (!isLarger) expectStatus(more, 409, 'the status of one more');
      const whole = await read(`${resources}/${id}`);
      expectEqual(
        [whole.recordCount, whole.records.length, typeof whole.nextCursor === 'string'],
        [isLarger ? 1_001 : 1_000, 1_000, isLarger],
        'the record count, the number of returned records, and whether there is a cursor',
      );
    },
  },
  'record-unknown': {
    holds: 'A record that does not exist is 404',
    run: async ({ make, act, call }) => {
      const { id } = await make('data', 'Collection');
      const recordId = 'rec_00000000000000000000000000';
      expectStatus(await act(id, 'delete-record', { recordId }), 404);
      const read = await call('GET', `${resources}/${id}/records/${recordId}`);
      expectStatus(read, 404, 'the status of reading it');
    },
  },
};
