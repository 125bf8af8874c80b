import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, loseAnswer, startServer } from '../../test/scripted-server.ts';
import type { PlatformClient } from '../index.ts';

const id = 'res_01hx';
const path = `/api/platform/resources/${id}`;
const resource = { id, version: 7 };

type Call = readonly [
  sends: string,
  call: (client: PlatformClient) => Promise<unknown>,
  body?: unknown,
];

const filters = { service: 'data', kind: 'A & B', state: 'active', q: 'é', limit: 5 } as const;
const wanted = {
  service: 'data',
  kind: 'Collection',
  name: 'A',
  config: { region: 'local' },
} as const;
const page = { limit: 2, cursor: 'c', order: 'newest' } as const;
const generation = { assistant: id, prompt: 'Habari?', maxTokens: 9 };
const all = '/api/platform/resources';
const once = { idempotencyKey: 'again' };

const calls: readonly Call[] = [
  [
    `GET ${all}?service=data&kind=A+%26+B&state=active&q=%C3%A9&limit=5&cursor=c`,
    ({ resources }) => resources.list({ ...filters, cursor: 'c' }),
  ],
  [`GET ${all}`, ({ resources }) => resources.list()],
  [`GET ${path}?limit=2&cursor=c&order=newest`, ({ resources }) => resources.get(id, page)],
  [`GET ${path}?records=false`, ({ resources }) => resources.get(id, { records: false })],
  [`POST ${all}`, ({ resources }) => resources.create(wanted), wanted],
  ...(['archive', 'restore', 'validate', 'capture', 'complete'] as const).map(
    (action): Call => [`PATCH ${path}`, ({ resources }) => resources[action](id), { action }],
  ),
  [`PATCH ${path}`, ({ resources }) => resources.rename(id, 'B'), { action: 'rename', name: 'B' }],
  [
    `PATCH ${path}`,
    ({ resources }) => resources.capture(id, { record: { email: 'a@b' } }),
    { action: 'capture', record: { email: 'a@b' } },
  ],
  [
    `PATCH ${path}`,
    ({ resources }) => resources.configure(id, { region: 'local' }),
    { action: 'configure', config: { region: 'local' } },
  ],
  [
    `PATCH ${path}`,
    ({ resources }) => resources.patchConfig(id, { region: null }),
    { action: 'patch-config', config: { region: null } },
  ],
  [
    `PATCH ${path}?records=true`,
    ({ resources }) => resources.addRecord(id, { total: 5 }, { records: true }),
    { action: 'add-record', record: { total: 5 } },
  ],
  [
    `PATCH ${path}`,
    ({ resources }) => resources.updateRecord(id, 'rec_1', { total: 6 }),
    { action: 'update-record', recordId: 'rec_1', record: { total: 6 } },
  ],
  [
    `PATCH ${path}`,
    ({ resources }) => resources.deleteRecord(id, 'rec_1'),
    { action: 'delete-record', recordId: 'rec_1' },
  ],
  [`DELETE ${path}`, ({ resources }) => resources.delete(id)],
  ['POST /api/platform/ai', ({ ai }) => ai.generate(generation), generation],
  // An id of another form stays one segment, for the server to refuse.
  [`GET ${all}/..%2Fstorage%2Fa%3Fb%23c`, ({ resources }) => resources.get('../storage/a?b#c')],
  [`GET ${path}/records/rec_1`, ({ resources }) => resources.record(id, 'rec_1')],
  [`GET ${path}/deliveries`, ({ webhooks }) => webhooks.deliveries(id)],
  [
    `GET ${path}/deliveries?status=failed`,
    ({ webhooks }) => webhooks.deliveries(id, { status: 'failed' }),
  ],
  [`GET ${path}/deliveries/evt_1`, ({ webhooks }) => webhooks.delivery(id, 'evt_1')],
];

for (const [sends, call, body] of calls) {
  const content = body === undefined ? '' : ` with ${JSON.stringify(body)}`;
  test(`the client sends ${sends}${content} and returns the response`, async (t) => {
    const server = await startServer(t, json(200, resource));
    assert.deepEqual(await call(clientOf(server).client), resource);
    const [request] = server.received;
    assert.equal(`${request?.method} ${request?.url}`, sends);
    if (body === undefined) {
      assert.equal(request?.body.length, 0);
      assert.equal(request?.headers['content-type'], undefined);
    } else {
      assert.deepEqual(JSON.parse(String(request?.body)), body);
      assert.equal(request?.headers['content-type'], 'application/json');
    }
  });
}

test('the calls of a webhook that do something have an Idempotency-Key of the caller', async (t) => {
  const server = await startServer(t, ...Array(3).fill(json(200, { id: 'evt_1' })));
  const { webhooks } = clientOf(server).client;
  assert.deepEqual(await webhooks.redeliver(id, 'evt_1', once), { id: 'evt_1' });
  assert.deepEqual(await webhooks.test(id, once), { id: 'evt_1' });
  assert.deepEqual(await webhooks.rotateSecret(id, once), { id: 'evt_1' });
  assert.deepEqual(
    server.received.map(({ method, url, headers }) => [method, url, headers['idempotency-key']]),
    [
      ['POST', `${path}/deliveries/evt_1/redeliver`, 'again'],
      ['POST', `${path}/deliveries/test`, 'again'],
      ['POST', `${path}/rotate-secret`, 'again'],
    ],
  );
});

test('the warnings of an answer go to warn as one line, and to console.warn if there is none', async (t) => {
  const warnings = [
    { path: '/feilds', message: 'Did you mean fields?' },
    { path: '', message: 'B.' },
  ];
  const answer = json(200, { ...resource, warnings });
  const server = await startServer(t, answer, answer, answer, json(200, resource));
  const lines: string[] = [];
  const { client } = clientOf(server, { warn: (line) => lines.push(line) });
  assert.deepEqual((await client.resources.create(wanted)).warnings, warnings);
  await client.resources.patchConfig(id, {});
  const line = `${id}: Did you mean fields? B.`;
  assert.deepEqual(lines, [line, line]);
  const logged = t.mock.method(console, 'warn', () => {});
  await clientOf(server).client.resources.configure(id, {});
  await clientOf(server).client.resources.archive(id);
  assert.deepEqual(
    logged.mock.calls.map((call) => call.arguments),
    [[line]],
  );
});

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

test('the status of a failing installation is an answer, asked once', async (t) => {
  const failing = { status: 'failing', checks: { database: { status: 'failing' } } };
  const server = await startServer(t, json(503, { ...failing, error: 'No database.' }));
  assert.equal((await clientOf(server).client.status()).status, 'failing');
  assert.equal(server.received.length, 1);
});

test('a 503 of the status endpoint without a status is an error', async (t) => {
  const server = await startServer(t, json(503, { error: 'Draining.', code: 'draining' }));
  await assert.rejects(clientOf(server).client.status(), { code: 'draining' });
});
