import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ask } from '../fixtures/house.ts';
import { asOwner, openSiteHouse, type SiteHouse, type SiteOwner } from '../fixtures/visit-house.ts';

describe('two processes on one database', () => {
  let one: SiteHouse;
  let other: SiteHouse;
  let owner: SiteOwner;
  let site: string;
  before(async () => {
    one = await openSiteHouse('postgres');
    other = await openSiteHouse('postgres', { beside: one });
    owner = await one.newOwner();
    site = await owner.newSite({ name: 'before' });
  });
  after(async () => {
    await other.close();
    await one.close();
  });

  const config = (house: SiteHouse, key = '') =>
    ask(house, 'GET', `/v1/sites/${site}/config?key=${key}`);

  test('a key rotated in one is refused by the next request to the other', async () => {
    let { key } = (await asOwner(one, owner, 'GET', site)).json.site;
    for (const house of [one, other, one, other]) {
      for (const each of [one, other]) assert.equal((await config(each, key)).status, 200);
      const rotated = await asOwner(house, owner, 'POST', `${site}/rotate-key`);
      for (const each of [one, other]) assert.equal((await config(each, key)).status, 401);
      key = rotated.json.key;
    }
  });

  test('a profile saved in one is used by the other at once', async () => {
    for (const [index, house] of [one, other, one, other].entries()) {
      const name = `name ${index}`;
      const saved = await asOwner(house, owner, 'PUT', `${site}/profile`, { name });
      assert.equal(saved.status, 200, saved.text);
      for (const each of [one, other]) assert.equal((await config(each)).json.name, name);
    }
  });

  test('of concurrent saves onto one version exactly one succeeds', async () => {
    const { version } = (await asOwner(one, owner, 'GET', site)).json;
    const replies = await Promise.all(
      [one, other, one, other].map((house, index) =>
        ask(house, 'PUT', `/v1/admin/sites/${site}/profile`, {
          key: owner.key,
          body: { name: `racer ${index}` },
          headers: { 'if-match': `"${version}"` },
        }),
      ),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  });

  test('concurrent patches without a version are all kept', async () => {
    const shared = await owner.newSite();
    const fields = Array.from({ length: 16 }, (_, at) => `field_${at}`);
    const replies = await Promise.all(
      fields.map((field, at) =>
        asOwner(at % 2 === 0 ? one : other, owner, 'PATCH', `${shared}/profile`, { [field]: 'x' }),
      ),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    const { profile, version } = (await asOwner(other, owner, 'GET', shared)).json;
    assert.equal(version, 17);
    for (const field of fields) assert.equal(profile[field], 'x', field);
  });
});
