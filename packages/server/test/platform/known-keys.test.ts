/** A key that was sent before is checked as it is now: nothing that was remembered of it outlives a change. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAuthenticator } from '../../src/access/authenticator.ts';
import { createKey, revokeKey, rotateKey } from '../../src/access/keys.ts';
import { renameOwner } from '../../src/access/owners.ts';
import { endKeysOfMember } from '../../src/store/keys.ts';
import { deleteOwner, endKeysOf } from '../../src/store/owners.ts';
import { findResource, type ResourceRow } from '../../src/store/platform/resources.ts';
import { type Query, type Store, sql } from '../../src/store/store.ts';
import {
  ask,
  engines,
  newResource,
  openServer,
  resources,
  serverOfSuite,
} from '../fixtures/server.ts';
import { newPepper } from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';

for (const engine of engines)
  describe(`keys that were sent before, on ${engine}`, () => {
    const { server } = serverOfSuite(engine);
    const ring = () => server.installation.keyring;
    const statusWith = async (key: string) => (await ask(server, 'GET', resources, { key })).status;

    const ends: { readonly [what: string]: (key: EndedKey) => Promise<unknown> } = {
      revoked: ({ id }) => revokeKey(ring(), id),
      'rotated without a grace period': ({ id }) => rotateKey(ring(), id, 0),
      'rotated, and its grace period is over': async ({ id }) => {
        await rotateKey(ring(), id, 60_000);
        server.clock.advance(61_000);
      },
      'ended with the member who made it': ({ memberId }) =>
        ring().store.write((tx) => endKeysOfMember(tx, memberId, ring().clock())),
      'ended with all keys of its owner': ({ ownerId }) =>
        ring().store.write((tx) => endKeysOf(tx, ownerId, ring().clock())),
      'deleted with its owner': ({ ownerId }) =>
        ring().store.write((tx) => deleteOwner(tx, ownerId)),
    };
    for (const [what, end] of Object.entries(ends))
      test(`the very next request sees that the key was ${what}`, async () => {
        const made = await keyOfMember();
        for (let times = 0; times < 3; times += 1) assert.equal(await statusWith(made.key), 200);
        await end(made);
        for (let times = 0; times < 2; times += 1) assert.equal(await statusWith(made.key), 401);
      });

    test('a key made by a session ends with the key of that session', async () => {
      const parent = await keyOfMember();
      const child = await createKey(ring(), { ...wanted(parent.ownerId), parentId: parent.id });
      assert.equal(await statusWith(child.key), 200);
      await revokeKey(ring(), parent.id);
      assert.equal(await statusWith(child.key), 401);
    });

    test('the new name of an owner is known at once', async () => {
      const { key, ownerId } = await keyOfMember();
      const authenticate = createAuthenticator(ring());
      await authenticate(`Bearer ${key}`);
      await renameOwner(ring(), ownerId, `renamed ${ownerId}`);
      assert.equal((await authenticate(`Bearer ${key}`)).ownerName, `renamed ${ownerId}`);
    });

    test('a request that has read the key before it is revoked does not keep it valid', async () => {
      const { id, key } = await keyOfMember();
      const revoked = Promise.withResolvers<void>();
      const { store } = ring();
      const late: Store = {
        ...store,
        get: async <Row>(query: Query) => {
          const row = await store.get<Row>(query);
          await revoked.promise;
          return row;
        },
      };
      const authenticate = createAuthenticator({ ...ring(), store: late });
      const before = authenticate(`Bearer ${key}`);
      await revokeKey(ring(), id);
      revoked.resolve();
      assert.equal((await before).keyId, id);
      await assert.rejects(authenticate(`Bearer ${key}`), { code: 'unauthorized' });
    });

    test('a resource that is read with its key is as it is now, and only for a key that may read it', async () => {
      const owner = await server.newOwner();
      const { key } = await owner.newKey(['*']);
      const { id } = await newResource(server, key, 'work');
      const path = `${resources}/${id}`;
      const read = (by: string) => ask(server, 'GET', path, { key: by });
      const authenticate = createAuthenticator(ring());
      const { resourceAsRead } = await authenticate(`Bearer ${key}`, undefined, id);
      const row = await findResource(ring().store, owner.id, id);
      const isRead = engine === 'postgres';
      assert.equal(resourceAsRead !== undefined, isRead);
      for (const [name, value] of Object.entries(isRead ? (row ?? {}) : {}))
        assert.equal(resourceAsRead?.[name as keyof ResourceRow], value, name);
      for (const name of ['first “name”', 'second \\ name']) {
        await ask(server, 'PATCH', path, { key, body: { action: 'rename', name } });
        assert.equal((await read(key)).json.name, name);
      }
      const stranger = await (await server.newOwner()).newKey(['*']);
      assert.equal((await read(stranger.key)).status, 404);
      const other = await newResource(server, key, 'work');
      const only = await createKey(ring(), { ...wanted(owner.id), resources: [other.id] });
      assert.equal((await read(only.key)).status, 404);
      const narrow = await createKey(ring(), { ...wanted(owner.id), scopes: ['data'] });
      assert.equal((await read(narrow.key)).status, 403);
      await ask(server, 'DELETE', path, { key });
      assert.equal((await read(key)).status, 404);
    });

    interface EndedKey {
      readonly id: string;
      readonly key: string;
      readonly ownerId: string;
      readonly memberId: string;
    }

    async function keyOfMember(): Promise<EndedKey> {
      const owner = await server.newOwner();
      const memberId = ring().makeId('member');
      const { id, key } = await createKey(ring(), wanted(owner.id));
      await ring().store.write((tx) =>
        tx.run(sql`UPDATE keys SET member_id = ${memberId} WHERE id = ${id}`),
      );
      return { id, key, ownerId: owner.id, memberId };
    }
  });

test('a key that another server revokes is refused by the very next request', async (t) => {
  const pepper = { BARAZA_PEPPER_FILE: newPepper(t) };
  const environment = { DATABASE_URL: await createMigratedDatabase(), ...pepper };
  const here = await openServer('postgres', { environment });
  const there = await openServer('postgres', { environment });
  const owner = await here.newOwner();
  for (let times = 0; times < 5; times += 1) {
    const { id, key } = await owner.newKey(['*']);
    for (const server of [here, there])
      assert.equal((await ask(server, 'GET', resources, { key })).status, 200);
    await there.revoke(id);
    assert.equal((await ask(here, 'GET', resources, { key })).status, 401);
  }
  await there.close();
  await here.close();
});

function wanted(owner: string) {
  return { owner, name: 'a key', scopes: ['*'], expiresInMs: null };
}
