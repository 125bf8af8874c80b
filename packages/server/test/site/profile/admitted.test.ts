import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { profileSchema } from '@baraza/contract';
import { replaceProfile } from '../../../src/store/site/sites.ts';
import { ask } from '../../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../../fixtures/site-server.ts';

const good = { item: 'Mkate', price: 65, currency: 'KES' };
const bad = { item: 'Keki', price: 'abc', currency: 'KES' };
const night = { days: ['sat'], open: '07:00', close: '06:00' };
const whole = { days: ['sun'], open: '07:00', close: '07:00' };
const allDays = { ...whole, nextDay: true };

describe('what a call adds or changes must be certain', () => {
  const { server, owner } = siteServerOfSuite();

  /** A site whose profile was saved before this was asked. */
  const oldSite = async (): Promise<TestSite> => {
    const site = await owner.newSite();
    const { profile } = (await site.asOwner('GET', '')).json;
    const old = { ...profile, prices: [{ id: 'p1', ...bad }], hours: [night, whole] };
    await server.assistant.store.write((tx) =>
      replaceProfile(tx, site.id, 1, {
        profile: JSON.stringify(old),
        gate: '{"allowed_origins":[]}',
        version: 2,
        updatedAt: 1,
      }),
    );
    return site;
  };

  for (const price of [
    250,
    0,
    'from 500',
    '200-300',
    'mia nne',
    'hamsini',
    'bure',
    'Free',
    'Bila malipo',
  ])
    test(`${price} is a price`, async () => {
      const site = await owner.newSite();
      const { status, text } = await site.asOwner('POST', '/profile/prices', { ...good, price });
      assert.equal(status, 201, text);
    });

  for (const price of ['abc', 'on request', 'call us', 'x', 'uliza', '-5', 'KES -5', '1e9', 1e20])
    test(`${price} is no price, however it is sent`, async () => {
      const site = await owner.newSite({ prices: [{ id: 'p1', ...good }] });
      const wrong = { ...good, price };
      const created = await ask(server, 'POST', '/v1/admin/sites', {
        headers: { authorization: `Bearer ${owner.credential}` },
        body: { id: 'priced-shop', profile: { prices: [good, wrong] } },
      });
      for (const [reply, place] of [
        [created, 1],
        [await site.save({ prices: [good, good, wrong] }), 2],
        [await site.asOwner('PUT', '/profile?dry_run=true', { prices: [wrong] }), 0],
        [await site.asOwner('POST', '/profile/prices', wrong), 0],
        [await site.asOwner('PUT', '/profile/prices/p1', wrong), 0],
      ] as const) {
        assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], reply.text);
        assert.ok(
          reply.json.error.startsWith(`prices[${place}].price must be a number`),
          reply.text,
        );
      }
      assert.equal((await site.asOwner('GET', '')).json.profile.prices[0].price, 65);
    });

  test('a price may be left out where a note says what it costs, and is told by the note', async () => {
    const site = await owner.newSite();
    const entry = { item: 'Wedding cake', currency: 'KES', note: 'on request' };
    const added = await site.asOwner('POST', '/profile/prices', { ...entry, price: null });
    assert.equal(added.status, 201, added.text);
    const { profile } = (await site.asOwner('GET', '')).json;
    assert.deepEqual(profile.prices, [{ id: added.json.id, ...entry }]);
    assert.deepEqual(profileSchema.parse(profile), profile);
    const body = { question: 'How much is a wedding cake?' };
    const { text } = await ask(server, 'POST', `${site.public}/ask`, { body });
    assert.match(text, /"quote":"Wedding cake: on request"/);
    assert.match(text, /"text":"request\."/);
    const without = await site.asOwner('POST', '/profile/prices', { item: 'x', currency: 'KES' });
    assert.deepEqual([without.status, without.json.code], [400, 'invalid']);
  });

  test('hours that do not end after they begin need nextDay, however they are sent', async () => {
    const site = await owner.newSite();
    const day = { days: ['mon'], open: '08:00', close: '17:00' };
    for (const hours of [
      [day, night],
      [day, whole],
      [day, { ...night, nextDay: false }],
    ])
      for (const reply of [
        await site.save({ hours }),
        await site.asOwner('PATCH', '/profile', { hours }),
        await site.asOwner('PUT', '/profile?dry_run=true', { hours }),
      ]) {
        assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], reply.text);
        assert.match(reply.json.error, /^hours\[1\]\.close must be after 07:00/);
      }
    const hours = [day, { ...night, nextDay: true }, allDays];
    const saved = await site.asOwner('PATCH', '/profile', { hours });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(saved.json.profile.hours, hours);
    assert.deepEqual(profileSchema.parse(saved.json.profile), saved.json.profile);
    const needless = { ...day, nextDay: true };
    assert.deepEqual((await site.save({ hours: [needless] })).json.profile.hours, [day]);
  });

  test('what was stored before stays, is shown with nextDay, and can be put back as it was read', async () => {
    const site = await oldSite();
    const { profile } = (await site.asOwner('GET', '')).json;
    assert.deepEqual(profile.hours, [{ ...night, nextDay: true }, allDays]);
    assert.equal(profile.prices[0].price, 'abc');
    const put = await site.save(profile);
    assert.deepEqual([put.status, put.json.version], [200, 2], put.text);
    const warned = put.json.warnings.join('\n');
    assert.match(warned, /^prices\[0\]\.price says no amount: "abc"\.$/m);
    assert.match(warned, /^hours\[0\] closes at 06:00, on the day after it opens\.$/m);
    assert.match(warned, /^hours\[1\] is open for 24 hours, from 07:00\.$/m);
    // As it was read before the upgrade.
    const bare = await site.save({ ...profile, hours: [night, whole] });
    assert.deepEqual([bare.status, bare.json.version], [200, 2], bare.text);
    const entry = await site.asOwner('PUT', '/profile/prices/p1', bad);
    assert.deepEqual([entry.status, entry.json.version], [200, 2], entry.text);
  });

  test('changes of other parts are saved over what was stored before, and changes of it are asked', async () => {
    const site = await oldSite();
    for (const reply of [
      await site.asOwner('PATCH', '/profile', { name: 'Asha' }),
      await site.asOwner('POST', '/profile/prices', good),
      await site.asOwner('POST', '/profile/facts', { title: 'a', text: 'b' }),
    ])
      assert.ok(reply.status < 300, reply.text);
    const { profile } = (await site.asOwner('GET', '')).json;
    const renamed = [{ ...profile.prices[0], item: 'Keki kubwa' }, profile.prices[1]];
    assert.match(
      (await site.save({ ...profile, prices: renamed })).json.error,
      /^prices\[0\]\.price/,
    );
    const moved = [{ ...night, days: ['fri'] }];
    assert.match((await site.save({ ...profile, hours: moved })).json.error, /^hours\[0\]\.close/);
    assert.equal((await site.save({ ...profile, prices: [], hours: [] })).status, 200);
    const back = await site.asOwner('POST', '/profile/versions/2/restore');
    assert.equal(back.status, 200, back.text);
    const now = back.json.profile;
    assert.deepEqual([now.prices[0].price, now.hours[1]], ['abc', allDays]);
  });

  test('an older export is imported, with its earlier versions', async () => {
    const to = await owner.newSite();
    const { json } = await to.asOwner('GET', '/export');
    const old = { ...json.profile, prices: [{ id: 'p1', ...bad }], hours: [night, whole] };
    const none = { added: [], changed: [], removed: [] };
    const past = { version: 1, saved_at: '2026-01-01T00:00:00.000Z', by: 'x', changes: none };
    const document = { ...json, profile: old, versions: [{ ...past, profile: old }] };
    const imported = await to.asOwner('POST', '/import', document);
    assert.equal(imported.status, 200, imported.text);
    assert.deepEqual(imported.json.profile.hours, [{ ...night, nextDay: true }, allDays]);
    const { versions } = (await to.asOwner('GET', '/profile/versions')).json;
    const [, earlier] = versions;
    const read = await to.asOwner('GET', `/profile/versions/${earlier.version}`);
    assert.deepEqual(read.json.profile.hours, [{ ...night, nextDay: true }, allDays]);
  });
});
