import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { findSite } from '../../src/store/site/sites.ts';
import { sql } from '../../src/store/store.ts';
import { scriptEncoder } from '../fakes/scripted-encoder.ts';
import { defaultEngine, engines } from '../fixtures/server.ts';
import { askSite, openSiteServer, shop } from '../fixtures/visit-server.ts';
import { storedVectors } from '../models/stored-vectors.ts';

const faq = (id: string, question: string, answer: string) => ({
  id,
  question,
  answer,
  language: 'en',
});
const profile = {
  ...shop,
  faqs: [...shop.faqs, faq('mend', 'Is there a warranty?', 'Screens are covered for a year.')],
};

for (const engine of engines)
  describe(`stored vectors, on ${engine}`, () => {
    test('only new texts are encoded, and unused vectors are deleted', async (t) => {
      const { server, encoder, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      const before = await storedVectors(server.assistant.store, site);
      const given = encoder.given.length;
      await save({ ...profile, faqs: [...shop.faqs, faq('pets', 'Pets?', 'Dogs are welcome.')] });
      await made();
      assert.deepEqual(encoder.given.slice(given), ['Pets?\nDogs are welcome.']);
      const after = await storedVectors(server.assistant.store, site);
      const gone = [...before.keys()].filter((hash) => !after.has(hash));
      assert.deepEqual([gone.length, after.size], [1, before.size]);
    });

    test('another process uses the stored vectors, and another model makes its own', async (t) => {
      const { server, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      const row = await findSite(server.assistant.store, site);
      assert.ok(row);
      for (const [model, fresh] of [
        ['scripted', false],
        ['retrained', true],
      ] as const) {
        const encoder = scriptEncoder(model);
        const other = await openSiteServer(engine, {
          encoder,
          store: () => server.assistant.store,
        });
        t.after(other.close);
        const { engine: answering, vectors } = other.assistant;
        await answering.open(vectors.sourceOf(row));
        await vectors.idle();
        assert.equal((await answering.open(vectors.sourceOf(row))).missing, 0);
        assert.equal(encoder.given.length > 0, fresh);
      }
    });
  });

describe('vectors of a site', () => {
  test('a saved profile is searched by words at once, and by meaning when its vectors exist', async (t) => {
    const { server, encoder, save, made } = await open(t);
    encoder.hold();
    const first = await save(profile);
    assert.deepEqual([first.status, first.json.index.status], [200, 'lexical']);
    const result = await askSite(server, first.site, 'Do you deliver?');
    assert.equal(result.done.answered, true);
    assert.equal((await save(profile)).json.index.status, 'lexical');
    assert.equal(encoder.given.length, 0);
    encoder.letGo();
    await made();
    const second = await save(profile);
    assert.deepEqual([second.json.version, second.json.index.status], [2, 'ready']);
    const asked = encoder.given.length;
    await askSite(server, first.site, 'Can a courier come?');
    assert.deepEqual(encoder.given.slice(asked), ['Can a courier come?']);
  });

  test('a failing encoder leaves the search by words', async (t) => {
    const { server, encoder, save, made } = await open(t);
    encoder.breaks();
    const { site } = await save(profile);
    await made();
    assert.equal((await save(profile)).json.index.status, 'ready');
    assert.equal((await askSite(server, site, 'Do you deliver?')).done.answered, true);
  });

  test('a site deleted while its vectors are made leaves none, and blocks no other site', async (t) => {
    const { server, encoder, owner, save, made } = await open(t);
    encoder.hold();
    const { site } = await save(profile);
    const gone = await owner.send('DELETE', site);
    assert.equal(gone.status, 200);
    encoder.letGo();
    await made();
    assert.equal((await storedVectors(server.assistant.store, site)).size, 0);
    const next = await owner.newSite(profile);
    const saved = () => owner.send('PUT', `${next}/profile`, profile);
    assert.equal((await saved()).json.index.status, 'lexical');
    await made();
    assert.equal((await saved()).json.index.status, 'ready');
  });

  test('unreadable vectors leave the search by words', async (t) => {
    const { server, save, made } = await open(t);
    const { site } = await save(profile);
    await made();
    const { store } = server.assistant;
    await store.write((tx) => tx.run(sql`UPDATE vectors SET vector = ${'AA'}`));
    const other = await openSiteServer(defaultEngine, {
      encoder: scriptEncoder(),
      store: () => store,
    });
    t.after(other.close);
    assert.equal((await askSite(other, site, 'Do you deliver?')).done.answered, true);
  });

  test('a previewed profile is searched by meaning, and nothing of it is stored', async (t) => {
    const { server, encoder, owner, save, made } = await open(t);
    const { site } = await save(profile);
    await made();
    const before = await storedVectors(server.assistant.store, site);
    const given = encoder.given.length;
    const tried = { ...profile, faqs: [...profile.faqs, faq('pets', 'Pets?', 'Dogs may come.')] };
    const question = 'Can a courier come?';
    const body = { question, profile: tried };
    const seen = await owner.send('POST', `${site}/preview`, body);
    assert.equal(seen.status, 200);
    assert.deepEqual(encoder.given.slice(given), ['Pets?\nDogs may come.', question]);
    assert.deepEqual(await storedVectors(server.assistant.store, site), before);
  });

  test('a previewed profile with many new texts, or a failing encoder, is searched by words', async (t) => {
    const { encoder, owner, save, made } = await open(t);
    const { site } = await save(profile);
    await made();
    const given = encoder.given.length;
    const many = Array.from({ length: 100 }, (_, at) => faq(`f${at}`, `Rule ${at}?`, 'So it is.'));
    const question = 'Do you deliver?';
    const body = { question, profile: { ...profile, faqs: [...profile.faqs, ...many] } };
    const preview = () => owner.send('POST', `${site}/preview`, body);
    assert.equal((await preview()).json.answered, true);
    assert.equal(encoder.given.length, given);
    encoder.breaks();
    const short = { question, profile: { ...profile, about: 'Something new.' } };
    const broken = await owner.send('POST', `${site}/preview`, short);
    assert.equal(broken.json.answered, true);
  });

  test('an empty profile is ready at once', async (t) => {
    const { save } = await open(t);
    assert.equal((await save({})).json.index.status, 'ready');
  });
});

async function open(t: TestContext, engine = defaultEngine) {
  const encoder = scriptEncoder();
  const server = await openSiteServer(engine, { encoder });
  t.after(server.close);
  const owner = await server.newOwner();
  const site = await owner.newSite();
  return {
    server,
    encoder,
    owner,
    made: server.assistant.vectors.idle,
    save: async (profile: object) => ({
      site,
      ...(await owner.send('PUT', `${site}/profile`, profile)),
    }),
  };
}
