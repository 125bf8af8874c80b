import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoAssistant, demoProducts } from '../../src/cli/demo/demo-content.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { findReader, openBuiltInModels } from '../../src/models/built-in/built-in-models.ts';
import { createReadings } from '../../src/models/readings.ts';
import { ask, newResource, openHouse, resources } from '../houses/house.ts';

const skip = findReader() === undefined ? 'there are no weights, or no runtime for them' : false;
const patient = { awakeMs: 60_000, startMs: 60_000 };

test('read by the shipped reader, the demo goods are sold with their price and nothing else of their records', {
  skip,
}, async (t) => {
  const { reader, close } = await openBuiltInModels({
    files: { encoder: undefined, reader: findReader() },
    log: silentLog,
  });
  const loadReader = async () => reader;
  const readings = createReadings({ log: silentLog, loadReader, times: patient });
  const house = await openHouse('sqlite', { readings });
  t.after(async () => {
    await house.close();
    await readings.stop();
    await close();
  });
  const { key } = await house.newOwner();
  const goods = await newResource(house, key, 'data');
  for (const record of demoProducts.records)
    await ask(house, 'POST', `${resources}/${goods.id}/records`, { key, body: record });
  const { config = {} } = demoAssistant([goods.id]);
  const { id: assistant } = await newResource(house, key, 'ai', config);
  const said = async (prompt: string) =>
    (await ask(house, 'POST', '/api/platform/ai', { key, body: { assistant, prompt } })).json
      .output;
  assert.equal(await said('How much is sugar?'), 'Sugar is KES 165 per kg.');
  assert.equal(await said('Sukari ni bei gani?'), 'Bei ya sukari ni KES 165 kwa kilo.');
  assert.equal(await said('how much for suger'), 'Sugar is KES 165 per kg.');
  const candles = 'Candles are KES 120 per packet of 6 (out of stock now).';
  assert.equal(await said('what do candles cost'), candles);
  assert.doesNotMatch(await said('What is the code of sugar?'), /SKR|60/);
});
