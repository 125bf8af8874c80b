/** Refused upgrades end their connection and nothing else, whatever their client sends before or after the refusal. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startHere } from '../fixtures/server-here.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { head, parseReplies, type RawReply } from '../sockets/raw-socket.ts';
import { ask } from '../sockets/requests.ts';

const times = 200;
const together = 40;
const handshake = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};
/** What a client sends to upgrade, and the status of its refusal where it declares no body. */
interface Target {
  readonly port: number;
  readonly path: string;
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
}

/** What comes with the request, and what the client does when it has read the refusal. */
interface Form {
  readonly declares?: { readonly [name: string]: string | number };
  readonly before?: string;
  readonly bytes?: string;
  readonly isHalfClosed?: boolean;
  readonly after?: (socket: Socket) => void;
}

const late = (bytes: string) => (socket: Socket) => void socket.end(bytes, 'latin1');
const reset = (socket: Socket) => void socket.resetAndDestroy();
const hello = { 'content-length': 5 };
const chunked = { 'transfer-encoding': 'chunked' };
const other = head('GET', '/healthz', { host: 'localhost' });
const frame = '\x81\x82\x01\x02\x03\x04\x05\x06';

const withBody: { readonly [what: string]: Form } = {
  'a body with the request': { declares: hello, bytes: 'hello' },
  'a body after the refusal': { declares: hello, after: late('hello') },
  'half a body after the refusal': { declares: hello, after: late('he') },
  'a body and a frame after the refusal': { declares: hello, after: late(`hello${frame}`) },
  'chunks with the request': { declares: chunked, bytes: '5\r\nhello\r\n0\r\n\r\n' },
  'chunks after the refusal': { declares: chunked, after: late('0\r\n\r\n') },
  'a malformed chunk after the refusal': { declares: chunked, after: late('zz\r\n') },
  'a gigabyte that begins after the refusal': {
    declares: { 'content-length': 1e9 },
    after: late('x'.repeat(100_000)),
  },
  'no body': { declares: hello },
  'no body and its end': { declares: hello, after: late('') },
  'no body and a reset': { declares: hello, after: reset },
  'no body and half a connection': { declares: hello, isHalfClosed: true },
  'a body behind another request': {
    before: other,
    declares: hello,
    after: late('hello'),
  },
};

const withoutBody: { readonly [what: string]: Form } = {
  nothing: {},
  'a body of no bytes': { declares: { 'content-length': 0 } },
  'a frame with the request': { bytes: frame },
  'a frame after the refusal': { after: late(frame) },
  'half a connection': { isHalfClosed: true },
  'a reset': { after: reset },
};

test('an upgrade that declares a body is refused with 400 and closed, whatever comes of the body', async (t) => {
  const { targets, assertServing } = await startServices(t);
  for (const [what, form] of Object.entries(withBody))
    await eachTime(targets, async ({ port, path: target, headers }) => {
      const sent = head('GET', target, { ...handshake, ...headers, ...form.declares });
      const replies = await refusalsOf(port, sent, form);
      // A connection may end before its body does, and half a request is no request.
      if (form.isHalfClosed === true && replies.length === 0) return;
      const refusal = replies.at(-1);
      assert.deepEqual(
        [refusal?.status, refusal?.json?.code, refusal?.headers.connection],
        [400, 'invalid', 'close'],
        `${what}, ${target}: ${refusal?.text}`,
      );
      assert.equal(replies.length, form.before === undefined ? 1 : 2, what);
    });
  await assertServing();
});

test('an upgrade that is refused is closed, whatever comes after it', async (t) => {
  const { targets, assertServing } = await startServices(t);
  for (const [what, form] of Object.entries(withoutBody))
    await eachTime(targets, async ({ port, path: target, headers, status }) => {
      const sent = head('GET', target, {
        ...handshake,
        ...headers,
        ...form.declares,
      });
      const [refusal] = await refusalsOf(port, sent, form);
      assert.ok(
        refusal?.status === status || refusal?.status === 429,
        `${what}, ${target}: ${refusal?.text}`,
      );
    });
  await assertServing();
});

test('an upgrade behind a request that is still being answered gets its answer after that one', async (t) => {
  const { targets, assertServing } = await startServices(t);
  await eachTime(targets, async ({ port, path: target, headers }) => {
    const sent = head('GET', target, { ...handshake, ...headers });
    const after = late('');
    const replies = await refusalsOf(port, sent, { before: other, after });
    assert.equal(replies[0]?.status, 200);
    assert.ok((replies[1]?.status ?? 0) >= 400, `${target}: ${replies[1]?.text}`);
  });
  await assertServing();
});

test('a CONNECT is refused and closed, whatever comes of its body', async (t) => {
  const { targets, assertServing } = await startServices(t);
  for (const [what, form] of Object.entries(withBody))
    await eachTime(targets.slice(0, 2), async ({ port }) => {
      const sent = head('CONNECT', 'a.test:80', form.declares);
      const replies = await refusalsOf(port, sent, form);
      assert.equal(replies.at(-1)?.status, 404, what);
    });
  await assertServing();
});

// Paths without sockets are answered as plain HTTP, whose connections would stay open for the next request.
const plain = { connection: 'Upgrade, close' };

/** Both services, and what each refuses to upgrade. */
async function startServices(t: TestContext) {
  const folder = temporaryFolder(t);
  const server = await startHere(t, folder);
  const bootstrap = JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8'));
  const made = await ask(server.site, 'POST', '/v1/admin/sites', {
    key: bootstrap.site.owner_key,
    body: { id: 'shop', profile: { allowed_origins: ['https://shop.example'] } },
  });
  assert.equal(made.status, 201, made.text);
  const sitePort = Number(new URL(server.site.url).port);
  const shop = '/v1/sites/shop/live';
  const targets: readonly Target[] = [
    { port: sitePort, path: '/v1/sites/nowhere/live', status: 404 },
    { port: server.port, path: '/api/platform/resources', headers: plain, status: 401 },
    { port: sitePort, path: shop, headers: { origin: 'https://other.example' }, status: 403 },
    { port: server.port, path: '/v1/sites/nowhere/live', headers: plain, status: 404 },
    {
      port: sitePort,
      path: shop,
      headers: { origin: 'https://shop.example', 'sec-websocket-version': '1' },
      status: 400,
    },
    { port: sitePort, path: '/v1/sites/%zz/live', headers: plain, status: 400 },
    { port: sitePort, path: '/v1/nowhere', headers: plain, status: 404 },
  ];
  const assertServing = async () => {
    for (const url of [server.url, server.site.url])
      assert.equal((await ask({ url }, 'GET', '/healthz')).status, 200);
    assert.deepEqual(
      server.logged.filter((line) => line.includes('"error"')),
      [],
    );
  };
  return { targets, assertServing };
}

async function eachTime(
  targets: readonly Target[],
  run: (target: Target) => Promise<void>,
): Promise<void> {
  let next = 0;
  const runNext = async () => {
    while (next < times * 2) {
      const target = targets[next % targets.length];
      next += 1;
      if (target !== undefined) await run(target);
    }
  };
  await Promise.all(Array.from({ length: together }, runNext));
}

/** The replies of a connection, which resolve when it is closed. */
function refusalsOf(port: number, sent: string, form: Form): Promise<readonly RawReply[]> {
  const { before = '', bytes = '', isHalfClosed = false, after } = form;
  const expected = before === '' ? 1 : 2;
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = Buffer.alloc(0);
    let isRead = false;
    const replies = () => parseReplies(received).replies;
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (isRead || replies().length < expected) return;
      isRead = true;
      after?.(socket);
    });
    // The client closes its side only where the service has closed its own.
    socket.once('end', () => socket.end());
    socket.once('error', () => {});
    socket.once('close', () => resolve(replies()));
    socket.write(`${before}${sent}${bytes}`, 'latin1', () => {
      if (isHalfClosed) socket.end();
    });
  });
}
