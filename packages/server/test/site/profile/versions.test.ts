import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  keptVersionSchema,
  profileVersionListSchema,
  savedProfileSchema,
  siteLimits,
} from '@baraza/contract';
import { demoProfile } from '../../../src/server/demo/demo-profile.ts';
import { changeProfile } from '../../../src/site/profile/profile-saving.ts';
import { sql } from '../../../src/store/store.ts';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { ask } from '../../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../../fixtures/site-server.ts';

describe('patches and versions of a profile', () => {
  const { server, owner } = siteServerOfSuite();

  const versionsOf = async (site: TestSite) =>
    (await site.asOwner('GET', '/profile/versions')).json.versions;
  const version = (site: TestSite, number: number | string) =>
    site.asOwner('GET', `/profile/versions/${number}`);
  const restore = (site: TestSite, number: number | string, headers = {}) =>
    site.asOwner('POST', `/profile/versions/${number}/restore`, undefined, headers);

  test('a patch changes the fields that it names and nothing else', async () => {
    const site = await owner.newSite({ ...demoProfile, notify: { email: 'a@example.com' } });
    const { profile } = (await site.asOwner('GET', '')).json;
    const patched = await site.asOwner('PATCH', '/profile', {
      greeting: { en: 'Welcome!' },
      about: null,
      parking: 'Free.',
      notify: { webhook: 'https://example.com/hook', email: null },
    });
    assert.equal(patched.status, 200, patched.text);
    assert.deepEqual(savedProfileSchema.parse(patched.json), patched.json);
    assert.equal(patched.headers.get('etag'), '"2"');
    const expected = {
      ...profile,
      greeting: {
        ...(typeof profile.greeting === 'object' ? profile.greeting : {}),
        en: 'Welcome!',
      },
      about: '',
      parking: 'Free.',
      notify: { webhook: 'https://example.com/hook' },
    };
    assert.deepEqual(patched.json.profile, expected);
    assert.deepEqual((await site.asOwner('GET', '')).json.profile, expected);
    assert.deepEqual(patched.json.changes.added, [{ field: 'parking' }]);
    const gone = await site.asOwner('PATCH', '/profile', { parking: null });
    assert.deepEqual(gone.json.changes.removed, [{ field: 'parking' }]);
    const same = await site.asOwner('PATCH', '/profile', {});
    assert.deepEqual([same.status, same.json.version], [200, 3]);
  });

  test('of concurrent patches with the same If-Match the second is refused, with who saved the first', async () => {
    const site = await owner.newSite({ name: 'before' });
    const ifMatch = { 'if-match': '"1"' };
    const [one, other] = await Promise.all([
      site.asOwner('PATCH', '/profile', { greeting: 'A' }, ifMatch),
      site.asOwner('PATCH', '/profile', { greeting: 'B' }, ifMatch),
    ]);
    const replies = [one, other].toSorted((a, b) => a.status - b.status);
    assert.deepEqual(fieldsOf(replies, 'status'), [200, 409]);
    assert.equal(replies[1]?.json.code, 'version');
    assert.match(
      replies[1]?.json.error,
      /current version is "2", saved at \S+ by owner \(osk_\w{8}…\);/,
    );
  });

  test('a patch may not make a profile larger than one may be, and may make a large one smaller', async () => {
    const site = await owner.newSite();
    const own = { owner_id: owner.id, id: site.id };
    const text = 'a'.repeat(siteLimits.textCharactersMax);
    const facts = Array.from({ length: 8 }, (_, at) => ({ title: `fact ${at}`, text }));
    // The rules alone: nothing is asked of this site, so it needs no index.
    const change = (kind: 'put' | 'patch', body: object) => ({
      change: { kind, body: Buffer.from(JSON.stringify(body)) },
      by: 'test',
    });
    await changeProfile(server.assistant, own, change('put', { facts }));
    const over = await site.asOwner('PATCH', '/profile', { about: text });
    assert.deepEqual([over.status, over.json.code], [413, 'too_large']);
    const fact = await site.asOwner('POST', '/profile/facts', { title: 'nine', text });
    assert.deepEqual([fact.status, fact.json.code], [413, 'too_large']);
    const named = await changeProfile(server.assistant, own, change('patch', { name: 'n' }));
    assert.equal(named.site.version, 3);
  });
  test('versions are listed newest first, with when, by whom and what changed', async () => {
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
    assert.deepEqual(fieldsOf(versions, 'version', 'by'), [
      [5, 'restore of 1'],
      [4, credential],
      [3, 'teach'],
      [2, credential],
      [1, credential],
    ]);
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

  test('the last hundred versions are kept and can all be read', async () => {
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
