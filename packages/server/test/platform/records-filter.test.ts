import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';

const stored: readonly object[] = [
  { n: 1, tags: ['red', 'blue'], who: { name: 'Asha', age: 30 } },
  { n: '1', tags: [], who: { name: 'asha' } },
  { n: true, who: null },
  { n: 'true', who: { name: 'Zoë', note: 'said "habari"\nand left' } },
  { n: null, list: [{ a: 1 }, { a: 2 }] },
  { n: 1.5, length: 2, 'a.b': 'dotted', pair: ['x', 'y'] },
  { n: 1e21, deep: { er: { and: { deeper: 'chini' } } } },
  { n: 'ＦＵＬＬ width', z: 'é' },
  { n: -0, empty: '', slash: 'a\\b', emoji: '🎉' },
];

/** By its query: the indexes of the records that it finds. */
const found: { readonly [query: string]: readonly number[] } = {
  'where.n=1': [0, 1],
  'where.n=1.0': [],
  'where.n=true': [2, 3],
  'where.n=null': [4],
  'where.n=1.5': [5],
  'where.n=1e%2B21': [6],
  'where.n=0': [8],
  'where.n=': [],
  'where.empty=': [8],
  'where.missing=': [],
  'where.missing=undefined': [],
  'where.who=null': [2],
  'where.who=%5Bobject+Object%5D': [],
  'where.who.name=Asha': [0],
  'where.who.name=Zo%C3%AB': [3],
  'where.who.name.length=4': [],
  'where.who.note=said+%22habari%22%0Aand+left': [3],
  'where.tags=red%2Cblue': [],
  'where.tags.0=red': [0],
  'where.tags.1=blue': [0],
  'where.tags.2=blue': [],
  'where.tags.length=2': [],
  'where.length=2': [5],
  'where.pair.length=2': [],
  'where.list.1.a=2': [4],
  'where.a.b=dotted': [],
  'where.slash=a%5Cb': [8],
  'where.emoji=%F0%9F%8E%89': [8],
  'where.z=e%CC%81': [],
  'where.toString=x': [],
  'where.constructor.name=Object': [],
  'where.deep.er.and.deeper=chini': [6],
  'where.n=1&where.who.age=30': [0],
  'where.n=1&where.who.age=31': [],
  'q=ASHA': [0, 1],
  'q=full': [7],
  'q=E%CC%81': [7],
  'q=%22HABARI%22': [3],
  'q=habari%22%0Aand': [3],
  'q=1.5': [5],
  'q=1e%2B21': [6],
  'q=who': [],
  'q=a%5Cb': [8],
  'q=chini&where.n=1e%2B21': [6],
  'q=chini&where.n=1': [],
  'q=': [0, 1, 2, 3, 4, 5, 6, 7, 8],
  '_=1': [0, 1, 2, 3, 4, 5, 6, 7, 8],
};

describe('finding records', () => {
  const { server, owner } = serverOfSuite();
  let id: string;
  let ids: string[];
  before(async () => {
    ({ id } = await newResource(server, owner.key, 'data'));
    await importLines(id, stored);
    ids = idsOf((await get(`/${id}`)).json);
  });

  const get = (path: string, headers = {}) =>
    owner.send('GET', `${resources}${path}`, undefined, headers);
  const idsOf = (json: { records: { recordId: string }[] }) =>
    json.records.map(({ recordId }) => recordId);
  const importLines = (resource: string, records: readonly object[]) =>
    owner.send(
      'POST',
      `${resources}/${resource}/records`,
      records.map((record) => JSON.stringify(record)).join('\n'),
      { 'content-type': 'application/x-ndjson' },
    );

  test('a filter finds the same records in the resource, in the list and in the export', async () => {
    for (const [query, places] of Object.entries(found)) {
      const wanted = places.map((place) => ids[place]);
      const list = await get(`/${id}/records?${query}`);
      assert.deepEqual(idsOf(list.json), wanted, query);
      assert.equal(list.json.total, wanted.length, query);
      assert.equal(list.json.nextCursor, null, query);
      const whole = (await get(`/${id}?${query}`)).json;
      assert.deepEqual(idsOf(whole), wanted, query);
      assert.equal(whole.recordCount, stored.length);
      const lines = await get(`/${id}/records?${query}`, { accept: 'application/x-ndjson' });
      const exported = lines.text.split('\n').slice(0, -1);
      assert.deepEqual(
        exported.map((line) => JSON.parse(line).recordId),
        wanted,
        query,
      );
    }
  });

  test('a service without records refuses with its name', async () => {
    const { id: bucket } = await newResource(server, owner.key, 'storage');
    assert.equal((await get(`/${bucket}/records`)).status, 400);
  });
});
