import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { minuteMs, sessionListSchema } from '@baraza/contract';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { consoleOfSuite } from './console-server.ts';

const sessions = '/console/sessions';

describe('where somebody is signed in', () => {
  const server = consoleOfSuite();

  test('an owner sees all sessions, ends one of them, and all others with unused links', async () => {
    const owner = await server.siteServer.newOwner();
    const own = await server.signIn({ credential: owner.credential });
    server.siteServer.clock.advance(10);
    const second = await server.signIn({ credential: owner.credential });
    server.siteServer.clock.advance(10);
    const third = await server.signIn({ link: await server.newLink(owner.id) });
    const { json } = await own.call('GET', sessions);
    assert.deepEqual(sessionListSchema.parse(json), json);
    assert.deepEqual(fieldsOf(json.sessions, 'kind', 'current'), [
      ['link', false],
      ['owner', false],
      ['owner', true],
    ]);
    const ended = await own.call('DELETE', `${sessions}/${json.sessions[1].id}`);
    assert.deepEqual([ended.status, ended.json], [200, { ended: 1, links: 0 }]);
    assert.equal((await second.call('GET', sessions)).status, 401);
    assert.equal((await own.call('DELETE', `${sessions}/${json.sessions[1].id}`)).status, 404);
    const unused = await server.newLink(owner.id);
    const others = await own.call('DELETE', sessions);
    assert.deepEqual(others.json, { ended: 1, links: 1 });
    assert.equal((await third.call('GET', sessions)).status, 401);
    assert.equal((await server.signIn({ link: unused })).view.status, 401);
    assert.equal((await own.call('GET', sessions)).json.sessions.length, 1);
    const out = await own.call('DELETE', `${sessions}/${json.sessions[2].id}`);
    assert.match(out.headers.get('set-cookie') ?? '', /Max-Age=0/);
    assert.equal((await own.call('GET', sessions)).status, 401);
  });

  test('sessions of other owners are absent, and to a key those of other credentials', async () => {
    const { platformServer: platform } = server.siteServer;
    const owner = await platform.newOwner();
    const byLink = await server.signIn({ link: await server.newLink(owner.id) });
    const byKey = await server.signIn({ credential: owner.key });
    const strangers = await server.siteServer.newOwner();
    const foreign = await server.signIn({ credential: strangers.credential });
    const idOf = async ({ call }: typeof byKey) =>
      (await call('GET', sessions)).json.sessions.find(({ current }: never) => current).id;
    assert.equal((await byKey.call('GET', sessions)).json.sessions.length, 1);
    const unused = await server.newLink(owner.id);
    assert.deepEqual((await byKey.call('DELETE', sessions)).json, { ended: 0, links: 0 });
    for (const id of [await idOf(byLink), await idOf(foreign)])
      assert.equal((await byKey.call('DELETE', `${sessions}/${id}`)).status, 404);
    assert.equal((await byLink.call('GET', sessions)).status, 200);
    assert.equal((await foreign.call('GET', sessions)).status, 200);
    assert.equal((await server.signIn({ link: unused })).view.status, 200);
  });

  test('when a session was last used is written down now and then', async () => {
    const owner = await server.siteServer.newOwner();
    const { call } = await server.signIn({ credential: owner.credential });
    const seen = async () => (await call('GET', sessions)).json.sessions[0].lastSeenAt;
    const first = await seen();
    server.siteServer.clock.advance(6 * minuteMs);
    // No request waits until it is written.
    for (let tries = 0; tries < 200 && (await seen()) === first; tries += 1);
    assert.ok((await seen()) > first);
  });

  test('a new link of an operator cancels those that the owner has not used', async () => {
    const owner = await server.siteServer.newOwner();
    const operator = await server.siteServer.newOwner();
    const { call } = await server.signIn({ link: await server.newLink(operator.id, true) });
    const invite = async () => {
      const { json } = await call('POST', `/console/operator/owners/${owner.id}/invite`, {});
      return json.url.split('/#/enter/')[1] as string;
    };
    const [first, second] = [await invite(), await invite()];
    assert.equal((await server.signIn({ link: first })).view.status, 401);
    assert.equal((await server.signIn({ link: second })).view.status, 200);
  });

  test('an id with a zero byte is absent, whichever store is asked', async () => {
    const owner = await server.siteServer.newOwner();
    const { call } = await server.signIn({ link: await server.newLink(owner.id, true) });
    for (const [method, path, body] of [
      ['DELETE', '/console/keys/%00', undefined],
      ['POST', '/console/keys/a%00/rotate', {}],
      ['POST', '/console/operator/owners/%00/invite', {}],
      ['DELETE', '/console/operator/nodes/%00', undefined],
      ['GET', '/console/sites/demo%00', undefined],
      ['GET', '/console/platform/resources/%00', undefined],
      ['DELETE', '/console/sessions/%00', undefined],
    ] as const)
      assert.equal((await call(method, path, body)).status, 404, `${method} ${path}`);
  });
});
