import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consoleRouteGroups } from '../../src/console/route-groups.ts';
import { ask, form, newResource } from '../fixtures/server.ts';
import { consoleOfSuite, openConsoleServer, ownPage } from './console-server.ts';

describe('the mirrors of the console', () => {
  const server = consoleOfSuite('sqlite');

  test('every route for a key and every route for an owner is there once more, with its own policy', async () => {
    const { platformServer: platform, routes } = server.siteServer;
    const mirrored = new Map(
      consoleRouteGroups(server.console)
        .flatMap((group) => group.routes)
        .map((route) => [`${route.method} ${route.path}`, route]),
    );
    const wanted = [
      ...platform.routes
        .filter(({ policy }) => policy.credential === 'key')
        .map((route) => ({
          route,
          path: route.path.replace('/api/platform', '/console/platform'),
        })),
      ...routes
        .filter(({ policy }) => policy.credential === 'owner')
        .map((route) => ({ route, path: route.path.replace('/v1/admin/sites', '/console/sites') })),
    ];
    assert.ok(wanted.length > 50);
    for (const { route, path } of wanted) {
      const mirror = mirrored.get(`${route.method} ${path}`);
      assert.ok(mirror !== undefined, `${route.method} ${path} is not mirrored`);
      assert.deepEqual(mirror.policy, { ...route.policy, credential: 'session' });
      assert.deepEqual(Object.keys(mirror.answers), Object.keys(route.answers));
      assert.equal(mirror.limit === undefined, route.limit === undefined);
    }
  });

  test('resources, uploads and sites are reached by the session, each in its own words', async () => {
    const owner = await server.siteServer.newOwner();
    const site = await owner.newSite({ business: 'Duka la Asha' });
    const { call } = await server.signIn({ credential: owner.credential });
    const made = await call('POST', '/console/platform/resources', {
      service: 'storage',
      kind: 'Bucket',
      name: 'papers',
    });
    assert.equal(made.status, 201);
    const upload = await call(
      'POST',
      `/console/platform/storage/${made.json.id}`,
      form({ bytes: 'habari', name: 'a.txt' }, { key: 'a.txt' }),
    );
    assert.equal(upload.status, 201);
    const got = await call('GET', `/console/platform/storage/${made.json.id}?key=a.txt`);
    assert.deepEqual([got.status, got.text], [200, 'habari']);
    const one = await call('GET', `/console/sites/${site.id}`);
    assert.deepEqual(
      [one.status, one.json.profile.business],
      [200, (await site.asOwner('GET', '')).json.profile.business],
    );
    const none = await call('GET', '/console/sites/nobody');
    assert.deepEqual(
      [none.status, none.json.code, typeof none.json.request_id],
      [404, 'site', 'string'],
    );
    const noPath = await call('GET', '/console/platform/nothing');
    assert.deepEqual([noPath.status, typeof noPath.json.requestId], [404, 'string']);
  });

  test('the same idempotency key gives the same answer again', async () => {
    const owner = await server.siteServer.newOwner();
    const { call } = await server.signIn({ credential: owner.credential });
    const body = { service: 'data', kind: 'Collection', name: 'once' };
    const again = { 'idempotency-key': 'one' };
    const first = await call('POST', '/console/platform/resources', body, again);
    const second = await call('POST', '/console/platform/resources', body, again);
    assert.deepEqual([first.status, second.json.id], [201, first.json.id]);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
  });

  test('without a session every path is 401, and a site of another owner is as absent as an unknown one', async () => {
    const site = await server.siteServer.newSite();
    const other = await server.siteServer.newOwner();
    const { call } = await server.signIn({ credential: other.credential });
    for (const path of [
      '/console/platform/resources',
      '/console/sites',
      `/console/sites/${site.id}`,
    ])
      assert.equal((await ask(server, 'GET', path, { headers: ownPage })).status, 401);
    const theirs = await call('GET', `/console/sites/${site.id}`);
    const nobodys = await call('GET', '/console/sites/nobody');
    assert.deepEqual([theirs.status, theirs.json.error], [404, nobodys.json.error]);
    const owner = await server.siteServer.platformServer.newOwner();
    const { id } = await newResource(server.siteServer.platformServer, owner.key, 'data');
    assert.equal((await call('GET', `/console/platform/resources/${id}`)).status, 404);
  });

  test('a credential in a header opens nothing here, and a cookie nothing elsewhere', async () => {
    const owner = await server.siteServer.newOwner();
    const key = owner.credential;
    const { cookie } = await server.signIn({ credential: key });
    assert.equal(
      (await ask(server, 'GET', '/console/sites', { key, headers: ownPage })).status,
      401,
    );
    const api = await ask(server, 'GET', '/api/platform/resources', { headers: { cookie } });
    assert.equal(api.status, 401);
  });

  test('without the site assistant its half is hidden', async (t) => {
    const server = await openConsoleServer('sqlite', { onlyPlatform: true });
    t.after(server.close);
    const owner = await server.siteServer.newOwner();
    const { view, call } = await server.signIn({ credential: owner.credential });
    const services = { platform: true, site: false, mail: false, signInMail: false };
    assert.deepEqual(view.json.services, services);
    assert.equal(view.json.can.sites, false);
    assert.equal((await call('GET', '/console/sites')).status, 404);
    assert.equal((await call('GET', '/console/platform/resources')).status, 200);
  });
});
