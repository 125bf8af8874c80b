import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { type ProblemStatus, problemSchema, problemStatuses } from '@baraza/contract';
import {
  ask,
  defaultEngine,
  form,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';

const valid = { service: 'data', kind: 'Collection', name: 'x', config: {} };

describe('refusals', () => {
  const { server, owner } = serverOfSuite(defaultEngine, {
    environment: { BARAZA_OWNER_BYTES: '4000' },
  });
  let data: string;
  let bucket: string;
  before(async () => {
    data = (await newResource(server, owner.key, 'data')).id;
    bucket = (await newResource(server, owner.key, 'storage')).id;
  });

  const send = (method: string, target: string, body?: unknown, headers = {}, key = owner.key) =>
    ask(server, method, target, { key, body, headers });
  const post = (body: unknown, headers = {}) => send('POST', resources, body, headers);
  const patch = (body: object, headers = {}) =>
    send('PATCH', `${resources}/${data}`, body, headers);
  const upload = (bytes: string, headers = {}) =>
    send('POST', `${storage}/${bucket}`, form({ bytes }), headers);

  /** Every status and code of the contract's table of errors, at least once. */
  const refusals: readonly (readonly [ProblemStatus, string, string, () => Promise<Reply>])[] = [
    [400, 'json', 'not JSON', () => post('{', { 'content-type': 'application/json' })],
    [400, 'json', 'no body', () => post('', { 'content-type': 'application/json' })],
    [400, 'content_type', 'another type', () => post('{}', { 'content-type': 'text/plain' })],
    [400, 'invalid', 'unknown service', () => post({ ...valid, service: 'x' })],
    [400, 'invalid', 'unknown action', () => patch({ action: 'x' })],
    [400, 'invalid', 'objects of a collection', () => send('GET', `${storage}/${data}`)],
    [401, 'unauthorized', 'no key', () => ask(server, 'GET', resources)],
    [
      403,
      'scope',
      'another scope',
      async () =>
        send('GET', `${resources}/${data}`, undefined, {}, (await owner.newKey(['ai'])).key),
    ],
    [404, 'not_found', 'unknown path', () => send('GET', '/api/platform/none')],
    [404, 'not_found', 'unknown object', () => send('GET', `${storage}/${bucket}?key=none`)],
    [409, 'conflict', 'illegal transition', () => patch({ action: 'restore' })],
    [409, 'version', 'If-Match', () => patch({ action: 'archive' }, { 'if-match': '"99"' })],
    [409, 'version', 'If-Match on upload', () => upload('x', { 'if-match': '"x"' })],
    [409, 'quota', 'quota of bytes', () => upload('x'.repeat(5_000))],
    [
      409,
      'idempotency',
      'Idempotency-Key with another body',
      async () => {
        await post(valid, { 'idempotency-key': 'k' });
        return post({ ...valid, name: 'y' }, { 'idempotency-key': 'k' });
      },
    ],
    [413, 'too_large', 'record', () => patch({ action: 'add-record', record: { t: large } })],
    [413, 'too_large', 'prompt', () => send('POST', '/api/platform/ai', { prompt: large })],
    [
      429,
      'too_many',
      'codes for one address without end',
      async () => {
        const people = { service: 'data', kind: 'Users', name: 'people' };
        const { id } = (await post(people)).json;
        const code = () =>
          send('POST', `/api/platform/users/${id}/code`, { email: 'a@example.org' });
        let reply = await code();
        for (let tries = 0; tries < 50 && reply.status === 202; tries++) reply = await code();
        return reply;
      },
    ],
    [
      503,
      'unavailable',
      'model server missing',
      async () => {
        const { id } = await newResource(server, owner.key, 'ai');
        return send('POST', '/api/platform/ai', { assistant: id, prompt: 'hello' });
      },
    ],
  ];
  const large = 'x'.repeat(20_481);

  for (const [status, code, what, run] of refusals)
    test(`${what} is ${status} with the code ${code}`, async () =>
      assertRefusal(await run(), status, code));

  test('the table has every status of the contract', () => {
    const statuses = new Set(refusals.map(([status]) => status));
    assert.deepEqual([...statuses].sort(), [...problemStatuses].sort());
  });

  test('a store that fails is 503 without details, and reads still work', async () => {
    await server.platform.store.script(['ALTER TABLE activity RENAME TO activity_away']);
    const reply = await patch({ action: 'rename', name: 'x' });
    const read = await send('GET', `${resources}/${data}`);
    await server.platform.store.script(['ALTER TABLE activity_away RENAME TO activity']);
    assertRefusal(reply, 503, 'unavailable');
    assert.doesNotMatch(reply.text, /activity|table|sql/i);
    assert.equal(read.status, 200);
  });

  test('a required check that fails makes the status 503 with an error and the same body', async () => {
    const status = () => send('GET', '/api/platform/status');
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
  assert.equal(reply.headers.has('retry-after'), status === 503 || status === 429);
  assert.equal(reply.headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
}
