import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { scriptReader } from '../fakes/scripted-reader.ts';
import { askSite, asOwner, openSiteHouse, shop } from '../fixtures/visit-house.ts';

const question = 'Would a courier come to my place?';

test('a question is read once for each version of the profile', async (t) => {
  const { house, reader, owner, site } = await open(t);
  const ask = async () => (await askSite(house, site, question)).done.answered;
  assert.deepEqual([await ask(), await ask()], [true, true]);
  const first = reader.given.length;
  assert.ok(first > 0);
  assert.equal(await ask(), true);
  assert.equal(reader.given.length, first, 'the next time costs nothing');
  const changed = { ...shop, about: 'We mend telephones.' };
  assert.equal((await asOwner(house, owner, 'PUT', `${site}/profile`, changed)).status, 200);
  assert.equal(await ask(), true);
  assert.ok(reader.given.length > first);
});

test('visitors with the same question at the same time share one reading', async (t) => {
  const { house, reader, site } = await open(t);
  await askSite(house, site, question);
  const alone = reader.given.length;
  const other = 'Could a rider bring it to Westlands?';
  await Promise.all(Array.from({ length: 8 }, () => askSite(house, site, other)));
  assert.equal(reader.given.length, 2 * alone);
});

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
