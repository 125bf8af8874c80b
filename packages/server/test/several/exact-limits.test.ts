import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { consoleLimits, limits, siteLimits } from '@baraza/contract';
import { createKey, type Keyring } from '../../src/access/keys.ts';
import { createOwner } from '../../src/access/owners.ts';
import { ensureFirstOwner } from '../../src/console/people/first-owner.ts';
import { consoleKey, openSession, signIn } from '../../src/console/sessions.ts';
import { createIdMaker } from '../../src/kernel/id.ts';
import { createSite } from '../../src/site/sites/sites.ts';
import { takePlace } from '../../src/store/outbox.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { type Query, type Store, sql } from '../../src/store/store.ts';
import { createMigratedDatabase } from '../postgres/server.ts';

/** Writes commit late, so that concurrent ones overlap. */
function lingering(store: Store): Store {
  return {
    ...store,
    write: (job) =>
      store.write(async (tx) => {
        const result = await job(tx);
        await tx.get(sql`SELECT pg_sleep(0.05)`);
        return result;
      }),
  };
}

describe('of twenty attempts in two processes at the last place of a limit one succeeds', () => {
  const clock = Date.now;
  const makeId = createIdMaker(clock);
  let rings: readonly Keyring[];
  let store: Store;
  before(async () => {
    const url = await createMigratedDatabase();
    rings = [url, url].map((each) => ({
      store: lingering(openPostgres(each)),
      clock,
      makeId,
      pepper: Buffer.alloc(32, 7),
    }));
    store = (rings[0] as Keyring).store;
  });
  after(() => Promise.all(rings.map((ring) => ring.store.close())));

  const write = (query: Query) => store.write((tx) => tx.run(query));
  const newOwner = () => createOwner(rings[0] as Keyring, `owner ${makeId('owner')}`);
  /** How many of twenty concurrent attempts succeed. */
  const succeeding = async (attempt: (ring: Keyring, index: number) => Promise<unknown>) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => attempt(rings[index % 2] as Keyring, index)),
    );
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  test('keys of an owner', async () => {
    const owner = await newOwner();
    await write(sql`INSERT INTO keys (id, owner_id, type, public, hash, name, scopes, created_at)
      SELECT 'full' || n, ${owner.id}, 'platform', 'full' || n, 'full' || n, 'x', '[]', 0
      FROM generate_series(2, ${limits.liveKeysPerOwnerMax}::int) AS n`);
    const wanted = { owner: owner.id, name: 'one', scopes: ['*'], expiresInMs: null };
    assert.equal(await succeeding((ring) => createKey(ring, wanted)), 1);
  });

  test('sites of an owner', async () => {
    const owner = await newOwner();
    await write(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at,
        updated_at, version, gate, profile, uses_since)
      SELECT 'full' || n, ${owner.id}, 'active', 'local', 'full' || n, 0, 0, 0, 1, '{}', '{}', 0
      FROM generate_series(2, ${siteLimits.sitesPerOwnerMax}::int) AS n`);
    const maker = { clock, planOfNew: 'local' };
    const made = await succeeding((ring, index) =>
      ring.store.write((tx) =>
        createSite(maker, tx, owner.id, { id: `last-${index}`, profile: {} }),
      ),
    );
    assert.equal(made, 1);
  });

  test("sessions of an owner's keys", async () => {
    const owner = await newOwner();
    const wanted = { owner: owner.id, name: 'k', scopes: ['data'], expiresInMs: null };
    const made = await Promise.all(
      Array.from({ length: 3 }, () => createKey(rings[0] as Keyring, wanted)),
    );
    await write(sql`INSERT INTO console_sessions
        (hash, owner_id, acting_id, credential_id, operator, created_at, expires_at)
      SELECT 'full' || n, ${owner.id}, ${made[0]?.id ?? ''}, ${made[0]?.id ?? ''}, 0, 0,
        ${Number.MAX_SAFE_INTEGER}
      FROM generate_series(2, ${consoleLimits.sessionsPerOwnerMax}::int) AS n`);
    const signedIn = await succeeding((ring, index) =>
      signIn(ring, { credential: made[1 + (index % 2)]?.key ?? '' }, undefined),
    );
    assert.equal(signedIn, 1);
  });

  test('sessions of a person, whose newest stay', async () => {
    const owner = await newOwner();
    const { sessionsPerMemberMax: most } = consoleLimits;
    const opening = await store.write(async (tx) => {
      const ring = rings[0] as Keyring;
      const { id: memberId } = await ensureFirstOwner(ring, tx, owner.id);
      const actingId = await consoleKey(ring, tx, owner.id);
      const none = { credentialId: null, passkeyId: null, operator: false };
      return { ownerId: owner.id, memberId, actingId, ...none };
    });
    await Promise.all(
      Array.from({ length: most + 10 }, (_, index) =>
        openSession(rings[index % 2] as Keyring, undefined, async () => opening),
      ),
    );
    const rows = await store.all<{
      sessions: number;
    }>(sql`SELECT members.id, count(*) AS sessions FROM members
      JOIN console_sessions ON console_sessions.member_id = members.id
      WHERE members.owner_id = ${owner.id} GROUP BY members.id`);
    assert.deepEqual(
      rows.map(({ sessions }) => Number(sessions)),
      [most],
    );
  });

  test('pending notices of a site', async () => {
    const owner = await newOwner();
    const line = { kind: 'mail', owner: owner.id, receiver: 'noticed ', created_at: 0 } as const;
    await write(sql`INSERT INTO receivers (kind, receiver, owner, waiting, next_at)
      VALUES ('mail', 'noticed ', ${owner.id}, ${siteLimits.noticesPendingMax - 1}, 0)`);
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (rings[index % 2] as Keyring).store.write((tx) =>
          takePlace(tx, line, siteLimits.noticesPendingMax),
        ),
      ),
    );
    assert.equal(
      rows.reduce((sum, count) => sum + count, 0),
      1,
    );
  });
});
