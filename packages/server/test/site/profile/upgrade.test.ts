import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfileInput } from '../../../src/site/profile/profile.ts';
import { changeProfile } from '../../../src/site/profile/profile-saving.ts';
import { listVersions, readVersion } from '../../../src/site/profile/profile-versions.ts';
import { createProfiles } from '../../../src/site/profile/profiles.ts';
import { workHere } from '../../../src/site/profile/work/profile-worker.ts';
import { profileVersions } from '../../../src/store/migrations/0022-profile-versions.ts';
import { migrate, migrations } from '../../../src/store/migrations/migrations.ts';
import { sql } from '../../../src/store/store.ts';
import { openEmptyStore } from '../../fixtures/empty-store.ts';
import { engines } from '../../fixtures/house.ts';

for (const engine of engines)
  test(`a site from before versions existed has its profile as the first version, on ${engine}`, async (t) => {
    const store = await openEmptyStore(t, engine);
    await migrate(store, async () => {}, migrations.slice(0, migrations.indexOf(profileVersions)));
    const { profile } = readProfileInput({ name: 'old', prices: [{ item: 'Unga', price: 180 }] });
    const prices = profile.prices.map(({ id: _, ...price }) => price);
    const text = JSON.stringify({ ...profile, prices });
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own_1', 'one', 0)`);
      await tx.run(sql`INSERT INTO sites
        (id, owner_id, status, plan, key, key_created_at, created_at, updated_at, version, gate, profile)
        VALUES ('duka', 'own_1', 'active', 'local', 'pk_1', 0, 0, 5000, 7, '{}', ${text})`);
    });
    await migrate(store);
    const context = { store, clock: () => 9_000, profiles: createProfiles(store, workHere) };
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
