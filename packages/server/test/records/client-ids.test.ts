import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { storedRecordSchema } from '@baraza/contract';
import { engines, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

for (const engine of engines)
  describe(`an import that keeps ids, on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine);
    const send = (id: string, lines: readonly object[]) =>
      owner.send(
        'POST',
        `${resources}/${id}/records?ids=keep`,
        lines.map((line) => JSON.stringify(line)).join('\n'),
        { 'content-type': 'application/x-ndjson' },
      );
    const get = (path: string) => owner.send('GET', `${resources}/${path}`);

    test('an export is restored with its ids, in one transaction or in several', async () => {
      for (const count of [3, 400]) {
        const from = (await newResource(server, owner.key, 'data')).id;
        const made = await owner.send('POST', `${resources}/${from}/records`, { n: 0 });
        const text = 'x'.repeat(3_000);
        const others = Array.from({ length: count - 1 }, (_, n) => ({
          recordId: `id-${n}`,
          record: { n, text },
        }));
        assert.equal((await send(from, others)).json.imported, count - 1);
        const exported = await owner.send('GET', `${resources}/${from}/records`, undefined, {
          accept: 'application/x-ndjson',
        });
        const lines = exported.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
        const to = (await newResource(server, owner.key, 'data')).id;
        assert.equal((await send(to, lines)).status, 201);
        for (const id of [made.json.recordId, 'id-0', `id-${count - 2}`]) {
          const { status, json } = await get(`${to}/records/${id}`);
          assert.deepEqual([status, json.recordId], [200, id]);
          assert.deepEqual(json.record, (await get(`${from}/records/${id}`)).json.record);
        }
      }
    });

    test('an import is refused as a whole if an id exists, is repeated, missing or invalid', async () => {
      const { id } = await newResource(server, owner.key, 'data');
      const own = (await owner.send('POST', `${resources}/${id}/records`, {})).json.recordId;
      await owner.send('PUT', `${resources}/${id}/records/mine`, {});
      const free = { recordId: 'free', record: {} };
      for (const taken of [own, 'mine', 'free']) {
        const { status, json } = await send(id, [free, { recordId: taken, record: {} }]);
        assert.deepEqual(
          [status, json.code, json.field, json.line],
          [409, 'conflict', 'recordId', 2],
        );
      }
      for (const bad of [
        { record: {} },
        { recordId: 'a b', record: {} },
        { recordId: 'summary', record: {} },
        { recordId: 1, record: {} },
        {},
      ]) {
        const { status, json } = await send(id, [free, bad]);
        assert.deepEqual([status, json.line], [400, 2]);
      }
      assert.equal((await get(id)).json.recordCount, 2);
      const wrong = await owner.send('POST', `${resources}/${id}/records?ids=new`, '{}', {
        'content-type': 'application/x-ndjson',
      });
      assert.equal(wrong.status, 400);
    });

    test('an import in several transactions is refused as a whole if an id is repeated', async () => {
      const { id } = await newResource(server, owner.key, 'data');
      const text = 'x'.repeat(3_000);
      const lines = Array.from({ length: 400 }, (_, n) => ({
        recordId: `id-${n % 399}`,
        record: { text },
      }));
      const { status, json } = await send(id, lines);
      assert.deepEqual([status, json.line], [409, 400]);
      assert.equal((await get(`${id}/records`)).json.records.length, 0);
    });
  });

describe('ids that clients choose', () => {
  const { server, owner } = serverOfSuite();
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    owner.send(method, `${resources}/${path}`, body, headers);

  test('PUT makes the record, then replaces it; every route finds it by that id', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const path = `${id}/records/patient-7_A`;
    const made = await call('PUT', path, { n: 1 });
    assert.deepEqual(
      [made.status, storedRecordSchema.parse(made.json).recordId],
      [201, 'patient-7_A'],
    );
    assert.equal(made.headers.get('location'), `${resources}/${path}`);
    const replaced = await call('PUT', path, { n: 2 });
    assert.deepEqual(
      [replaced.status, replaced.json.version, replaced.json.record],
      [200, 2, { n: 2 }],
    );
    assert.equal((await call('PATCH', path, { m: 3 })).json.version, 3);
    assert.deepEqual((await call('GET', path)).json.record, { n: 2, m: 3 });
    const { activity } = (await owner.send('GET', resources)).json;
    assert.deepEqual(activity[0].detail, { recordId: 'patient-7_A' });
    assert.deepEqual((await call('DELETE', path)).json, { deleted: true, recordId: 'patient-7_A' });
    assert.equal((await call('GET', path)).status, 404);
    assert.equal((await call('PUT', path, {})).status, 201);
  });

  test('If-None-Match: * only makes; If-Match only replaces', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const path = `${id}/records/one`;
    assert.equal((await call('PUT', path, {}, { 'if-match': '"1"' })).status, 404);
    assert.equal((await call('PUT', path, { a: 1 }, { 'if-none-match': '*' })).status, 201);
    const second = await call('PUT', path, { a: 2 }, { 'if-none-match': '*' });
    assert.deepEqual([second.status, second.json.code], [412, 'exists']);
    assert.deepEqual((await call('GET', path)).json.record, { a: 1 });
    assert.equal((await call('PUT', path, {}, { 'if-match': '"9"' })).status, 409);
    assert.equal((await call('PUT', path, {}, { 'if-match': '"1"' })).status, 200);
    const racers = await Promise.all(
      Array.from({ length: 10 }, () =>
        call('PUT', `${id}/records/race`, {}, { 'if-none-match': '*' }),
      ),
    );
    assert.deepEqual(racers.map(({ status }) => status).sort(), [201, ...Array(9).fill(412)]);
  });

  test('lists and their pages are in the order of time, whatever the ids are', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const ids = ['zebra', 'apple', 'rec_00000000000000000000000001', 'Mango'];
    for (const each of ids)
      assert.equal((await call('PUT', `${id}/records/${each}`, {})).status, 201);
    const made = await call('POST', `${id}/records`, {});
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await call('GET', `${id}/records?limit=2${cursor}`);
      seen.push(...json.records.map(({ recordId }: { recordId: string }) => recordId));
      cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
    } while (cursor !== '');
    assert.deepEqual(seen, [...ids, made.json.recordId]);
  });

  test('an invalid id is 404, and a form takes no record by PUT', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    for (const each of ['a.b', 'x'.repeat(65), '%20', 'a%2Fb', 'é'])
      assert.equal((await call('PUT', `${id}/records/${encodeURI(each)}`, {})).status, 404, each);
    assert.equal((await call('PUT', `${id}/records/${'x'.repeat(64)}`, {})).status, 201);
    const form = await newResource(server, owner.key, 'connect');
    assert.equal((await call('PUT', `${form.id}/records/one`, {})).status, 400);
  });
});
