import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { silentLog } from '../../../src/kernel/log.ts';
import { createReadings, type Readings } from '../../../src/models/readings.ts';
import { askSite, openSiteHouse } from '../../houses/visit-house.ts';
import { claimReader } from '../../stand-ins/claim-reader.ts';
import { scriptModel } from '../../stand-ins/scripted-model.ts';
import { scriptReader } from '../../stand-ins/scripted-reader.ts';

const builtIn =
  'Yes, we deliver in Nairobi for KES 200. Orders above KES 5,000 are delivered free of charge.';
const profile = {
  name: 'Amani',
  business: 'Duka la Amani',
  languages: ['en'],
  faqs: [{ id: 'delivery', question: 'Do you deliver?', answer: builtIn, language: 'en' }],
};
const free = 'Delivery in Nairobi is KES 200. Above KES 5,000 the delivery is free of charge.';

async function open(t: TestContext, claims?: Pick<Readings, 'once'>) {
  const model = scriptModel();
  const house = await openSiteHouse('sqlite', { model, ...(claims ? { claims } : {}) });
  t.after(house.close);
  const site = await (await house.newOwner()).newSite(profile);
  return { model, house, site };
}

describe('a freely worded answer', () => {
  test('is told where the reader finds it in the passages, in its order', async (t) => {
    const { model, house, site } = await open(
      t,
      claimReader(() => true),
    );
    model.plays([free]);
    assert.equal((await askSite(house, site, 'Do you deliver?')).text, free);
  });

  test('is told in the engine’s words where there is no reader; approved sentences still pass', async (t) => {
    const { model, house, site } = await open(t);
    model.plays([free]);
    assert.equal((await askSite(house, site, 'Do you deliver?')).text, builtIn);
    const approved = 'Orders above KES 5,000 are delivered free of charge.';
    model.plays([approved]);
    assert.equal((await askSite(house, site, 'Do you deliver?')).text, approved);
  });

  for (const behaviour of ['hangs', 'fails'] as const)
    test(`is told in the engine’s words where the reader ${behaviour}`, async (t) => {
      const reader = scriptReader();
      reader.behave(behaviour);
      const times = { awakeMs: 5, startMs: 5 };
      const readings = createReadings({ log: silentLog, loadReader: async () => reader, times });
      const { model, house, site } = await open(t, readings);
      model.plays([free]);
      const told = await askSite(house, site, 'Do you deliver?');
      assert.equal(told.text, builtIn);
      assert.equal(told.done.answered, true);
      assert.deepEqual(
        reader.given.map((one) => [one.reading.question, one.site]),
        [['Delivery in Nairobi is KES 200.', site]],
        'the first sentence is read, in the turn of its site',
      );
    });

  test('is read no longer when the visitor leaves', async (t) => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const { model, house, site } = await open(t, {
      once: async (_site, _reading, signal) => {
        begun.resolve();
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve, { once: true });
        });
        ended.resolve();
        throw signal.reason;
      },
    });
    model.plays([free]);
    const body = JSON.stringify({ question: 'Do you deliver?' });
    const socket = connect(house.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /v1/sites/${site}/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ` +
        `${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await begun.promise;
    socket.destroy();
    await ended.promise;
  });
});
