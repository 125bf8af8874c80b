import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { resourceSchema } from '@baraza/contract';
import { findRecords } from '../../src/platform/records/query/find-records.ts';
import { readRecordsQuery } from '../../src/platform/records/query/records-query.ts';
import { findResource } from '../../src/store/platform/resources.ts';
import { defaultEngine, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

describe('a collection of more than 1,000 records', () => {
  const { server, owner } = serverOfSuite(defaultEngine, {
    environment: { BARAZA_RECORDS_MAX: '1250' },
  });
  let id: string;
  before(async () => {
    ({ id } = await newResource(server, owner.key, 'data'));
    assert.equal((await send(1_200)).status, 201);
  });

  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    owner.send(method, `${resources}/${path}`, body, headers);
  const send = (count: number) =>
    call(
      'POST',
      `${id}/records`,
      Array.from({ length: count }, (_, n) => JSON.stringify({ n, even: n % 2 === 0 })).join('\n'),
      { 'content-type': 'application/x-ndjson' },
    );
  const numbersOf = (json: { records: { record: { n: number } }[] }) =>
    json.records.map(({ record }) => record.n);
  const upTo = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index);

  test('the resource and the list give the first 1,000 and a cursor, the export gives all', async () => {
    for (const path of [id, `${id}/records`]) {
      const first = (await call('GET', path)).json;
      assert.deepEqual(numbersOf(first), upTo(0, 1_000));
      const rest = (await call('GET', `${path}?cursor=${first.nextCursor}`)).json;
      assert.deepEqual(numbersOf(rest), upTo(1_000, 1_200));
      assert.equal(rest.nextCursor, null);
    }
    const whole = (await call('GET', id)).json;
    assert.equal(resourceSchema.parse(whole).recordCount, 1_200);
    const patched = await call('PATCH', `${id}?records=true`, { action: 'rename', name: 'x' });
    assert.deepEqual(numbersOf(patched.json), upTo(0, 1_000));
    assert.equal(typeof patched.json.nextCursor, 'string');
    const lines = await call('GET', `${id}/records`, undefined, {
      accept: 'application/x-ndjson',
    });
    assert.equal(lines.text.split('\n').length - 1, 1_200);
  });

  test('a filter gives pages; total is null unless all records were read', async () => {
    const page = (await call('GET', `${id}/records?where.even=true&limit=100`)).json;
    assert.deepEqual([page.records.length, page.total], [100, null]);
    const all = (await call('GET', `${id}/records?where.even=true`)).json;
    assert.deepEqual([all.records.length, all.total, all.nextCursor], [600, 600, null]);
    const sorted = (await call('GET', `${id}/records?where.n.lt=500&sort=-n&limit=3`)).json;
    assert.deepEqual([numbersOf(sorted), sorted.total], [[499, 498, 497], 500]);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const at = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await call('GET', `${id}?where.n.gte=900&sort=-n&limit=77${at}`);
      seen.push(...numbersOf(json));
      cursor = json.nextCursor;
    }
    assert.deepEqual(seen, upTo(900, 1_200).toReversed());
  });

  test('a search stops when its client has left', async () => {
    const { store } = server.platform;
    const row = await findResource(store, owner.id, id);
    assert.ok(row !== undefined);
    for (const query of [{ 'where.n': 'nothing' }, { sort: 'n', limit: 5 }]) {
      const left = new AbortController();
      let batches = 0;
      const search = store.read((view) => {
        const all: typeof view.all = async (wanted) => {
          batches += 1;
          if (batches === 3) left.abort(new Error('left'));
          return view.all(wanted);
        };
        const counted = { ...view, all };
        return findRecords(counted, row, readRecordsQuery(query), left.signal, async () => {});
      });
      await assert.rejects(search, /left/);
      assert.equal(batches, 3);
    }
  });

  test('the limit is the one that is set, for one record and for many', async () => {
    const { status, json } = await send(51);
    assert.deepEqual([status, json.code], [409, 'full']);
    assert.match(json.error, /1250/);
    assert.equal((await send(49)).status, 201);
    assert.equal((await call('POST', `${id}/records`, {})).status, 201);
    assert.equal((await call('POST', `${id}/records`, {})).status, 409);
    assert.equal((await call('PUT', `${id}/records/new`, {})).status, 409);
    assert.equal((await call('PATCH', id, { action: 'add-record', record: {} })).status, 409);
  });

  test('a cursor of another order is refused, and so are invalid cursors, sorts, fields and filters', async () => {
    const { nextCursor } = (await call('GET', `${id}/records?sort=n&limit=1`)).json;
    const forged = Buffer.from(JSON.stringify(['n', '9', 'rec_x'])).toString('base64url');
    for (const query of [
      `sort=-n&cursor=${nextCursor}`,
      `cursor=${nextCursor}`,
      `sort=n&cursor=${forged}`,
      'sort=n&cursor=AAAA',
      'sort=n&order=newest',
      'order=up',
      'limit=0',
      'sort=',
      'where.=1',
      'where.a..b=1',
      'sort=-',
      'sort=a..b',
      'fields=',
      'fields=a,,b',
      `fields=${Array(21).fill('a').join(',')}`,
      'where.n.exists=maybe',
      `where.n.in=${upTo(0, 21).join(',')}`,
      upTo(0, 6)
        .map((n) => `where.f${n}.gt=1`)
        .join('&'),
    ]) {
      const reply = await call('GET', `${id}/records?${query}`);
      assert.equal(reply.status, 400, `${query} ${reply.text}`);
    }
    assert.equal((await call('GET', `${id}/records?sort=n&cursor=${nextCursor}`)).status, 200);
  });

  test('fields selects these paths only, also inside lists', async () => {
    const { id: own } = await newResource(server, owner.key, 'data');
    const record = {
      a: 1,
      b: { c: [{ d: 1, e: 2 }, 'x', { e: 3 }], f: null },
      g: [],
      h: { i: 1 },
    };
    await call('POST', `${own}/records`, record);
    const picked = async (fields: string) => {
      const one = (await call('GET', `${own}/records?fields=${fields}`)).json.records[0].record;
      assert.deepEqual((await call('GET', `${own}?fields=${fields}`)).json.records[0].record, one);
      return one;
    };
    assert.deepEqual(await picked('a'), { a: 1 });
    assert.deepEqual(await picked('b.c.d,h'), { b: { c: [{ d: 1 }, {}] }, h: { i: 1 } });
    assert.deepEqual(await picked('b.f,b'), { b: record.b });
    assert.deepEqual(await picked('b,b.f, g '), { b: record.b, g: [] });
    assert.deepEqual(await picked('nothing,a.b,toString'), {});
  });
});
