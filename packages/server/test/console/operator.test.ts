import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { consoleRouteGroups } from '../../src/console/route-groups.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { type Browser, consoleOfSuite, ownPage } from './console-server.ts';

const operator = '/console/operator';

describe('the operator in the console', () => {
  const server = consoleOfSuite('sqlite');
  let call: Browser['call'];
  let cookie: string;
  before(async () => {
    const owner = await server.siteServer.newOwner();
    const signedIn = await server.signIn({ link: await server.newLink(owner.id, true) });
    assert.equal(signedIn.view.json.operator, true);
    ({ call, cookie } = signedIn);
  });

  test('only operators reach these routes, however others signed in', async () => {
    const owner = await server.siteServer.newOwner();
    const platformOwner = await server.siteServer.platformServer.newOwner();
    const routes = consoleRouteGroups(server.console)
      .flatMap((group) => group.routes)
      .filter((route) => route.path.startsWith(operator));
    assert.ok(routes.length >= 21);
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
    assert.deepEqual(fieldsOf(asha.view.json.sites, 'id'), ['asha']);
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

  test('takes one backup at a time and verifies it; a damaged one is reported', async () => {
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
    const damaged = (await untilIdle(call)).backups.find(
      ({ name: one }: never) => one === 'broken.backup',
    );
    assert.match(damaged.verified.error, /is not a backup of Baraza/);
    for (const absent of ['nothing.backup', '..%2Fpepper', 'verified.json'])
      assert.equal((await call('POST', `${operator}/backups/${absent}/verify`)).status, 404);
    assert.ok(readdirSync(list.folder).every((one) => !one.endsWith('.part')));
  });

  test('downloads a backup byte by byte, whole or in ranges; no other file', async () => {
    await call('POST', `${operator}/backups`);
    const { backups, folder } = await untilIdle(call);
    const [{ name, bytes }] = backups;
    const file = readFileSync(path.join(folder, name));
    const place = `${operator}/backups/${name}/download`;
    const get = (headers: { readonly [name: string]: string } = {}, method = 'GET') =>
      fetch(`${server.url}${place}`, { method, headers: { ...ownPage, cookie, ...headers } });
    const whole = await get();
    assert.deepEqual(
      ['content-length', 'accept-ranges', 'content-disposition'].map((one) =>
        whole.headers.get(one),
      ),
      [String(bytes), 'bytes', `attachment; filename="${name}"`],
    );
    assert.ok(Buffer.from(await whole.arrayBuffer()).equals(file));
    const part = await get({ range: 'bytes=100-' });
    assert.deepEqual(
      [part.status, part.headers.get('content-range')],
      [206, `bytes 100-${bytes - 1}/${bytes}`],
    );
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(file.subarray(100)));
    const head = await get({}, 'HEAD');
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes)]);
    mkdirSync(path.join(folder, 'folder.backup'));
    for (const absent of [
      'nothing.backup',
      '..%2Fpepper',
      '..%2Fbaraza.db',
      'verified.json',
      'folder.backup',
      '%00',
    ])
      assert.equal(
        (await call('GET', `${operator}/backups/${absent}/download`)).status,
        404,
        absent,
      );
    const foreign = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await get(foreign)).status, 403);
    const nobody = await fetch(`${server.url}${place}`, { headers: ownPage });
    assert.equal(nobody.status, 401);
  });

  test('sets when backups are taken, and learns how one is restored', async () => {
    const place = `${operator}/backups/schedule`;
    const list = async () => (await call('GET', `${operator}/backups`)).json;
    assert.equal((await list()).schedule, null);
    const wanted = { time: '02:30', timeZone: 'Africa/Nairobi', keep: 7 };
    const saved = await call('PUT', place, wanted);
    assert.deepEqual(
      [saved.status, saved.json.schedule],
      [200, { ...wanted, nextAt: saved.json.schedule.nextAt }],
    );
    assert.match(saved.json.schedule.nextAt, /T23:30:00\.000Z$/);
    const { schedule, restore } = await list();
    assert.deepEqual(schedule, saved.json.schedule);
    const { folder } = server.siteServer.platformServer;
    assert.match(
      restore.command,
      new RegExp(`^BARAZA_DATA=${folder} node .*/bin/baraza\\.mjs restore$`),
    );
    for (const wrong of [
      { time: '25:00' },
      { time: '2:30' },
      { time: 5 },
      { keep: 7 },
      { time: '02:30', keep: 0 },
      { time: '02:30', keep: 1.5 },
      { time: '02:30', timeZone: 'Mars/Base' },
    ])
      assert.equal((await call('PUT', place, wrong)).status, 400, JSON.stringify(wrong));
    assert.equal((await call('PUT', place, { time: null })).json.schedule, null);
    assert.equal((await list()).schedule, null);
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
