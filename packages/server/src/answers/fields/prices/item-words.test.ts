import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameWord, itemWord, wantedOf } from './item-words.ts';

test('a word is known by its other forms, its translation, its number and its slips', () => {
  const list = ['parachichi', 'rice', 'tatu', 'mango', 'sukari'].map(itemWord);
  const found = (word: string) =>
    list.filter((item) => isSameWord(wantedOf(word), item, true)).map((item) => item.word);
  assert.deepEqual(found('parachchi'), ['parachichi']);
  assert.deepEqual(found('mangoes'), ['mango']);
  assert.deepEqual(found('3'), ['tatu']);
  assert.deepEqual(found('sugar'), ['sukari']);
  assert.deepEqual(found('bicycle'), []);
  assert.equal(isSameWord(wantedOf('parachchi'), itemWord('parachichi'), false), false);
});
