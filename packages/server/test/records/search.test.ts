import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  matchOf,
  scoreOf,
  wordMaker,
  wordsOfQuery,
} from '../../src/platform/records/record-words.ts';
import { rankedRows } from '../../src/store/platform/record-words.ts';
import { sql } from '../../src/store/store.ts';
import { ask, engines, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp } from '../users/users-calls.ts';
import { recordCalls } from './record-calls.ts';

interface Listed {
  readonly record: { readonly n: number };
}

for (const engine of engines)
  describe(`search in records on ${engine}`, () => {
    const suite = serverOfSuite(engine, { environment: { BARAZA_RECORDS_MAX: '10000' } });
    const { server, owner } = suite;
    const { call, configure } = recordCalls(server, owner);
    const importAll = async (id: string, records: readonly object[]) => {
      const lines = records.map((record) => JSON.stringify(record)).join('\n');
      const headers = { 'content-type': 'application/x-ndjson' };
      const sent = await call('POST', `${id}/records`, lines, headers);
      assert.equal(sent.status, 201, sent.text);
    };
    const made = async (config: object, records: readonly object[]) => {
      const { id } = await newResource(server, owner.key, 'data', config);
      await importAll(id, records);
      return id;
    };
    const numbersOf = (records: readonly Listed[]) => records.map(({ record }) => record.n);
    const find = async (id: string, q: string, more = '') => {
      const query = `q=${encodeURIComponent(q)}${more}`;
      const { json, status, text } = await call('GET', `${id}/records?${query}`);
      assert.equal(status, 200, text);
      return numbersOf(json.records);
    };
    const storedWords = async (id: string) => {
      const rows = await server.platform.store.all<{ words: string }>(
        sql`SELECT words FROM record_words WHERE resource_id = ${id}`,
      );
      return rows.length;
    };

    const people = [
      { n: 0, name: 'Zoë Müller', notes: 'Asked for Anna on Monday' },
      { n: 1, name: 'Anna Kamau', notes: 'tooth, Monday' },
      { n: 2, name: 'Annabel Otieno', notes: 'tooth; Tuesday' },
      { n: 3, name: "Ng'ombe wa Juma", notes: { by: ['Anna', 7], at: 'ward 12' } },
      { n: 4, name: 'ΣΟΦΟΣ', other: 'Anna', notes: null },
    ];

    test('finds all words in any order by their beginnings, best first, without case and accents', async () => {
      const id = await made({ search: ['name', 'notes'] }, people);
      const cases: readonly (readonly [string, readonly number[]])[] = [
        ['anna', [1, 0, 3, 2]],
        ['monday tooth', [1]],
        ['too mon', [1]],
        ['MULLER zoe', [0]],
        ['müll', [0]],
        ["ng'ombe", [3]],
        ['NGOMBE', [3]],
        ['12 7', [3]],
        ['σοφος', [4]],
        ['σοφο', [4]],
        ['nna', []],
        ['anna nothing', []],
        ['" OR *', []],
        ['anna"* OR name:x', []],
        ["'anna' & !juma:*", [3]],
        ['!!!', []],
        ['a', [1, 2, 0, 3]],
      ];
      for (const [q, wanted] of cases) assert.deepEqual(await find(id, q), wanted, q);
      assert.deepEqual(await find(id, 'anna', '&order=newest'), [1, 3, 0, 2]);
      assert.deepEqual(await find(id, 'anna', '&sort=-n'), [3, 2, 1, 0]);
      assert.deepEqual(await find(id, 'anna', '&where.n.lt=2'), [1, 0]);
      const summary = await call('GET', `${id}/records/summary?count=true&max=n&q=anna`);
      assert.deepEqual(summary.json.groups, [{ key: {}, count: 4, max: { n: 3 } }]);
      const none = await call('GET', `${id}/records/summary?count=true&q=!!!`);
      assert.deepEqual(none.json.groups, [{ key: {}, count: 0 }]);
      const whole = await call('GET', `${id}?q=zoe`);
      assert.deepEqual(numbersOf(whole.json.records), [0]);
      assert.equal((await call('GET', `${id}/records?q=${'x'.repeat(201)}`)).status, 400);
    });

    test('the words change with the record, in its transaction', async () => {
      const id = await made({ search: ['name'] }, people);
      const { json } = await call('GET', `${id}/records?q=annabel`);
      const { recordId } = json.records[0];
      await call('PATCH', `${id}/records/${recordId}`, { name: 'Wanjiru' });
      assert.deepEqual([await find(id, 'annabel'), await find(id, 'wanj')], [[], [2]]);
      await call('PATCH', `${id}/records/${recordId}`, { name: null });
      assert.deepEqual(await find(id, 'wanj'), []);
      await call('PUT', `${id}/records/own-id`, { n: 9, name: 'Wanjiru' });
      assert.deepEqual(await find(id, 'wanj'), [9]);
      await call('DELETE', `${id}/records/own-id`);
      assert.deepEqual(await find(id, 'wanj'), []);
      const calls = [
        { method: 'POST', path: `${resources}/${id}/records`, body: { n: 10, name: 'Batch' } },
        { method: 'DELETE', path: `${resources}/${id}/records/none` },
      ];
      const batch = await ask(server, 'POST', '/api/platform/batch', {
        key: owner.key,
        body: { calls },
      });
      assert.equal(batch.status, 404, batch.text);
      assert.deepEqual(await find(id, 'batch'), []);
      await call('DELETE', id);
      assert.equal(await storedWords(id), 0);
    });

    test('records that exist are searched at once, and by the index when it is built', async () => {
      const id = await made({}, people);
      assert.deepEqual(await find(id, 'nna k'), [1]);
      const configured = await configure(id, { search: ['name'] });
      assert.deepEqual(configured.json.indexing, ['name']);
      assert.deepEqual(await find(id, 'anna'), [1, 2]);
      await server.platform.recordUpkeep.idle();
      const after = await call('GET', id);
      assert.equal(after.json.indexing, undefined);
      assert.equal(await storedWords(id), 5);
      assert.deepEqual(await find(id, 'anna'), [1, 2]);
      await configure(id, { search: ['notes', 'name'] });
      await server.platform.recordUpkeep.idle();
      assert.deepEqual(await find(id, 'anna'), [0, 3, 1, 2]);
      await configure(id, {});
      await server.platform.recordUpkeep.idle();
      assert.equal(await storedWords(id), 0);
      assert.deepEqual(await find(id, 'nna k'), [1]);
      for (const search of ['name', [1], ['a..b'], Array(6).fill(0).map(String), {}])
        assert.equal((await configure(id, { search })).status, 400, JSON.stringify(search));
    });

    test('pages follow each other without a gap, also with a filter that no index decides', async () => {
      const many = Array.from({ length: 1_010 }, (_, n) => ({
        n,
        name: n % 3 === 0 ? 'tooth' : 'toothache',
        notes: n % 2 === 0 ? 'tooth' : 'else',
        group: n % 5,
      }));
      const id = await made({ search: ['name', 'notes'] }, many);
      const rankOf = ({ name, notes }: (typeof many)[number]) =>
        (name === 'tooth' || notes === 'tooth' ? 2 : 0) + 1;
      const wanted = many.toSorted((one, other) => rankOf(other) - rankOf(one) || one.n - other.n);
      for (const [more, group] of [
        ['', undefined],
        ['&where.group=2', 2],
      ] as const) {
        const found: number[] = [];
        let cursor = '';
        do {
          const path = `${id}/records?q=tooth&limit=170${more}${cursor}`;
          const { json, text } = await call('GET', path);
          assert.ok(Array.isArray(json.records), text);
          found.push(...numbersOf(json.records));
          cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
        } while (cursor !== '');
        const expected = wanted.filter((one) => group === undefined || one.group === group);
        assert.deepEqual(
          found,
          expected.map(({ n }) => n),
        );
      }
      const { json } = await call('GET', `${id}/records?q=tooth&limit=1&count=true`);
      assert.equal(json.total, 1_010);
      const other = await call('GET', `${id}/records?q=else&cursor=${json.nextCursor}`);
      assert.equal(other.status, 400);
    });

    test('a user finds what the rule allows, and nothing by a hidden field', async () => {
      const usersId = await newUsers(suite);
      const { token, id: userId } = await signUp(suite, usersId, `s${engine}@example.com`);
      const rules = { list: 'record.owner = user.id', view: 'record.owner = user.id' };
      const config = { search: ['name', 'secret', 'deep'], rules };
      const hidden = { ...config, fields: { hidden: ['secret', 'deep.inner'] } };
      const id = await newCollection(suite, hidden);
      await importAll(id, [
        {
          n: 0,
          owner: userId,
          name: 'tooth',
          secret: 'relapse',
          deep: { inner: 'x1', outer: 'x2' },
        },
        { n: 1, owner: 'another', name: 'tooth' },
      ]);
      const asUser = async (q: string, path = 'records?') => {
        const { json, status, text } = await ask(
          server,
          'GET',
          `${resources}/${id}/${path}q=${encodeURIComponent(q)}`,
          { key: token },
        );
        assert.equal(status, 200, text);
        return json.records === undefined ? json.groups[0].count : numbersOf(json.records);
      };
      const check = async () => {
        assert.deepEqual(await asUser('tooth'), [0]);
        assert.equal(await asUser('tooth', 'records/summary?count=true&'), 1);
        for (const q of ['relapse', 'rel', 'x1', 'x2', 'tooth relapse', 'another']) {
          assert.deepEqual(await asUser(q), [], q);
          assert.equal(await asUser(q, 'records/summary?count=true&'), 0, q);
        }
        assert.deepEqual(await find(id, 'relapse x1'), [0]);
      };
      await check();
      // A field that becomes hidden later, even while its words are stored.
      await configure(id, { ...config, search: ['name', 'secret'] });
      await server.platform.recordUpkeep.idle();
      assert.deepEqual(await asUser('relapse'), [0]);
      await configure(id, hidden);
      await check();
      await server.platform.recordUpkeep.idle();
      await check();
    });

    test('the index finds and orders any words as the record itself does', async () => {
      const { id } = await newResource(server, owner.key, 'data', { search: ['a', 'b'] });
      const texts = fc.oneof(
        fc.array(fc.constantFrom('a', 'ab', 'abc', 'Ab', 'é', 'É', 'ée', '1', '12', 'ﬁx', 'İz'), {
          maxLength: 5,
        }),
        fc.array(fc.string({ unit: 'grapheme', maxLength: 4 }), { maxLength: 3 }),
      );
      const text = texts.map((parts) => parts.join(' ').replaceAll('\0', ''));
      const property = fc.asyncProperty(
        fc.array(fc.record({ a: text, b: fc.oneof(text, fc.array(text, { maxLength: 2 })) }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(text, { minLength: 1, maxLength: 6 }),
        async (records, queries) => {
          const makeWords = wordMaker(id, JSON.stringify({ paths: ['a', 'b'], isReady: true }));
          const { json } = await call('GET', `${id}/records`);
          for (const { recordId } of json.records)
            await call('DELETE', `${id}/records/${recordId}`);
          await importAll(id, records);
          const { json: stored } = await call('GET', `${id}/records`);
          for (const q of queries) {
            const search = { words: wordsOfQuery(q), fields: ['a', 'b'] };
            if (search.words.length === 0) continue;
            const wanted = stored.records
              .map(({ recordId, record }: { recordId: string; record: object }) => ({
                id: recordId,
                score: scoreOf(record, search),
              }))
              .filter(({ score }: { score?: number }) => score !== undefined)
              .toSorted(
                (one: { score: number; id: string }, other: { score: number; id: string }) =>
                  other.score - one.score || (one.id < other.id ? -1 : 1),
              );
            const found = await rankedRows(server.platform.store, id, matchOf(id, search), {
              order: 'oldest',
              after: undefined,
              limit: 100,
              allowed: undefined,
            });
            assert.deepEqual(
              found.map((row) => ({ ...row })),
              wanted,
              JSON.stringify({ q, words: records.map((record) => makeWords?.(record)) }),
            );
          }
        },
      );
      await fc.assert(property, { numRuns: 20, endOnFailure: true });
    });
  });
