import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Access, limits, type Scope, type Service, scopes, services } from '@baraza/contract';
import { createAuthenticator } from '../../src/access/authenticator.ts';
import {
  createKey,
  createOwnerCredential,
  type Keyring,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../src/access/keys.ts';
import { hashSecret } from '../../src/access/secret.ts';
import { sql } from '../../src/store/store.ts';
import {
  ask,
  engines,
  form,
  newResource,
  resources,
  serverOfSuite,
  storage,
  type TestServer,
} from '../fixtures/server.ts';
import { eventually } from '../fixtures/server-process.ts';

const hour = 60 * 60_000;

for (const engine of engines)
  describe(`keys, on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine);
    let ring: Keyring;
    before(async () => {
      ring = server.installation.keyring;
    });

    const opens = async (key: string) =>
      (await ask(server, 'GET', resources, { key })).status === 200;
    const create = (expiresInMs: number | null = null, keyScopes: readonly string[] = ['*']) =>
      createKey(ring, { owner: owner.id, name: 'a key', scopes: keyScopes, expiresInMs });
    const view = async (id: string) => {
      const found = (await listKeys(ring, owner.id)).find((key) => key.id === id);
      assert.ok(found);
      return found;
    };

    test('the text of a key is nowhere in the database, only what a pepper makes of it', async () => {
      const issued = await create();
      const credential = await createOwnerCredential(ring, owner.id);
      const bucket = await newResource(server, issued.key, 'storage');
      await ask(server, 'POST', `${storage}/${bucket.id}`, {
        key: issued.key,
        body: form({ bytes: 'x' }),
        headers: { 'idempotency-key': 'k' },
      });
      const dump = await everything(server);
      assert.ok(dump.includes(issued.id) && dump.includes(bucket.id));
      for (const { key } of [issued, credential]) {
        assert.ok(dump.includes(hashSecret(ring.pepper, key)));
        assert.ok(!dump.includes(key));
        assert.ok(!dump.includes(key.split('_')[2] ?? key));
      }
      assert.ok(!dump.includes(ring.pepper.toString('utf8')));
      assert.ok(!JSON.stringify(await listKeys(ring, undefined)).includes(issued.key.slice(14)));
    });

    test('with another pepper no key of a database is valid', async () => {
      const { key } = await create();
      const authenticate = (pepper: Buffer) =>
        createAuthenticator({ ...ring, pepper })(`Bearer ${key}`);
      assert.equal((await authenticate(ring.pepper)).ownerId, owner.id);
      await assert.rejects(authenticate(Buffer.from('another pepper')), { code: 'unauthorized' });
    });

    test('a key is valid up to the exact moment of its expiry', async () => {
      const { key, expiresAt } = await create(hour);
      assert.ok(Math.abs(Date.parse(expiresAt ?? '') - ring.clock() - hour) < 10_000);
      server.clock.advance(hour - 30_000);
      assert.ok(await opens(key));
      server.clock.advance(60_000);
      assert.equal(await opens(key), false);
    });

    test('a revoked key is refused from the next request on, and stays in the list', async () => {
      const { id, key } = await create();
      assert.ok(await opens(key));
      const revoked = await revokeKey(ring, id);
      assert.equal(await opens(key), false);
      server.clock.advance(1_000);
      const again = await revokeKey(ring, id);
      assert.equal(again.revokedAt, revoked.revokedAt);
      assert.ok((await view(id)).revokedAt);
    });

    test('a key can be named by its public part', async () => {
      const { id, key } = await create();
      const publicPart = key.split('_')[1] ?? '';
      assert.equal((await view(id)).public, publicPart);
      assert.equal((await revokeKey(ring, publicPart)).id, id);
      await assert.rejects(revokeKey(ring, 'nobody'), /no key nobody/);
    });

    test('a rotated key ends at once and the new one has the same rights', async () => {
      const old = await create(10 * hour, ['data:read', 'work']);
      const rotated = await rotateKey(ring, old.id, 0);
      assert.equal(await opens(old.key), false);
      assert.ok(await opens(rotated.key));
      assert.deepEqual(rotated.scopes, ['data:read', 'work']);
      assert.notEqual(rotated.key, old.key);
      assert.ok(Math.abs(Date.parse(rotated.expiresAt ?? '') - ring.clock() - 10 * hour) < 10_000);
      assert.equal((await view(rotated.id)).name, 'a key');
      await assert.rejects(rotateKey(ring, old.id, 0), /ended already/);
    });

    test('with a grace period both keys are valid until its end', async () => {
      const old = await create();
      const rotated = await rotateKey(ring, old.id, hour);
      assert.ok((await opens(old.key)) && (await opens(rotated.key)));
      server.clock.advance(hour + 1_000);
      assert.equal(await opens(old.key), false);
      assert.ok(await opens(rotated.key));
      assert.equal((await view(rotated.id)).expiresAt, null);
    });

    test('a grace period never extends the life of a key', async () => {
      const old = await create(hour);
      await rotateKey(ring, old.id, 10 * hour);
      server.clock.advance(hour + 1_000);
      assert.equal(await opens(old.key), false);
    });

    test('of five rotations of one key at once one gives a new key', async () => {
      const old = await create();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 5 }, () => rotateKey(ring, old.id, 0)),
      );
      const issued = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      assert.equal(issued.length, 1);
      assert.equal(await opens(old.key), false);
    });

    test('the last use is written at most every five minutes', async () => {
      const { id, key } = await create();
      assert.equal((await view(id)).lastUsedAt, null);
      await opens(key);
      await eventually(async () => (await view(id)).lastUsedAt !== null);
      const first = (await view(id)).lastUsedAt;
      server.clock.advance(limits.keyLastUsedFlushMs - 60_000);
      await opens(key);
      await idle(server);
      assert.equal((await view(id)).lastUsedAt, first);
      server.clock.advance(2 * 60_000);
      await opens(key);
      await eventually(async () => (await view(id)).lastUsedAt !== first);
      assert.ok(Date.parse((await view(id)).lastUsedAt ?? '') > Date.parse(first ?? ''));
    });

    test('a key is rotated once: in its grace period it already has a successor', async () => {
      const { id } = await create();
      const successor = await rotateKey(ring, id, hour);
      assert.equal(successor.expiresAt, null);
      await assert.rejects(rotateKey(ring, id, hour), /rotated already/);
      assert.equal((await rotateKey(ring, successor.id, hour)).expiresAt, null);
    });

    test('a scope grants a service, reading it, or everything', async () => {
      const ids = new Map<Service, string>();
      for (const service of services)
        ids.set(service, (await newResource(server, owner.key, service)).id);
      const may = (scope: Scope, service: Service, access: Access) =>
        scope === '*' || scope === service || (access === 'read' && scope === `${service}:read`);
      for (const scope of scopes) {
        const { key } = await create(null, [scope]);
        for (const service of services) {
          const target = `${resources}/${ids.get(service)}`;
          const read = await ask(server, 'GET', target, { key });
          const body = { action: 'rename', name: 'renamed' };
          const write = await ask(server, 'PATCH', target, { key, body });
          const expected = (access: Access) => (may(scope, service, access) ? 200 : 403);
          assert.equal(read.status, expected('read'), `${scope} reads ${service}`);
          assert.equal(write.status, expected('write'), `${scope} writes ${service}`);
          for (const [reply, access] of [
            [read, 'read'],
            [write, 'write'],
          ] as const)
            if (reply.status === 403)
              assert.equal(
                reply.json.error,
                `This key needs the scope ${access === 'read' ? `${service}:read` : service}.`,
              );
        }
      }
    });

    test('a key of no scope, of an unknown one, without a name or an owner is not made', async () => {
      const before = (await listKeys(ring, undefined)).length;
      const wanted = { owner: owner.id, name: 'x', scopes: ['data'], expiresInMs: null };
      for (const change of [
        { scopes: [] },
        { scopes: ['data', 'cloud'] },
        { scopes: ['data:write'] },
        { name: '  ' },
        { name: 'x'.repeat(201) },
        { name: 'a\0b' },
        { name: '\ud800' },
        { owner: 'nobody' },
      ])
        await assert.rejects(createKey(ring, { ...wanted, ...change }), {
          name: 'Problem',
        });
      assert.equal((await listKeys(ring, undefined)).length, before);
    });
  });

/** Every value of every table, as one text. */
async function everything(server: TestServer): Promise<string> {
  const { store } = server.platform;
  const tables = await store.all<{ name: string }>(
    store.engine === 'sqlite'
      ? sql`SELECT name FROM sqlite_master WHERE type = 'table'`
      : sql`SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = current_schema()`,
  );
  const contents = tables.map(({ name }) =>
    store.all({ strings: [`SELECT * FROM ${name}`], parts: [] }),
  );
  return JSON.stringify(await Promise.all(contents));
}

/** Writes are made in the order they were asked for: when this one is there, those before it are. */
async function idle(server: TestServer): Promise<void> {
  await server.platform.store.write((tx) => tx.get(sql`SELECT 1 AS one`));
}
