import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

const ndjson = { 'content-type': 'application/x-ndjson' };

describe('importing and exporting records', () => {
  const { server, owner } = serverOfSuite();

  const collection = async (config: object = {}) =>
    (await newResource(server, owner.key, 'data', config)).id;
  const get = (path: string, headers = {}) =>
    owner.send('GET', `${resources}/${path}`, undefined, headers);
  const send = (id: string, body: string | Uint8Array, headers: object = {}) =>
    owner.send('POST', `${resources}/${id}/records`, body, { ...ndjson, ...headers });
  const lines = (count: number, record = (n: number): object => ({ n })) =>
    Array.from({ length: count }, (_, n) => JSON.stringify(record(n))).join('\n');
  const recordsOf = async (id: string) =>
    (await get(id)).json.records.map(({ record }: { record: object }) => record);

  test('an export can be imported, and is equal by value', async () => {
    const records = [
      { text: 'é "quoted"\n\u2028 🎉', n: 1.5e-7, list: [null, true, { a: [] }], '': 0 },
      { record: { record: { inner: 1 } } },
      { recordId: 'mine', record: 'no object' },
      JSON.parse(`${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`),
      JSON.parse('{"__proto__":{"x":1},"constructor":"c"}'),
    ];
    const from = await collection();
    for (const record of records)
      await owner.send('PATCH', `${resources}/${from}`, { action: 'add-record', record });
    const exported = await get(`${from}/records`, { accept: 'application/x-ndjson' });
    assert.equal(exported.headers.get('content-type'), 'application/x-ndjson');
    assert.equal(exported.text.trimEnd().split('\n').length, records.length);
    const to = await collection();
    assert.equal((await send(to, exported.text)).json.imported, records.length);
    assert.deepEqual(
      (await recordsOf(to)).map((record: object) => JSON.stringify(record)),
      records.map((record) => JSON.stringify(record)),
    );
  });

  test('the export of nothing is empty', async () => {
    const reply = await get(`${await collection()}/records`, { accept: 'application/x-ndjson' });
    assert.equal(reply.status, 200);
    assert.equal(reply.text, '');
  });

  test('blank lines, a byte order mark, CRLF and a missing last line end are accepted', async () => {
    const id = await collection();
    const reply = await send(id, '\ufeff{"n":1}\r\n\r\n  \t\n{"n":2}\r\n\n{"n":3}');
    assert.deepEqual(reply.json, { imported: 3, recordCount: 3 });
    assert.deepEqual(await recordsOf(id), [{ n: 1 }, { n: 2 }, { n: 3 }]);
    assert.equal((await send(id, '\ufeff\r\n{"n":4}')).status, 201);
  });

  test('one bad line, even the last, refuses all and is named', async () => {
    const id = await collection({ schema: { properties: { n: { type: 'number' } } } });
    const big = JSON.stringify({ t: 'x'.repeat(limits.recordBytesMax) });
    const deep = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    const bad: readonly (readonly [string | Uint8Array, number])[] = [
      ['{', 400],
      ['[]', 400],
      ['null', 400],
      ['"text"', 400],
      ['{} {}', 400],
      ['{"n":"text"}', 400],
      ['{"record":{"n":"text"}}', 400],
      ['{"a":"\\u0000"}', 400],
      ['{"a":"\\ud800"}', 400],
      ['{"a":1e400}', 400],
      [deep(65), 400],
      [deep(5_000), 400],
      [`{"record":${deep(65)}}`, 400],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
      [big, 413],
      [`{"record":${big}}`, 413],
      [`{"a":${' '.repeat(limits.jsonBodyBytesMax)}1}`, 413],
    ];
    for (const [line, status] of bad) {
      const body = Buffer.concat([Buffer.from(`${lines(200)}\n\n`), Buffer.from(line)]);
      const reply = await send(id, body);
      assertRefusal(reply, String(line).slice(0, 40), status);
      assert.match(reply.json.error, /\b202\b/, reply.text);
    }
    const read = (await get(id)).json;
    assert.equal(read.recordCount, 0);
    assert.equal(read.version, 1);
    assert.deepEqual(read.records, []);
  });

  test('an import that does not fit into the collection is refused whole', async () => {
    const id = await collection();
    await send(id, lines(600));
    assertRefusal(await send(id, lines(401)), 'one too many', 409);
    assertRefusal(await send(await collection(), lines(1_001)), '1,001', 409);
    const { recordCount, version } = (await get(`${id}?records=false`)).json;
    assert.deepEqual([recordCount, version], [600, 2]);
    assert.equal((await send(id, lines(400))).status, 201);
  });

  test('imports at once never pass 1,000 together', async () => {
    const id = await collection();
    const replies = await Promise.all([send(id, lines(700)), send(id, lines(700))]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await recordsOf(id)).length, 700);
  });

  test('24 MB are read, and one byte more is a 413 that can be read', async () => {
    const id = await collection();
    const line = '{"a":1}\n';
    const padded = (bytes: number) => {
      const buffer = Buffer.alloc(bytes, `${' '.repeat(9_999)}\n`);
      buffer.write(line);
      return buffer;
    };
    assert.equal((await send(id, padded(limits.importBytesMax))).status, 201);
    assertRefusal(await send(id, padded(limits.importBytesMax + 1)), 'declared', 413);
    const undeclared = await fetch(`${server.url}${resources}/${id}/records`, {
      method: 'POST',
      headers: { ...ndjson, authorization: `Bearer ${owner.key}` },
      body: new Blob([padded(limits.importBytesMax + 1)]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(undeclared.status, 413);
    assert.equal((await undeclared.json()).code, 'too_large');
    assert.equal((await get(id)).json.recordCount, 1);
  });

  test('a repeated import with the same Idempotency-Key adds once; with other lines it is 409', async () => {
    const id = await collection();
    const headers = { 'idempotency-key': `import-${id}` };
    const first = await send(id, lines(10), headers);
    await owner.send('PATCH', `${resources}/${id}`, { action: 'archive' });
    const again = await send(id, lines(10), headers);
    assert.equal(again.status, 201);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await send(id, lines(9), headers)).status, 409);
    assert.equal((await get(id)).json.recordCount, 10);
  });

  test('only lines are taken, only by data, only in a state that allows it', async () => {
    const id = await collection();
    for (const headers of [
      { 'content-type': 'application/xml' },
      { 'content-type': 'text/plain' },
      { 'content-encoding': 'gzip' },
    ])
      assert.equal((await send(id, '{}', headers)).json.code, 'content_type');
    const table = await send(id, 'a,b', { 'content-type': 'text/csv' });
    assert.match(table.json.error, /application\/json, .* application\/x-ndjson/);
    for (const body of ['', '\n\n \n']) assert.equal((await send(id, body)).status, 400);
    assert.equal((await send(id, '{}', { 'if-match': '"9"' })).status, 409);
    const { id: form } = await newResource(server, owner.key, 'connect');
    assert.equal((await send(form, '{}')).status, 400);
    await owner.send('PATCH', `${resources}/${id}`, { action: 'archive' });
    assert.equal((await send(id, '{}')).status, 409);
  });

  test('an owner has at most two imports at once; a third is busy with Retry-After', async () => {
    const id = await collection();
    const slow = () => {
      let finish = () => {};
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(Buffer.from('{"n":1}\n'));
          finish = () => controller.close();
        },
      });
      const reply = fetch(`${server.url}${resources}/${id}/records`, {
        method: 'POST',
        headers: { ...ndjson, authorization: `Bearer ${owner.key}` },
        body,
        duplex: 'half',
      } as RequestInit);
      return { reply, finish };
    };
    const running = [slow(), slow()];
    let third = await send(id, '{}');
    while (third.status === 201) third = await send(id, '{}');
    assert.equal(third.status, 503);
    assert.ok(Number(third.headers.get('retry-after')) > 0);
    for (const { finish } of running) finish();
    for (const { reply } of running) assert.equal((await reply).status, 201);
    assert.equal((await send(id, '{}')).status, 201);
  });
});
