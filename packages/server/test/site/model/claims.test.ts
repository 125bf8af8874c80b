import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { silentLog } from '../../../src/kernel/log.ts';
import { createReadings, type Readings } from '../../../src/models/readings.ts';
import { askSite, openSiteHouse } from '../../houses/visit-house.ts';
import { claimReader } from '../../stand-ins/claim-reader.ts';
import { overlapReader } from '../../stand-ins/overlap-reader.ts';
import { says, scriptModel } from '../../stand-ins/scripted-model.ts';
import { scriptReader } from '../../stand-ins/scripted-reader.ts';

const delivery =
  'We deliver in Nairobi for KES 200. Orders above KES 5,000 are delivered free of charge.';
const profile = {
  name: 'Amani',
  business: 'Duka la Amani',
  languages: ['en'],
  faqs: [{ id: 'delivery', question: 'Do you deliver?', answer: delivery, language: 'en' }],
};
const question = 'Do you deliver to Nairobi?';
const reworded = 'Delivery in Nairobi is KES 200.';
const free = 'Above KES 5,000 the delivery is free of charge.';
const both = says([reworded, 'Do you deliver'], [free, 'Do you deliver']);

async function open(t: TestContext, claims?: Partial<Readings>) {
  const model = scriptModel();
  const house = await openSiteHouse('sqlite', {
    model,
    reader: overlapReader,
    ...(claims ? { claims: { once: async () => undefined, ...claims } } : {}),
  });
  t.after(house.close);
  const site = await (await house.newOwner()).newSite(profile);
  return { model, house, site };
}

describe('a freely worded answer', () => {
  test('is told where the reader finds it in what it cites, in its order', async (t) => {
    const { model, house, site } = await open(
      t,
      claimReader(() => true),
    );
    model.plays(both);
    assert.equal((await askSite(house, site, question)).text, `${reworded} ${free}`);
  });

  test('is told in the owner’s words where no reader finds it; approved sentences still pass', async (t) => {
    const { model, house, site } = await open(t);
    model.plays(both);
    assert.equal((await askSite(house, site, question)).text, delivery);
    const approved = 'Orders above KES 5,000 are delivered free of charge.';
    model.plays(says([approved, 'Do you deliver']));
    assert.equal((await askSite(house, site, question)).text, approved);
  });

  test('passes without any reader only to the letter, and only of a model that may decide', async (t) => {
    const approved = 'Orders above KES 5,000 are delivered free of charge.';
    for (const [isTrusted, script, told, answered] of [
      [true, says([approved, 'Do you deliver']), approved, true],
      [true, says([free, 'Do you deliver']), undefined, false],
      [false, says([approved, 'Do you deliver']), undefined, false],
    ] as const) {
      const model = scriptModel(script);
      const house = await openSiteHouse('sqlite', { model, exam: { hasPassed: () => isTrusted } });
      t.after(house.close);
      const site = await (await house.newOwner()).newSite(profile);
      const reply = await askSite(house, site, 'Would a large order cost me anything to receive?');
      assert.equal(reply.done.answered, answered);
      if (told !== undefined) assert.equal(reply.text, told);
      assert.equal(model.orders.length, 1);
    }
  });

  for (const behaviour of ['hangs', 'fails'] as const)
    test(`is told in the owner’s words where the reader of sentences ${behaviour}`, async (t) => {
      const reader = scriptReader();
      reader.behave(behaviour);
      const times = { awakeMs: 5, startMs: 5 };
      const { once } = createReadings({ log: silentLog, loadReader: async () => reader, times });
      const { model, house, site } = await open(t, { once });
      model.plays(says([reworded, 'Do you deliver']));
      const told = await askSite(house, site, question);
      assert.equal(told.text, delivery);
      assert.equal(told.done.answered, true);
      assert.deepEqual(
        reader.given.map((one) => [one.reading.question, one.site]),
        [[reworded, site]],
        'the sentence is read, in the turn of its site',
      );
    });

  test('waits no longer than the first sentence may take for a reader that hangs', async (t) => {
    const model = scriptModel(says([reworded, 'Do you deliver']));
    let isAsked = false;
    const house = await openSiteHouse('sqlite', {
      model,
      reader: overlapReader,
      claims: {
        ...claimReader(() => true),
        of: () => {
          isAsked = true;
          return new Promise(() => {});
        },
      },
      writingTimes: { firstMs: 20 },
    });
    t.after(house.close);
    const site = await (await house.newOwner()).newSite(profile);
    assert.equal((await askSite(house, site, question)).text, delivery);
    assert.ok(isAsked);
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
    model.plays(both);
    const body = JSON.stringify({ question });
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
