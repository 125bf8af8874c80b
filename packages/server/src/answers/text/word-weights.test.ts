import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWordWeights, wordWeights } from './word-weights.ts';

test('every form of a word weighs the same, and a word that no text has weighs nothing known', () => {
  const weights = createWordWeights({ sw: 'lip\t40\n', en: 'open\t25\n' });
  assert.equal(weights.weightOf('tunalipa', 'sw'), 0.4);
  assert.equal(weights.weightOf('opening', 'en'), 0.25);
  assert.equal(weights.weightOf('opening', 'sw'), undefined);
});

test('the learnt tables hold common words low and rare ones high', () => {
  const { weightOf } = wordWeights();
  assert.ok((weightOf('year', 'en') ?? 1) < (weightOf('wifi', 'en') ?? 0));
  assert.ok((weightOf('idadi', 'sw') ?? 1) < (weightOf('mkopo', 'sw') ?? 0));
});
