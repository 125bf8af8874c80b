import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deletedEntrySchema, savedEntrySchema, siteLimits } from '@baraza/contract';
import { replaceProfile } from '../../../src/store/site/sites.ts';
import { ask } from '../../fixtures/server.ts';
import { siteServerOfSuite } from '../../fixtures/site-server.ts';

const entries = {
  facts: { title: 'Parking', text: 'Parking is free.' },
  faqs: { question: 'Do you deliver?', answer: 'Yes, in Nairobi.', alternatives: ['Delivery?'] },
  documents: { title: 'Terms', text: 'You may return it within a week.' },
  prices: { item: 'Unga', price: 180, currency: 'KES', unit: 'bag' },
} as const;
const lists = Object.keys(entries) as (keyof typeof entries)[];

describe('entries of a profile', () => {
  const { server, owner } = siteServerOfSuite();

  for (const list of lists)
    test(`ids of ${list} with any character are added, replaced and removed, each as a new version`, async () => {
      const site = await owner.newSite();
      const entry = { ...entries[list], id: 'a/b?' };
      const added = await site.asOwner('POST', `/profile/${list}`, entry);
      assert.equal(added.status, 201, added.text);
      assert.deepEqual(savedEntrySchema.parse(added.json), added.json);
      assert.deepEqual(added.json, { ...entry, version: 2, warnings: [] });
      assert.equal(added.headers.get('etag'), '"2"');
      const taken = await site.asOwner('POST', `/profile/${list}`, entry);
      assert.deepEqual([taken.status, taken.json.code], [409, 'conflict']);

      const change = list === 'prices' ? { price: 200 } : { url: 'https://a.example/' };
      const changed = { ...entries[list], ...change };
      const path = `/profile/${list}/${encodeURIComponent('a/b?')}`;
      const replaced = await site.asOwner('PUT', path, changed);
      assert.deepEqual(savedEntrySchema.parse(replaced.json), replaced.json);
      const again = await site.asOwner('PUT', path, { ...changed, id: 'a/b?' });
      assert.deepEqual([replaced.json.version, again.json.version], [3, 3]);
      const other = await site.asOwner('PUT', path, { ...changed, id: 'other' });
      assert.deepEqual([other.status, other.json.code], [400, 'invalid']);

      const removed = await site.asOwner('DELETE', path);
      assert.deepEqual(deletedEntrySchema.parse(removed.json), removed.json);
      assert.deepEqual(removed.json, { deleted: true, id: 'a/b?', version: 4 });
      const gone = await site.asOwner('PUT', path, changed);
      assert.deepEqual([gone.status, gone.json.code], [404, 'not_found']);
    });

  test('entries added at the same time are all kept, with different ids', async () => {
    const site = await owner.newSite();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => site.asOwner('POST', '/profile/prices', entries.prices)),
    );
    assert.equal(new Set(replies.map(({ json }) => json.id)).size, 10);
    assert.equal((await site.asOwner('GET', '')).json.profile.prices.length, 10);
  });

  test('an entry that contradicts another is saved with a warning', async () => {
    const site = await owner.newSite({ faqs: [entries.faqs] });
    const other = { question: 'Do you deliver?', answer: 'No.' };
    const { json } = await site.asOwner('POST', '/profile/faqs', other);
    assert.match(json.warnings[0], /answer the same question differently/);
  });

  test('If-Match with a stale version is 409, and the entry stays as it was', async () => {
    const site = await owner.newSite({ facts: [{ id: 'one', ...entries.facts }] });
    const stale = { 'if-match': '"7"' };
    for (const [method, path, body] of [
      ['POST', '/profile/facts', entries.facts],
      ['PUT', '/profile/facts/one', { ...entries.facts, text: 'Other.' }],
      ['DELETE', '/profile/facts/one', undefined],
    ] as const) {
      const reply = await site.asOwner(method, path, body, stale);
      assert.deepEqual([reply.status, reply.json.code], [409, 'version'], method);
    }
    assert.equal((await site.asOwner('GET', '')).json.version, 1);
  });

  test('an unknown list is 404, and an invalid entry is refused by field', async () => {
    const site = await owner.newSite();
    for (const list of ['hours', 'versions', '__proto__', 'constructor', 'FAQS', 'a%2Fb'])
      for (const [method, path, body] of [
        ['POST', `/profile/${list}`, entries.facts],
        ['PUT', `/profile/${list}/one`, entries.facts],
        ['DELETE', `/profile/${list}/one`, undefined],
      ] as const) {
        const reply = await site.asOwner(method, path, body);
        assert.deepEqual([reply.status, reply.json.code], [404, 'not_found'], path);
      }
    for (const [list, body, has] of [
      ['faqs', {}, /^faqs\[0\]\.question must not be empty/],
      ['faqs', { question: 'a', answer: 5 }, /^faqs\[0\]\.answer must be text/],
      ['facts', { text: '' }, /^facts\[0\]\.text/],
      ['documents', { title: 'a' }, /^documents\[0\]\.text/],
      ['prices', { item: 'a', price: -1 }, /^prices\[0\]\.price/],
      ['prices', { item: 'a', price: 1, id: { a: 1 } }, /^prices\[0\]\.id must be text/],
      ['facts', { text: 'a', id: 'x'.repeat(101) }, /id must be text of at most 100/],
    ] as const) {
      const reply = await site.asOwner('POST', `/profile/${list}`, body);
      assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], reply.text);
      assert.match(reply.json.error, has);
    }
    for (const id of ['toString', '__proto__', 'a%2Fb', '%2e%2e', 'x'.repeat(3_000)]) {
      const reply = await site.asOwner('DELETE', `/profile/faqs/${id}`);
      assert.deepEqual([reply.status, reply.json.code], [404, 'not_found'], id);
    }
    assert.equal((await site.asOwner('GET', '')).json.version, 1);
  });

  test('the ids . and .. are refused wherever an entry can be added', async () => {
    const site = await owner.newSite();
    for (const id of ['.', '..', ' .. ']) {
      for (const list of lists) {
        const entry = { ...entries[list], id };
        const profile = { [list]: [entry] };
        const document = { format: 'baraza-site', version: 1, profile };
        for (const [method, path, body] of [
          ['POST', `/profile/${list}`, entry],
          ['PUT', '/profile', profile],
          ['PUT', '/profile?dry_run=true', { profile }],
          ['POST', '/import', document],
        ] as const) {
          const reply = await site.asOwner(method, path, body);
          assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], path);
          assert.match(reply.json.error, new RegExp(`^${list}\\[0\\]\\.id must not be`));
        }
        const created = await ask(server, 'POST', '/v1/admin/sites', {
          key: owner.credential,
          body: { id: `dots-${list}`, profile },
        });
        assert.deepEqual([created.status, created.json.code], [400, 'invalid'], created.text);
      }
    }
    assert.equal((await site.asOwner('GET', '')).json.version, 1);
  });

  test('a stored entry with such an id can be put back and blocks no other change', async () => {
    const site = await owner.newSite({ facts: [{ ...entries.facts, id: 'xx' }] });
    const { profile } = (await site.asOwner('GET', '')).json;
    profile.facts[0].id = '..';
    await server.assistant.store.write((tx) =>
      replaceProfile(tx, site.id, 1, {
        profile: JSON.stringify(profile),
        gate: '{"allowed_origins":[]}',
        version: 2,
        updatedAt: 1,
      }),
    );
    const read = await site.asOwner('GET', '');
    assert.equal(read.json.profile.facts[0].id, '..');
    assert.equal((await site.save(read.json.profile)).json.version, 2);
    const added = await site.asOwner('POST', '/profile/facts', { title: 'b', text: 'c' });
    assert.equal(added.status, 201, added.text);
    assert.equal((await site.asOwner('PATCH', '/profile', { name: 'Asha' })).status, 200);
  });

  test('a body above 8 MB is 413 on every route of entries', async () => {
    const site = await owner.newSite();
    const text = 'x'.repeat(siteLimits.profileBytesMax);
    for (const [method, path] of [
      ['PATCH', '/profile'],
      ['POST', '/profile/facts'],
      ['PUT', '/profile/facts/one'],
    ] as const) {
      const reply = await site.asOwner(method, path, { text });
      assert.deepEqual([reply.status, reply.json.code], [413, 'too_large'], path);
    }
  });

  test('`__proto__` and `constructor` in an entry are ordinary names', async () => {
    const site = await owner.newSite();
    const body = '{"__proto__":{"text":"x"},"constructor":1,"title":"t","text":"y","polluted":1}';
    const headers = { 'content-type': 'application/json' };
    const added = await site.asOwner('POST', '/profile/facts', body, headers);
    assert.deepEqual([added.status, added.json.text, added.json.polluted], [201, 'y', undefined]);
    const patch =
      '{"__proto__":{"name":"x"},"constructor":{"prototype":{"polluted":1}},"name":"n"}';
    const patched = await site.asOwner('PATCH', '/profile', patch, headers);
    assert.deepEqual([patched.status, patched.json.profile.name], [200, 'n']);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  test('prices stored without ids get the same ids on every read', async () => {
    const site = await owner.newSite();
    const { json } = await site.asOwner('GET', '');
    const price = { item: 'Unga', price: 180, currency: 'KES' };
    const old = {
      ...json.profile,
      prices: [price, { ...price, price: 90 }, { ...price, unit: 'kg' }],
    };
    await server.assistant.store.write((tx) =>
      replaceProfile(tx, site.id, 1, {
        profile: JSON.stringify(old),
        gate: '{"allowed_origins":[]}',
        version: 2,
        updatedAt: 1,
      }),
    );
    const { profile } = (await site.asOwner('GET', '')).json;
    const ids = profile.prices.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, 3);
    const put = await site.save(profile);
    assert.deepEqual([put.json.version, put.json.profile], [2, profile]);
    const bare = await site.save(old);
    assert.deepEqual([bare.json.version, bare.json.profile.prices], [2, profile.prices]);
    const changed = {
      ...profile,
      prices: profile.prices.with(0, { ...profile.prices[0], price: 200 }),
    };
    const { changes } = (await site.save(changed)).json;
    assert.deepEqual(changes.changed, [{ list: 'prices', id: ids[0], title: 'Unga' }]);
    assert.equal((await site.asOwner('DELETE', `/profile/prices/${ids[1]}`)).status, 200);
  });
});
