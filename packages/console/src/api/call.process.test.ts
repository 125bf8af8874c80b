import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { call } from './call.ts';
import { isOffline, signedOutCount } from './connection.ts';
import { ApiProblem } from './problem.ts';
import type { StreamEvent } from './sse.ts';
import { readEvents } from './stream.ts';

test('a change carries the header of the console and its JSON; a look carries no header', async (t) => {
  const seen: string[] = [];
  await serve(t, (request, response) => {
    request.setEncoding('utf8').on('data', (text) => seen.push(text));
    seen.push(`${request.method} ${request.url} ${request.headers['x-console'] ?? 'none'}`);
    request.on('end', () => response.end('{"ok":true}'));
  });
  assert.deepEqual(await call('POST', '/console/a', { body: { b: 1 } }), { ok: true });
  await call('GET', '/console/a', { query: { q: 'é', none: undefined } });
  assert.deepEqual(seen, ['POST /console/a 1', '{"b":1}', 'GET /console/a?q=%C3%A9 none']);
});

test('a refusal of either API is a problem with the sentence of the server', async (t) => {
  await serve(t, (request, response) => {
    const id = request.url === '/console/platform' ? 'requestId' : 'request_id';
    response.writeHead(409, { 'Content-Type': 'application/json', 'Retry-After': '7' });
    response.end(JSON.stringify({ error: 'That name is taken.', code: 'conflict', [id]: 'req_1' }));
  });
  for (const path of ['/console/platform', '/console/sites'])
    await assert.rejects(call('POST', path), (problem) => {
      assert.ok(problem instanceof ApiProblem);
      const { message, code, status, requestId, retryAfterSeconds } = problem;
      assert.deepEqual(
        { message, code, status, requestId, retryAfterSeconds },
        {
          message: 'That name is taken.',
          code: 'conflict',
          status: 409,
          requestId: 'req_1',
          retryAfterSeconds: 7,
        },
      );
      return true;
    });
});

test('what only looks is tried again after a 503, what changes is not', async (t) => {
  let calls = 0;
  await serve(t, (_, response) => {
    calls += 1;
    response.writeHead(calls === 1 ? 503 : 200).end('{}');
  });
  await call('GET', '/console/a');
  assert.equal(calls, 2);
  calls = 0;
  await assert.rejects(call('POST', '/console/a'), { status: 503 });
  assert.equal(calls, 1);
});

test('a 401 says that nobody is signed in, unless it answers the sign-in itself', async (t) => {
  await serve(t, (_, response) => response.writeHead(401).end('{}'));
  const before = signedOutCount.value;
  await assert.rejects(call('POST', '/console/session'), { status: 401 });
  assert.equal(signedOutCount.value, before);
  await assert.rejects(call('GET', '/console/keys'), { status: 401 });
  assert.equal(signedOutCount.value, before + 1);
});

test('a server that is gone is offline until it answers; leaving is no failure of the line', async (t) => {
  const stop = await serve(t, (_, response) => response.end('{}'));
  const gone = AbortSignal.abort();
  await assert.rejects(call('GET', '/console/a', { signal: gone }), { name: 'AbortError' });
  await call('GET', '/console/a');
  assert.equal(isOffline.value, false);
  stop();
  await assert.rejects(call('POST', '/console/a'), { code: 'offline', status: 0 });
  assert.equal(isOffline.value, true);
});

test('a stream gives its events and ends with the server', async (t) => {
  await serve(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"n":1}\n\nevent: do');
    response.end('ne\ndata: x\n\n');
  });
  const events: StreamEvent[] = [];
  await readEvents('POST', '/console/ask', {}, (event) => events.push(event));
  assert.deepEqual(events, [
    { id: undefined, event: 'message', data: '{"n":1}' },
    { id: undefined, event: 'done', data: 'x' },
  ]);
});

// A browser completes an address by that of its page; Node has no page.
async function serve(t: TestContext, answer: RequestListener): Promise<() => void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  globalThis.fetch = (path, options) => real(`${base}${path}`, options);
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(() => {
    globalThis.fetch = real;
    stop();
  });
  return stop;
}
