import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askAsVisitor } from '../../src/site/asks/ask.ts';
import type { AskEvent } from '../../src/site/asks/ask-events.ts';
import { findSite } from '../../src/store/site/sites.ts';
import { engines } from '../houses/house.ts';
import { asOwner, openSiteHouse, type SiteHouse, shop } from '../houses/visit-house.ts';

for (const engine of engines)
  describe(`an ask without a transport, on ${engine}`, () => {
    let house: SiteHouse;
    before(async () => {
      house = await openSiteHouse(engine);
    });
    after(() => house.close());

    const newAsk = async () => {
      const owner = await house.newOwner();
      const id = await owner.newSite(shop, 'free');
      const site = await findSite(house.assistant.store, id);
      assert.ok(site);
      const guest = {
        site,
        network: '192.0.2.1',
        visitor: undefined,
        language: undefined,
        acceptLanguage: undefined,
      };
      const asked = { question: 'Do you deliver?', request_id: 'one-and-the-same' };
      return {
        ask: (left = new AbortController().signal) =>
          askAsVisitor(house.assistant, guest, asked, left),
        look: async () => {
          const { json } = await asOwner(house, owner, 'GET', `${id}/questions`);
          const details = await asOwner(house, owner, 'GET', id);
          return { total: json.total, used: details.json.usage.questions.used };
        },
      };
    };

    test('tells its words and one done to whoever reads it, and a repeat tells the same', async () => {
      const { ask, look } = await newAsk();
      const events = await all(await ask());
      assert.deepEqual(
        events.map(({ type }) => type),
        ['tokens', 'done'],
      );
      assert.deepEqual(await all(await ask()), events);
      assert.deepEqual(await look(), { total: 1, used: 1 });
    });

    test('runs to its end and is kept and counted once where nobody reads it', async () => {
      const { ask, look } = await newAsk();
      await ask();
      await ask(AbortSignal.abort(new Error('the client left')));
      await house.assistant.asks.drain();
      assert.deepEqual(await look(), { total: 1, used: 1 });
    });
  });

async function all(events: AsyncIterable<AskEvent>): Promise<readonly AskEvent[]> {
  const gathered: AskEvent[] = [];
  for await (const event of events) gathered.push(event);
  return gathered;
}
