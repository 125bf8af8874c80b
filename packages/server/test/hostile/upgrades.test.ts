/** Refused upgrades end their connection and nothing else, whatever their client sends before or after the refusal. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startHere } from '../fixtures/server-here.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { head } from '../sockets/raw-socket.ts';
import { ask } from '../sockets/requests.ts';
import { handshake, late, other, refusalsOf, withBody, withoutBody } from '../sockets/upgrades.ts';

const times = 200;
const together = 40;
/** What a client sends to upgrade, and the status of its refusal where it declares no body. */
interface Target {
  readonly port: number;
  readonly path: string;
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
}

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
    await eachTime(
      targets.slice(0, 2),
      async ({ port }) => {
        const sent = head('CONNECT', 'a.test:80', form.declares);
        const replies = await refusalsOf(port, sent, form);
        assert.equal(replies.at(-1)?.status, 404, what);
      },
      20,
    );
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
  count = times * 2,
): Promise<void> {
  let next = 0;
  const runNext = async () => {
    while (next < count) {
      const target = targets[next % targets.length];
      next += 1;
      if (target !== undefined) await run(target);
    }
  };
  await Promise.all(Array.from({ length: together }, runNext));
}
