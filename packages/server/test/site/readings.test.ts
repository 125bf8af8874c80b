import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { scriptReader } from '../fakes/scripted-reader.ts';
import { askSite, asOwner, openSiteHouse, shop } from '../fixtures/visit-house.ts';

const question = 'Would a courier come to my place?';

test('a failing reader is an error, not an unanswered question, and nothing is stored', async (t) => {
  const { house, reader, owner, site } = await open(t);
  reader.behave('fails');
  const { done } = await askSite(house, site, question);
  assert.deepEqual([done.answered, done.error.code], [false, 'upstream']);
  const { json } = await asOwner(house, owner, 'GET', `${site}/questions`);
  assert.equal(json.total, 0);
  reader.behave('reads');
  assert.equal((await askSite(house, site, question)).done.answered, true);
});

test('a preview of an unsaved profile is read every time', async (t) => {
  const { house, reader, owner, site } = await open(t);
  const attempt = async (body: object) => {
    const before = reader.given.length;
    await asOwner(house, owner, 'POST', `${site}/preview`, { question, ...body });
    return reader.given.length > before;
  };
  assert.deepEqual(
    [await attempt({ profile: shop }), await attempt({ profile: shop })],
    [true, true],
  );
  assert.deepEqual([await attempt({}), await attempt({})], [true, false]);
});

test('a server without a reader leaves such a question unanswered', async (t) => {
  const house = await openSiteHouse('sqlite');
  t.after(house.close);
  const site = await (await house.newOwner()).newSite(shop);
  assert.equal((await askSite(house, site, question)).done.answered, false);
});

async function open(t: TestContext) {
  const reader = scriptReader();
  const house = await openSiteHouse('sqlite', { read: reader.read });
  t.after(house.close);
  const owner = await house.newOwner();
  return { house, reader, owner, site: await owner.newSite(shop) };
}

test('an expired request id asks a new question', async (t) => {
  const { house, site } = await open(t);
  const body = { question, request_id: 'once' };
  const first = await askSite(house, site, body);
  house.clock.advance(10 * 60_000);
  const second = await askSite(house, site, body);
  assert.equal(second.text, first.text);
  assert.equal(second.done.answered, true);
  assert.notEqual(second.done.id, first.done.id);
});
