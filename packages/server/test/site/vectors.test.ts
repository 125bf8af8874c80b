import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { findSite } from '../../src/store/site/sites.ts';
import { sql } from '../../src/store/store.ts';
import { scriptEncoder } from '../fakes/scripted-encoder.ts';
import { askSite, asOwner, openSiteHouse, shop } from '../fixtures/visit-house.ts';
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

for (const engine of ['sqlite', 'postgres'] as const)
  describe(`vectors of a site on ${engine}`, () => {
    test('a saved profile answers by words at once, and by meaning when its vectors are made', async (t) => {
      const { house, encoder, save, made } = await open(t, engine);
      encoder.hold();
      const first = await save(profile);
      assert.deepEqual([first.status, first.json.index.status], [200, 'lexical']);
      const told = await askSite(house, first.site, 'Do you deliver?');
      assert.equal(told.done.answered, true);
      assert.equal((await save(profile)).json.index.status, 'lexical');
      assert.equal(encoder.given.length, 0);
      encoder.letGo();
      await made();
      const second = await save(profile);
      assert.deepEqual([second.json.version, second.json.index.status], [2, 'ready']);
      const asked = encoder.given.length;
      await askSite(house, first.site, 'Can a courier come?');
      assert.deepEqual(encoder.given.slice(asked), ['Can a courier come?']);
    });

    test('only what is new is encoded, and what no text uses any more is gone', async (t) => {
      const { house, encoder, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      const before = await storedVectors(house.assistant.store, site);
      const given = encoder.given.length;
      await save({ ...profile, faqs: [...shop.faqs, faq('pets', 'Pets?', 'Dogs are welcome.')] });
      await made();
      assert.deepEqual(encoder.given.slice(given), ['Pets?\nDogs are welcome.']);
      const after = await storedVectors(house.assistant.store, site);
      const gone = [...before.keys()].filter((hash) => !after.has(hash));
      assert.deepEqual([gone.length, after.size], [1, before.size]);
    });

    test('another process finds the vectors in the store, and other weights make their own', async (t) => {
      const { house, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      const row = await findSite(house.assistant.store, site);
      assert.ok(row);
      for (const [model, fresh] of [
        ['scripted', false],
        ['retrained', true],
      ] as const) {
        const encoder = scriptEncoder(model);
        const other = await openSiteHouse(engine, {
          encoder,
          store: () => house.assistant.store,
        });
        t.after(other.close);
        const { engine: answering, vectors } = other.assistant;
        await answering.open(vectors.sourceOf(row));
        await vectors.idle();
        assert.equal((await answering.open(vectors.sourceOf(row))).missing, 0);
        assert.equal(encoder.given.length > 0, fresh);
      }
    });

    test('an encoder that fails costs the meaning, never the answer', async (t) => {
      const { house, encoder, save, made } = await open(t, engine);
      encoder.breaks(true);
      const { site } = await save(profile);
      await made();
      assert.equal((await save(profile)).json.index.status, 'ready');
      assert.equal((await askSite(house, site, 'Do you deliver?')).done.answered, true);
    });

    test('a site that is deleted while its vectors are made takes them along, and holds up no other', async (t) => {
      const { house, encoder, owner, save, made } = await open(t, engine);
      encoder.hold();
      const { site } = await save(profile);
      const gone = await asOwner(house, owner, 'DELETE', site);
      assert.equal(gone.status, 200);
      encoder.letGo();
      await made();
      assert.equal((await storedVectors(house.assistant.store, site)).size, 0);
      const next = await owner.newSite(profile);
      const saved = () => asOwner(house, owner, 'PUT', `${next}/profile`, profile);
      assert.equal((await saved()).json.index.status, 'lexical');
      await made();
      assert.equal((await saved()).json.index.status, 'ready');
    });

    test('vectors that cannot be read cost the meaning, never the answer', async (t) => {
      const { house, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      const { store } = house.assistant;
      await store.write((tx) => tx.run(sql`UPDATE vectors SET vector = ${'AA'}`));
      const other = await openSiteHouse(engine, { encoder: scriptEncoder(), store: () => store });
      t.after(other.close);
      assert.equal((await askSite(other, site, 'Do you deliver?')).done.answered, true);
    });

    test('a question without a vector in time is answered by words', async (t) => {
      const { house, encoder, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      encoder.breaks(true);
      const told = await askSite(house, site, 'Do you deliver?');
      assert.deepEqual([told.done.answered, told.done.error], [true, undefined]);
    });

    test('a profile that is only tried is found by meaning too, and nothing of it is kept', async (t) => {
      const { house, encoder, owner, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      const before = await storedVectors(house.assistant.store, site);
      const given = encoder.given.length;
      const tried = { ...profile, faqs: [...profile.faqs, faq('pets', 'Pets?', 'Dogs may come.')] };
      const question = 'Can a courier come?';
      const body = { question, profile: tried };
      const seen = await asOwner(house, owner, 'POST', `${site}/preview`, body);
      assert.equal(seen.status, 200);
      assert.deepEqual(encoder.given.slice(given), ['Pets?\nDogs may come.', question]);
      assert.deepEqual(await storedVectors(house.assistant.store, site), before);
    });

    test('a profile that is tried and has very much that is new, or no encoder, is answered by words', async (t) => {
      const { house, encoder, owner, save, made } = await open(t, engine);
      const { site } = await save(profile);
      await made();
      const given = encoder.given.length;
      const many = Array.from({ length: 100 }, (_, at) =>
        faq(`f${at}`, `Rule ${at}?`, 'So it is.'),
      );
      const question = 'Do you deliver?';
      const body = { question, profile: { ...profile, faqs: [...profile.faqs, ...many] } };
      const preview = () => asOwner(house, owner, 'POST', `${site}/preview`, body);
      assert.equal((await preview()).json.answered, true);
      assert.equal(encoder.given.length, given);
      encoder.breaks(true);
      const short = { question, profile: { ...profile, about: 'Something new.' } };
      const broken = await asOwner(house, owner, 'POST', `${site}/preview`, short);
      assert.equal(broken.json.answered, true);
    });

    test('a site that says nothing is ready at once', async (t) => {
      const { save } = await open(t, engine);
      assert.equal((await save({})).json.index.status, 'ready');
    });
  });

async function open(t: TestContext, engine: 'sqlite' | 'postgres') {
  const encoder = scriptEncoder();
  const house = await openSiteHouse(engine, { encoder });
  t.after(house.close);
  const owner = await house.newOwner();
  const site = await owner.newSite();
  return {
    house,
    encoder,
    owner,
    made: house.assistant.vectors.idle,
    save: async (profile: object) => ({
      site,
      ...(await asOwner(house, owner, 'PUT', `${site}/profile`, profile)),
    }),
  };
}
