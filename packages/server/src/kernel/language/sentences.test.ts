import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesOf } from './sentences.ts';

test('abbreviations, initials and decimals do not end a sentence', () => {
  assert.deepEqual(sentencesOf('Dr. Julius K. Nyerere paid 4.5 dollars. He left.'), [
    'Dr. Julius K. Nyerere paid 4.5 dollars.',
    'He left.',
  ]);
  assert.deepEqual(sentencesOf('Tunauza vyakula, k.m. unga na mchele. Karibu!'), [
    'Tunauza vyakula, k.m. unga na mchele.',
    'Karibu!',
  ]);
});

test('a list stays with the line that leads into it', () => {
  assert.deepEqual(sentencesOf('We sell:\n- bread\n- milk\nOpen daily.'), [
    'We sell:\n- bread\n- milk',
    'Open daily.',
  ]);
});

test('a text without an end is one sentence, and an empty text has none', () => {
  assert.deepEqual(sentencesOf('Lipa kwa M-Pesa'), ['Lipa kwa M-Pesa']);
  assert.deepEqual(sentencesOf(' \n '), []);
});
