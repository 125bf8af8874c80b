import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  createdSiteSchema,
  profileSchema,
  savedProfileSchema,
  siteDetailsSchema,
  siteLimits,
  siteListSchema,
  siteSummarySchema,
} from '@baraza/contract';
import type { z } from 'zod';
import { demoProfile } from '../../src/server/demo/demo-profile.ts';
import { countDay, takeUsage } from '../../src/store/site/usage.ts';
import { ask, type Reply } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';

const sites = '/v1/admin/sites';

function assertOf(schema: z.ZodType, reply: Reply, status = 200): void {
  assert.equal(reply.status, status, reply.text);
  assert.deepEqual(schema.parse(reply.json), reply.json);
}

/** The JSON of a profile with exactly this many bytes, and few words, since only its size counts. */
function fullProfile(bytes: number): string {
  const price = { item: 'x', price: 1, note: { sw: '—'.repeat(1_333), en: '' } };
  const profile = (en: string) =>
    JSON.stringify({
      name: '',
      prices: Array.from({ length: 2_000 }, () => ({ ...price, note: { ...price.note, en } })),
    });
  const each = Math.floor((bytes - Buffer.byteLength(profile(''))) / 2_000);
  const short = profile('z'.repeat(each));
  return short.replace('"name":""', `"name":""${' '.repeat(bytes - Buffer.byteLength(short))}`);
}

describe('owners and their sites', () => {
  const { server, owner } = siteServerOfSuite();
  let site: TestSite;
  before(async () => {
    site = await owner.newSite(demoProfile);
  });

  const create = (body: unknown, key = owner.credential) =>
    ask(server, 'POST', sites, { key, body });

  test('a site is created with its profile, key and embed line, and only its owner lists it', async () => {
    const made = await create({ id: 'duka-la-asha', profile: { name: 'Asha', shoe_size: 5 } });
    assertOf(createdSiteSchema, made, 201);
    const { site: created, embed, plan, profile, version, warnings, capabilities } = made.json;
    assert.match(created.key, /^pk_[0-9A-Za-z]{22}$/);
    assert.deepEqual(
      [created.id, created.status, created.origins_open, plan, profile.name, version],
      ['duka-la-asha', 'active', true, 'local', 'Asha', 1],
    );
    assert.equal(
      embed,
      `<script src="${server.url}/w.js" data-site="duka-la-asha" data-key="${created.key}" defer></script>`,
    );
    assert.match(warnings.join(), /"shoe_size" was ignored/);
    assert.ok(capabilities.includes('profile') && capabilities.includes('rotate-key'));

    const listed = await ask(server, 'GET', sites, { key: owner.credential });
    assertOf(siteListSchema, listed);
    assert.deepEqual(
      listed.json.sites.map(({ id }: { readonly id: string }) => id).sort(),
      ['duka-la-asha', site.id].sort(),
    );
    const other = await server.newOwner();
    const none = await ask(server, 'GET', sites, { key: other.credential });
    assert.deepEqual(none.json, { sites: [] });
  });

  test('an invalid body creates no site, and the refusal names the field', async () => {
    for (const [body, has] of [
      [{}, /^id is required/],
      [{ id: 5 }, /^id must be text/],
      [{ id: 'ab' }, /^id must be 3 to 40/],
      [{ id: 'x'.repeat(41) }, /^id must be 3 to 40/],
      [{ id: 'Duka' }, /^id must be/],
      [{ id: 'a b c' }, /^id must be/],
      [{ id: 'duka/..' }, /^id must be/],
      [{ id: 'fine', profile: [] }, /^profile must be a JSON object/],
      [{ id: 'fine', profile: { colour: 'x' } }, /^colour must be/],
      [[], /must be a JSON object/],
      ['{', /application\/json/],
    ] as const) {
      const reply = await create(body);
      assert.deepEqual([reply.status, reply.json.code], [400, 'invalid']);
      assert.match(reply.json.error, has);
    }
  });

  test('concurrent requests for one name create one site', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => create({ id: 'wanted-by-all' })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  });

  test('details have the state, the usage of the month and the counts of each day', async () => {
    const fresh = await owner.newSite({ allowed_origins: ['https://a.example'] });
    const nowMs = server.assistant.clock();
    await server.assistant.store.write(async (tx) => {
      await takeUsage(tx, fresh.id, 'questions', { amount: 7, max: undefined, nowMs });
      await takeUsage(tx, fresh.id, 'voice', { amount: 2, max: undefined, nowMs });
      await countDay(tx, fresh.id, { questions: 7, answered: 6, leads: 1 }, nowMs);
    });
    const reply = await fresh.asOwner('GET', '');
    assertOf(siteDetailsSchema, reply);
    assert.equal(reply.headers.get('etag'), '"1"');
    const { usage, site: shown } = reply.json;
    assert.equal(shown.origins_open, false);
    const month = new Date(nowMs).toISOString().slice(0, 7);
    assert.equal(usage.period.from, `${month}-01T00:00:00.000Z`);
    assert.deepEqual(
      [usage.questions, usage.voice, usage.live_seconds],
      [
        { used: 7, limit: null },
        { used: 2, limit: null },
        { used: 0, limit: null },
      ],
    );
    assert.deepEqual([usage.answered, usage.leads], [{ rate: 0.86, unanswered: 1 }, 1]);
    assert.deepEqual(usage.days, [
      { date: new Date(nowMs).toISOString().slice(0, 10), questions: 7, answered: 6, leads: 1 },
    ]);
  });

  test('a profile of the largest size can be put back, although saving added ids to it', async () => {
    const fresh = await owner.newSite();
    const put = (bytes: number) =>
      fresh.asOwner('PUT', '/profile', fullProfile(bytes), { 'content-type': 'application/json' });
    const first = await put(siteLimits.profileBytesMax);
    assert.equal(first.status, 200, first.text.slice(0, 200));
    const { profile } = first.json;
    assert.ok(Buffer.byteLength(JSON.stringify(profile)) > siteLimits.profileBytesMax);
    const again = await fresh.save({ profile });
    assert.deepEqual([again.status, again.json.version], [200, 2]);
    const over = await put(siteLimits.profileBytesMax + 100_000);
    assert.deepEqual([over.status, over.json.code], [413, 'too_large']);
    assert.equal((await fresh.asOwner('GET', '')).json.version, 2);
  });

  test('a body with an empty profile erases nothing, and the order of fields does not matter', async () => {
    const fresh = await owner.newSite({ name: 'Asha', parking: 'Free.', dogs: 'No.' });
    assert.equal((await fresh.save({ profile: null })).status, 400);
    const turned = await fresh.save({ dogs: 'No.', parking: 'Free.', name: 'Asha' });
    assert.deepEqual([turned.json.version, turned.json.profile.name], [1, 'Asha']);
  });

  test('warnings are listed up to a limit, then counted', async () => {
    const fields = Array.from({ length: 80 }, (_, at) => [`field_${at}`, 'x'] as const);
    const { json } = await (await owner.newSite()).save(Object.fromEntries(fields));
    assert.equal(json.warnings.length, siteLimits.warningsMax + 1);
    assert.match(json.warnings.at(-1), /^There are \d\d more warnings\.$/);
  });

  test('a saved profile gets a new version; putting back what was read changes nothing', async () => {
    const fresh = await owner.newSite();
    const saved = await fresh.save({ ...demoProfile, parking: 'Free.' });
    assertOf(savedProfileSchema, saved);
    assert.equal(saved.headers.get('etag'), '"2"');
    assert.deepEqual([saved.json.version, saved.json.index.status], [2, 'ready']);
    assert.ok(saved.json.index.passages >= 20);
    assert.equal(saved.json.warnings.length, 1);

    const { profile } = (await fresh.asOwner('GET', '')).json;
    assert.deepEqual(profileSchema.parse(profile), saved.json.profile);
    for (const body of [profile, { profile }, (await fresh.asOwner('GET', '')).json]) {
      const again = await fresh.save(body);
      assert.deepEqual([again.status, again.json.version], [200, 2]);
      assert.deepEqual(again.json.profile, profile);
    }
    const changed = await fresh.save({ ...profile, name: 'Juma' });
    assert.deepEqual([changed.json.version, changed.json.profile.name], [3, 'Juma']);
    assert.equal((await fresh.asOwner('GET', '')).json.version, 3);
  });

  test('If-Match saves only onto the version that was read', async () => {
    const fresh = await owner.newSite();
    const save = (name: string, ifMatch: string) =>
      fresh.asOwner('PUT', '/profile', { name }, { 'if-match': ifMatch });
    assert.equal((await save('one', '"1"')).status, 200);
    for (const stale of ['"1"', '1', 'W/"1"', '"7"', '"x"']) {
      const reply = await save('two', stale);
      assert.deepEqual([reply.status, reply.json.code], [409, 'version'], stale);
    }
    for (const good of ['"2"', 'W/"3"', '4', '*', '"1", "6"'])
      assert.equal((await save(`by ${good}`, good)).status, 200, good);
    const replies = await Promise.all(['a', 'b', 'c'].map((name) => save(name, '"7"')));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  test('a wrong field is refused by name, and nothing is saved', async () => {
    const fresh = await owner.newSite({ name: 'before' });
    const reply = await fresh.save({ name: 'after', hours: [{ days: ['mon'], open: 'x' }] });
    assert.deepEqual([reply.status, reply.json.code], [400, 'invalid']);
    assert.equal(reply.json.error, 'hours[0].open must be a time like 08:00.');
    assert.equal((await fresh.asOwner('GET', '')).json.profile.name, 'before');
    for (const body of ['[]', 'null', '"x"', '{', ''])
      assert.equal((await fresh.asOwner('PUT', '/profile', body)).status, 400, body);
  });

  test('pausing and resuming are idempotent and answer with the state', async () => {
    const fresh = await owner.newSite();
    const enabled = async () =>
      (await ask(server, 'GET', `${fresh.public}/config`)).json.enabled as boolean;
    for (const [verb, status, isEnabled] of [
      ['pause', 'paused', false],
      ['pause', 'paused', false],
      ['resume', 'active', true],
      ['resume', 'active', true],
    ] as const) {
      const reply = await fresh.asOwner('POST', `/${verb}`);
      assertOf(siteSummarySchema, reply);
      assert.deepEqual([reply.json.status, await enabled()], [status, isEnabled]);
    }
  });
});

describe('a server with features switched off', () => {
  const { server } = siteServerOfSuite('sqlite', {
    environment: {
      BARAZA_OFF: 'profile, rotate-key, embed, speak, live, sources',
      BARAZA_PUBLIC_SITE_URL: 'https://assistant.example',
      BARAZA_PLAN: 'free',
    },
  });

  test('answers 501 and does not list them', async () => {
    const site = await server.newSite();
    for (const [method, path, body] of [
      ['PUT', '/profile', { name: 'x' }],
      ['PATCH', '/profile', { name: 'x' }],
      ['POST', '/profile/facts', { text: 'x' }],
      ['GET', '/profile/versions', undefined],
      ['POST', '/profile/versions/1/restore', undefined],
      ['POST', '/rotate-key', undefined],
      ['POST', '/sources', { url: 'https://example.com/' }],
      ['POST', '/import', { format: 'baraza-site', version: 1, profile: {} }],
    ] as const) {
      const reply = await site.asOwner(method, path, body);
      assert.deepEqual([reply.status, reply.json.code], [501, 'not_supported'], path);
    }
    const body = { id: 'with-a-profile', profile: { name: 'x' } };
    const key = site.owner.credential;
    const made = await ask(server, 'POST', '/v1/admin/sites', { key, body });
    assert.deepEqual([made.status, made.json.code], [501, 'not_supported']);
    const { json } = await site.asOwner('GET', '');
    assert.ok(!('embed' in json));
    for (const feature of ['profile', 'rotate-key', 'embed', 'speak', 'live', 'sources'])
      assert.ok(!json.capabilities.includes(feature), feature);
    assert.equal(json.plan, 'free');
    assert.deepEqual(json.usage.questions, { used: 0, limit: 500 });
  });
});
