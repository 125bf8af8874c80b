import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, loseAnswer, startServer } from '../../test/scripted-server.ts';
import type { PlatformClient } from '../index.ts';

const id = 'res_01hx';
const path = `/api/platform/resources/${id}`;
const resource = { id, version: 7 };

type Call = readonly [
  name: string,
  call: (client: PlatformClient) => Promise<unknown>,
  method: string,
  url: string,
  body?: unknown,
];

const filters = { service: 'data', kind: 'A & B', state: 'active', q: 'é', limit: 5 } as const;
const wanted = {
  service: 'data',
  kind: 'Collection',
  name: 'A',
  config: { region: 'local' },
} as const;
const all = '/api/platform/resources';

const calls: readonly Call[] = [
  [
    'list sends its filters',
    ({ resources }) => resources.list({ ...filters, cursor: 'c' }),
    'GET',
    `${all}?service=data&kind=A+%26+B&state=active&q=%C3%A9&limit=5&cursor=c`,
  ],
  ['list without filters asks for everything', ({ resources }) => resources.list(), 'GET', all],
  [
    'get asks for a page of records',
    ({ resources }) => resources.get(id, { limit: 2, cursor: 'c', order: 'newest' }),
    'GET',
    `${path}?limit=2&cursor=c&order=newest`,
  ],
  [
    'get leaves records out',
    ({ resources }) => resources.get(id, { records: false }),
    'GET',
    `${path}?records=false`,
  ],
  ['create sends the resource', ({ resources }) => resources.create(wanted), 'POST', all, wanted],
  ...(['archive', 'restore', 'validate', 'capture', 'complete'] as const).map(
    (action): Call => [
      `${action} sends its action`,
      ({ resources }) => resources[action](id),
      'PATCH',
      path,
      { action },
    ],
  ),
  [
    'rename sends the name',
    ({ resources }) => resources.rename(id, 'B'),
    'PATCH',
    path,
    { action: 'rename', name: 'B' },
  ],
  [
    'capture sends a submitted record',
    ({ resources }) => resources.capture(id, { record: { email: 'a@b' } }),
    'PATCH',
    path,
    { action: 'capture', record: { email: 'a@b' } },
  ],
  [
    'configure sends the config',
    ({ resources }) => resources.configure(id, { region: 'local' }),
    'PATCH',
    path,
    { action: 'configure', config: { region: 'local' } },
  ],
  [
    'addRecord sends the record and can ask for all of them',
    ({ resources }) => resources.addRecord(id, { total: 5 }, { records: true }),
    'PATCH',
    `${path}?records=true`,
    { action: 'add-record', record: { total: 5 } },
  ],
  [
    'updateRecord sends id and record',
    ({ resources }) => resources.updateRecord(id, 'rec_1', { total: 6 }),
    'PATCH',
    path,
    { action: 'update-record', recordId: 'rec_1', record: { total: 6 } },
  ],
  [
    'deleteRecord sends the id',
    ({ resources }) => resources.deleteRecord(id, 'rec_1'),
    'PATCH',
    path,
    { action: 'delete-record', recordId: 'rec_1' },
  ],
  ['delete has no body', ({ resources }) => resources.delete(id), 'DELETE', path],
  [
    'generate sends the request',
    ({ ai }) => ai.generate({ assistant: id, prompt: 'Habari?', maxTokens: 9 }),
    'POST',
    '/api/platform/ai',
    { assistant: id, prompt: 'Habari?', maxTokens: 9 },
  ],
  [
    'an id of another form is sent as one segment, and the server refuses it',
    ({ resources }) => resources.get('../storage/a?b#c'),
    'GET',
    `${all}/..%2Fstorage%2Fa%3Fb%23c`,
  ],
];

for (const [name, call, method, url, body] of calls) {
  test(name, async (t) => {
    const server = await startServer(t, json(200, resource));
    assert.deepEqual(await call(clientOf(server).client), resource);
    const [request] = server.received;
    assert.equal(request?.method, method);
    assert.equal(request?.url, url);
    if (body === undefined) {
      assert.equal(request?.body.length, 0);
      assert.equal(request?.headers['content-type'], undefined);
    } else {
      assert.deepEqual(JSON.parse(String(request?.body)), body);
      assert.equal(request?.headers['content-type'], 'application/json');
    }
  });
}

test('ifMatch sends the version as an ETag', async (t) => {
  const server = await startServer(t, ...Array(3).fill(json(200, resource)));
  const { client } = clientOf(server);
  await client.resources.rename(id, 'B', { ifMatch: 7 });
  await client.resources.delete(id, { ifMatch: '"8"' });
  await client.resources.archive(id);
  const sent = server.received.map(({ headers }) => headers['if-match']);
  assert.deepEqual(sent, ['"7"', '"8"', undefined]);
});

test('get with the current version gives undefined', async (t) => {
  const server = await startServer(t, (response) => response.writeHead(304).end());
  const { client } = clientOf(server);
  assert.equal(await client.resources.get(id, { ifNoneMatch: 7 }), undefined);
  assert.equal(server.received[0]?.headers['if-none-match'], '"7"');
});

test('an id that a path cannot contain is refused, so that no other endpoint is called', async (t) => {
  const server = await startServer(t);
  const { client } = clientOf(server);
  for (const id of ['', '.', '..']) {
    await assert.rejects(client.resources.get(id), TypeError);
    await assert.rejects(client.resources.delete(id), TypeError);
    await assert.rejects(client.storage.list(id), TypeError);
  }
  assert.equal(server.received.length, 0);
});

test('iterate reads every page, even if the response to one is lost', async (t) => {
  const page = (ids: string[], nextCursor: string | null) =>
    json(200, { resources: ids.map((id) => ({ id })), activity: [], total: 3, nextCursor });
  const server = await startServer(t, page(['a', 'b'], 'c/1'), loseAnswer(), page(['c'], null));
  const ids = [];
  for await (const { id } of clientOf(server).client.resources.iterate({ service: 'work' })) {
    ids.push(id);
  }
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.deepEqual(
    server.received.map(({ url }) => url.split('?')[1]),
    [
      'service=work&limit=100&activityLimit=0',
      'service=work&limit=100&cursor=c%2F1&activityLimit=0',
      'service=work&limit=100&cursor=c%2F1&activityLimit=0',
    ],
  );
});

test('iterate requests only the pages that are read', async (t) => {
  const body = { resources: [{ id: 'a' }, { id: 'b' }], activity: [], total: 9, nextCursor: 'n' };
  const server = await startServer(t, json(200, body));
  for await (const resource of clientOf(server).client.resources.iterate()) {
    if (resource.id === 'b') break;
  }
  assert.equal(server.received.length, 1);
});

test('iterateRecords returns the records in the requested order', async (t) => {
  const page = (recordId: string, nextCursor: string | null) =>
    json(200, { records: [{ recordId, record: {}, createdAt: '' }], total: 2, nextCursor });
  const server = await startServer(t, page('rec_2', 'n'), page('rec_1', null));
  const { client } = clientOf(server);
  const ids = [];
  for await (const entry of client.resources.iterateRecords(id, { limit: 1, order: 'newest' })) {
    ids.push(entry.recordId);
  }
  assert.deepEqual(ids, ['rec_2', 'rec_1']);
  assert.deepEqual(
    server.received.map(({ url }) => url),
    [`${path}/records?limit=1&order=newest`, `${path}/records?limit=1&cursor=n&order=newest`],
  );
});

test('the status of a failing installation is a result, requested once', async (t) => {
  const failing = { status: 'failing', checks: { database: { status: 'failing' } } };
  const server = await startServer(t, json(503, { ...failing, error: 'No database.' }));
  assert.equal((await clientOf(server).client.status()).status, 'failing');
  assert.equal(server.received.length, 1);
});

test('a 503 of the status endpoint without a status is an error', async (t) => {
  const server = await startServer(t, json(503, { error: 'Draining.', code: 'draining' }));
  await assert.rejects(clientOf(server).client.status(), { code: 'draining' });
});
