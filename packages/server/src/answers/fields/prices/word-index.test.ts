import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemWord, wantedOf } from './item-words.ts';
import { createWordIndex } from './word-index.ts';

test('a word is found by its other forms, its translation, its number and its slips', () => {
  const index = createWordIndex();
  for (const word of ['parachichi', 'rice', 'tatu', 'mango', 'sukari']) index.add(word, itemWord);
  const found = (word: string) =>
    [...index.sameAs(wantedOf(word))].map((place) => index.words[place]?.word);
  assert.deepEqual(found('parachchi'), ['parachichi']);
  assert.deepEqual(found('mangoes'), ['mango']);
  assert.deepEqual(found('3'), ['tatu']);
  assert.deepEqual(found('sugar'), ['sukari']);
  assert.deepEqual(found('bicycle'), []);
});

test('forty thousand words one letter apart are not all compared with a word that none of them is', () => {
  const index = createWordIndex();
  for (let at = 0; at < 40_000; at += 1)
    index.add(`parachi${at.toString(26).padStart(4, 'z').replaceAll(/\d/g, 'q')}`, itemWord);
  const wanted = wantedOf('parachixyzw');
  const before = process.threadCpuUsage();
  for (let again = 0; again < 20; again += 1) index.sameAs(wanted);
  const { user } = process.threadCpuUsage(before);
  assert.ok(user / 1000 < 1_000, `${user / 1000} ms for twenty questions`);
});
