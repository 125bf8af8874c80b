import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { createRandom } from '../../../test/fixtures/random.ts';
import { createLog, type Log, silentLog } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { ChildEnded, ChildRefusal } from '../../kernel/process/running-process.ts';
import type { EngineProcess } from '../engine-process.ts';
import type { EngineRequest } from '../messages.ts';
import { type EngineServerOptions, serveEngines } from './engine-server.ts';
import { type Greeting, readFromEngine, readToEngine, writeMessage } from './protocol.ts';
import { createRemoteEngine, type RemoteEngineOptions } from './remote-engine.ts';

const token = 'a-token-of-at-least-32-characters-x';
const never = new AbortController().signal;
const edition = { id: 'site', stamp: '1' };
const status = { kind: 'status', edition } as const;

/** An engine process that replies when the test says so; `wake` at once. */
function scriptProcess() {
  const asked: {
    readonly request: EngineRequest;
    readonly signal: AbortSignal;
    readonly resolve: (reply: object) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const notices: object[] = [];
  const wakes = { hold: undefined as Promise<void> | undefined };
  let arrived = Promise.withResolvers<void>();
  const process: EngineProcess = {
    ask: (async (request: EngineRequest, signal: AbortSignal) => {
      if (request.kind === 'wake') {
        await wakes.hold;
        return { kind: 'awake' };
      }
      const { promise, resolve, reject } = Promise.withResolvers<object>();
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.push({ request, signal, resolve, reject });
      arrived.resolve();
      arrived = Promise.withResolvers();
      return promise;
    }) as EngineProcess['ask'],
    notify: (notice) => notices.push(notice),
    isRunning: () => true,
    isPaused: () => false,
    close: async () => {},
  };
  const next = async (count: number) => {
    while (asked.length < count) await arrived.promise;
    return asked[count - 1] ?? assert.fail();
  };
  return { process, asked, next, notices, wakes };
}

async function listen(t: TestContext, options: Partial<EngineServerOptions> = {}) {
  const script = scriptProcess();
  const server = await serveEngines({
    processes: [script.process],
    greeting: { version: '1', encoder: 'e', reader: 'r' },
    token,
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    ...options,
  });
  t.after(server.stop);
  return { ...script, server, url: `http://127.0.0.1:${server.port}` };
}

function connect(t: TestContext, url: string, options: Partial<RemoteEngineOptions> = {}) {
  const engine = createRemoteEngine({
    url,
    number: 0,
    token,
    faultIn: async () => undefined,
    log: silentLog,
    ...options,
  });
  t.after(engine.close);
  return engine;
}

function listLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, log: createLog('debug', (line) => lines.push(line)) };
}

describe('a remote engine', () => {
  test('replies, refuses and reports the end of its process as a process here does', async (t) => {
    const { url, next, notices } = await listen(t);
    const engine = connect(t, url);
    const first = engine.ask(status, never);
    const readings = new Map([['hash', Float32Array.of(1, 2)]]);
    (await next(1)).resolve({ kind: 'status', passages: 3, missing: 0, readings });
    assert.deepEqual(await first, { kind: 'status', passages: 3, missing: 0, readings });
    assert.equal(engine.isRunning(), true);
    const faults = [new ChildRefusal('a fault'), new Problem('upstream', 'a fault')];
    for (const [index, fault] of faults.entries()) {
      const refused = engine.ask(status, never);
      (await next(index + 2)).reject(fault);
      await assert.rejects(refused, (error) => {
        return error instanceof ChildRefusal && /a fault/.test(error.message);
      });
    }
    const ended = engine.ask(status, never);
    (await next(4)).reject(new ChildEnded('killed', true, 'memory'));
    await assert.rejects(ended, { constructor: ChildEnded, reason: 'memory' });
    engine.notify({ drop: edition });
    const last = engine.ask(status, never);
    (await next(5)).resolve({ kind: 'unknown' });
    await last;
    assert.deepEqual(notices.slice(1), [{ drop: edition }]);
  });

  test('takes an edition of the largest size', async (t) => {
    const { url, next } = await listen(t);
    const profile = 'ŵ'.repeat(8 * 1024 * 1024);
    const request = { kind: 'open', edition, content: { profile } } as const;
    const opened = connect(t, url).ask(request, never);
    const got = await next(1);
    assert.deepEqual(got.request, request);
    got.resolve({ kind: 'opened', passages: 1 });
    assert.equal((await opened).passages, 1);
  });

  test('refuses a request above the limit, and serves the next', async (t) => {
    const { url, next } = await listen(t);
    const engine = connect(t, url);
    const content = { profile: 'ŵ'.repeat(17 * 1024 * 1024) };
    const large = engine.ask({ kind: 'open', edition, content }, never);
    await assert.rejects(large, ChildRefusal);
    const small = engine.ask(status, never);
    (await next(1)).resolve({ kind: 'unknown' });
    await small;
  });

  test('stops work that is given up, and is free when the process is', async (t) => {
    const { url, next, wakes } = await listen(t);
    const engine = connect(t, url);
    const giveUp = new AbortController();
    const asked = engine.ask(status, giveUp.signal);
    const { signal } = await next(1);
    const stopped = once(signal, 'abort');
    const busy = Promise.withResolvers<void>();
    wakes.hold = busy.promise;
    giveUp.abort(new Error('the visitor left'));
    await assert.rejects(asked, /the visitor left/);
    await stopped;
    const free = engine.remote.whenFree();
    assert.ok(free);
    busy.resolve();
    await free;
    assert.equal(engine.remote.whenFree(), undefined);
  });

  test('that is lost rejects what it was asked, so that another is asked', async (t) => {
    const { next, notices, server } = await listen(t);
    const wire = await openWire(t, server.port);
    const engine = connect(t, wire.url);
    const giveUp = new AbortController();
    const given = engine.ask(status, giveUp.signal);
    const asked = engine.ask(status, never);
    await next(2);
    const lost = assert.rejects(
      asked,
      (error) => error instanceof ChildEnded && error.reason === 'crash',
    );
    giveUp.abort(new Error('left'));
    await assert.rejects(given, /left/);
    const free = engine.remote.whenFree();
    wire.cut();
    await lost;
    await free;
    assert.equal(engine.isRunning(), false);
    // It connects again by itself.
    while (!engine.isRunning()) await new Promise((turn) => setImmediate(turn));
    const again = engine.ask(status, never);
    (await next(3)).resolve({ kind: 'unknown' });
    assert.deepEqual(await again, { kind: 'unknown' });
    // The engine may have missed a notice.
    assert.deepEqual(notices.slice(1), [{ dropIncomplete: true }]);
  });

  test('with a wrong token gets 401 at once, said once by each side and never shown', async (t) => {
    const theirs = listLog();
    const { url } = await listen(t, { log: theirs.log });
    const ours = listLog();
    const wrong = 'another-token-of-32-characters-yyyy';
    const engine = connect(t, url, { token: wrong, log: ours.log });
    for (let tries = 0; tries < 3; tries += 1)
      await assert.rejects(engine.ask(status, never), /refuses the token/);
    for (const { lines } of [ours, theirs]) {
      assert.equal(lines.length, 1);
      assert.doesNotMatch(lines.join(), new RegExp(`${wrong}|${token}`));
    }
    assert.match(theirs.lines[0] ?? '', /a caller with a wrong BARAZA_ENGINE_TOKEN was refused/);
    for (const path of ['/engines/0', '/'])
      assert.equal((await fetch(`${url}${path}`)).status, 401);
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${url}/engines/0`, { headers })).status, 426);
    assert.equal((await fetch(`${url}/engines/1`, { headers })).status, 404);
  });

  test('refused, is disconnected although it keeps its side open', async (t) => {
    const { url } = await listen(t);
    const { hostname, port } = new URL(url);
    const socket = connectTo({ host: hostname, port: Number(port), allowHalfOpen: true });
    t.after(() => socket.destroy());
    socket.write(
      'GET /engines/0 HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    );
    socket.resume();
    await once(socket, 'end');
    // A half-open side is noticed by what it writes.
    const failed = once(socket, 'error');
    const writing = setInterval(() => socket.write('x'), 10);
    t.after(() => clearInterval(writing));
    const [error] = await failed;
    assert.match((error as NodeJS.ErrnoException).code ?? '', /^(?:EPIPE|ECONNRESET)$/);
  });

  test('whose greeting has a fault is not used', async (t) => {
    const { url, asked } = await listen(t);
    const { log, lines } = listLog();
    const faultIn = async ({ encoder }: Greeting) => `its encoder is ${encoder}`;
    const engine = connect(t, url, { faultIn, log });
    await assert.rejects(engine.ask(status, never), /its encoder is e/);
    assert.equal(engine.isRunning(), false);
    assert.match(lines.join(), /its encoder is e/);
    assert.deepEqual(asked, []);
  });

  test('that leaves finishes what it reads, takes nothing new, and closes', async (t) => {
    const { url, next, server } = await listen(t);
    const engine = connect(t, url);
    const asked = engine.ask(status, never);
    const { resolve } = await next(1);
    const stopped = server.stop();
    while (engine.isRunning()) await new Promise((turn) => setImmediate(turn));
    await assert.rejects(engine.ask(status, never), ChildEnded);
    resolve({ kind: 'status', passages: 7, missing: 0 });
    assert.deepEqual(await asked, { kind: 'status', passages: 7, missing: 0 });
    await stopped;
  });
});

test('an engine that leaves refuses what was sent before its server knew', async (t) => {
  const { url, next, server } = await listen(t);
  const socket = await openSocket(url);
  const messages: unknown[] = [];
  const left = Promise.withResolvers<void>();
  socket.on('message', (bytes: Buffer) => {
    const message = readFromEngine(bytes) ?? assert.fail();
    messages.push(message);
    if ('leaving' in message) socket.send(writeMessage({ id: 2, request: status }));
    if ('ended' in message) left.resolve();
  });
  socket.send(writeMessage({ id: 1, request: status }));
  const { resolve } = await next(1);
  const stopped = server.stop();
  await left.promise;
  resolve({ kind: 'unknown' });
  await stopped;
  assert.deepEqual(messages.slice(-3), [
    { leaving: true },
    { id: 2, ended: 'crash' },
    { id: 1, reply: { kind: 'unknown' } },
  ]);
});

describe('malformed frames', () => {
  const valid = [
    writeMessage({ id: 1, request: status }),
    writeMessage({ forget: 1 }),
    writeMessage({ notice: { drop: edition } }),
    writeMessage({ greeting: { version: '1', engines: 2, encoder: null, reader: null } }),
    writeMessage({ id: 1, reply: { kind: 'status', list: [1, 2, new Map([[1, 2]])] } }),
  ];

  test('are refused by both readers, whatever their bytes', () => {
    const { below, pick, bytes: randomBytes } = createRandom(7);
    let refused = 0;
    for (let frame = 0; frame < 20_000; frame += 1) {
      const base = pick(valid);
      const bytes =
        frame % 2 === 0
          ? Buffer.from(randomBytes(1 + below(60)))
          : Buffer.from(base).subarray(0, 1 + below(base.length));
      for (let change = below(4); change > 0; change -= 1) bytes[below(bytes.length)] = below(256);
      const read = [readToEngine(bytes), readFromEngine(bytes)];
      if (read.every((message) => message === undefined)) refused += 1;
    }
    assert.ok(refused > 15_000);
  });

  test('of each wrong shape are refused', () => {
    for (const message of [
      1,
      null,
      [],
      {},
      { id: 1 },
      { id: -1, request: status },
      { id: 'x', request: status },
      { id: 1, request: { kind: 'constructor' } },
      { notice: {} },
      { notice: { drop: { id: 1 } } },
      { forget: 1.5 },
    ])
      assert.equal(readToEngine(writeMessage(message as never)), undefined);
    for (const message of [
      { id: 1, reply: 1 },
      { id: 1, ended: 'x' },
      { leaving: 1 },
      { greeting: { version: 1, engines: 1, encoder: null } },
      { greeting: { version: '1', engines: 1_000, encoder: null } },
      { greeting: { version: '1', engines: 1 } },
      { greeting: { version: '1', engines: 1, encoder: null, reader: 1 } },
    ])
      assert.equal(readFromEngine(writeMessage(message as never)), undefined);
  });

  test('end their connection, and others are served on', async (t) => {
    const { url, next } = await listen(t);
    const random = createRandom(3);
    for (let frame = 0; frame < 200; frame += 1) {
      const socket = await openSocket(url);
      const closed = once(socket, 'close');
      const bytes = Buffer.from(random.bytes(40));
      socket.on('error', () => {});
      if (frame % 4 === 0) socket.send('text');
      // Below the frames, where the library reads.
      else if (frame % 4 === 1) (socket as unknown as { _socket: Socket })._socket.end(bytes);
      else socket.send(bytes);
      await closed;
    }
    const asked = connect(t, url).ask(status, never);
    (await next(1)).resolve({ kind: 'unknown' });
    assert.deepEqual(await asked, { kind: 'unknown' });
  });

  test('of an engine lose it, and the server goes on', async (t) => {
    const random = createRandom(5);
    const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    t.after(() => sockets.close());
    await once(sockets, 'listening');
    let connections = 0;
    sockets.on('connection', (socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.send(
        writeMessage({ greeting: { version: '1', engines: 1, encoder: null, reader: null } }),
      );
      socket.on('message', () => {
        if (connections > 5)
          socket.send(writeMessage({ id: connections, reply: { kind: 'unknown' } }));
        else socket.send(Buffer.from(random.bytes(50)));
      });
    });
    const engine = connect(t, `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
    for (let tries = 1; tries <= 5; tries += 1) {
      while (!engine.isRunning()) await new Promise((turn) => setImmediate(turn));
      await assert.rejects(engine.ask(status, never), ChildEnded);
    }
    while (!engine.isRunning()) await new Promise((turn) => setImmediate(turn));
    assert.deepEqual(await engine.ask(status, never), { kind: 'unknown' });
  });
});

async function openSocket(url: string): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/engines/0`, { headers });
  await once(socket, 'open');
  return socket;
}

/** A connection that the test can cut. */
async function openWire(t: TestContext, port: number) {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(port, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => {});
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const end of ends) end.destroy();
  };
  t.after(() => {
    cut();
    server.close();
  });
  return { cut, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
