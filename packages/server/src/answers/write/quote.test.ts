import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from './quote.ts';

test('a short text stays whole', () => assert.equal(cutText(' Open daily. ', 240), 'Open daily.'));

test('a long text is cut where a sentence ends', () => {
  assert.equal(
    cutText('One two three. Four five six. Seven eight nine ten.', 32),
    'One two three. Four five six.',
  );
});

test('a long sentence is cut between words', () => {
  assert.equal(cutText('one two three four five', 11), 'one two');
});

test('no character is cut in two', () => {
  const smiles = '😀'.repeat(200);
  const cut = cutText(smiles, 241);
  assert.equal(cut.length, 240);
  assert.ok(cut.isWellFormed());
});
