import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, loseAnswer, startServer } from '../../test/scripted-server.ts';
import type { PlatformClient } from '../index.ts';

const id = 'res_01hx';
const path = `/api/platform/resources/${id}`;
const resource = { id, version: 7 };

const calls: readonly {
  readonly name: string;
  readonly call: (client: PlatformClient) => Promise<unknown>;
  readonly sends: readonly [method: string, url: string, body?: unknown];
}[] = [
  {
    name: 'list sends its filters',
    call: ({ resources }) =>
      resources.list({
        service: 'data',
        kind: 'A & B',
        state: 'active',
        q: 'é',
        limit: 5,
        cursor: 'c',
      }),
    sends: [
      'GET',
      '/api/platform/resources?service=data&kind=A+%26+B&state=active&q=%C3%A9&limit=5&cursor=c',
    ],
  },
  {
    name: 'list without filters asks for everything',
    call: ({ resources }) => resources.list(),
    sends: ['GET', '/api/platform/resources'],
  },
  {
    name: 'get asks for a page of records',
    call: ({ resources }) => resources.get(id, { limit: 2, cursor: 'c', order: 'newest' }),
    sends: ['GET', `${path}?limit=2&cursor=c&order=newest`],
  },
  {
    name: 'get leaves records out',
    call: ({ resources }) => resources.get(id, { records: false }),
    sends: ['GET', `${path}?records=false`],
  },
  {
    name: 'create sends the resource',
    call: ({ resources }) =>
      resources.create({
        service: 'data',
        kind: 'Collection',
        name: 'A',
        config: { region: 'local' },
      }),
    sends: [
      'POST',
      '/api/platform/resources',
      { service: 'data', kind: 'Collection', name: 'A', config: { region: 'local' } },
    ],
  },
  {
    name: 'rename sends the name',
    call: ({ resources }) => resources.rename(id, 'B'),
    sends: ['PATCH', path, { action: 'rename', name: 'B' }],
  },
  {
    name: 'archive sends its action',
    call: ({ resources }) => resources.archive(id),
    sends: ['PATCH', path, { action: 'archive' }],
  },
  {
    name: 'restore sends its action',
    call: ({ resources }) => resources.restore(id),
    sends: ['PATCH', path, { action: 'restore' }],
  },
  {
    name: 'validate sends its action',
    call: ({ resources }) => resources.validate(id),
    sends: ['PATCH', path, { action: 'validate' }],
  },
  {
    name: 'capture without a record is an entry of the moment',
    call: ({ resources }) => resources.capture(id),
    sends: ['PATCH', path, { action: 'capture' }],
  },
  {
    name: 'capture sends a submitted record',
    call: ({ resources }) => resources.capture(id, { record: { email: 'a@b' } }),
    sends: ['PATCH', path, { action: 'capture', record: { email: 'a@b' } }],
  },
  {
    name: 'complete sends its action',
    call: ({ resources }) => resources.complete(id),
    sends: ['PATCH', path, { action: 'complete' }],
  },
  {
    name: 'configure sends the config',
    call: ({ resources }) => resources.configure(id, { region: 'local' }),
    sends: ['PATCH', path, { action: 'configure', config: { region: 'local' } }],
  },
  {
    name: 'addRecord sends the record and can ask for all of them',
    call: ({ resources }) => resources.addRecord(id, { total: 5 }, { records: true }),
    sends: ['PATCH', `${path}?records=true`, { action: 'add-record', record: { total: 5 } }],
  },
  {
    name: 'updateRecord sends id and record',
    call: ({ resources }) => resources.updateRecord(id, 'rec_1', { total: 6 }),
    sends: ['PATCH', path, { action: 'update-record', recordId: 'rec_1', record: { total: 6 } }],
  },
  {
    name: 'deleteRecord sends the id',
    call: ({ resources }) => resources.deleteRecord(id, 'rec_1'),
    sends: ['PATCH', path, { action: 'delete-record', recordId: 'rec_1' }],
  },
  {
    name: 'delete has no body',
    call: ({ resources }) => resources.delete(id),
    sends: ['DELETE', path],
  },
  {
    name: 'generate sends the request',
    call: ({ ai }) => ai.generate({ assistant: id, prompt: 'Habari?', maxTokens: 9 }),
    sends: ['POST', '/api/platform/ai', { assistant: id, prompt: 'Habari?', maxTokens: 9 }],
  },
  {
    name: 'an id of another form stays one segment, for the server to refuse',
    call: ({ resources }) => resources.get('../storage/a?b#c'),
    sends: ['GET', '/api/platform/resources/..%2Fstorage%2Fa%3Fb%23c'],
  },
];

for (const { name, call, sends } of calls) {
  test(name, async (t) => {
    const server = await startServer(t, json(200, resource));
    assert.deepEqual(await call(clientOf(server).client), resource);
    const [request] = server.received;
    const [method, url, body] = sends;
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

test('get with the current version resolves with undefined', async (t) => {
  const server = await startServer(t, (response) => response.writeHead(304).end());
  const { client } = clientOf(server);
  assert.equal(await client.resources.get(id, { ifNoneMatch: 7 }), undefined);
  assert.equal(server.received[0]?.headers['if-none-match'], '"7"');
});

test('an id that no path can contain is refused before the call', async (t) => {
  const server = await startServer(t);
  const { client } = clientOf(server);
  for (const id of ['', '.', '..']) {
    await assert.rejects(client.resources.get(id), TypeError);
    await assert.rejects(client.resources.delete(id), TypeError);
    await assert.rejects(client.storage.list(id), TypeError);
  }
  assert.equal(server.received.length, 0);
});

test('iterate reads every page and retries a lost one', async (t) => {
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

test('iterate does not fetch pages ahead', async (t) => {
  const body = { resources: [{ id: 'a' }, { id: 'b' }], activity: [], total: 9, nextCursor: 'n' };
  const server = await startServer(t, json(200, body));
  for await (const resource of clientOf(server).client.resources.iterate()) {
    if (resource.id === 'b') break;
  }
  assert.equal(server.received.length, 1);
});

test('iterateRecords returns records in the requested order', async (t) => {
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

test('the status of a failing installation is a result and is not retried', async (t) => {
  const failing = { status: 'failing', checks: { database: { status: 'failing' } } };
  const server = await startServer(t, json(503, { ...failing, error: 'No database.' }));
  assert.equal((await clientOf(server).client.status()).status, 'failing');
  assert.equal(server.received.length, 1);
});

test('a 503 of the status endpoint with another body is an error', async (t) => {
  const server = await startServer(t, json(503, { error: 'Draining.', code: 'draining' }));
  await assert.rejects(clientOf(server).client.status(), { code: 'draining' });
});
