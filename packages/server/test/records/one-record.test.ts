import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordDeletionSchema, storedRecordSchema } from '@baraza/contract';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';

describe('one record', () => {
  const { server, owner } = serverOfSuite();

  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    owner.send(method, `${resources}/${path}`, body, headers);
  const create = async (record: object, config: object = {}) => {
    const { id } = await newResource(server, owner.key, 'data', config);
    const made = await call('POST', `${id}/records`, record);
    assert.equal(made.status, 201, made.text);
    return { id, path: `${id}/records/${made.json.recordId}`, made };
  };

  test('it is created, read, replaced, merged and deleted, and its version counts', async () => {
    const { id, path, made } = await create({ a: 1, b: { c: 1, d: 2 } });
    assert.deepEqual(storedRecordSchema.parse(made.json).version, 1);
    assert.equal(made.headers.get('location'), `${resources}/${path}`);
    assert.equal(made.headers.get('etag'), '"1"');
    assert.deepEqual((await call('GET', path)).json, made.json);
    const put = await call('PUT', path, { b: { c: 1, d: 2 } });
    assert.equal(put.status, 200);
    assert.deepEqual([put.json.record, put.json.version], [{ b: { c: 1, d: 2 } }, 2]);
    const patched = await call('PATCH', path, { b: { c: null, e: [1] }, f: 'x' });
    assert.deepEqual(patched.json.record, { b: { d: 2, e: [1] }, f: 'x' });
    assert.equal(patched.headers.get('etag'), '"3"');
    assert.ok(patched.json.updatedAt >= patched.json.createdAt);
    assert.deepEqual((await call('GET', path)).json, patched.json);
    const listed = (await call('GET', `${id}/records`)).json.records;
    assert.deepEqual(listed, [patched.json]);
    const gone = await call('DELETE', path);
    assert.deepEqual(recordDeletionSchema.parse(gone.json), {
      deleted: true,
      recordId: made.json.recordId,
    });
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      assert.equal((await call(method, path, body)).status, 404, method);
    const { json } = await call('GET', `${id}?records=false`);
    assert.deepEqual([json.recordCount, json.version], [0, 5]);
    const { activity } = (await owner.send('GET', resources)).json;
    assert.deepEqual(
      activity
        .filter((entry: { resourceId: string }) => entry.resourceId === id)
        .map((entry: { action: string }) => entry.action)
        .toReversed(),
      ['resource-created', 'record-added', 'record-updated', 'record-updated', 'record-deleted'],
    );
  });

  test('a name with an escaped letter is that letter, whatever names were sent before', async () => {
    const { path } = await create({ a: 1 });
    const headers = { 'content-type': 'application/json' };
    for (const name of ['\\\\', '\\n', '\\"', '\\u0022', 'x\\u005c', '\u0085']) {
      const refused = await call('PATCH', path, `{"a":1,"${name}":2}`, headers);
      assert.equal(refused.status, 400, name);
      assert.match(refused.json.error, /no quote, no backslash and no control character/);
    }
    const patched = await call('PATCH', path, '{"a":1,"\\u0062":"\\"\\n"}', headers);
    for (const { text } of [patched, await call('GET', path)])
      assert.ok(text.includes('"record":{"a":1,"b":"\\"\\n"}'), text);
  });

  test('merge patches follow RFC 7396, also for a field called __proto__', async () => {
    const cases: readonly (readonly [object, string, object])[] = [
      [{ a: 'b' }, '{"a":"c"}', { a: 'c' }],
      [{ a: 'b' }, '{"b":"c"}', { a: 'b', b: 'c' }],
      [{ a: 'b' }, '{"a":null}', {}],
      [{ a: 'b', b: 'c' }, '{"a":null}', { b: 'c' }],
      [{ a: ['b'] }, '{"a":"c"}', { a: 'c' }],
      [{ a: 'c' }, '{"a":["b"]}', { a: ['b'] }],
      [{ a: { b: 'c' } }, '{"a":{"b":"d","c":null}}', { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, '{"a":[1]}', { a: [1] }],
      [{ e: null }, '{"a":1}', { e: null, a: 1 }],
      [{}, '{"a":{"bb":{"ccc":null}}}', { a: { bb: {} } }],
      [{ a: 'text' }, '{"a":{"b":1}}', { a: { b: 1 } }],
      [{ a: 1 }, '{"__proto__":{"x":1}}', JSON.parse('{"a":1,"__proto__":{"x":1}}')],
      [{ a: 1 }, '{"constructor":{"prototype":null}}', { a: 1, constructor: {} }],
    ];
    for (const [record, body, wanted] of cases) {
      const { path } = await create(record);
      const headers = { 'content-type': 'application/merge-patch+json' };
      const reply = await call('PATCH', path, body, headers);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(JSON.stringify(reply.json.record), JSON.stringify(wanted), body);
    }
  });

  test('a stale version changes nothing; the right one, a list of them and * do', async () => {
    const { path } = await create({ n: 0 });
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      for (const tag of ['"2"', '"x"', 'W/"3"']) {
        const body = method === 'DELETE' ? undefined : { n: 9 };
        const reply = await call(method, path, body, { 'if-match': tag });
        assert.deepEqual([reply.status, reply.json.code], [409, 'version'], `${method} ${tag}`);
      }
    assert.deepEqual((await call('GET', path)).json.record, { n: 0 });
    const tags = ['"1"', '2', '"7", "3"', '*'];
    for (const [n, tag] of tags.entries())
      assert.equal((await call('PATCH', path, { n }, { 'if-match': tag })).json.version, n + 2);
    const unchanged = await call('GET', path, undefined, { 'if-none-match': '"5"' });
    assert.equal(unchanged.status, 304);
    assert.equal((await call('DELETE', path, undefined, { 'if-match': '"5"' })).status, 200);
  });

  test('eight writers with If-Match lose no update; without it the last one wins', async () => {
    const { path } = await create({ total: 0, by: {} });
    const writers = 8;
    const times = 6;
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let done = 0; done < times; ) {
          const { json, headers } = await call('GET', path);
          const patch = {
            total: json.record.total + 1,
            by: { [writer]: (json.record.by[writer] ?? 0) + 1 },
          };
          const tag = { 'if-match': headers.get('etag') ?? '' };
          const { status } = await call('PATCH', path, patch, tag);
          assert.ok(status === 200 || status === 409, String(status));
          if (status === 200) done += 1;
        }
      }),
    );
    const { record, version } = (await call('GET', path)).json;
    assert.equal(record.total, writers * times);
    assert.deepEqual(Object.values(record.by), Array(writers).fill(times));
    assert.equal(version, writers * times + 1);
    const replies = await Promise.all(
      Array.from({ length: writers }, (_, writer) =>
        call('PATCH', path, { last: writer, [`w${writer}`]: true }),
      ),
    );
    const last = replies.toSorted((one, other) => other.json.version - one.json.version)[0];
    const now = (await call('GET', path)).json;
    assert.deepEqual(now, last?.json);
    // Each patch names its own field, and none of these is lost.
    for (let writer = 0; writer < writers; writer += 1)
      assert.equal(now.record[`w${writer}`], true);
  });

  test('what no record can be is refused: other types, size, depth, schema, state and service', async () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' } },
    };
    const { id, path } = await create({ name: 'x' }, { schema });
    for (const body of ['[]', '"x"', 'null', '1', '{', '', '{"name":1}', '{"name":"\\u0000"}'])
      for (const [method, target] of [
        ['POST', `${id}/records`],
        ['PUT', path],
      ] as const) {
        const reply = await call(method, target, body, { 'content-type': 'application/json' });
        assert.equal(reply.status, 400, `${method} ${body} ${reply.text}`);
      }
    for (const body of ['[]', 'null', '{"name":null}', '{"name":5}'])
      assert.equal(
        (await call('PATCH', path, body, { 'content-type': 'application/json' })).status,
        400,
      );
    const wide = { name: `x${'é'.repeat(10_234)}` };
    assert.equal(Buffer.byteLength(JSON.stringify(wide)), 20_480);
    assert.equal((await call('PUT', path, wide)).status, 200);
    assert.equal((await call('PATCH', path, { b: 1 })).status, 413);
    assert.equal((await call('POST', `${id}/records`, { name: `${wide.name}x` })).status, 413);
    assert.equal((await call('POST', `${id}/records`, { name: 'x'.repeat(70_000) })).status, 413);
    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    const { id: free, path: freePath } = await create({});
    const json = { 'content-type': 'application/json' };
    for (const [method, target, status] of [
      ['POST', `${free}/records`, 201],
      ['PUT', freePath, 200],
      ['PATCH', freePath, 200],
    ] as const) {
      assert.equal((await call(method, target, nested(64), json)).status, status);
      assert.equal((await call(method, target, nested(65), json)).status, 400);
    }
    await call('PATCH', free, { action: 'archive' });
    for (const [method, target, body] of [
      ['POST', `${free}/records`, {}],
      ['PUT', freePath, {}],
      ['PATCH', freePath, {}],
      ['DELETE', freePath, undefined],
    ] as const)
      assert.equal((await call(method, target, body)).status, 409, method);
    assert.equal((await call('GET', freePath)).status, 200);
    const { id: form } = await newResource(server, owner.key, 'connect');
    const { recordId } = (await call('PATCH', form, { action: 'capture' })).json;
    const entry = `${form}/records/${recordId}`;
    assert.equal((await call('GET', entry)).status, 200);
    for (const [method, target, body] of [
      ['POST', `${form}/records`, {}],
      ['PUT', entry, {}],
      ['PATCH', entry, {}],
    ] as const)
      assert.equal((await call(method, target, body)).status, 400, method);
    // Of an entry only the deletion is allowed.
    assert.equal((await call('DELETE', entry)).status, 200);
    assert.equal((await call('GET', entry)).status, 404);
    assert.equal((await call('GET', form)).json.recordCount, 0);
  });

  test('a repeated creation or patch with its Idempotency-Key is done once', async () => {
    const { id, path } = await create({ n: 1 });
    const once = { 'idempotency-key': `create` };
    const first = await call('POST', `${id}/records`, { n: 2 }, once);
    const again = await call('POST', `${id}/records`, { n: 2 }, once);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('location'), first.headers.get('location'));
    assert.equal((await call('POST', `${id}/records`, { n: 3 }, once)).status, 409);
    const patch = { 'idempotency-key': `patch` };
    const merged = await call('PATCH', path, { m: 1 }, patch);
    assert.equal((await call('PATCH', path, { m: 1 }, patch)).text, merged.text);
    assert.equal((await call('GET', path)).json.version, 2);
    assert.equal((await call('GET', `${id}?records=false`)).json.recordCount, 2);
  });

  test('the actions of the resource and the record itself count the same version', async () => {
    const { id, path, made } = await create({ n: 1 });
    const { recordId } = made.json;
    await call('PATCH', id, { action: 'update-record', recordId, record: {} });
    assert.equal((await call('GET', path)).json.version, 2);
    assert.equal((await call('PATCH', path, {}, { 'if-match': '"1"' })).status, 409);
    assert.equal((await call('PATCH', path, {}, { 'if-match': '"2"' })).status, 200);
  });
});
