import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, clientOf, json, loseAnswer, startServer } from '../../../test/scripted-server.ts';

const id = 'res_01hx';
const path = `/api/platform/resources/${id}/records`;
const entry = (n: number) => ({ recordId: `rec_${n}`, record: { n }, createdAt: '' });
const lines = { 'content-type': 'application/x-ndjson' };

test('records sends its filters, each condition under its path', async (t) => {
  const page = { records: [entry(1)], total: 1, nextCursor: null };
  const server = await startServer(t, json(200, page), json(200, page));
  const { client } = clientOf(server);
  const where = { 'who.name': 'Zoë & co', n: 1, ok: true, none: null };
  assert.deepEqual(await client.resources.records(id, { where, q: 'x', limit: 5 }), page);
  await client.resources.get(id, { where: { n: 2 } });
  assert.deepEqual(
    server.received.map(({ url }) => url),
    [
      `${path}?limit=5&q=x&where.who.name=Zo%C3%AB+%26+co&where.n=1&where.ok=true&where.none=null`,
      '/api/platform/resources/res_01hx?where.n=2',
    ],
  );
});

test('iterateRecords keeps its filters and its order on every page', async (t) => {
  const page = (n: number, nextCursor: string | null) =>
    json(200, { records: [entry(n)], total: 2, nextCursor });
  const server = await startServer(t, page(1, 'c'), page(2, null));
  const seen = [];
  const options = { where: { a: 1 }, q: 'x', limit: 1, order: 'newest' } as const;
  for await (const { recordId } of clientOf(server).client.resources.iterateRecords(id, options))
    seen.push(recordId);
  assert.deepEqual(seen, ['rec_1', 'rec_2']);
  assert.deepEqual(
    server.received.map(({ url }) => url),
    [
      `${path}?limit=1&order=newest&q=x&where.a=1`,
      `${path}?limit=1&cursor=c&order=newest&q=x&where.a=1`,
    ],
  );
});

test('exportRecords reads lines wherever the pieces are cut', async (t) => {
  const text = [entry(1), { ...entry(2), record: { text: 'é🎉' } }, entry(3)]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('');
  const server = await startServer(t, (response) => {
    response.writeHead(200, lines);
    for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
    response.end();
  });
  const seen = [];
  for await (const each of clientOf(server).client.resources.exportRecords(id, { q: 'x' }))
    seen.push(each);
  assert.deepEqual(seen, [entry(1), { ...entry(2), record: { text: 'é🎉' } }, entry(3)]);
  assert.equal(server.received[0]?.headers.accept, 'application/x-ndjson');
  assert.equal(server.received[0]?.url, `${path}?q=x`);
});

test('an export that breaks off is an error, not a shorter export', async (t) => {
  const server = await startServer(t, (response) => {
    response.writeHead(200, lines);
    response.write(`${JSON.stringify(entry(1))}\n`, () => response.socket?.destroy());
  });
  const seen: unknown[] = [];
  const read = async () => {
    for await (const each of clientOf(server).client.resources.exportRecords(id)) seen.push(each);
  };
  await assert.rejects(read(), { name: 'ConnectionError' });
});

test('an export of an empty collection has no entries', async (t) => {
  const server = await startServer(t, bytes(200, '', lines));
  for await (const _ of clientOf(server).client.resources.exportRecords(id)) assert.fail();
});

test('importRecords sends one line per record, also from a stream, and the same lines when retried', async (t) => {
  const result = { imported: 2, recordCount: 2 };
  const server = await startServer(t, loseAnswer(), json(201, result), json(201, result));
  const { client } = clientOf(server);
  assert.deepEqual(await client.resources.importRecords(id, [{ a: 1 }, { b: 'x\ny' }]), result);
  const some = async function* () {
    yield { a: 1 };
    yield { b: 'x\ny' };
  };
  await client.resources.importRecords(id, some());
  const [first, second] = server.received;
  for (const { body, headers } of server.received) {
    assert.equal(String(body), '{"a":1}\n{"b":"x\\ny"}\n');
    assert.equal(headers['content-type'], 'application/x-ndjson');
  }
  assert.equal(first?.headers['idempotency-key'], second?.headers['idempotency-key']);
});

test('link sends key and seconds', async (t) => {
  const link = { url: 'http://x/links/t', expiresAt: '' };
  const server = await startServer(t, json(200, link), json(200, link));
  const { storage } = clientOf(server).client;
  assert.deepEqual(await storage.link(id, 'a/b', { expiresIn: 60 }), link);
  await storage.link(id, 'a/b');
  assert.equal(server.received[0]?.url, `/api/platform/storage/${id}/links`);
  assert.deepEqual(
    server.received.map(({ body }) => JSON.parse(String(body))),
    [{ key: 'a/b', expiresIn: 60 }, { key: 'a/b' }],
  );
  await assert.rejects(storage.link(id, ''), TypeError);
});
