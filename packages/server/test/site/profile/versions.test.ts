import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keptVersionSchema, profileVersionListSchema, siteLimits } from '@baraza/contract';
import { sql } from '../../../src/store/store.ts';
import { ask } from '../../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../../fixtures/site-server.ts';

describe('versions of a profile', () => {
  const { server, owner } = siteServerOfSuite();

  const versionsOf = async (site: TestSite) =>
    (await site.asOwner('GET', '/profile/versions')).json.versions;
  const version = (site: TestSite, number: number | string) =>
    site.asOwner('GET', `/profile/versions/${number}`);
  const restore = (site: TestSite, number: number | string, headers = {}) =>
    site.asOwner('POST', `/profile/versions/${number}/restore`, undefined, headers);

  test('are listed newest first, with when, by whom and what changed', async () => {
    const site = await owner.newSite({ name: 'one', languages: ['en'] });
    await site.save({ name: 'two', languages: ['en'] });
    await ask(server, 'POST', `${site.public}/ask`, { body: { question: 'Is there a garden?' } });
    const { questions } = (await site.asOwner('GET', '/questions')).json;
    const lesson = { answer: 'Yes, behind the shop.' };
    await site.asOwner('POST', `/questions/${questions[0].id}/answer`, lesson);
    await site.asOwner('POST', '/import', (await site.asOwner('GET', '/export')).json);
    await site.asOwner('PATCH', '/profile', { greeting: 'Karibu!' });
    await restore(site, 1);
    const reply = await site.asOwner('GET', '/profile/versions');
    assert.deepEqual(profileVersionListSchema.parse(reply.json), reply.json);
    const { versions } = reply.json;
    const credential = `owner (${owner.credential.slice(0, 12)}…)`;
    assert.deepEqual(
      versions.map((one: { version: number; by: string }) => [one.version, one.by]),
      [
        [5, 'restore of 1'],
        [4, credential],
        [3, 'teach'],
        [2, credential],
        [1, credential],
      ],
    );
    assert.ok(!reply.text.includes(owner.credential));
    assert.deepEqual(versions[1].changes.changed, [{ field: 'greeting' }]);
    assert.deepEqual(versions[2].changes.added[0].list, 'faqs');
    assert.deepEqual(versions[3].changes.changed, [{ field: 'name' }]);
  });

  test('an unknown version is neither read nor restored', async () => {
    const site = await owner.newSite({ name: 'one' });
    const known = await version(site, 1);
    assert.deepEqual(keptVersionSchema.parse(known.json), known.json);
    assert.equal(known.headers.get('etag'), '"1"');
    for (const wrong of [
      '0',
      '2',
      '-1',
      '1e0',
      '01',
      '1.0',
      'x',
      '%00',
      '9'.repeat(400),
      '__proto__',
      'a%2Fb',
    ])
      for (const reply of [await version(site, wrong), await restore(site, wrong)]) {
        assert.ok([400, 404].includes(reply.status), `${wrong}: ${reply.status}`);
        if (reply.status === 404) assert.equal(reply.json.code, 'not_found');
      }
  });

  test('the last hundred are kept and can all be read', async () => {
    const site = await owner.newSite({ name: 'name 1' });
    for (let at = 2; at <= 115; at += 1)
      await site.asOwner('PATCH', '/profile', { name: `name ${at}` });
    const numbers = (await versionsOf(site)).map((one: { version: number }) => one.version);
    assert.deepEqual(
      numbers,
      Array.from({ length: 100 }, (_, at) => 115 - at),
    );
    assert.equal((await version(site, 15)).status, 404);
    for (const number of [16, 20, 21, 29, 30, 31, 50, 99, 114, 115])
      assert.equal((await version(site, number)).json.profile.name, `name ${number}`);
    const rows = await server.assistant.store.all(
      sql`SELECT version FROM profile_versions WHERE site_id = ${site.id}`,
    );
    assert.equal(rows.length, siteLimits.versionsMax);
  });
});
