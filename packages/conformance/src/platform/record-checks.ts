import { display, expectEqual, expectShape, is } from '../check.ts';
import { expectReply, expectStatus, type Json } from '../reply.ts';
import { platformSection, resources } from './bench.ts';

const ndjson = 'application/x-ndjson';

export const recordSection = platformSection(
  'records',
  {
    'record-kept': 'A record is added with its id, read back as it was sent, replaced and deleted',
    'record-order': 'All records are returned, oldest first; newest first or in pages on request',
    'record-size': 'A record of 20,480 bytes is accepted; one of 20,481 is 413',
    'record-kind': 'A record that is not an object, is too deep, or violates the schema is 400',
    'records-read': 'Records are read in pages and one by one, and exported as NDJSON',
    'records-imported': 'Lines of NDJSON are imported, all of them or none',
    'record-own':
      'A single record is created, read, replaced, merged and deleted, and a stale version is 409',
    'record-filters':
      'Records are filtered as numbers, times and texts, sorted, and reduced to fields',
    'query-unknown': 'A query parameter that an endpoint does not know is 400, and _ is ignored',
    'record-limit': 'A collection holds 1,000 records; one more is 409, or comes on a second page',
    'record-unknown': 'A record that does not exist is 404',
  },
  {
    async 'record-kept'({ make, act, read }) {
      const { id, path } = await make('Collection');
      const list = [null, true, { deep: [] }];
      const record = { jina: 'Asha “ü” 🌍', n: -0.5, list, __proto__x: 1 };
      const added = (await act(id, 'add-record', { record })).body;
      expectShape(added, { recordId: /^rec_/, recordCount: 1, records: undefined }, 'the answer');
      const { recordId } = added;
      const first = async () => (await read(path)).records[0].record;
      expectEqual(await first(), record, 'what is read');
      await act(id, 'update-record', { recordId, record: { b: 2 } });
      expectEqual(await first(), { b: 2 }, 'what is read after replacing');
      const deleted = (await act(id, 'delete-record', { recordId })).body;
      expectShape(deleted, { deletedRecordId: recordId, recordCount: 0 }, 'the deletion');
    },
    async 'record-order'({ make, act, read }) {
      const { id, path } = await make('Collection');
      for (const n of [1, 2, 3]) await act(id, 'add-record', { record: { n } });
      const numbers = async (query: string) => numbersOf(await read(`${path}${query}`));
      expectEqual(await numbers(''), [1, 2, 3], 'the order');
      expectEqual(await numbers('?order=newest&limit=2'), [3, 2], 'the newest two');
      expectEqual(await numbers('?where.n=2'), [2], 'those where n is 2');
    },
    async 'record-size'({ make, act }) {
      const { id } = await make('Collection');
      for (const [bytes, status] of [
        [20_480, 200],
        [20_481, 413],
      ] as const) {
        const record = { a: 'x'.repeat(bytes - JSON.stringify({ a: '' }).length) };
        expectStatus(await act(id, 'add-record', { record }), status, `the status at ${bytes}`);
      }
    },
    async 'record-kind'({ make, act }) {
      const schema = { type: 'object', required: ['name'] };
      const { id } = await make('Collection', { schema });
      const add = (record: unknown) => act(id, 'add-record', { record });
      const deep = JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`);
      for (const record of [undefined, null, 'text', [1], { other: 1 }, { name: 1, deep }])
        expectStatus(await add(record), 400, `the status of ${display(record)}`);
      expectStatus(await add({ name: 'x' }), 200, 'the status of a valid one');
    },
    async 'records-read'({ make, act, call, read }) {
      const made = await make('Collection');
      for (const n of [1, 2, 3])
        await act(made.id, 'add-record', { record: { n, city: `City ${n}` } });
      const path = `${made.path}/records`;
      const first = await read(`${path}?limit=2`);
      expectEqual([numbersOf(first), first.total], [[1, 2], 3], 'the first page');
      const second = await read(`${path}?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
      expectEqual([numbersOf(second), second.nextCursor], [[3], null], 'the second page');
      expectEqual(numbersOf(await read(`${path}?q=city%202`)), [2], 'q=city 2');
      const [{ recordId }] = second.records;
      expectShape(await read(`${path}/${recordId}`), { recordId, record: { n: 3 } }, 'one record');
      const { text } = await call('GET', path, undefined, { accept: ndjson });
      const lines = text.trimEnd().split('\n');
      const numbers = lines.map((line) => (JSON.parse(line) as Json).record.n);
      expectEqual(numbers, [1, 2, 3], 'the lines');
    },
    async 'records-imported'({ make, call, read }) {
      const path = `${(await make('Collection')).path}/records`;
      const send = (body: string) => call('POST', path, body, { 'content-type': ndjson });
      const { status } = await send('{"n":1}\n{"n":2}\n');
      expectShape(status, is.oneOf(200, 201), 'its status');
      const bad = await send('{"n":3}\nno JSON\n{"n":4}\n');
      expectStatus(bad, 400, 'the status with a bad line');
      expectEqual(numbersOf(await read(path)), [1, 2], 'what is kept');
    },
    async 'record-own'({ make, call, read }) {
      const path = `${(await make('Collection')).path}/records`;
      const made = await call('POST', path, { a: 1, b: { c: 1, d: 2 } });
      const { recordId } = expectReply(made, 201, { version: 1, createdAt: is.text }).body;
      const one = `${path}/${recordId}`;
      expectEqual((await read(one)).record.a, 1, 'what is read');
      const merged = (await call('PATCH', one, { a: null, b: { c: 5 } })).body;
      expectEqual([merged.record, merged.version], [{ b: { c: 5, d: 2 } }, 2], 'what is merged');
      for (const method of ['PUT', 'PATCH']) {
        const stale = await call(method, one, { x: 1 }, { 'if-match': '"1"' });
        expectStatus(stale, 409, `${method} of a stale version`);
      }
      const fresh = await call('PUT', one, { x: 1 }, { 'if-match': '"2"' });
      expectEqual(fresh.body.record, { x: 1 }, 'what replaces it');
      const deleted = (await call('DELETE', one)).body;
      expectEqual(deleted, { deleted: true, recordId }, 'the deletion');
      expectStatus(await call('GET', one), 404, 'the status of the deleted record');
    },
    async 'record-filters'({ make, call, read }) {
      const path = `${(await make('Collection', { indexes: ['n'] })).path}/records`;
      const records = [
        { n: 10, at: '2026-11-15T10:00:00Z', s: 'b' },
        { n: 9, at: '2026-11-15T12:00:00+03:00', s: 'B' },
        { n: -1.5, s: 'é' },
        { s: null },
      ];
      for (const record of records) await call('POST', path, record);
      const found = async (query: string) =>
        numbersOf(await read(`${path}?${query}`)).map((number) =>
          records.findIndex(({ n }) => n === number),
        );
      for (const [query, places] of Object.entries({
        'where.n.gt=9': [0],
        'where.n.gte=9&where.n.lt=10': [1],
        'where.n.ne=10': [1, 2, 3],
        'where.n.in=10,-1.5': [0, 2],
        'where.n.exists=false': [3],
        'where.at.lt=2026-11-15T09:30:00Z': [1],
        'where.s.gt=a': [0, 2],
        'sort=n': [3, 2, 1, 0],
        'sort=-n': [0, 1, 2, 3],
      }))
        expectEqual(await found(query), places, query);
      const first = await read(`${path}?sort=-n&limit=2&fields=n`);
      expectEqual(first.records[0].record, { n: 10 }, 'fields=n');
      const cursor = encodeURIComponent(first.nextCursor);
      expectEqual(await found(`sort=-n&limit=2&cursor=${cursor}`), [2, 3], 'the second page');
    },
    async 'query-unknown'({ make, call }) {
      const { path } = await make('Collection');
      for (const one of [resources, path, `${path}/records`]) {
        expectStatus(await call('GET', `${one}?limits=1`), 400, `the status of ${one}`);
        expectStatus(await call('GET', `${one}?_=1`), 200, `the status of ${one} with _`);
      }
    },
    async 'record-limit'({ make, act, call, read }) {
      const { id, path } = await make('Collection');
      const thousand = '{"n":1}\n'.repeat(1_000);
      const filled = await call('POST', `${path}/records`, thousand, { 'content-type': ndjson });
      expectShape(filled.status, is.oneOf(200, 201), 'the status of filling it');
      const more = await act(id, 'add-record', { record: { n: 2 } });
      const isLarger = more.status === 200;
      if (!isLarger) expectStatus(more, 409, 'the status of one more');
      const whole = await read(path);
      expectEqual(
        [whole.recordCount, whole.records.length, is.text(whole.nextCursor)],
        [isLarger ? 1_001 : 1_000, 1_000, isLarger],
        'the record count, the number of returned records, and whether there is a cursor',
      );
    },
    async 'record-unknown'({ make, act, call }) {
      const { id, path } = await make('Collection');
      const recordId = 'rec_00000000000000000000000000';
      expectStatus(await act(id, 'delete-record', { recordId }), 404);
      expectStatus(await call('GET', `${path}/records/${recordId}`), 404);
    },
  },
);

function numbersOf({ records }: Json): readonly number[] {
  return records.map(({ record }: Json) => record.n);
}
