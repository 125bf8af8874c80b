import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asked, shop, shopEntries } from '../../test/fixtures/amani-shop.ts';
import { answer, prepare } from './answers.ts';

const site = await prepare({ business: shop, entries: shopEntries });

describe('without a reader', () => {
  const answerTo = (question: string) => answer(site, asked(question));
  const answered: readonly (readonly [string, string])[] = [
    ['do you deliver', 'delivery'],
    ['Can you bring the goods to my home?', 'delivery'],
    ['please, how can i pay', 'pay'],
    ['Can you bring goods?', 'delivery'],
    ['How much is rice?', 'profile'],
    ['mko wapi?', 'profile'],
    ['Are you open tomorrow?', 'profile'],
    ['hello', 'profile'],
  ];
  for (const [question, source] of answered)
    test(`an owner's own wording and the fields still answer: ${question}`, async () => {
      assert.equal((await answerTo(question)).sources[0]?.id, source);
    });

  const refused = [
    // Nearly an approved question, but it asks for something more.
    'Can you bring goods to my home on Sunday?',
    'How can I pay for parking?',
    // The hours are not the reason.
    'Why do you close on Sunday?',
    'mbona jumapili mnafunga',
    // All words occur in one text, but only a reader can decide whether it answers.
    'Can goods be returned within 7 days with the receipt?',
    'Maegesho ya magari yako nyuma ya duka?',
    'Can I get a loyalty card?',
  ];
  for (const question of refused)
    test(`nothing is guessed: ${question}`, async () => {
      const reply = await answerTo(question);
      assert.deepEqual([reply.answered, reply.sources], [false, []], reply.text);
    });
});
