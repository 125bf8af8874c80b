import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  breakOff,
  clientOf,
  failureOf,
  fallSilent,
  html,
  json,
  loseAnswer,
  refuse,
  startServer,
  testKey,
} from '../../test/scripted-server.ts';
import { createPlatformClient, isBarazaError, isConnectionError } from '../index.ts';
import { systemTiming } from './timing.ts';

const id = 'res_01hx';
const resource = { id, version: 7, name: 'Orders' };
const draft = { service: 'data', kind: 'Collection', name: 'Orders' } as const;

test('a POST whose response was lost is sent again with the same Idempotency-Key', async (t) => {
  const server = await startServer(t, loseAnswer(), json(201, resource));
  const created = await clientOf(server).client.resources.create(draft);
  assert.equal(created.version, 7);
  const [first, second] = server.received;
  assert.match(String(first?.headers['idempotency-key']), /^\d{1,10}(-\d{1,10}){3}$/);
  assert.equal(first?.headers['idempotency-key'], second?.headers['idempotency-key']);
  assert.deepEqual(first?.body, second?.body);
});

test('a PATCH whose response broke off is sent again with the same Idempotency-Key', async (t) => {
  const server = await startServer(t, breakOff(), json(200, resource));
  await clientOf(server).client.resources.rename(id, 'Orders');
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

test('a GET that is retried is sent with the token of somebody who signed in meanwhile', async (t) => {
  const server = await startServer(t, loseAnswer(), json(200, resource));
  let token: string | undefined;
  const session = { read: () => token, write: () => {} };
  const signIn = async () => {
    token = 'usr_new';
  };
  const timing = { ...systemTiming, sleep: signIn };
  const client = createPlatformClient({ baseUrl: server.baseUrl, session, timing });
  await client.resources.get(id);
  assert.deepEqual(
    server.received.map(({ headers }) => headers.authorization),
    [undefined, 'Bearer usr_new'],
  );
});

test('a server that cannot be reached is said to be so', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createPlatformClient({ baseUrl, key: testKey, retries: 0 });
  const error = await failureOf(client.resources.get(id));
  assert.match(String((error as Error).message), /: no whole answer came\.$/);
});

test('two calls never share an Idempotency-Key, unless the caller gives one', async (t) => {
  const server = await startServer(t, ...Array(3).fill(json(201, resource)));
  const { client } = clientOf(server);
  await client.resources.create(draft);
  await client.resources.create(draft);
  await client.resources.create(draft, { idempotencyKey: 'order-17' });
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[2], 'order-17');
});

test('a GET is retried after a lost response, an incomplete response and a 503', async (t) => {
  const faults = [loseAnswer(), breakOff(), refuse(503, 'busy', { 'retry-after': '2' })];
  const server = await startServer(t, ...faults, json(200, resource));
  const { client, waits } = clientOf(server, { retries: 3 });
  assert.equal((await client.resources.get(id)).name, 'Orders');
  assert.deepEqual(waits, [250, 500, 2000]);
  assert.equal(server.received[0]?.headers['idempotency-key'], undefined);
});

test('a DELETE is not sent again after its response was lost', async (t) => {
  const server = await startServer(t, loseAnswer());
  const error = await failureOf(clientOf(server).client.resources.delete(id));
  assert.ok(isConnectionError(error, 'connection'));
  assert.equal(server.received.length, 1);
});

for (const [status, code] of [
  [400, 'invalid'],
  [401, 'unauthorized'],
  [403, 'scope'],
  [404, 'not_found'],
  [409, 'version'],
  [413, 'too_large'],
] as const) {
  test(`a ${status} is reported at once, with its code and request id`, async (t) => {
    const server = await startServer(t, refuse(status, code));
    const error = await failureOf(clientOf(server).client.resources.archive(id));
    assert.ok(isBarazaError(error, code));
    assert.equal(error.status, status);
    assert.equal(error.requestId, 'req-1');
    assert.equal(error.message, `Refused: ${code}.`);
    assert.equal(server.received.length, 1);
  });
}

test('the error of the last 503 has the time to wait', async (t) => {
  const server = await startServer(
    t,
    ...Array(3).fill(refuse(503, 'draining', { 'retry-after': '5' })),
  );
  const { client, waits } = clientOf(server);
  const error = await failureOf(client.resources.get(id));
  assert.ok(isBarazaError(error, 'draining'));
  assert.equal(error.retryAfterMs, 5000);
  assert.deepEqual(waits, [5000, 5000]);
});

test('the error of a lost write has the Idempotency-Key to repeat it with', async (t) => {
  const server = await startServer(t, loseAnswer());
  const { client } = clientOf(server, { retries: 0 });
  const error = await failureOf(client.resources.create(draft));
  assert.ok(isConnectionError(error));
  assert.equal(error.idempotencyKey, server.received[0]?.headers['idempotency-key']);
});

test('the error for a page of a proxy names the content type that was received', async (t) => {
  const server = await startServer(t, html(500));
  const error = await failureOf(clientOf(server).client.resources.get(id));
  assert.ok(isBarazaError(error, 'unexpected'));
  assert.equal(error.status, 500);
  assert.match(error.message, /500 with text\/html/);
});

test('an HTML page instead of JSON is an error', async (t) => {
  const server = await startServer(t, html(200));
  const error = await failureOf(clientOf(server).client.resources.get(id));
  assert.ok(isBarazaError(error, 'unexpected'));
  assert.match(error.message, /baseUrl/);
});

test('a refusal with only the error field still has a code', async (t) => {
  const server = await startServer(t, json(409, { error: 'Archived already.' }));
  const error = await failureOf(clientOf(server).client.resources.archive(id));
  assert.ok(isBarazaError(error, 'conflict'));
  assert.equal(error.message, 'Archived already.');
});

test('a refusal whose body broke off is still a refusal', async (t) => {
  const server = await startServer(t, (response) => {
    response.writeHead(404, { 'content-length': '100' });
    response.write('{"error":', () => response.socket?.destroy());
  });
  const error = await failureOf(clientOf(server).client.resources.get(id));
  assert.ok(isBarazaError(error));
  assert.equal(error.status, 404);
});

test('a redirect is not followed, so that the key is sent nowhere else', async (t) => {
  const elsewhere = await startServer(t, json(200, resource));
  const server = await startServer(t, json(302, {}, { location: `${elsewhere.baseUrl}/x` }));
  const error = await failureOf(clientOf(server).client.resources.get(id));
  assert.ok(isBarazaError(error, 'unexpected'));
  assert.match(error.message, /redirect/);
  assert.equal(elsewhere.received.length, 0);
});

test('a server that is silent for timeoutMs causes a timeout and a retry', async (t) => {
  const server = await startServer(
    t,
    fallSilent(() => rings.at(-1)?.()),
    json(200, resource),
  );
  const rings: (() => void)[] = [];
  const alarm = (ms: number, ring: () => void) => {
    assert.equal(ms, 1234);
    rings.push(ring);
    return () => {};
  };
  const { client, waits } = clientOf(server, { timeoutMs: 1234, timing: { alarm } });
  assert.equal((await client.resources.get(id)).version, 7);
  assert.equal(waits.length, 1);
});

test('a timeout error names the call and the timeout', async (t) => {
  const server = await startServer(t, fallSilent());
  const { client } = clientOf(server, { retries: 0 });
  const error = await failureOf(client.resources.get(id, { timeoutMs: 1 }));
  assert.ok(isConnectionError(error, 'timeout'));
  assert.match(error.message, /^GET http.*\/api\/platform\/resources\/res_01hx: .* 1 ms/);
});

test('an abort ends a call at once with its reason, without a retry', async (t) => {
  const controller = new AbortController();
  const reason = new Error('the visitor left');
  const server = await startServer(
    t,
    fallSilent(() => controller.abort(reason)),
  );
  const call = clientOf(server).client.resources.get(id, { signal: controller.signal });
  await assert.rejects(call, reason);
  assert.equal(server.received.length, 1);
});

test('an abort ends the wait between two attempts', async (t) => {
  const controller = new AbortController();
  const server = await startServer(t, refuse(503, 'busy'));
  const sleep = (_: number, signal: AbortSignal) => {
    const hour = systemTiming.sleep(3_600_000, signal);
    controller.abort();
    return hour;
  };
  const { client } = clientOf(server, { timing: { sleep } });
  const call = client.resources.get(id, { signal: controller.signal });
  await assert.rejects(call, { name: 'AbortError' });
  assert.equal(server.received.length, 1);
});

test('the signal of the client ends every call, and later calls are not sent', async (t) => {
  const controller = new AbortController();
  const server = await startServer(
    t,
    fallSilent(() => controller.abort()),
  );
  const { client } = clientOf(server, { signal: controller.signal });
  await assert.rejects(client.resources.get(id), { name: 'AbortError' });
  await assert.rejects(client.status(), { name: 'AbortError' });
  assert.equal(server.received.length, 1);
});

test('a long-lived signal keeps no listeners of finished calls', async (t) => {
  const signal = new AbortController().signal;
  const faults = [loseAnswer(), refuse(503, 'busy'), json(200, resource), refuse(404, 'not_found')];
  const server = await startServer(t, ...faults);
  const { client } = clientOf(server, { signal });
  await client.resources.get(id);
  await assert.rejects(client.resources.get(id));
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('the key is sent in the Authorization header and nowhere else', async (t) => {
  const echo = json(400, { error: `No such key: ${testKey}`, code: 'invalid', requestId: 'r' });
  const server = await startServer(t, echo, loseAnswer());
  const { client } = clientOf(server, { retries: 0 });
  const errors = [
    await client.resources.list().catch((error) => error),
    await client.resources.list().catch((error) => error),
  ];
  assert.equal(server.received[0]?.headers.authorization, `Bearer ${testKey}`);
  assert.equal(server.received[0]?.url.includes(testKey), false);
  for (const shown of [...errors, client]) {
    assert.equal(inspect(shown, { depth: 9, showHidden: true }).includes(testKey), false);
  }
});

test('a key or address that cannot be sent is refused, and the error does not contain it', () => {
  const baseUrl = 'http://localhost';
  for (const key of ['', 'rpk_sec\nret', 'rpk_secrét']) {
    assert.throws(
      () => createPlatformClient({ baseUrl, key }),
      (error: Error) => error instanceof TypeError && !error.message.includes('rpk_'),
    );
  }
  for (const address of ['', 'localhost', 'ftp://host', 'http://user:secret@host']) {
    assert.throws(
      () => createPlatformClient({ baseUrl: address, key: testKey }),
      (error: Error) => error instanceof TypeError && !error.message.includes('secret'),
    );
  }
});

test('the base address may have a path, slashes at its end, or neither', async (t) => {
  const server = await startServer(t, ...Array(4).fill(json(200, {})));
  for (const suffix of ['', '/', '/installation', '/installation//']) {
    const baseUrl = server.baseUrl + suffix;
    await createPlatformClient({ baseUrl, key: testKey }).openapi();
  }
  assert.deepEqual(
    server.received.map(({ url }) => url),
    [
      '/api/platform/openapi.json',
      '/api/platform/openapi.json',
      '/installation/api/platform/openapi.json',
      '/installation/api/platform/openapi.json',
    ],
  );
});

test('calls use the fetch of the caller', async () => {
  const seen: string[] = [];
  const client = createPlatformClient({
    baseUrl: 'http://baraza.test',
    key: testKey,
    fetch: async (url) => {
      seen.push(url);
      return Response.json({ openapi: '3.1.0' });
    },
  });
  assert.deepEqual(await client.openapi(), { openapi: '3.1.0' });
  assert.deepEqual(seen, ['http://baraza.test/api/platform/openapi.json']);
});
