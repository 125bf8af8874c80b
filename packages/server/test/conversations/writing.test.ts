import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimReader } from '../fakes/claim-reader.ts';
import { says, scriptModel } from '../fakes/scripted-model.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { eventsIn, siteServerOfSuite } from '../fixtures/visit-server.ts';
import { profile } from '../site/model/shop.ts';

const first = 'Delivery in Nairobi is KES 200.';
const second = 'Orders above KES 5,000 are delivered free of charge.';
const question = 'Do you deliver to Nairobi?';
const claims = claimReader((sentence) => sentence === first || sentence === second);

describe('a person takes over while a model writes', () => {
  const model = scriptModel();
  const { server, owner } = siteServerOfSuite('sqlite', { model, read: claims });

  test('the stream stops, its done event has person: true, and only the question is kept', async () => {
    const site = await owner.newSite(profile);
    const conversation = 'c_0123456789abcdefghijkl';
    const here = `${site}/conversations/${conversation}`;
    const ask = () =>
      fetch(`${server.url}/v1/sites/${site}/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, conversation }),
      });
    model.plays(says([first, 'Do you deliver']));
    await (await ask()).text();
    model.plays(says([first, 'Do you deliver'], 'wait', [second, 'Do you deliver']));
    const response = await ask();
    let text = '';
    let isTaken = false;
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      if (isTaken || !text.includes('200.')) continue;
      isTaken = true;
      await model.waits();
      assert.equal((await owner.send('POST', `${here}/take`)).status, 200);
      model.letGo();
    }
    assert.equal(isTaken, true);
    assert.doesNotMatch(text, /5,000/);
    const { answered, person } = eventsIn(text).at(-1);
    assert.deepEqual([answered, person], [false, true]);
    const { messages } = (await owner.send('GET', here)).json;
    assert.deepEqual(fieldsOf(messages, 'from'), ['visitor', 'assistant', 'visitor']);
  });
});
