import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { minuteMs } from '@baraza/contract';
import { ask } from '../fixtures/server.ts';
import { consoleOfSuite, openConsoleServer, ownPage } from './console-server.ts';

const elsewhere = 'https://elsewhere.example';
const change = { 'x-console': '1' };

describe('other pages and the console', () => {
  const server = consoleOfSuite('sqlite', { environment: { BARAZA_PLATFORM_ORIGINS: elsewhere } });

  // What a change needs: our header, and nothing that says that another page sends it.
  for (const [headers, status] of [
    [ownPage, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 403],
    [{ ...change, 'sec-fetch-site': 'same-site' }, 403],
    [{ ...change, 'sec-fetch-site': 'cross-site' }, 403],
    [{ ...change, 'sec-fetch-site': 'none' }, 403],
    [{ ...change, origin: elsewhere }, 403],
    [{ ...change, origin: 'null' }, 403],
    [{ ...change, origin: 'own' }, 200],
    [{ ...change, origin: elsewhere, 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'x-console': '0', 'sec-fetch-site': 'same-origin' }, 403],
    [change, 200],
    [{}, 403],
  ] as const)
    test(`a change with ${JSON.stringify(headers)} is answered ${status}, on every half`, async () => {
      // Sign-ins are counted by the minute.
      server.siteServer.clock.advance(minuteMs);
      const owner = await server.siteServer.newOwner();
      const site = await owner.newSite();
      const { cookie } = await server.signIn({ credential: owner.credential });
      const sent = Object.fromEntries(
        Object.entries({ ...headers, cookie }).map(([name, value]) => [
          name,
          value === 'own' ? server.url : value,
        ]),
      );
      const create = { service: 'data', kind: 'Collection', name: 'mine' };
      const made = await ask(server, 'POST', '/console/platform/resources', {
        body: create,
        headers: sent,
      });
      assert.equal(made.status, status === 200 ? 201 : 403);
      const paused = await ask(server, 'POST', `/console/sites/${site.id}/pause`, {
        headers: sent,
      });
      assert.equal(paused.status, status);
      const { cookie: _, ...withoutCookie } = sent;
      const signIn = await ask(server, 'POST', '/console/session', {
        body: { link: 'x' },
        headers: withoutCookie,
      });
      assert.equal(signIn.status, status === 200 ? 401 : 403);
      const nobody = await ask(server, 'POST', `/console/sites/${site.id}/pause`, {
        headers: withoutCookie,
      });
      assert.equal(nobody.status, 401);
    });

  test('another page reads nothing, even where the platform itself lets it', async () => {
    const owner = await server.siteServer.newOwner();
    const { cookie } = await server.signIn({ credential: owner.credential });
    for (const site of ['same-site', 'cross-site']) {
      const headers = { cookie, origin: elsewhere, 'sec-fetch-site': site };
      for (const path of ['/console/session', '/console/platform/resources', '/console/sites']) {
        const reply = await ask(server, 'GET', path, { headers });
        assert.equal(reply.status, 403);
        assert.equal(reply.headers.get('access-control-allow-origin'), null);
      }
    }
    for (const path of [
      '/console/session',
      '/console/platform/resources',
      '/console/nothing',
      '/',
    ]) {
      const asked = { 'access-control-request-method': 'POST', origin: elsewhere };
      const preflight = await ask(server, 'OPTIONS', path, { headers: asked });
      const plain = await ask(server, 'GET', path, { headers: { origin: elsewhere } });
      for (const { headers } of path === '/' ? [plain] : [preflight, plain])
        assert.equal(headers.get('access-control-allow-origin'), null, path);
    }
    const api = await ask(server, 'GET', '/api/platform/resources', {
      headers: { origin: elsewhere },
    });
    assert.equal(api.headers.get('access-control-allow-origin'), elsewhere);
  });

  test('a person may open an address of the console, such as a file', async () => {
    const owner = await server.siteServer.newOwner();
    const { cookie } = await server.signIn({ credential: owner.credential });
    const headers = { cookie, 'sec-fetch-site': 'none' };
    assert.equal((await ask(server, 'GET', '/console/session', { headers })).status, 200);
  });

  test('no answer of the console can be framed, sniffed or kept', async () => {
    const owner = await server.siteServer.newOwner();
    const { call } = await server.signIn({ credential: owner.credential });
    for (const path of [
      '/console/session',
      '/console/platform/resources',
      '/console/sites',
      '/console/nothing',
    ]) {
      const { headers } = await call('GET', path);
      assert.deepEqual(
        ['x-frame-options', 'x-content-type-options', 'cross-origin-resource-policy'].map((name) =>
          headers.get(name),
        ),
        ['DENY', 'nosniff', 'same-origin'],
        path,
      );
      assert.match(headers.get('cache-control') ?? '', /no-store/, path);
    }
  });

  test('behind a public address that is secure, so is the cookie', async (t) => {
    const server = await openConsoleServer('sqlite', {
      environment: { BARAZA_PUBLIC_PLATFORM_URL: 'https://baraza.example' },
    });
    t.after(server.close);
    const owner = await server.siteServer.newOwner();
    const { view } = await server.signIn({ credential: owner.credential });
    assert.match(view.headers.get('set-cookie') ?? '', /; SameSite=Strict; Secure$/);
    const asked = { ...change, origin: 'https://baraza.example' };
    const reply = await ask(server, 'POST', '/console/session', {
      body: { link: 'x' },
      headers: asked,
    });
    assert.equal(reply.status, 401);
  });
});
