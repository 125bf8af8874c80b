import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { passagesOf } from './chunk.ts';
import { sentenceScores } from './evidence.ts';
import { earlierWords, leans } from './follow-up.ts';
import { buildIndex } from './index-builder.ts';
import type { Ask, Entry } from './knowledge.ts';
import { lexicon } from './lexicon.ts';
import { type LookUp, lookUp } from './look-up.ts';
import { packVectors } from './passage-vectors.ts';

const told: readonly (readonly [string, Language, string, string])[] = [
  ['delivery', 'en', 'Delivery', 'We deliver in Nairobi for KSh 300. Orders leave at noon.'],
  ['returns', 'en', 'Returns', 'Shoes can be returned within 14 days with the receipt.'],
  ['repair', 'en', 'Repairs', 'Broken zips are repaired on Tuesdays by Mama Akinyi.'],
  ['malipo', 'sw', 'Malipo', 'Tunapokea M-Pesa na kadi. Hatupokei hundi.'],
  ['mikoba', 'sw', 'Mikoba', 'Mikoba ya ngozi inatengenezwa kwa wiki mbili.'],
  ['mafunzo', 'sw', 'Mafunzo', 'Mafunzo ya kushona yanaanza Jumatatu ya kwanza ya mwezi.'],
];
const index = buildIndex(
  told.flatMap(([id, language, title, text]) => {
    const entry: Entry = { id, kind: 'fact', title, text, url: null, language, alternatives: [] };
    return passagesOf(entry, () => language);
  }),
);

describe('a question that the information answers', () => {
  for (const [question, language, id] of [
    ['Can I return shoes with the receipt?', 'en', 'returns'],
    ['How much is delivery in Nairobi?', 'en', 'delivery'],
    ['Je, mnapokea kadi?', 'sw', 'malipo'],
    ['Mafunzo ya kushona yanaanza lini?', 'sw', 'mafunzo'],
  ] as const)
    test(question, () => {
      const { answered, hits } = ask(question, language);
      assert.equal(hits[0]?.passage.entry.id, id);
      assert.equal(answered, true);
    });
});

describe('a question that it does not answer', () => {
  for (const [question, language] of [
    ['Do you rent bicycles at the airport?', 'en'],
    ['Je, mna bwawa la kuogelea?', 'sw'],
    ['Who won the World Cup in 1998?', 'en'],
    ['', 'en'],
    ['???', 'sw'],
  ] as const)
    test(`“${question}”`, () => assert.equal(ask(question, language).answered, false));
});

describe('earlier turns', () => {
  const before: Ask['history'] = [
    { role: 'user', content: 'Do you repair broken zips?' },
    { role: 'assistant', content: 'Yes, and we sell rubies for KSh 1.' },
  ];

  test('tell what a follow-up is about', () => {
    const { hits } = ask('On which day?', 'en', before);
    assert.equal(hits[0]?.passage.entry.id, 'repair');
  });

  test('never are evidence by themselves', () => {
    assert.equal(ask('Really?', 'en', before).answered, false);
    assert.equal(ask('And helicopters?', 'en', before).answered, false);
  });

  test('do not drag a new topic along', () => {
    const { hits } = ask('Can shoes be returned with the receipt?', 'en', before);
    assert.equal(hits[0]?.passage.entry.id, 'returns');
  });

  test('of the assistant are not read', () => {
    const words = earlierWords('How much?', before).map(({ word }) => word);
    assert.ok(words.includes('zips') && !words.includes('rubies'));
  });

  test('count more for a question that points back', () => {
    assert.equal(leans('Is it free?'), true);
    assert.equal(leans('Yake ni bei gani?'), true);
    assert.equal(leans('Which leather bags are made within two weeks?'), false);
  });
});

test('a stricter site answers no question that a milder one refuses', () => {
  const questions = ['Can zips be repaired?', 'Are bags sold in Nairobi?', 'Delivery of shoes?'];
  for (const question of questions) {
    const [low, normal, high] = (['low', 'normal', 'high'] as const).map(
      (strictness) =>
        lookUp(index, { question, history: [], language: 'en', strictness }, lexicon()).answered,
    );
    assert.ok(Number(low) >= Number(normal) && Number(normal) >= Number(high), question);
  }
});

test('the sentence that answers scores highest', () => {
  const { query, hits } = ask('How much is delivery in Nairobi?', 'en');
  const [hit] = hits;
  assert.ok(hit);
  const [price = 0, noon = 0] = sentenceScores(query, hit, [
    'We deliver in Nairobi for KSh 300.',
    'Orders leave at noon.',
  ]);
  assert.ok(price > noon);
});

describe('with vectors', () => {
  // Of three things: repairing, everything else, and nothing that is told here.
  const vectorOf = (text: string) =>
    Float32Array.from(/repair|mend/i.test(text) ? [1, 0, 0] : [0, 1, 0]);
  const vectors = packVectors(index, { vectorOf });
  const far = Float32Array.from([0, 0, 1]);
  const lookedUp = (question: string, parts: Partial<LookUp>) =>
    lookUp(
      index,
      { question, history: [], language: 'en', strictness: 'normal', ...parts },
      lexicon(),
      vectors,
    );

  test('a question in other words is answered', () => {
    const question = 'Could somebody mend a fastener?';
    assert.equal(ask(question, 'en').answered, false);
    const { answered, hits } = lookedUp(question, { vector: vectorOf(question) });
    assert.equal(hits[0]?.passage.entry.id, 'repair');
    assert.equal(answered, true);
  });

  test('what is far from everything is not', () => {
    const question = 'Do you rent bicycles at the airport?';
    assert.equal(lookedUp(question, { vector: far }).answered, false);
  });

  test('the turn before tells what a follow-up is about and is no evidence for it', () => {
    const history: Ask['history'] = [{ role: 'user', content: 'Do you repair broken zips?' }];
    const { answered, hits } = lookedUp('And helicopters?', {
      history,
      vector: far,
      joinedVector: vectorOf('repair'),
    });
    assert.equal(hits[0]?.passage.entry.id, 'repair');
    assert.equal(answered, false);
  });

  test('a misspelt question that its letters answer is not lost to a vector that misread it', () => {
    const question = 'How much is delvery in Nairobi?';
    assert.equal(ask(question, 'en').answered, true);
    assert.equal(lookedUp(question, { vector: far }).answered, true);
    const rightly = 'How much is delivery in Mombasa by camel?';
    assert.equal(lookedUp(rightly, { vector: far }).answered, false);
  });

  test('a question without one is decided on as if there were none', () => {
    const question = 'Can I return shoes with the receipt?';
    const { confidence, hits } = lookedUp(question, {});
    assert.equal(confidence, ask(question, 'en').confidence);
    assert.equal(hits[0]?.likeness, undefined);
  });

  describe('of another encoder, on a scale of its own', () => {
    const foreign = packVectors(index, { vectorOf, isForeign: true });
    const lookedUpBy = (question: string, vector: Float32Array) =>
      lookUp(
        index,
        { question, history: [], language: 'en', strictness: 'normal', vector },
        lexicon(),
        foreign,
      );

    test('nothing is answered because its vectors are near', () => {
      const question = 'Could somebody mend a fastener?';
      assert.equal(lookedUpBy(question, vectorOf(question)).answered, false);
    });

    test('nothing is lost that words alone would have answered', () => {
      const question = 'Can I return shoes with the receipt?';
      const { answered, hits } = lookedUpBy(question, vectorOf('repair'));
      assert.deepEqual([answered, hits[0]?.passage], [true, ask(question, 'en').hits[0]?.passage]);
    });
  });
});

function ask(question: string, language: Language, history: Ask['history'] = []) {
  return lookUp(index, { question, history, language, strictness: 'normal' }, lexicon());
}
