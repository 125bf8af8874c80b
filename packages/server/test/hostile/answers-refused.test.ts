import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type ProblemStatus, problemSchema, problemStatuses } from '@baraza/contract';
import {
  ask,
  defaultEngine,
  form,
  newResource,
  type Owner,
  openServer,
  type Reply,
  resources,
  storage,
  type TestServer,
} from '../fixtures/server.ts';

interface World {
  readonly server: TestServer;
  readonly owner: Owner;
  readonly data: string;
  readonly bucket: string;
  readonly work: string;
  readonly archived: string;
  readonly form: string;
}

type Refusal = readonly [
  status: ProblemStatus,
  code: string,
  what: string,
  send: (world: World) => Promise<Reply>,
];

const json = { 'content-type': 'application/json' };
const valid = { service: 'data', kind: 'Collection', name: 'x', config: {} };
const absent = 'res_00000000000000000000000001';

const post =
  (body: unknown, headers: object = {}) =>
  (world: World) =>
    ask(world.server, 'POST', resources, { key: world.owner.key, body, headers: { ...headers } });
const patch =
  (thing: 'data' | 'work' | 'archived' | 'bucket' | 'form', body: unknown, headers: object = {}) =>
  (world: World) =>
    ask(world.server, 'PATCH', `${resources}/${world[thing]}`, {
      key: world.owner.key,
      body,
      headers: { ...headers },
    });
const get = (target: (world: World) => string) => (world: World) =>
  ask(world.server, 'GET', target(world), { key: world.owner.key });
const upload =
  (body: unknown, query = '', headers: object = {}) =>
  (world: World) =>
    ask(world.server, 'POST', `${storage}/${world.bucket}${query}`, {
      key: world.owner.key,
      body,
      headers: { ...headers },
    });
const generate = (body: object) => (world: World) =>
  ask(world.server, 'POST', '/api/platform/ai', { key: world.owner.key, body });
const withKey =
  (scopes: readonly string[], send: (world: World, key: string) => Promise<Reply>) =>
  async (world: World) =>
    send(world, (await world.owner.newKey(scopes)).key);

/** The contract's table of errors: every condition it names, at least once. */
const refusals: readonly Refusal[] = [
  [400, 'json', 'not JSON', post('{', json)],
  [400, 'json', 'no body', post('', json)],
  [400, 'content_type', 'wrong content type', post('{}', { 'content-type': 'text/plain' })],
  [400, 'content_type', 'a file that is no form', upload('{}', '', json)],
  [400, 'invalid', 'unknown service', post({ ...valid, service: 'x' })],
  [400, 'invalid', 'unknown action', patch('data', { action: 'x' })],
  [400, 'invalid', 'wrong type', post({ ...valid, name: 5 })],
  [400, 'invalid', 'empty name', post({ ...valid, name: ' ' })],
  [400, 'invalid', 'record that is no object', patch('data', { action: 'add-record', record: [] })],
  [400, 'invalid', 'record against its schema', patch('form', { action: 'capture', record: {} })],
  [400, 'invalid', 'action of another service', patch('data', { action: 'validate' })],
  [400, 'invalid', 'object in a collection', get(({ data }) => `${storage}/${data}`)],
  [400, 'invalid', 'no file', upload(new FormData())],
  [400, 'invalid', 'bad cursor', get(() => `${resources}?cursor=x`)],
  [400, 'invalid', 'bad limit', get(() => `${resources}?limit=0`)],
  [400, 'invalid', 'bad key text', upload(form({ bytes: 'x' }), '?key=%01')],
  [
    400,
    'invalid',
    'no key to delete',
    (w) => ask(w.server, 'DELETE', `${storage}/${w.bucket}`, { key: w.owner.key }),
  ],
  [401, 'unauthorized', 'no key', ({ server }) => ask(server, 'GET', resources)],
  [
    403,
    'scope',
    'scope of the path',
    withKey(['data'], ({ server, bucket }, key) =>
      ask(server, 'GET', `${storage}/${bucket}`, { key }),
    ),
  ],
  [
    403,
    'scope',
    'scope of the resource',
    withKey(['ai'], ({ server, data }, key) => ask(server, 'GET', `${resources}/${data}`, { key })),
  ],
  [
    403,
    'scope',
    'a write with a scope to read',
    withKey(['data:read'], ({ server, data }, key) =>
      ask(server, 'DELETE', `${resources}/${data}`, { key }),
    ),
  ],
  [404, 'not_found', 'unknown path', get(() => '/api/platform/none')],
  [
    404,
    'not_found',
    'unknown method',
    ({ server, owner }) => ask(server, 'PUT', resources, { key: owner.key }),
  ],
  [404, 'not_found', 'unknown id', get(() => `${resources}/${absent}`)],
  [404, 'not_found', 'unknown record', patch('data', { action: 'delete-record', recordId: 'x' })],
  [404, 'not_found', 'unknown object', get(({ bucket }) => `${storage}/${bucket}?key=none`)],
  [
    404,
    'not_found',
    'unknown object to delete',
    (w) => ask(w.server, 'DELETE', `${storage}/${w.bucket}?key=none`, { key: w.owner.key }),
  ],
  [
    404,
    'not_found',
    "another owner's",
    async ({ server, data }) =>
      ask(server, 'GET', `${resources}/${data}`, { key: (await server.newOwner()).key }),
  ],
  [409, 'conflict', 'illegal transition', patch('work', { action: 'restore' })],
  [409, 'conflict', 'archived', patch('archived', { action: 'rename', name: 'x' })],
  [409, 'version', 'If-Match', patch('data', { action: 'archive' }, { 'if-match': '"99"' })],
  [409, 'version', 'If-Match on upload', upload(form({ bytes: 'x' }), '', { 'if-match': '"x"' })],
  [
    409,
    'version',
    'If-None-Match on upload',
    async (world) => {
      await upload(form({ bytes: 'x' }))(world);
      return upload(form({ bytes: 'x' }), '', { 'if-none-match': '*' })(world);
    },
  ],
  [
    409,
    'idempotency',
    'Idempotency-Key with another body',
    async (world) => {
      await post(valid, { 'idempotency-key': 'k' })(world);
      return post({ ...valid, name: 'y' }, { 'idempotency-key': 'k' })(world);
    },
  ],
  [409, 'quota', 'quota of bytes', upload(form({ bytes: 'x'.repeat(5_000) }))],
  [
    413,
    'too_large',
    'record',
    patch('data', { action: 'add-record', record: { t: 'x'.repeat(20_480) } }),
  ],
  [413, 'too_large', 'config', post({ ...valid, config: { t: 'x'.repeat(20_480) } })],
  [413, 'too_large', 'prompt', generate({ prompt: 'x'.repeat(20_481) })],
  [413, 'too_large', 'JSON body', post({ ...valid, padding: 'x'.repeat(65_536) })],
  [413, 'too_large', 'file', upload(form({ bytes: new Uint8Array(20 * 1024 * 1024 + 1) }))],
  [
    503,
    'unavailable',
    'model server missing',
    async (world) => {
      const { id } = await newResource(world.server, world.owner.key, 'ai');
      return generate({ assistant: id, prompt: 'hello' })(world);
    },
  ],
];

describe('refusals', () => {
  let world: World;
  before(async () => {
    const server = await openServer(defaultEngine, { environment: { BARAZA_OWNER_BYTES: '4000' } });
    const owner = await server.newOwner();
    const make = async (service: string, config = {}) =>
      (await newResource(server, owner.key, service, config)).id;
    world = {
      server,
      owner,
      data: await make('data'),
      bucket: await make('storage'),
      work: await make('work'),
      archived: await make('data'),
      form: await make('connect', { schema: { required: ['email'] } }),
    };
    await patch('archived', { action: 'archive' })(world);
  });
  after(() => world.server.close());

  for (const [status, code, what, send] of refusals)
    test(`${what} is ${status}`, async () => assertRefusal(await send(world), status, code));

  test('every status of the table was met, and no other exists', () => {
    const met = new Set(refusals.map(([status]) => status));
    assert.deepEqual([...met].sort(), [...problemStatuses].sort());
    assert.deepEqual([...met].sort(), [400, 401, 403, 404, 409, 413, 503]);
  });

  test('a store that fails is 503 without details, and reads still work', async () => {
    const { server } = world;
    await server.platform.store.script(['ALTER TABLE activity RENAME TO activity_away']);
    const reply = await patch('data', { action: 'rename', name: 'x' })(world);
    const read = await get(({ data }) => `${resources}/${data}`)(world);
    await server.platform.store.script(['ALTER TABLE activity_away RENAME TO activity']);
    assertRefusal(reply, 503, 'unavailable');
    assert.doesNotMatch(reply.text, /activity|table|sql/i);
    assert.equal(read.status, 200);
  });

  test('a required check that fails makes the status 503 with an error and the same body', async () => {
    const { server, owner } = world;
    const status = () => ask(server, 'GET', '/api/platform/status', { key: owner.key });
    const well = await status();
    assert.equal(well.status, 200);
    const { blobs } = server.installation.paths;
    renameSync(blobs, `${blobs}-away`);
    const ill = await status();
    renameSync(`${blobs}-away`, blobs);
    assert.equal(ill.status, 503);
    assert.ok(ill.headers.get('retry-after'));
    assert.match(ill.json.error, /storage/);
    assert.equal(ill.json.requestId, ill.headers.get('x-request-id'));
    assert.equal(ill.json.status, 'failing');
    for (const name of Object.keys(well.json)) assert.ok(name in ill.json, name);
    assert.equal(ill.json.checks.database.status, 'ok');
    assert.equal((await status()).status, 200);
  });
});

function assertRefusal(reply: Reply, status: number, code: string): void {
  assert.equal(reply.status, status, reply.text);
  const problem = problemSchema.strict().parse(reply.json);
  assert.equal(problem.code, code, reply.text);
  assert.match(problem.error, /^\S.*\.$/s);
  assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(reply.headers.has('retry-after'), status === 503);
  assert.equal(reply.headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
}
