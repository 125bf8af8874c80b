import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { EngineModels } from '../../../src/engine/work.ts';
import { claimReader } from '../../fakes/claim-reader.ts';
import { overlapRead } from '../../fakes/overlap-reader.ts';
import { says, scriptModel } from '../../fakes/scripted-model.ts';
import { askSite, openSiteServer } from '../../fixtures/visit-server.ts';

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

async function open(t: TestContext, read: EngineModels['read'] = overlapRead) {
  const model = scriptModel();
  const server = await openSiteServer('sqlite', { model, read, writingTimes: { firstMs: 100 } });
  t.after(server.close);
  const site = await (await server.newOwner()).newSite(profile);
  return { model, server, site };
}

describe('a freely worded answer', () => {
  test('is used where the reader finds it in the cited entry, in the model’s order', async (t) => {
    const { model, server, site } = await open(
      t,
      claimReader(() => true),
    );
    model.plays(both);
    assert.equal((await askSite(server, site, question)).text, `${reworded} ${free}`);
  });

  test('is replaced by the owner’s words where the reader rejects it; approved sentences pass', async (t) => {
    const { model, server, site } = await open(t);
    model.plays(both);
    assert.equal((await askSite(server, site, question)).text, delivery);
    const approved = 'Orders above KES 5,000 are delivered free of charge.';
    model.plays(says([approved, 'Do you deliver']));
    assert.equal((await askSite(server, site, question)).text, approved);
  });

  test('passes without a reader only verbatim, and only from a model that passed the exam', async (t) => {
    const approved = 'Orders above KES 5,000 are delivered free of charge.';
    for (const [isTrusted, script, text, answered] of [
      [true, says([approved, 'Do you deliver']), approved, true],
      [true, says([free, 'Do you deliver']), undefined, false],
      [false, says([approved, 'Do you deliver']), undefined, false],
    ] as const) {
      const model = scriptModel(script);
      const server = await openSiteServer('sqlite', {
        model,
        exam: { hasPassed: () => isTrusted },
      });
      t.after(server.close);
      const site = await (await server.newOwner()).newSite(profile);
      const reply = await askSite(server, site, 'Would a large order cost me anything to receive?');
      assert.equal(reply.done.answered, answered);
      if (text !== undefined) assert.equal(reply.text, text);
      assert.equal(model.requests.length, 1);
    }
  });

  for (const behaviour of ['hangs', 'fails'] as const)
    test(`is replaced by the engine’s reply where the reader ${behaviour} at a sentence`, async (t) => {
      const sentences: string[] = [];
      const { model, server, site } = await open(t, async (reading) => {
        if (reading.question === question) return overlapRead(reading);
        sentences.push(reading.question);
        if (behaviour === 'fails') throw new Error('scripted to fail');
        return new Promise(() => {});
      });
      model.plays(says([reworded, 'Do you deliver']));
      const { text, done } = await askSite(server, site, question);
      assert.equal(text, delivery);
      assert.equal(done.answered, true);
      assert.deepEqual(sentences, [reworded]);
    });

  test('an unchecked statement without an answer of the engine is busy, not unanswered', async (t) => {
    const { model, server, site } = await open(t, async (reading) => {
      if (reading.passages.length === 1 && reading.question === question)
        throw new Error('scripted to fail');
      return reading.passages.map(({ sentences }) => ({
        ...{ answer: -9, said: -9 },
        evidence: sentences.map(() => -9),
      }));
    });
    model.plays(says([reworded, 'Do you deliver']));
    const { done } = await askSite(server, site, question);
    assert.deepEqual([done.answered, done.error?.code], [false, 'busy']);
  });
});
