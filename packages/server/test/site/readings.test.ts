import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { scriptReader } from '../fakes/scripted-reader.ts';
import { askSite, asOwner, openSiteServer, shop } from '../fixtures/visit-server.ts';

const question = 'Would a courier come to my place?';

test('a failing reader is an error, not an unanswered question, and nothing is stored', async (t) => {
  const { server, reader, owner, site } = await open(t);
  reader.behave('fails');
  const { done } = await askSite(server, site, question);
  assert.deepEqual([done.answered, done.error.code], [false, 'upstream']);
  const { json } = await asOwner(server, owner, 'GET', `${site}/questions`);
  assert.equal(json.total, 0);
  reader.behave('reads');
  assert.equal((await askSite(server, site, question)).done.answered, true);
});

test('a preview of an unsaved profile is read every time', async (t) => {
  const { server, reader, owner, site } = await open(t);
  const attempt = async (body: object) => {
    const before = reader.given.length;
    await asOwner(server, owner, 'POST', `${site}/preview`, { question, ...body });
    return reader.given.length > before;
  };
  assert.deepEqual(
    [await attempt({ profile: shop }), await attempt({ profile: shop })],
    [true, true],
  );
  assert.deepEqual([await attempt({}), await attempt({})], [true, false]);
});

test('a server without a reader leaves such a question unanswered', async (t) => {
  const server = await openSiteServer('sqlite');
  t.after(server.close);
  const site = await (await server.newOwner()).newSite(shop);
  assert.equal((await askSite(server, site, question)).done.answered, false);
});

async function open(t: TestContext) {
  const reader = scriptReader();
  const server = await openSiteServer('sqlite', { read: reader.read });
  t.after(server.close);
  const owner = await server.newOwner();
  return { server, reader, owner, site: await owner.newSite(shop) };
}

test('an expired request id asks a new question', async (t) => {
  const { server, site } = await open(t);
  const body = { question, request_id: 'once' };
  const first = await askSite(server, site, body);
  server.clock.advance(10 * 60_000);
  const second = await askSite(server, site, body);
  assert.equal(second.text, first.text);
  assert.equal(second.done.answered, true);
  assert.notEqual(second.done.id, first.done.id);
});
