import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { summarySchema } from '@baraza/contract';
import { engines, newResource, serverOfSuite } from '../fixtures/server.ts';
import { recordCalls } from './record-calls.ts';

const count = 1_500;
const visits = Array.from({ length: count }, (_, n) => ({
  status: ['paid', 'open', 'late'][n % 3],
  staff: n % 2 === 0 ? 'asha' : 'juma',
  fee: n % 3 === 0 ? 10.1 : n % 5 === 0 ? 'free' : 20,
  day: `2026-11-${String((n % 28) + 1).padStart(2, '0')}`,
  n,
  flag: n % 2 === 0,
  ...(n % 4 === 0 ? {} : { level: n % 4 === 1 ? null : n % 4 }),
  'odd.name': n % 2,
}));

for (const engine of engines)
  for (const indexes of [[], ['status', 'n', 'level', 'day', 'flag']])
    describe(`summaries on ${engine} with ${indexes.length} indexes`, () => {
      const { server, owner } = serverOfSuite(engine, {
        environment: { BARAZA_RECORDS_MAX: '10000' },
      });
      const call = (path: string) => recordCalls(server, owner).call('GET', path);
      let id = '';
      const collection = async () => {
        if (id !== '') return id;
        ({ id } = await newResource(server, owner.key, 'data', { indexes }));
        const lines = visits.map((visit) => JSON.stringify(visit)).join('\n');
        const headers = { 'content-type': 'application/x-ndjson' };
        await recordCalls(server, owner).call('POST', `${id}/records`, lines, headers);
        return id;
      };
      const groups = async (query: string) => {
        const { status, json, text } = await call(`${await collection()}/records/summary?${query}`);
        assert.equal(status, 200, text);
        return summarySchema.parse(json).groups;
      };

      test('each group has its count, sum and mean, and groups are in the order of their keys', async () => {
        assert.deepEqual(await groups('count=true&sum=fee&avg=fee&group=status'), [
          { key: { status: 'late' }, count: 500, sum: { fee: 8000 }, avg: { fee: 20 } },
          { key: { status: 'open' }, count: 500, sum: { fee: 8000 }, avg: { fee: 20 } },
          { key: { status: 'paid' }, count: 500, sum: { fee: 5050 }, avg: { fee: 10.1 } },
        ]);
        const two = await groups('count=true&group=status,staff');
        assert.deepEqual(two[1], { key: { status: 'late', staff: 'juma' }, count: 250 });
        assert.equal(two.length, 6);
      });

      test('long texts are neither grouped nor compared', async () => {
        const { id: long } = await newResource(server, owner.key, 'data');
        const { call: send } = recordCalls(server, owner);
        for (const length of [500, 501]) {
          await send('POST', `${long}/records`, { body: '🎉'.repeat(length), n: 1 });
          const summary = (query: string) => call(`${long}/records/summary?${query}`);
          const expected = length === 500 ? 200 : 400;
          for (const query of ['count=true&group=body', 'min=body', 'max=body&where.n=1&q='])
            assert.equal((await summary(query.replace('&q=', ''))).status, expected, query);
          assert.equal((await summary('count=true&sum=body')).status, 200);
        }
      });

      test('a filter applies with and without an index', async () => {
        const [late] = await groups('count=true&sum=n&where.status=late&where.n.lt=100');
        const matching = visits.filter(({ status, n }) => status === 'late' && n < 100);
        assert.deepEqual(late, {
          key: {},
          count: matching.length,
          sum: { n: matching.reduce((sum, { n }) => sum + n, 0) },
        });
        assert.deepEqual(await groups('count=true&where.day=2026-11-05&group=staff'), [
          { key: { staff: 'asha' }, count: visits.filter(({ n }) => n % 28 === 4).length },
        ]);
        assert.deepEqual(await groups('count=true&sum=fee&avg=fee&max=n&where.status=none'), [
          { key: {}, count: 0, sum: { fee: 0 }, avg: { fee: null }, max: { n: null } },
        ]);
        assert.deepEqual(await groups('count=true&where.status=none&group=staff'), []);
        assert.deepEqual(await groups('count=true&q=juma'), [{ key: {}, count: 750 }]);
      });

      test('dates, flags and numbers form groups; missing and null values form one group together', async () => {
        const days = await groups('count=true&group=day');
        assert.deepEqual([days.length, days[0]?.key], [28, { day: '2026-11-01' }]);
        assert.deepEqual(await groups('count=true&group=flag'), [
          { key: { flag: false }, count: 750 },
          { key: { flag: true }, count: 750 },
        ]);
        assert.deepEqual(await groups('count=true&group=level'), [
          { key: { level: null }, count: 750 },
          { key: { level: 2 }, count: 375 },
          { key: { level: 3 }, count: 375 },
        ]);
      });

      test('the least and greatest are numbers, or texts where there is no number', async () => {
        assert.deepEqual(await groups('min=n,day&max=n,day,fee&min=n'.replace('&min=n', '')), [
          {
            key: {},
            min: { n: 0, day: '2026-11-01' },
            max: { n: 1499, day: '2026-11-28', fee: 20 },
          },
        ]);
      });

      test('more than 1,000 groups are refused with a sentence, and so is a summary of nothing', async () => {
        const path = `${await collection()}/records`;
        const many = await call(`${path}/summary?count=true&group=n`);
        assert.equal(many.status, 400);
        assert.match(many.json.error, /more than 1000 groups/);
        assert.equal((await call(`${path}/summary?group=n`)).status, 400);
        assert.equal((await call(`${path}/summary?count=true&gruop=n`)).status, 400);
        assert.equal((await call(`${path}/summary?count=true&group=a,b,c,d,e,f`)).status, 400);
      });

      test('count=true gives the exact total of a page with any filter', async () => {
        const path = `${await collection()}/records?limit=5`;
        const without = await call(`${path}&where.staff=asha&where.status=open`);
        assert.equal(without.json.total, null);
        for (const [query, total] of [
          ['where.staff=asha&where.status=open', 250],
          ['where.status=open', 500],
          ['where.day=2026-11-05', visits.filter(({ n }) => n % 28 === 4).length],
          ['where.n.gte=1490&sort=-n', 10],
          ['', count],
        ] as const) {
          const { json } = await call(`${path}&count=true&${query}`);
          assert.deepEqual([json.total, json.records.length], [total, 5], query);
        }
      });
    });
