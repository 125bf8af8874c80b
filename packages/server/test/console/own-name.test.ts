import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storage } from '../fixtures/server.ts';
import { createAgent, rawRequest } from '../sockets/raw-request.ts';
import { openConsoleServer, ownPage } from './console-server.ts';

const publicHost = 'baraza.example';

test('the console answers to its own names, and objects are never run by its page', async (t) => {
  const server = await openConsoleServer('sqlite', {
    environment: { BARAZA_PUBLIC_PLATFORM_URL: `https://${publicHost}` },
  });
  const agent = createAgent();
  t.after(async () => {
    agent.destroy();
    await server.close();
  });
  const port = Number(new URL(server.url).port);
  const raw = (
    method: string,
    path: string,
    headers: { readonly [name: string]: string },
    body?: string,
  ) =>
    rawRequest({ port }, agent, method, path, { headers, ...(body === undefined ? {} : { body }) });
  const owner = await server.siteServer.platformServer.newOwner();
  const { cookie, call } = await server.signIn({ link: await server.newLink(owner.id) });

  await t.test('a name that somebody pointed at this address is refused', async () => {
    for (const host of [`evil.example:${port}`, 'evil.example', `${publicHost}.evil.example`])
      for (const [method, path, body] of [
        ['GET', '/', undefined],
        ['GET', '/console/session', undefined],
        ['GET', '/console/nothing', undefined],
        ['GET', '/console/platform/resources', undefined],
        ['GET', '/console/sites', undefined],
        ['POST', '/console/session', JSON.stringify({ credential: owner.key })],
      ] as const) {
        const headers = { ...ownPage, host, cookie, 'content-type': 'application/json' };
        const reply = await raw(method, path, headers, body);
        assert.equal(reply.status, 403, `${host} ${path}`);
        assert.match(reply.text, /BARAZA_PUBLIC_PLATFORM_URL/);
      }
    for (const host of [
      `127.0.0.1:${port}`,
      'localhost',
      `[::1]:${port}`,
      publicHost,
      'shop.local',
    ])
      for (const path of ['/', '/console/session'])
        assert.equal((await raw('GET', path, { host, cookie })).status, 200, `${host} ${path}`);
    // Programs with a key are called by whatever name they like.
    const headers = { host: 'evil.example', authorization: `Bearer ${owner.key}` };
    assert.equal((await raw('GET', '/api/platform/resources', headers)).status, 200);
  });

  await t.test('an object is shown or downloaded, and refused as code', async () => {
    const made = await call('POST', '/console/platform/resources', {
      service: 'storage',
      kind: 'Bucket',
      name: 'files',
    });
    const { id } = made.json;
    const form =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.js"\r\n\r\n1\r\n--b--\r\n';
    const multipart = { ...ownPage, cookie, 'content-type': 'multipart/form-data; boundary=b' };
    const mirror = `/console/platform/storage/${id}`;
    assert.equal((await raw('POST', `${mirror}?key=a.js`, multipart, form)).status, 201);
    const link = await call('POST', `${mirror}/links`, { key: 'a.js' });
    const own = { cookie, authorization: `Bearer ${owner.key}` };
    for (const path of [
      `${mirror}?key=a.js`,
      `${storage}/${id}?key=a.js`,
      new URL(link.json.url).pathname,
    ]) {
      const statusFor = async (dest: string, site = 'same-origin') =>
        (await raw('GET', path, { ...own, 'sec-fetch-site': site, 'sec-fetch-dest': dest })).status;
      for (const dest of [
        'script',
        'style',
        'worker',
        'sharedworker',
        'serviceworker',
        'xslt',
        'manifest',
      ])
        assert.equal(await statusFor(dest), 403, `${dest} ${path}`);
      for (const dest of ['image', 'empty', 'document', 'video'])
        assert.equal(await statusFor(dest), 200, `${dest} ${path}`);
    }
  });

  await t.test(
    'answers and errors of the console are framed by nobody and run nothing',
    async () => {
      for (const [path, headers] of [
        ['/console/session', { cookie }],
        ['/console/session', {}],
        ['/console/nothing', {}],
        ['/console/platform/resources', { cookie }],
      ] as const) {
        const reply = await raw('GET', path, headers);
        assert.equal(
          reply.headers.get('content-security-policy'),
          "default-src 'none'; frame-ancestors 'none'",
        );
        assert.equal(reply.headers.get('x-frame-options'), 'DENY');
      }
    },
  );

  await t.test(
    'a name too long for any file is absent, and a field that stands twice is refused',
    async () => {
      assert.equal((await raw('GET', `/assets/${'a'.repeat(300)}.js`, {})).status, 404);
      assert.equal((await raw('GET', '/console/usage?days=1&days=2', { cookie })).status, 400);
    },
  );
});
