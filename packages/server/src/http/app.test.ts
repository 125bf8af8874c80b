import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { createLog, type Log, silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import type { Answer } from './answer.ts';
import { type AppOptions, createApp } from './app.ts';
import { createCors } from './cors.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { Call, Route } from './route.ts';

const policy = {
  credential: 'key',
  scope: 'any',
  access: 'read',
  body: 'none',
  bodyBytesMax: 0,
} as const;

function route(
  handle: (call: Call<string>) => Promise<Answer>,
  more: Partial<Route<string>> = {},
): Route<string> {
  const answers = { 200: z.unknown() };
  const body = z.unknown();
  return {
    method: 'GET',
    path: '/thing',
    summary: 'A thing',
    policy,
    body,
    answers,
    handle,
    ...more,
  };
}

async function open(...given: Parameters<typeof openServer>) {
  const { url, port } = await openServer(...given);
  return { url, port };
}

async function openServer(
  t: TestContext,
  routes: readonly Route<string>[],
  options: Partial<AppOptions<string>> = {},
) {
  let requests = 0;
  const app = createApp<string>({
    routes,
    authenticate: async (authorization) => {
      if (authorization === undefined) throw new Problem('unauthorized', 'Who are you?');
      return authorization;
    },
    authorise: () => {},
    ownerOf: (caller) => caller,
    headers: { 'x-everywhere': '1' },
    cors: createCors(new Set(['https://site.test'])),
    log: silentLog,
    metrics: createMetrics('test'),
    makeRequestId: () => `request ${++requests}`,
    isDraining: () => false,
    ...options,
  });
  app.listen({ host: '127.0.0.1', port: 0 });
  await once(app, 'listening');
  t.after(() => {
    app.closeAllConnections();
    app.close();
  });
  const { port } = app.address() as AddressInfo;
  return { server: app, url: `http://127.0.0.1:${port}`, port };
}

/** The server has heard of the end of one connection when it has answered on a later one. */
async function heardOfEnd(socket: Socket, port: number): Promise<void> {
  await once(socket, 'close');
  const second = connect(port, '127.0.0.1');
  second.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(second, 'data');
  second.destroy();
}

const ok = async (): Promise<Answer> => ({ status: 200, body: '{}' });
const authorization = { authorization: 'somebody' };

for (const missing of Object.keys(policy))
  test(`a route that does not declare its ${missing} stops the start`, () => {
    const half = Object.fromEntries(Object.entries(policy).filter(([name]) => name !== missing));
    const routes = [route(ok, { policy: half as never })];
    assert.throws(() => createApp({ routes } as never), /declares no whole policy/);
  });

test('without a credential nothing of a request is looked at', async (t) => {
  const looked: string[] = [];
  const handle = async () => {
    looked.push('handle');
    return ok();
  };
  const routes = [
    route(handle, { method: 'POST', policy: { ...policy, body: 'json', bodyBytesMax: 10 } }),
  ];
  const { url } = await open(t, routes, { authorise: () => looked.push('authorise') });
  for (const body of ['{}', 'no json', 'x'.repeat(1_000)]) {
    const response = await fetch(`${url}/thing?bad=%ff`, { method: 'POST', body });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    assert.deepEqual(Object.keys((await response.json()) as object), [
      'error',
      'code',
      'requestId',
    ]);
  }
  assert.deepEqual(looked, []);
});

test('what a route counts is counted for a known caller, before its body is read', async (t) => {
  const counted: string[] = [];
  const limit = async ({ caller }: { readonly caller: string }) => {
    counted.push(caller);
    throw new Problem('rate', 'Slowly.');
  };
  const policyOfJson = { ...policy, body: 'json', bodyBytesMax: 10 } as const;
  const { url } = await open(t, [route(ok, { method: 'POST', policy: policyOfJson, limit })]);
  for (const body of ['{}', 'no json', 'x'.repeat(1_000)]) {
    assert.equal((await fetch(`${url}/thing`, { method: 'POST', body })).status, 401);
    const request = { method: 'POST', headers: authorization, body };
    assert.equal((await fetch(`${url}/thing`, request)).status, 503);
  }
  assert.deepEqual(counted, ['somebody', 'somebody', 'somebody']);
});

test('the scope that a path fixes is judged before its body is read', async (t) => {
  const routes = [
    route(ok, {
      method: 'POST',
      policy: { ...policy, scope: 'storage', access: 'write', body: 'json', bodyBytesMax: 10 },
    }),
  ];
  const asked: unknown[] = [];
  const { url } = await open(t, routes, {
    authorise: (...args) => {
      asked.push(args);
      throw new Problem('scope', 'Not this one.');
    },
  });
  const response = await fetch(`${url}/thing`, {
    method: 'POST',
    headers: authorization,
    body: '{',
  });
  assert.equal(response.status, 403);
  assert.deepEqual(asked, [['somebody', 'storage', 'write']]);
  await response.text();
});

test('a fault of ours is 503 with a time to come back, tells the log why and the caller nothing', async (t) => {
  const told: unknown[] = [];
  const log: Log = { ...silentLog, error: (message, fields) => told.push({ message, ...fields }) };
  const failing = async (): Promise<Answer> => {
    throw new TypeError('secret detail');
  };
  const { url } = await open(t, [route(failing)], { log });
  const response = await fetch(`${url}/thing`, { headers: authorization });
  const text = await response.text();
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get('retry-after')) > 0);
  assert.equal(response.headers.get('x-request-id'), JSON.parse(text).requestId);
  assert.ok(!text.includes('secret'));
  assert.equal(told.length, 1);
  assert.match(String((told[0] as { cause: unknown }).cause), /secret detail/);
});

test('an answer that fails in the middle is cut off, so that nobody takes it for whole', async (t) => {
  const half: Answer = {
    stream: async (sink) => {
      sink.start(200, {});
      await sink.write('x'.repeat(100_000));
      throw new Error('the rest is lost');
    },
  };
  const { url } = await open(t, [route(async () => half)]);
  await assert.rejects(async () =>
    (await fetch(`${url}/thing`, { headers: authorization })).text(),
  );
});

test('a client that leaves while its credential is looked up leaves nobody waiting', {
  timeout: 100_000,
}, async (t) => {
  const looking = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const written = Promise.withResolvers<unknown>();
  const large: Answer = {
    stream: async (sink) => {
      sink.start(200, {});
      try {
        for (let count = 0; count < 1_000; count += 1) await sink.write('x'.repeat(100_000));
        written.resolve('everything was written to nobody');
      } catch (error) {
        written.resolve(error);
        throw error;
      }
    },
  };
  const { port } = await open(t, [route(async () => large)], {
    authenticate: async () => {
      looking.resolve();
      await left.promise;
      return 'somebody';
    },
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /thing HTTP/1.1\r\nhost: x\r\n\r\n');
  await looking.promise;
  socket.resetAndDestroy();
  await heardOfEnd(socket, port);
  left.resolve();
  assert.match(String(await written.promise), /the client left/);
});

test('a body that its client abandons while the credential is looked up is refused, not awaited', {
  timeout: 100_000,
}, async (t) => {
  const looking = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<unknown>();
  const log: Log = {
    ...silentLog,
    wants: () => true,
    debug: (_, fields) => finished.resolve(fields),
  };
  const json = route(ok, {
    method: 'POST',
    policy: { ...policy, body: 'json', bodyBytesMax: 100 },
  });
  const { port } = await open(t, [json], {
    log,
    authenticate: async () => {
      looking.resolve();
      await left.promise;
      return 'somebody';
    },
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /thing HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{');
  await looking.promise;
  socket.resetAndDestroy();
  await heardOfEnd(socket, port);
  left.resolve();
  await finished.promise;
});

test('who has stopped reading is cut off by the limit of the service', async (t) => {
  const body = 'x'.repeat(32 * 1024 * 1024);
  const gone = Promise.withResolvers<void>();
  const routes = [
    route(async ({ raw }) => {
      raw.socket.once('close', gone.resolve);
      return { status: 200, body };
    }),
  ];
  const { port } = await open(t, routes, { idleTimeoutMs: 400 });
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET /thing HTTP/1.1\r\nhost: x\r\nauthorization: somebody\r\n\r\n');
  await gone.promise;
  assert.ok(!socket.destroyed);
});

test('while draining, everybody is sent away and no connection is kept', async (t) => {
  const { url } = await open(t, [route(ok)], { isDraining: () => true });
  const response = await fetch(`${url}/thing`, { headers: authorization });
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('connection'), 'close');
  assert.equal(((await response.json()) as { code: string }).code, 'draining');
});

test('an origin that is listed may ask before it calls, another may not', async (t) => {
  const { url } = await open(t, [route(ok)]);
  const preflight = (origin: string) =>
    fetch(`${url}/thing`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
  const listed = await preflight('https://site.test');
  assert.equal(listed.status, 204);
  assert.equal(listed.headers.get('access-control-allow-origin'), 'https://site.test');
  const other = await preflight('https://other.test');
  assert.equal(other.status, 404);
  assert.equal(other.headers.get('access-control-allow-origin'), null);
  await other.text();
});

test('a download whose socket was gone before anybody was told ends, and gives back what it held', async (t) => {
  const outcome = Promise.withResolvers<string>();
  const handle = async ({ raw }: Call<string>): Promise<Answer> => ({
    stream: async (sink) => {
      sink.start(200, {});
      // As Node does when a client ends: what is written now is neither sent nor refused.
      raw.socket.end();
      await sink.write(new Uint8Array(1_000)).then(
        () => outcome.resolve('written'),
        (error: Error) => outcome.resolve(error.name),
      );
    },
  });
  const { url } = await open(t, [route(handle)]);
  await assert.rejects(fetch(`${url}/thing`, { headers: authorization }));
  assert.equal(await outcome.promise, 'ClientLeft');
});

test('a request that waits behind another on its connection hears that the client has left', async (t) => {
  const signals: AbortSignal[] = [];
  const both = Promise.withResolvers<void>();
  const handle = async ({ signal }: Call<string>): Promise<Answer> => {
    if (signals.push(signal) === 2) both.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  };
  const { port } = await open(t, [route(handle)]);
  const socket = connect(port, '127.0.0.1');
  const one = 'GET /thing HTTP/1.1\r\nhost: x\r\nauthorization: a\r\n\r\n';
  socket.write(one + one);
  await both.promise;
  socket.destroy();
  await heardOfEnd(socket, port);
  assert.deepEqual(
    signals.map((signal) => signal.aborted),
    [true, true],
  );
});

test('a client that leaves is counted, and told to no log', async (t) => {
  const lines: string[] = [];
  const log: Log = createLog('info', (line) => lines.push(line));
  const metrics = createMetrics('test');
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const handle = async (): Promise<Answer> => ({
    stream: async (sink) => {
      sink.start(200, {});
      begun.resolve();
      try {
        for (;;) await sink.write('x'.repeat(100_000));
      } finally {
        ended.resolve();
      }
    },
  });
  const { port } = await open(t, [route(handle)], { log, metrics });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /thing HTTP/1.1\r\nhost: x\r\nauthorization: a\r\n\r\n');
  await begun.promise;
  socket.resetAndDestroy();
  await heardOfEnd(socket, port);
  await ended.promise;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(lines, []);
  assert.match(await metrics.write(), /count\{method="GET",route="\/thing",status="499"\} 1$/m);
});

test('paths that lead nowhere and bad addresses are counted, all as one route', async (t) => {
  const metrics = createMetrics('test');
  const { url } = await open(t, [route(ok)], { metrics });
  for (const path of ['/nowhere', '/else/where', '/%zz']) await (await fetch(url + path)).text();
  const text = await metrics.write();
  assert.match(text, /count\{method="GET",route="\(unknown\)",status="404"\} 2$/m);
  assert.match(text, /count\{method="GET",route="\(unknown\)",status="400"\} 1$/m);
});

test('a number that cannot be looked up is left out, and the others are told', async () => {
  const metrics = createMetrics('test');
  metrics.gauge('broken', 'Cannot be read.', () => {
    throw new Error('EMFILE: too many open files');
  });
  metrics.gauge('whole', 'Can be read.', () => 7);
  const text = await metrics.write();
  assert.match(text, /^whole 7$/m);
  assert.doesNotMatch(text, /broken/);
});

test('the system that gives no connection does not end the process', async (t) => {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const app = await openServer(t, [route(ok)], { log });
  for (let times = 0; times < 3; times += 1)
    app.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  assert.equal(lines.length, 1);
  assert.equal((await fetch(`${app.url}/thing`, { headers: authorization })).status, 200);
});
