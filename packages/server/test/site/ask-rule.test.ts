import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askAsVisitor } from '../../src/site/asks/ask.ts';
import type { AskEvent } from '../../src/site/asks/ask-events.ts';
import { findSite } from '../../src/store/site/sites.ts';
import { says, scriptModel } from '../fakes/scripted-model.ts';
import { defaultEngine } from '../fixtures/house.ts';
import { asOwner, openSiteHouse, type SiteHouse, shop } from '../fixtures/visit-house.ts';

describe('the ask rule without a transport', () => {
  let house: SiteHouse;
  before(async () => {
    house = await openSiteHouse(defaultEngine);
  });
  after(() => house.close());

  const newAsk = async (from = house, question = 'Do you deliver?') => {
    const owner = await from.newOwner();
    const id = await owner.newSite(shop, 'free');
    const site = await findSite(from.assistant.store, id);
    assert.ok(site);
    const guest = {
      site,
      network: '192.0.2.1',
      visitor: undefined,
      language: undefined,
      acceptLanguage: undefined,
    };
    const asked = { question, request_id: 'one-and-the-same' };
    return {
      ask: (left = new AbortController().signal) =>
        askAsVisitor(from.assistant, guest, asked, left),
      look: async () => {
        const { json } = await asOwner(from, owner, 'GET', `${id}/questions`);
        const details = await asOwner(from, owner, 'GET', id);
        return { total: json.total, used: details.json.usage.questions.used };
      },
    };
  };

  test('a consumer that stopped reading does not keep a server with a model from stopping', async (t) => {
    const answer = shop.faqs[0]?.answer ?? '';
    const model = scriptModel(says([answer, answer], 'wait', ['It is always so.', answer]));
    const own = await openSiteHouse(defaultEngine, { model, times: { drainMs: 1 } });
    t.after(own.close);
    // Not the owner's wording, so that the model is asked.
    const { ask, look } = await newAsk(own, 'Would you bring a parcel to my house?');
    const events = (await ask())[Symbol.asyncIterator]();
    const first = await events.next();
    // The writer waits until the consumer wants more.
    await own.assistant.asks.drain();
    assert.equal(model.left.length, 1);
    const rest = await all({ [Symbol.asyncIterator]: () => events });
    const { text, done } = textIn([first.value, ...rest]);
    assert.equal(text, 'We deliver in Nairobi for 200 shillings.');
    assert.equal(done, 1);
    assert.deepEqual(await look(), { total: 1, used: 1 });
  });
});

function textIn(events: readonly AskEvent[]) {
  return {
    text: events.flatMap((event) => (event.type === 'tokens' ? event.tokens : [])).join(''),
    done: events.filter(({ type }) => type === 'done').length,
  };
}

async function all(events: AsyncIterable<AskEvent>): Promise<readonly AskEvent[]> {
  const gathered: AskEvent[] = [];
  for await (const event of events) gathered.push(event);
  return gathered;
}
