import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readProfileInput } from '../../../src/site/profile/profile.ts';
import { changeProfile, type ProfileContext } from '../../../src/site/profile/profile-saving.ts';
import { listVersions, readVersion } from '../../../src/site/profile/profile-versions.ts';
import { createProfiles } from '../../../src/site/profile/profiles.ts';
import { workHere } from '../../../src/site/profile/work/profile-worker.ts';
import { profileVersions } from '../../../src/store/migrations/0012-profile-versions.ts';
import { ownerReports } from '../../../src/store/migrations/0013-owner-reports.ts';
import { migrate, migrations } from '../../../src/store/migrations/migrations.ts';
import { usesCountedSince } from '../../../src/store/site/entry-uses.ts';
import { listOtherLanguage } from '../../../src/store/site/questions.ts';
import { type Engine, sql } from '../../../src/store/store.ts';
import { openEmptyStore } from '../../fixtures/empty-store.ts';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { engines } from '../../fixtures/server.ts';

for (const engine of engines) {
  test(`a site from before versions existed has its profile as the first version, on ${engine}`, async (t) => {
    const { profile } = readProfileInput({ name: 'old', prices: [{ item: 'Unga', price: 180 }] });
    const prices = profile.prices.map(({ id: _, ...price }) => price);
    const store = await openOld(t, engine, profileVersions, { ...profile, prices });
    await migrate(store);
    const context = {
      store,
      clock: () => 9_000,
      profiles: createProfiles(store, workHere),
      noticeTransports: { allowPrivate: false, mailer: undefined },
    } as unknown as ProfileContext;
    const own = { owner_id: 'own_1', id: 'duka' };
    const seen = async () =>
      (await listVersions(context, own)).versions.map(({ version, saved_at, by }) => [
        version,
        saved_at,
        by,
      ]);
    const first = [7, '1970-01-01T00:00:05.000Z', 'unknown'];
    assert.deepEqual(await seen(), [first]);
    assert.deepEqual(JSON.parse((await readVersion(context, own, '7')).text), profile);
    const change = { kind: 'patch', body: Buffer.from('{"name":"new"}') } as const;
    await changeProfile(context, own, { change, by: 'test' });
    assert.deepEqual(await seen(), [[8, '1970-01-01T00:00:09.000Z', 'test'], first]);
    assert.deepEqual(JSON.parse((await readVersion(context, own, '7')).text), profile);
  });

  test(`old questions get their language gap, and none waits for a digest, on ${engine}`, async (t) => {
    const store = await openOld(t, engine, ownerReports, {});
    const english = JSON.stringify([{ id: 'a', quote: 'say "language":"sw"', language: 'en' }]);
    await store.write(async (tx) => {
      for (const [id, language, answered] of [
        ['q_1', 'sw', 1],
        ['q_2', 'en', 1],
        ['q_3', 'sw', 0],
      ] as const)
        await tx.run(sql`INSERT INTO questions (site_id, id, asked_at, question, question_folded,
            language, mode, answered, answer, sources, status)
          VALUES ('duka', ${id}, 0, 'x', 'x', ${language}, 'text', ${answered}, '', ${english}, 'new')`);
    });
    const beganMs = Date.now();
    await migrate(store);
    const rows = await listOtherLanguage(store, 'duka', undefined, { before: undefined, limit: 9 });
    assert.deepEqual(fieldsOf(rows, 'id'), ['q_1']);
    assert.equal(await store.get(sql`SELECT 1 AS found FROM questions WHERE told = 0`), undefined);
    assert.ok(Math.abs((await usesCountedSince(store, 'duka')) - beganMs) < 60_000);
  });
}

/** A store from before a migration, with the site `duka` at version 7. */
async function openOld(
  t: TestContext,
  engine: Engine,
  before: (typeof migrations)[number],
  profile: object,
) {
  const store = await openEmptyStore(t, engine);
  await migrate(store, async () => {}, migrations.slice(0, migrations.indexOf(before)));
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'one', 0)`);
    await tx.run(sql`INSERT INTO sites
      (id, owner_id, status, plan, key, key_created_at, created_at, updated_at, version, gate, profile)
      VALUES ('duka', 'own_1', 'active', 'local', 'pk_1', 0, 0, 5000, 7, '{}', ${JSON.stringify(profile)})`);
  });
  return store;
}
