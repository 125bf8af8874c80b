import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openApp, readPolicy, routeOf, untilEndSeen } from '../../test/fixtures/http-app.ts';
import { createLog, type Log, silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import type { Answer } from './answer.ts';
import { createApp } from './app.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { Call } from './route.ts';

const jsonPolicy = { ...readPolicy, body: 'json', bodyBytesMax: 10 } as const;
const request = 'GET /thing HTTP/1.1\r\nhost: x\r\nauthorization: somebody\r\n\r\n';

const ok = async (): Promise<Answer> => ({ status: 200, body: '{}' });
const authorization = { authorization: 'somebody' };

test('a route that leaves out a part of its policy stops the start', () => {
  for (const missing of Object.keys(readPolicy)) {
    const policy = { ...readPolicy, [missing]: undefined } as never;
    const routes = [routeOf(ok, { policy })];
    assert.throws(
      () => createApp({ routes } as never),
      /does not declare a complete policy/,
      missing,
    );
  }
});

test('without a credential no handler and no body is reached', async (t) => {
  const reached: string[] = [];
  const handle = async () => {
    reached.push('handle');
    return ok();
  };
  const routes = [routeOf(handle, { method: 'POST', policy: jsonPolicy })];
  const { url } = await openApp(t, routes, { authorise: () => reached.push('authorise') });
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
  assert.deepEqual(reached, []);
});

test('a rate limit counts a known caller, before the body is read', async (t) => {
  const counted: string[] = [];
  const limit = async ({ caller }: { readonly caller: string }) => {
    counted.push(caller);
    throw new Problem('rate', 'Slowly.');
  };
  const { url } = await openApp(t, [routeOf(ok, { method: 'POST', policy: jsonPolicy, limit })]);
  for (const body of ['{}', 'no json', 'x'.repeat(1_000)]) {
    assert.equal((await fetch(`${url}/thing`, { method: 'POST', body })).status, 401);
    const request = { method: 'POST', headers: authorization, body };
    assert.equal((await fetch(`${url}/thing`, request)).status, 503);
  }
  assert.deepEqual(counted, ['somebody', 'somebody', 'somebody']);
});

test('the scope of a path is checked before the body is read', async (t) => {
  const routes = [
    routeOf(ok, { method: 'POST', policy: { ...jsonPolicy, scope: 'storage', access: 'write' } }),
  ];
  const asked: unknown[] = [];
  const { url } = await openApp(t, routes, {
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

test('an internal error is 503 with Retry-After; its cause is logged and not sent', async (t) => {
  const logged: unknown[] = [];
  const log: Log = {
    ...silentLog,
    error: (message, fields) => logged.push({ message, ...fields }),
  };
  const failing = async (): Promise<Answer> => {
    throw new TypeError('secret detail');
  };
  const { url } = await openApp(t, [routeOf(failing)], { log });
  const response = await fetch(`${url}/thing`, { headers: authorization });
  const text = await response.text();
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get('retry-after')) > 0);
  assert.equal(response.headers.get('x-request-id'), JSON.parse(text).requestId);
  assert.ok(!text.includes('secret'));
  assert.equal(logged.length, 1);
  assert.match(String((logged[0] as { cause: unknown }).cause), /secret detail/);
});

test('an answer that fails in the middle is cut off, so that it is not taken for complete', async (t) => {
  const half: Answer = {
    stream: async (sink) => {
      sink.start(200, {});
      await sink.write('x'.repeat(300_000));
      throw new Error('the rest is lost');
    },
  };
  const { url } = await openApp(t, [routeOf(async () => half)]);
  await assert.rejects(async () =>
    (await fetch(`${url}/thing`, { headers: authorization })).text(),
  );
});

test('a client that leaves during authentication ends its stream', {
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
        written.resolve('everything was written');
      } catch (error) {
        written.resolve(error);
        throw error;
      }
    },
  };
  const { port, send } = await openApp(t, [routeOf(async () => large)], {
    authenticate: async () => {
      looking.resolve();
      await left.promise;
      return 'somebody';
    },
  });
  const socket = send(request);
  await looking.promise;
  socket.resetAndDestroy();
  await untilEndSeen(socket, port);
  left.resolve();
  assert.match(String(await written.promise), /the client left/);
});

test('a body abandoned during authentication is refused, not awaited', {
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
  const json = routeOf(ok, { method: 'POST', policy: jsonPolicy });
  const { port, send } = await openApp(t, [json], {
    log,
    authenticate: async () => {
      looking.resolve();
      await left.promise;
      return 'somebody';
    },
  });
  const socket = send('POST /thing HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{');
  await looking.promise;
  socket.resetAndDestroy();
  await untilEndSeen(socket, port);
  left.resolve();
  await finished.promise;
});

test('a client that stops reading is cut off after the idle timeout', async (t) => {
  const body = 'x'.repeat(32 * 1024 * 1024);
  const gone = Promise.withResolvers<void>();
  const routes = [
    routeOf(async ({ raw }) => {
      raw.socket.once('close', gone.resolve);
      return { status: 200, body };
    }),
  ];
  const { send } = await openApp(t, routes, { idleTimeoutMs: 400 });
  const socket = send(request);
  socket.pause();
  await gone.promise;
  assert.ok(!socket.destroyed);
});

test('while draining, requests are refused and connections closed', async (t) => {
  const { url } = await openApp(t, [routeOf(ok)], { isDraining: () => true });
  const response = await fetch(`${url}/thing`, { headers: authorization });
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('connection'), 'close');
  assert.equal(((await response.json()) as { code: string }).code, 'draining');
});

test('a listed origin passes the preflight, another does not', async (t) => {
  const { url } = await openApp(t, [routeOf(ok)]);
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

test('a download whose socket closed unnoticed ends', async (t) => {
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
  const { url } = await openApp(t, [routeOf(handle)]);
  await assert.rejects(fetch(`${url}/thing`, { headers: authorization }));
  assert.equal(await outcome.promise, 'ClientLeft');
});

test('a client that leaves is counted and not logged', async (t) => {
  const lines: string[] = [];
  const log: Log = createLog('info', (line) => lines.push(line));
  const metrics = createMetrics('test');
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const handle = async (): Promise<Answer> => ({
    stream: async (sink) => {
      sink.start(200, {});
      started.resolve();
      try {
        for (;;) await sink.write('x'.repeat(100_000));
      } finally {
        ended.resolve();
      }
    },
  });
  const { port, send } = await openApp(t, [routeOf(handle)], { log, metrics });
  const socket = send(request);
  await started.promise;
  socket.resetAndDestroy();
  await untilEndSeen(socket, port);
  await ended.promise;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(lines, []);
  assert.match(await metrics.write(), /count\{method="GET",route="\/thing",status="499"\} 1$/m);
});

test('unknown and malformed paths are counted as one route', async (t) => {
  const metrics = createMetrics('test');
  const { url } = await openApp(t, [routeOf(ok)], { metrics });
  for (const path of ['/nowhere', '/else/where', '/%zz']) await (await fetch(url + path)).text();
  const text = await metrics.write();
  assert.match(text, /count\{method="GET",route="\(unknown\)",status="404"\} 2$/m);
  assert.match(text, /count\{method="GET",route="\(unknown\)",status="400"\} 1$/m);
});

test('a gauge that fails is left out of the metrics', async () => {
  const metrics = createMetrics('test');
  metrics.gauge('broken', 'Cannot be read.', () => {
    throw new Error('EMFILE: too many open files');
  });
  metrics.gauge('whole', 'Can be read.', () => 7);
  const text = await metrics.write();
  assert.match(text, /^whole 7$/m);
  assert.doesNotMatch(text, /broken/);
});

test('accept errors do not end the process, and are logged once', async (t) => {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const app = await openApp(t, [routeOf(ok)], { log });
  for (let times = 0; times < 3; times += 1)
    app.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  assert.equal(lines.length, 1);
  assert.equal((await fetch(`${app.url}/thing`, { headers: authorization })).status, 200);
});

test('a fault in a handler of a connection ends that connection only, and is logged', async (t) => {
  const head = 'host: x\r\n';
  const sent = {
    connection: request,
    request,
    checkContinue: `GET /thing HTTP/1.1\r\n${head}expect: 100-continue\r\n\r\n`,
    checkExpectation: `GET /thing HTTP/1.1\r\n${head}expect: tea\r\n\r\n`,
    connect: `CONNECT x:80 HTTP/1.1\r\n${head}\r\n`,
    upgrade: `GET /socket HTTP/1.1\r\n${head}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    turn: request.repeat(2),
    clientError: 'nonsense\r\n\r\n',
  };
  const socket = async () => async () => ({}) as never;
  for (const [event, text] of Object.entries(sent)) {
    const logged: string[] = [];
    const log: Log = { ...silentLog, error: (message) => logged.push(message) };
    const loadSockets = async () => () => {};
    const routes = [routeOf(ok), routeOf(ok, { path: '/socket', socket })];
    const { server, url, send } = await openApp(t, routes, { log, loadSockets });
    server.prependOnceListener(event, () => {
      throw new Error('a fault');
    });
    await once(send(text).resume(), 'close');
    assert.deepEqual(logged, ['a fault ended a connection'], event);
    assert.equal((await fetch(`${url}/thing`, { headers: authorization })).status, 200);
  }
});

test('a fault while a request is refused ends its connection only, and is logged', async (t) => {
  const logged: string[] = [];
  const log: Log = { ...silentLog, error: (message) => logged.push(message) };
  let isFaulty = true;
  const makeRequestId = () => {
    if (isFaulty) throw new Error('a fault');
    return 'request';
  };
  const { url, send } = await openApp(t, [routeOf(ok)], { log, makeRequestId });
  await once(send(request), 'close');
  await once(send('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n'), 'close');
  isFaulty = false;
  assert.deepEqual(logged, ['a fault ended a connection', 'a fault ended a connection']);
  assert.equal((await fetch(`${url}/thing`, { headers: authorization })).status, 200);
});
