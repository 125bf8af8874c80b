import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { dayMs, minuteMs } from '@baraza/contract';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask, newResource } from '../fixtures/server.ts';
import { consoleOfSuite } from './console-server.ts';

const keys = '/console/keys';

describe('keys in the console', () => {
  const server = consoleOfSuite('sqlite');
  // Sign-ins are limited by the minute.
  beforeEach(() => server.siteServer.clock.advance(minuteMs));

  test('an owner makes, lists, rotates and ends them; the text is shown once', async () => {
    const owner = await server.siteServer.newOwner();
    const { call } = await server.signIn({ credential: owner.credential });
    const wanted = { type: 'platform', name: 'website', scopes: ['data:read'], expiresInDays: 90 };
    const made = await call('POST', keys, wanted);
    assert.equal(made.status, 201);
    assert.match(made.json.key, /^rpk_/);
    const use = (key: string) => ask(server, 'GET', '/api/platform/resources', { key });
    assert.equal((await use(made.json.key)).status, 200);
    const second = await call('POST', keys, { type: 'owner', name: 'phone' });
    assert.match(second.json.key, /^osk_/);
    const { json, text } = await call('GET', keys);
    assert.deepEqual(fieldsOf(json.keys, 'name', 'type', 'isOwn'), [
      ['owner', 'owner', true],
      ['website', 'platform', false],
      ['phone', 'owner', false],
    ]);
    assert.doesNotMatch(text, /rpk_|osk_|hash/);
    const rotated = await call('POST', `${keys}/${made.json.id}/rotate`, { graceMinutes: 0 });
    assert.equal(rotated.status, 201);
    assert.deepEqual(
      [(await use(made.json.key)).status, (await use(rotated.json.key)).status],
      [401, 200],
    );
    const ended = await call('DELETE', `${keys}/${rotated.json.id}`);
    assert.notEqual(ended.json.revokedAt, null);
    assert.equal((await use(rotated.json.key)).status, 401);
  });

  test('a session never has more than its key, and makes nothing that has', async () => {
    const { platformServer: platform } = server.siteServer;
    const owner = await platform.newOwner();
    const resource = await newResource(platform, owner.key, 'data');
    const other = await newResource(platform, owner.key, 'data');
    const key = await owner.newKey(['data:read', 'storage'], 10 * dayMs, [resource.id]);
    const { view, call } = await server.signIn({ credential: key.key });
    assert.deepEqual(view.json.can, { platform: true, sites: false, keys: false });
    const records = `/console/platform/resources/${resource.id}/records`;
    assert.equal((await call('GET', records)).status, 200);
    assert.equal((await call('POST', records, { a: 1 })).status, 403);
    assert.equal((await call('GET', `/console/platform/resources/${other.id}`)).status, 404);
    for (const path of ['/console/sites', '/console/sites/demo'])
      assert.deepEqual(
        [(await call('GET', path)).status, (await call('GET', path)).json.code],
        [403, 'scope'],
      );
    const peer = await owner.newKey(['data:read'], dayMs, [resource.id]);
    const { keys: shown } = (await call('GET', keys)).json;
    assert.deepEqual(fieldsOf(shown, 'id'), [key.id, peer.id]);
    for (const [method, path, body] of [
      ['POST', keys, { type: 'platform', name: 'more', scopes: ['data:read'] }],
      ['POST', keys, { type: 'owner', name: 'more' }],
      ['POST', `${keys}/${peer.id}/rotate`, {}],
      ['DELETE', `${keys}/${peer.id}`, undefined],
    ] as const) {
      const reply = await call(method, path, body);
      assert.deepEqual([reply.status, reply.json.code], [403, 'scope'], `${method} ${path}`);
    }
    assert.equal((await call('DELETE', `${keys}/${key.id}`)).status, 200);
    assert.equal((await call('GET', keys)).status, 401);
  });

  test('keys with more rights, and those of other owners, are absent to a session of a key', async () => {
    const { platformServer: platform } = server.siteServer;
    const owner = await platform.newOwner();
    const strangers = await platform.newOwner();
    const wide = await owner.newKey(['*']);
    const foreign = await strangers.newKey(['data:read']);
    const narrow = await owner.newKey(['data']);
    const lasting = await owner.newKey(['data:read']);
    const passing = await owner.newKey(['data'], 5 * dayMs);
    const { call } = await server.signIn({ credential: narrow.key });
    for (const { id } of [wide, foreign])
      for (const [method, path] of [
        ['DELETE', `${keys}/${id}`],
        ['POST', `${keys}/${id}/rotate`],
      ] as const) {
        const reply = await call(method, path, method === 'POST' ? {} : undefined);
        assert.deepEqual(
          [reply.status, reply.json.error],
          [404, `There is no key ${id}; see keys list.`],
        );
      }
    assert.equal((await call('DELETE', `${keys}/${lasting.id}`)).status, 403);
    const short = await server.signIn({ credential: passing.key });
    platform.clock.advance(4 * dayMs);
    const again = await server.signIn({ credential: passing.key });
    const rotated = await again.call('POST', `${keys}/${passing.id}/rotate`, {});
    assert.equal(rotated.status, 201);
    // With its own five days it would outlive the key that asked for it.
    assert.ok(Date.parse(rotated.json.expiresAt) <= platform.platform.clock() + dayMs);
    for (const { call: over } of [short, again])
      assert.equal((await over('GET', '/console/session')).status, 401);
  });

  test('the key that the console itself works with is nowhere to be seen or ended', async () => {
    const owner = await server.siteServer.newOwner();
    const { call, view } = await server.signIn({ link: await server.newLink(owner.id) });
    await call('POST', '/console/platform/resources', {
      service: 'data',
      kind: 'Collection',
      name: 'x',
    });
    const { json } = await call('GET', '/console/platform/resources');
    const { keyId, name } = json.activity[0].actor;
    assert.equal(name, view.json.member.name);
    assert.ok((await call('GET', keys)).json.keys.every(({ id }: never) => id !== keyId));
    assert.equal((await call('DELETE', `${keys}/${keyId}`)).status, 404);
    assert.equal((await call('POST', `${keys}/${keyId}/rotate`, {})).status, 404);
  });
});
