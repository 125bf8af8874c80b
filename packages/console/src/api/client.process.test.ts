import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { client } from './client.ts';
import { isOffline, signedOutCount } from './connection.ts';
import { ApiProblem, asProblem } from './problem.ts';

test('calls go to the endpoints below /console, with the header and the cookie of the console', async (t) => {
  const seen: string[] = [];
  await serve(t, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['x-console']}`);
    request.resume().on('end', () => response.end('{}'));
  });
  const credentials: unknown[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) => {
    credentials.push(init?.credentials);
    return fetch(url, init);
  };
  await client.platform.resources.get('res_1', { records: false });
  await client.sites.patchProfile('duka', {});
  await client.keys.rotate('key/1', 5);
  assert.deepEqual(seen, [
    'GET /console/platform/resources/res_1?records=false 1',
    'PATCH /console/sites/duka/profile 1',
    'POST /console/keys/key%2F1/rotate 1',
  ]);
  assert.deepEqual([...new Set(credentials)], ['same-origin']);
});

test('a refusal of either API becomes a problem with the message of the server', async (t) => {
  await serve(t, (request, response) => {
    const id = request.url?.startsWith('/console/platform') ? 'requestId' : 'request_id';
    response.writeHead(409, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: 'That name is taken.', code: 'conflict', [id]: 'req_1' }));
  });
  const calls = [() => client.platform.resources.list(), () => client.sites.create('duka')];
  for (const call of calls) {
    const { message, code, status, requestId } = await problemOf(call());
    assert.deepEqual(
      { message, code, status, requestId },
      { message: 'That name is taken.', code: 'conflict', status: 409, requestId: 'req_1' },
    );
  }
});

test('a response that is not from the API becomes a problem with a message of the console', async (t) => {
  await serve(t, (_, response) => response.writeHead(404).end('<h1>nginx</h1>'));
  const { message, status } = await problemOf(client.keys.list());
  assert.equal(status, 404);
  assert.doesNotMatch(message, /nginx|baseUrl/);
});

test('an error that did not come from a call is rethrown', () => {
  const bug = new TypeError('bug');
  assert.throws(() => asProblem(bug), bug);
});

test('a 401 ends the session, unless it is the response to a sign-in', async (t) => {
  await serve(t, (_, response) => response.writeHead(401).end('{"error":"no"}'));
  const before = signedOutCount.value;
  await problemOf(client.session.signIn({ credential: 'rpk_x' }));
  assert.equal(signedOutCount.value, before);
  await problemOf(client.keys.list());
  assert.equal(signedOutCount.value, before + 1);
});

test('a lost connection makes the console offline until the next response; an abort does not', async (t) => {
  const stop = await serve(t, (_, response) => response.end('{}'));
  const aborted = { signal: AbortSignal.abort() };
  await assert.rejects(client.keys.list(aborted), { name: 'AbortError' });
  await client.keys.list();
  assert.equal(isOffline.value, false);
  stop();
  const { code, status } = await problemOf(client.keys.revoke('key_1'));
  assert.deepEqual({ code, status }, { code: 'offline', status: 0 });
  assert.equal(isOffline.value, true);
});

async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const problem = await call.then(() => undefined, asProblem);
  assert.ok(problem instanceof ApiProblem);
  return problem;
}

async function serve(t: TestContext, answer: RequestListener): Promise<() => void> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  globalThis.fetch = (url, options) => real(String(url).replace('http://localhost', base), options);
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
