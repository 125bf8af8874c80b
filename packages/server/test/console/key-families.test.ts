import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs, limits, minuteMs } from '@baraza/contract';
import { createKey, listRecentKeys, revokeKey, rotateKey } from '../../src/access/keys.ts';
import { sql } from '../../src/store/store.ts';
import { ask, engines } from '../fixtures/server.ts';
import { consoleOfSuite } from './console-server.ts';

const keys = '/console/keys';

for (const engine of engines)
  describe(`keys that a key made, on ${engine}`, () => {
    const server = consoleOfSuite(engine);

    const family = async () => {
      const { platformServer: platform } = server.siteServer;
      const owner = await platform.newOwner();
      const parent = await owner.newKey(['*']);
      const session = await server.signIn({ credential: parent.key });
      const child = await session.call('POST', keys, {
        type: 'platform',
        name: 'child',
        scopes: ['*'],
      });
      assert.equal(child.status, 201);
      const statusOf = async (key: string) =>
        (await ask(server, 'GET', '/api/platform/resources', { key })).status;
      assert.equal(await statusOf(child.json.key), 200);
      return { server, platform, owner, parent, session, child: child.json, statusOf };
    };

    test('they end with it, whatever ends it', async () => {
      const revoked = await family();
      await revokeKey(revoked.server.console.keyring, revoked.parent.id);
      assert.equal(await revoked.statusOf(revoked.child.key), 401);
      const rotated = await family();
      await rotateKey(rotated.server.console.keyring, rotated.parent.id, 0);
      assert.equal(await rotated.statusOf(rotated.child.key), 401);
      const graced = await family();
      await rotateKey(graced.server.console.keyring, graced.parent.id, minuteMs);
      assert.equal(await graced.statusOf(graced.child.key), 200);
      graced.platform.clock.advance(minuteMs + 1);
      assert.equal(await graced.statusOf(graced.child.key), 401);
    });

    test('what replaces another key by its session ends with it too', async () => {
      const { server, owner, parent, session, child, statusOf } = await family();
      const peer = await owner.newKey(['data:read']);
      const next = await session.call('POST', `${keys}/${peer.id}/rotate`, {});
      const again = await session.call('POST', `${keys}/${child.id}/rotate`, {});
      assert.deepEqual([next.status, again.status], [201, 201]);
      await revokeKey(server.console.keyring, parent.id);
      assert.deepEqual([await statusOf(next.json.key), await statusOf(again.json.key)], [401, 401]);
    });

    test('they make and end no others, and replace themselves without a grace', async () => {
      const { server, owner, parent, child, statusOf } = await family();
      const { view, call } = await server.signIn({ credential: child.key });
      assert.equal(view.json.can.keys, false);
      const peer = await owner.newKey(['data:read']);
      const make = await call('POST', keys, { type: 'platform', name: 'x', scopes: ['data'] });
      assert.equal(make.status, 403);
      assert.equal((await call('DELETE', `${keys}/${peer.id}`)).status, 403);
      const rotate = `${keys}/${child.id}/rotate`;
      assert.equal((await call('POST', rotate, { graceMinutes: 5 })).status, 403);
      const next = await call('POST', rotate, {});
      assert.equal(await statusOf(next.json.key), 200);
      await revokeKey(server.console.keyring, parent.id);
      assert.equal(await statusOf(next.json.key), 401);
    });

    test('an owner has a number of valid keys, and is shown those that matter', async () => {
      const { server, owner } = await family();
      const { keyring } = server.console;
      const { store, clock } = keyring;
      const row = (at: number) =>
        sql`INSERT INTO keys (id, owner_id, type, public, hash, name, scopes, created_at)
          VALUES (${`${owner.id}${at}`}, ${owner.id}, 'platform', ${`${owner.id}${at}`},
            ${`${owner.id}${at}`}, 'many', '["data"]', ${clock()})`;
      await store.write(async (tx) => {
        for (let at = 0; at < limits.liveKeysPerOwnerMax - 3; at += 1) await tx.run(row(at));
      });
      const wanted = { owner: owner.id, name: 'k', scopes: ['data'], expiresInMs: null };
      await assert.rejects(createKey(keyring, wanted), { code: 'quota' });
      const old = `${owner.id}0`;
      await revokeKey(keyring, old);
      const last = await createKey(keyring, wanted);
      const isListed = async (id: string) =>
        (await listRecentKeys(keyring, owner.id)).some((key) => key.id === id);
      assert.equal((await listRecentKeys(keyring, owner.id)).length, limits.keysListedMax);
      assert.ok(await isListed(last.id));
      for (let at = 1; at < 10; at += 1) await revokeKey(keyring, `${owner.id}${at}`);
      server.siteServer.clock.advance(90 * dayMs + 1);
      assert.deepEqual([await isListed(old), await isListed(last.id)], [false, true]);
    });
  });
