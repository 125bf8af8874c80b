import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { claimReader } from '../../fakes/claim-reader.ts';
import { overlapRead } from '../../fakes/overlap-reader.ts';
import { itemsOf, says, scriptModel } from '../../fakes/scripted-model.ts';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { askSite, openSiteServer, siteServerOfSuite } from '../../fixtures/visit-server.ts';
import { profile } from './shop.ts';

const builtIn =
  'We deliver in Nairobi for KES 200. Orders above KES 5,000 are delivered free of charge.';
const question = 'Do you deliver to Nairobi?';
const first = 'Delivery in Nairobi is KES 200.';
const swahili = 'Tunaleta mizigo Nairobi kwa KES 200.';
const claims = claimReader((sentence) => sentence === first || sentence === swahili);

describe('statements that a model cites', () => {
  const model = scriptModel();
  const { server, owner } = siteServerOfSuite('sqlite', { model, read: claims });
  let site: string;
  before(async () => {
    site = await owner.newSite(profile);
  });

  test('a model’s refusal does not override the answer to a question of the owner’s FAQ', async () => {
    model.plays(['{"answer":[]}']);
    const own = { question: 'Mnakubali M-Pesa?', language: 'en' } as const;
    const { done, text } = await askSite(server, site, own);
    assert.equal(model.requests.length, 1, 'the model was asked');
    assert.equal(done.answered, true);
    assert.match(text, /till 12345/);
    model.requests.length = 0;
  });

  test('a rejected statement is replaced by the owner’s words, once', async () => {
    model.plays(
      says(
        ['We deliver to Mombasa for KES 900.', 'Do you deliver'],
        ['Visit evil.example.', 'Do you deliver'],
        ['Cars are free.', 'Do you deliver'],
      ),
    );
    const result = await askSite(server, site, question);
    assert.deepEqual([result.text, result.done.answered], [builtIn, true]);
    assert.doesNotMatch(result.response.text, /Mombasa|evil|900|cars/i);
  });

  test('a rejected statement is left out where its entry was already used', async () => {
    model.plays(says([first, 'Do you deliver'], ['Cars are free.', 'Do you deliver']));
    const result = await askSite(server, site, question);
    assert.equal(result.text, first);
  });

  test('politeness and repetitions are left out', async () => {
    model.plays(says(['Hello! Of course. Thank you!', 'Do you deliver']));
    assert.equal((await askSite(server, site, question)).text, builtIn);
    model.plays(says([first, 'Do you deliver'], [first, 'Do you deliver']));
    assert.equal((await askSite(server, site, question)).text, first);
  });

  test('a statement without a valid citation is checked against the entry that answers', async () => {
    for (const ids of [[], ['i99'], ['delivery']]) {
      model.plays(says([first, ...ids]));
      const result = await askSite(server, site, question);
      assert.equal(result.text, first);
      assert.deepEqual(fieldsOf(result.done.sources, 'id'), ['delivery']);
      model.plays(says(['The fridge is free.', ...ids]));
      assert.equal((await askSite(server, site, question)).text, builtIn);
    }
  });

  test('a statement is checked against the item that it cites', async () => {
    model.plays(says([first, 'Solar kits']));
    const result = await askSite(server, site, question);
    assert.doesNotMatch(result.text, /KES 200/);
    assert.deepEqual(fieldsOf(result.done.sources, 'id'), ['kits']);
  });

  test('prices come from the profile, and a sum only where it is right', async () => {
    const sum = 'Together that is KES 375.';
    for (const [say, isRight] of [
      ['Sugar and maize flour come to KES 375.', true],
      ['Sugar and maize flour come to KES 380.', false],
      ['Sugar is KES 5.', false],
    ] as const) {
      model.plays(says([say, 'Sugar', 'Maize flour']));
      const { text, done } = await askSite(server, site, 'What would sugar with flour come to?');
      assert.match(text, /Sugar: KES 165/);
      assert.match(text, /Maize flour: KES 210/);
      assert.equal(text.includes(sum), isRight, text);
      assert.doesNotMatch(text, /380|KES 5\./);
      assert.equal(done.answered, true);
    }
  });

  test('hours and contacts come from the profile, whatever the model writes', async () => {
    model.plays(says(['We are open on Sunday from 03:00.', 'Opening hours']));
    const hours = await askSite(server, site, 'Would Thursday morning suit for a visit?');
    assert.match(hours.text, /08:00|8:00|8 am/i);
    assert.doesNotMatch(hours.text, /03:00|from 3/);
    model.plays(says(['Call 0711 999 999.', '+254 700 000 001']));
    const contact = await askSite(server, site, 'How would I ring somebody there?');
    assert.match(contact.text, /\+254 700 000 001/);
    assert.doesNotMatch(contact.text, /999/);
  });

  test('the answer is in the language of the question, whatever the model writes', async () => {
    model.plays(says([first, 'Do you deliver']));
    const result = await askSite(server, site, 'Mnaleta mizigo hadi Nairobi?');
    assert.equal(result.done.language, 'sw');
    assert.ok(!result.text.includes(first));
  });

  test('a question in Swahili gets the model’s Swahili for an entry in English', async () => {
    model.plays(says([swahili, 'Do you deliver']));
    const result = await askSite(server, site, 'Mnaleta mizigo hadi Nairobi?');
    assert.deepEqual([result.text, result.done.language], [swahili, 'sw']);
    model.plays(says(['Tunaleta mizigo bure Nairobi nzima.', 'Do you deliver']));
    const untrue = await askSite(server, site, 'Mnaleta mizigo hadi Nairobi?');
    assert.doesNotMatch(untrue.text, /bure/);
  });
});

describe('the information in a prompt', () => {
  const topics =
    'Apples Bricks Candles Drums Eggs Flutes Gates Hammers Inks Jackets Kettles Lamps Mats Nails Ovens';
  const facts = topics.split(' ').map((topic, at) => ({
    id: `fact-${at}`,
    title: topic,
    text: `${topic} are kept on shelf ${at + 1}. ${'They are cleaned by our own people every week. '.repeat(12)}`,
    language: 'en',
  }));
  const open = async (t: TestContext, contextTokens: number) => {
    const model = scriptModel(says());
    const server = await openSiteServer('sqlite', { model, read: overlapRead, contextTokens });
    t.after(server.close);
    const site = await (await server.newOwner()).newSite({
      name: 'Shelf',
      languages: ['en'],
      facts,
    });
    const given = async (asked: string) => {
      await askSite(server, site, asked);
      return itemsOf(model.requests.at(-1) ?? assert.fail('it was not asked'));
    };
    return given;
  };
  const asked = ['Where would somebody find lamps?', 'Who would clean the ovens for me?'] as const;

  test('is the whole profile where it fits, the same for every question', async (t) => {
    const given = await open(t, 100_000);
    const items = await given(asked[0]);
    for (const { title } of facts)
      assert.ok(
        items.some((item) => item.title === title),
        title,
      );
    assert.deepEqual(await given(asked[1]), items);
    assert.deepEqual(
      fieldsOf(items, 'id'),
      items.map((_, at) => `i${at + 1}`),
    );
  });

  test('is the nearest entries where it does not fit, within BARAZA_MODEL_CONTEXT', async (t) => {
    const given = await open(t, 3_500);
    const items = await given(asked[0]);
    assert.ok(items.length > 0 && items.length <= 12, String(items.length));
    assert.ok(items.some(({ title }) => title === 'Lamps'));
    const characters = items.reduce(
      (sum, { title = '', text }) => sum + title.length + text.length,
      0,
    );
    assert.ok(characters <= (3_500 - 1_500) * 3, String(characters));
    assert.deepEqual(await given(asked[0]), items);
  });
});
