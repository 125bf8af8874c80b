/** Checks every route: who may call it, from which origins, and what other owners see. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { siteProblemSchema } from '@baraza/contract';
import type { SiteRoute } from '../../src/site/route.ts';
import { ask, type Reply } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';

/** Valid bodies, so that no refusal is about the body. */
const bodies: { readonly [route: string]: unknown } = {
  'POST /v1/sites/:site/ask': { question: 'Habari?' },
  'POST /v1/sites/:site/feedback': { id: 'q_x', value: 'up' },
  'POST /v1/sites/:site/speak': { text: 'Habari' },
  'POST /v1/sites/:site/leads': { contact: '0700 000 000' },
  'POST /v1/admin/sites': { id: 'another-one' },
  'PUT /v1/admin/sites/:site/profile': { name: 'x' },
  'PATCH /v1/admin/sites/:site/profile': { name: 'x' },
  'POST /v1/admin/sites/:site/profile/:list': { text: 'x' },
  'PUT /v1/admin/sites/:site/profile/:list/:id': { text: 'x' },
  'POST /v1/admin/sites/:site/questions/:id/answer': { answer: 'x' },
  'PATCH /v1/admin/sites/:site/leads/:id': { status: 'done' },
  'POST /v1/admin/sites/:site/preview': { question: 'x' },
  'POST /v1/admin/sites/:site/origins/test': { origin: 'https://shop.example' },
  'POST /v1/admin/sites/:site/move': { base: null },
  'POST /v1/admin/sites/:site/import': { format: 'baraza-site', version: 1, profile: {} },
};
const thing = 'q_01jd7m8v3qf2x9a4t6c5b0n8we';

describe('every route of the site assistant', () => {
  const { server } = siteServerOfSuite();
  let site: TestSite;
  let stranger: TestSite;
  before(async () => {
    site = await server.newSite({ allowed_origins: ['https://shop.example'] });
    stranger = await server.newSite();
  });

  const of = (credential: string) =>
    server.routes.filter(({ policy }) => policy.credential === credential);
  const call = (
    { method, path }: SiteRoute,
    slug: string,
    options: { key?: string; headers?: { readonly [name: string]: string }; query?: string } = {},
  ): Promise<Reply> => {
    const filled = path.replace(':site', slug).replace(':id', thing).replace(':version', '1');
    const target = filled.replace(':list', 'facts') + (options.query ?? '');
    return ask(server, method, target, { ...options, body: bodies[`${method} ${path}`] });
  };
  const assertRefused = (reply: Reply, status: number, code: string, name: string) => {
    assert.deepEqual([reply.status, reply.json?.code], [status, code], `${name}: ${reply.text}`);
    assert.deepEqual(siteProblemSchema.parse(reply.json), reply.json);
    assert.equal(reply.headers.get('x-request-id'), reply.json.request_id);
  };

  test('belongs to owners, to visitors of a site, or to the server itself', () => {
    for (const { path, policy } of server.routes) {
      const expected = path.startsWith('/v1/admin/')
        ? 'owner'
        : path.startsWith('/v1/sites/')
          ? 'site'
          : 'none';
      assert.equal(policy.credential, expected, path);
    }
  });

  test('owner routes refuse every other credential, before they look up the site', async () => {
    const platform = await server.platformServer.newOwner();
    const { credential } = site.owner;
    const wrong = [
      {},
      { key: platform.key },
      { key: site.key },
      { key: `${credential}x` },
      { key: credential.slice(0, -1) },
      { headers: { authorization: credential } },
      { headers: { 'x-site-key': site.key } },
      { query: `?key=${site.key}` },
      { query: `?access_token=${credential}` },
    ];
    for (const route of of('owner'))
      for (const given of wrong) {
        const reply = await call(route, site.id, given);
        assertRefused(reply, 401, 'unauthorized', `${route.method} ${route.path}`);
        assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
      }
  });

  test('owner routes answer alike for the site of another owner and for no site', async () => {
    const { credential: key } = stranger.owner;
    for (const route of of('owner').filter(({ path }) => path.includes(':site'))) {
      const name = `${route.method} ${route.path}`;
      const replies = [
        await call(route, site.id, { key }),
        await call(route, 'absent-site', { key }),
        await call(route, 'NO SUCH!', { key }),
      ];
      for (const reply of replies) assertRefused(reply, 404, 'site', name);
      const [own, absent] = replies.map(({ json }) => ({ ...json, request_id: '' }));
      assert.deepEqual(own, absent, name);
    }
  });

  test('owner routes send no CORS headers and answer no preflight', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    for (const route of of('owner')) {
      const replies = [
        await call(route, site.id, { headers }),
        await ask(server, 'OPTIONS', route.path.replace(':site', site.id), { headers }),
      ];
      for (const reply of replies) {
        assert.ok(reply.status >= 400, `${reply.status}`);
        for (const [name] of reply.headers)
          assert.doesNotMatch(name, /^(?:access-control-|vary$)/, route.path);
      }
    }
  });

  test('visitor routes answer 404 for an unknown site, readable by any page', async () => {
    const headers = { origin: 'https://any.example' };
    for (const route of of('site'))
      for (const slug of ['absent-site', 'Demo', 'a', '..%2f', 'x'.repeat(60), "a'--"]) {
        const reply = await call(route, slug, { headers });
        assertRefused(reply, 404, 'site', `${route.path} ${slug}`);
        assert.equal(reply.headers.get('access-control-allow-origin'), headers.origin);
      }
  });

  test('visitor routes refuse an unlisted page with its name, readable by that page', async () => {
    for (const origin of ['https://evil.example', 'https://shop.example.evil.test', 'null'])
      for (const route of of('site')) {
        const reply = await call(route, site.id, { headers: { origin } });
        assertRefused(reply, 403, 'origin', route.path);
        assert.ok(reply.json.error.includes(origin));
        assert.equal(reply.headers.get('access-control-allow-origin'), origin);
        assert.equal(reply.headers.get('vary'), 'Origin');
        assert.equal(reply.headers.get('access-control-allow-credentials'), null);
      }
  });

  test('of a site refuses who comes without an origin where pages are listed', async () => {
    for (const route of of('site')) {
      assertRefused(await call(route, site.id), 403, 'origin', route.path);
      assert.notEqual((await call(route, stranger.id)).json?.code, 'origin', route.path);
    }
  });

  test('of a site serves the listed page and says so to its browser', async () => {
    const headers = { origin: 'https://shop.example' };
    for (const route of of('site')) {
      const reply = await call(route, site.id, { headers });
      assert.ok(!['origin', 'site', 'site_key'].includes(reply.json?.code), reply.text);
      assert.equal(reply.headers.get('access-control-allow-origin'), headers.origin);
      assert.match(reply.headers.get('vary') ?? '', /^Origin/);
      assert.equal(
        reply.headers.get('access-control-expose-headers'),
        'retry-after, ratelimit, ratelimit-policy, x-voice, etag, x-request-id',
      );
      assert.equal(reply.headers.get('access-control-allow-credentials'), null);
    }
  });

  test('visitor routes answer preflights by the same list', async () => {
    for (const route of of('site')) {
      const target = route.path.replace(':site', site.id);
      const preflight = (origin: string, path = target) =>
        ask(server, 'OPTIONS', path, {
          headers: { origin, 'access-control-request-method': route.method },
        });
      const served = await preflight('https://shop.example');
      assert.equal(served.status, 204);
      const cors = (name: string) => served.headers.get(`access-control-${name}`);
      assert.equal(cors('allow-origin'), 'https://shop.example');
      assert.ok(cors('allow-methods')?.split(', ').includes(route.method));
      assert.equal(cors('allow-headers'), 'content-type, x-site-key, x-visitor');
      assert.equal(cors('max-age'), '7200');
      assert.equal(cors('allow-credentials'), null);
      assert.equal(served.headers.get('vary'), 'Origin');

      const refused = await preflight('https://evil.example');
      assertRefused(refused, 403, 'origin', route.path);
      assert.equal(refused.headers.get('access-control-allow-origin'), null);
      assert.equal(refused.headers.get('vary'), 'Origin');
      // The call itself is refused, and the page can read why.
      const absent = await preflight('https://evil.example', target.replace(site.id, 'absent'));
      assert.equal(absent.status, 204);
    }
  });

  test('visitor routes refuse a key that is not current, however it is sent', async () => {
    const old = 'pk_0000000000000000000000';
    const ways = (key: string) => [
      { query: `?key=${key}` },
      { headers: { 'x-site-key': key } },
      { key },
    ];
    for (const route of of('site')) {
      for (const way of ways(old))
        assertRefused(await call(route, stranger.id, way), 401, 'site_key', route.path);
      for (const way of ways(stranger.key))
        assert.notEqual((await call(route, stranger.id, way)).json?.code, 'site_key', route.path);
      // The key of another site is refused, too.
      assertRefused(await call(route, stranger.id, { key: site.key }), 401, 'site_key', route.path);
    }
  });
});
