import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoAssistant, demoProducts } from '../../src/cli/demo/demo-content.ts';
import { findModel } from '../../src/engine/models/files.ts';
import { newResource, openServer } from '../fixtures/server.ts';
import { ask, resources } from '../sockets/requests.ts';

const files = findModel('reader');
const skip = files === undefined ? 'there are no weights, or no runtime for them' : false;

test('read by the shipped reader, the demo goods are sold with their price and nothing else of their records', {
  skip,
}, async (t) => {
  const { openReader } = await import('../../src/engine/models/built-in.ts');
  const server = await openServer('sqlite', { read: await openReader(files ?? assert.fail()) });
  t.after(server.close);
  const { key } = await server.newOwner();
  const goods = await newResource(server, key, 'data');
  for (const record of demoProducts.records)
    await ask(server, 'POST', `${resources}/${goods.id}/records`, { key, body: record });
  const { config = {} } = demoAssistant([goods.id]);
  const { id: assistant } = await newResource(server, key, 'ai', config);
  const answerTo = async (prompt: string) =>
    (await ask(server, 'POST', '/api/platform/ai', { key, body: { assistant, prompt } })).json
      .output;
  assert.equal(await answerTo('How much is sugar?'), 'Sugar is KES 165 per kg.');
  assert.equal(await answerTo('Sukari ni bei gani?'), 'Bei ya sukari ni KES 165 kwa kilo.');
  assert.equal(await answerTo('how much for suger'), 'Sugar is KES 165 per kg.');
  const candles = 'Candles are KES 120 per packet of 6 (out of stock now).';
  assert.equal(await answerTo('what do candles cost'), candles);
  assert.doesNotMatch(await answerTo('What is the code of sugar?'), /SKR|60/);
});
