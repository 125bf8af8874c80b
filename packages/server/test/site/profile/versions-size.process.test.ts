import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile, ProfileFaq } from '@baraza/contract';
import { changeProfile } from '../../../src/site/profile/profile-saving.ts';
import { sql } from '../../../src/store/store.ts';
import { openSiteHouse } from '../../fixtures/site-house.ts';

const MB = 1024 * 1024;

test('32 versions of a profile of 1 MB take at most 6 MB', async (t) => {
  const house = await openSiteHouse('sqlite');
  t.after(() => house.close());
  const site = await house.newSite();
  const own = { owner_id: site.owner.id, id: site.id };
  // Without HTTP, which would build a search index for each version.
  const save = async (profile: object) => {
    const change = { kind: 'put', body: Buffer.from(JSON.stringify(profile)) } as const;
    const { changed } = await changeProfile(house.assistant, own, { change, by: 'test' });
    return JSON.parse(changed.text) as Profile;
  };
  // Words in a random order compress to a third, as prose does.
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const words = Array.from({ length: 5_000 }, () => random(10 ** 9).toString(36));
  const text = () => Array.from({ length: 60 }, () => words[random(words.length)]).join(' ');
  const faqs = Array.from({ length: 2_200 }, (_, at) => ({
    question: `${at} ${words[random(words.length)]}?`,
    answer: text(),
  }));
  const profile = await save({ faqs });
  assert.ok(Buffer.byteLength(JSON.stringify(profile)) > MB);
  let current = profile;
  for (let at = 0; at < 30; at += 1) {
    const changed = [...current.faqs];
    for (let one = 0; one < 10; one += 1) {
      const place = random(changed.length);
      changed[place] = { ...changed[place], answer: text() } as ProfileFaq;
    }
    current = await save({ ...current, faqs: changed });
  }
  const row = await house.assistant.store.get<{ count: number; bytes: number }>(
    sql`SELECT count(*) AS count, sum(length(packed)) AS bytes FROM profile_versions
        WHERE site_id = ${site.id}`,
  );
  assert.equal(Number(row?.count), 32);
  t.diagnostic(`${Math.round(Number(row?.bytes) / 1024)} KB`);
  assert.ok(Number(row?.bytes) <= 6 * MB, `${row?.bytes} bytes`);
  const { versions } = (await site.asOwner('GET', '/profile/versions')).json;
  const oldest = versions.at(-1).version;
  const kept = await site.asOwner('GET', `/profile/versions/${oldest}`);
  assert.equal(kept.json.profile.faqs.length, faqs.length);
});
