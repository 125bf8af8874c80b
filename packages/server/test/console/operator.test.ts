import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { consoleRouteGroups } from '../../src/console/route-groups.ts';
import { type Browser, consoleOfSuite } from './console-server.ts';

const operator = '/console/operator';

describe('the operator in the console', () => {
  const server = consoleOfSuite('sqlite');
  let call: Browser['call'];
  before(async () => {
    const owner = await server.siteServer.newOwner();
    const signedIn = await server.signIn({ link: await server.newLink(owner.id, true) });
    assert.equal(signedIn.view.json.operator, true);
    call = signedIn.call;
  });

  test('nobody else reaches any of it, however they signed in', async () => {
    const owner = await server.siteServer.newOwner();
    const platformOwner = await server.siteServer.platformServer.newOwner();
    const routes = consoleRouteGroups(server.console)
      .flatMap((group) => group.routes)
      .filter((route) => route.path.startsWith(operator));
    assert.ok(routes.length >= 15);
    for (const way of [
      { link: await server.newLink(owner.id) },
      { credential: owner.credential },
      { credential: platformOwner.key },
    ]) {
      const { call } = await server.signIn(way);
      for (const { method, path: place } of routes) {
        const reply = await call(
          method,
          place.replaceAll(/:\w+/g, 'x'),
          method === 'GET' ? undefined : {},
        );
        assert.deepEqual([reply.status, reply.json.code], [403, 'scope'], `${method} ${place}`);
      }
    }
  });

  test('makes an owner with a site, and a link by which that owner comes in, once', async () => {
    const made = await call('POST', `${operator}/owners`, { name: 'Mama Asha' });
    assert.equal(made.status, 201);
    const invited = await call('POST', `${operator}/owners/${made.json.id}/invite`, {
      site: 'asha',
    });
    assert.equal(invited.status, 201);
    const [, link = ''] = invited.json.url.split('/#/enter/');
    const asha = await server.signIn({ link });
    assert.deepEqual(
      [asha.view.json.owner.name, asha.view.json.operator, asha.view.json.isNew],
      ['Mama Asha', false, true],
    );
    assert.deepEqual(
      asha.view.json.sites.map(({ id }: never) => id),
      ['asha'],
    );
    const theirs = await call('POST', `${operator}/owners/${made.json.id}/invite`, {
      site: 'asha',
    });
    assert.equal(theirs.status, 201);
    const { owners } = (await call('GET', `${operator}/owners`)).json;
    assert.ok(owners.some(({ name }: never) => name === 'Mama Asha'));
    const other = await call('POST', `${operator}/owners`, { name: 'Juma' });
    const taken = await call('POST', `${operator}/owners/${other.json.id}/invite`, {
      site: 'asha',
    });
    assert.equal(taken.status, 409);
  });

  test('sees all sites, and changes their plans and whether they rest', async () => {
    const site = await server.siteServer.newSite();
    const path_ = `${operator}/sites/${site.id}`;
    assert.deepEqual((await call('PATCH', path_, { plan: 'basic' })).json, {
      id: site.id,
      plan: 'basic',
    });
    assert.equal((await call('PATCH', path_, { paused: true })).json.status, 'paused');
    assert.equal((await call('PATCH', path_, { plan: 'none' })).status, 400);
    assert.equal((await call('PATCH', path_, {})).status, 400);
    const { sites } = (await call('GET', `${operator}/sites`)).json;
    const found = sites.find(({ id }: never) => id === site.id);
    assert.deepEqual([found.plan, found.status, found.key], ['basic', 'paused', undefined]);
    const { plans } = (await call('GET', `${operator}/plans`)).json;
    assert.ok(plans.some(({ name, questions }: never) => name === 'free' && questions === 500));
    const made = await call('POST', `${operator}/sites`, { site: 'new-one', owner: site.owner.id });
    assert.deepEqual([made.status, made.json.id], [201, 'new-one']);
  });

  test('authorises a node and ends its grant', async () => {
    const made = await call('POST', `${operator}/nodes`, {
      origin: 'https://node.example',
      days: 3,
    });
    assert.equal(made.status, 201);
    const { nodes } = (await call('GET', `${operator}/nodes`)).json;
    assert.deepEqual([nodes[0].origin, nodes[0].revokedAt], ['https://node.example', null]);
    const ended = await call('DELETE', `${operator}/nodes/${made.json.jti}`);
    assert.equal(ended.json.jti, made.json.jti);
  });

  test('takes one backup at a time and has it read; one that is damaged is told so', async () => {
    const begun = await call('POST', `${operator}/backups`);
    assert.equal(begun.status, 202);
    const again = await call('POST', `${operator}/backups`);
    const list = await untilIdle(call);
    // The first may have ended before the second came.
    assert.ok(again.status === 409 || list.backups.length === 2);
    assert.equal(list.failed, null);
    const [{ name, bytes, verified, takenAt }] = list.backups;
    assert.match(takenAt, /\.\d{3}Z$/);
    assert.deepEqual([bytes > 0, verified], [true, null]);
    const read = await call('POST', `${operator}/backups/${name}/verify`);
    assert.equal(read.status, 202);
    const checked = await untilIdle(call);
    assert.equal(checked.failed, null);
    const same = checked.backups.find(({ name: one }: never) => one === name);
    assert.deepEqual([same.name, same.verified.error], [name, null]);
    const broken = path.join(list.folder, 'broken.backup');
    writeFileSync(broken, 'no backup');
    await call('POST', `${operator}/backups/broken.backup/verify`);
    const told = (await untilIdle(call)).backups.find(
      ({ name: one }: never) => one === 'broken.backup',
    );
    assert.match(told.verified.error, /is no backup of Baraza/);
    for (const absent of ['nothing.backup', '..%2Fpepper', 'verified.json'])
      assert.equal((await call('POST', `${operator}/backups/${absent}/verify`)).status, 404);
    assert.ok(readdirSync(list.folder).every((one) => !one.endsWith('.part')));
  });

  test('sees how the server is', async () => {
    const { json } = await call('GET', operator);
    assert.deepEqual([json.engines.store, json.role, json.health], ['sqlite', 'operator', null]);
    assert.ok(json.memory.rss > 0);
  });
});

async function untilIdle(call: Browser['call']) {
  for (;;) {
    const { json } = await call('GET', `${operator}/backups`);
    if (json.running === null) return json;
  }
}
