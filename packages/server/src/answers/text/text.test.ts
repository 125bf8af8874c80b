import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentWords, stemOf, tokensOf, wordsOf } from './text.ts';

describe('words', () => {
  test('different spellings of letters, marks and apostrophes are folded into one', () => {
    assert.deepEqual(wordsOf('Beyoncé’s café – don’t!'), ['beyonce', 'cafe', 'dont']);
    assert.deepEqual(wordsOf("ng'ombe NG’OMBE"), ['ngombe', 'ngombe']);
  });

  test('a number is one word, with or without thousands separators', () => {
    assert.deepEqual(wordsOf('KSh 14,309,466 at 4.5%'), ['ksh', '14309466', 'at', '4.5']);
  });

  test('a token has its position in the text', () => {
    assert.deepEqual(tokensOf('Bei gani?')[1], { word: 'gani', raw: 'gani', start: 4 });
  });

  test('function words are not content words', () => {
    assert.deepEqual(contentWords('Je, naweza kulipa kwa kadi?'), ['kulipa', 'kadi']);
    assert.deepEqual(contentWords('Do you know if they have parking?'), ['parking']);
  });
});

describe('stems', () => {
  const families = {
    sw: [
      ['kulipa', 'tunalipa', 'hatulipi', 'nalipa', 'walilipa', 'anayelipa'],
      ['mnapokea', 'hatupokei', 'kupokea'],
      ['kitabu', 'vitabu'],
      ['mtoto', 'watoto'],
      ['ilianzishwa', 'kuanzisha'],
    ],
    en: [
      ['delivery', 'deliveries'],
      ['open', 'opens', 'opened', 'opening'],
      ['child', 'children'],
      ['locate', 'located', 'locating'],
    ],
  } as const;
  for (const language of ['sw', 'en'] as const)
    for (const family of families[language])
      test(`${family.join(', ')} have one stem`, () => {
        assert.equal(new Set(family.map((word) => stemOf(word, language))).size, 1);
      });

  test('short words and numbers stay as they are', () => {
    assert.equal(stemOf('mji', 'sw'), 'mji');
    assert.equal(stemOf('2030', 'sw'), '2030');
  });
});

test('stemming a word of a hundred thousand letters takes linear time', () => {
  const word = 'ai'.repeat(50_000);
  assert.equal(stemOf(word, 'en'), word);
  assert.equal(stemOf(word, 'sw'), word);
});
