import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGrouper } from './same-meaning.ts';

const groupsOf = (language: 'sw' | 'en', questions: readonly string[]) => {
  const grouper = createGrouper<string>();
  for (const question of questions) grouper.add({ question, language }, question);
  return grouper.groups().map((group) => group.length);
};

test('case, punctuation, politeness and endings do not make another question', () => {
  assert.deepEqual(
    groupsOf('en', [
      'Do you deliver cakes?',
      'do you deliver cakes',
      'Please, do you deliver a cake?',
      'Hi, can you deliver cakes?',
    ]),
    [4],
  );
  assert.deepEqual(
    groupsOf('sw', ['Je, mnauza keki?', 'mnauza keki', 'Tafadhali mnauza keki']),
    [3],
  );
});

test('another number, place or time makes another question', () => {
  assert.deepEqual(
    groupsOf('en', [
      'When do you open?',
      'Where do you open?',
      'Is 5 kg of sugar available at the big shop?',
      'Is 10 kg of sugar available at the big shop?',
    ]),
    [1, 1, 1, 1],
  );
});

test('long texts are the same only when all their words are, and thousands that share words are grouped', () => {
  const long = 'delivery flour sugar '.repeat(60);
  assert.deepEqual(groupsOf('en', [`${long} today`, `${long} today`, `${long} tomorrow`]), [2, 1]);
  const words = Array.from({ length: 60 }, (_, at) => `word${at.toString(36)}x`);
  const texts = Array.from({ length: 2_000 }, (_, at) =>
    Array.from({ length: 200 }, (_each, place) => words[(at * 7 + place * (at + 1)) % 60]).join(
      ' ',
    ),
  );
  assert.ok(groupsOf('en', texts).length > 0);
});

test('five thousand different questions stay apart', () => {
  const questions = Array.from({ length: 5_000 }, (_, at) => `item ${at.toString(36)}x${at}`);
  assert.equal(groupsOf('en', questions).length, 5_000);
});
