import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { savedProfileSchema, siteLimits } from '@baraza/contract';
import { demoProfile } from '../../../src/cli/demo/demo-profile.ts';
import { changeProfile } from '../../../src/site/profile/profile-saving.ts';
import { siteServerOfSuite } from '../../fixtures/site-server.ts';

describe('a patch of a profile', () => {
  const { server, owner } = siteServerOfSuite();

  test('changes the fields that it names and nothing else', async () => {
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
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 409],
    );
    assert.equal(replies[1]?.json.code, 'version');
    assert.match(
      replies[1]?.json.error,
      /current version is "2", saved at \S+ by owner \(osk_\w{8}…\);/,
    );
  });

  test('may not make a profile larger than one may be, and may make a large one smaller', async () => {
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
});
