import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordDifference } from './word-difference.ts';

test('only the words that differ are marked', () => {
  assert.deepEqual(wordDifference('We open at 8 daily', 'We open at 9 daily'), [
    { kind: 'same', text: 'We open at ' },
    { kind: 'gone', text: '8' },
    { kind: 'new', text: '9' },
    { kind: 'same', text: ' daily' },
  ]);
  assert.deepEqual(wordDifference('', 'New'), [{ kind: 'new', text: 'New' }]);
  assert.deepEqual(wordDifference('Same', 'Same'), [{ kind: 'same', text: 'Same' }]);
});

test('both texts can be rebuilt from the pieces, whatever their length', () => {
  for (const words of [5, 50, 700]) {
    const before = Array.from({ length: words }, (_, at) => `w${at % 7}`).join(' ');
    const after = Array.from({ length: words }, (_, at) => `w${at % 5}`).join(' ');
    const pieces = wordDifference(before, after);
    const read = (kind: string) =>
      pieces
        .filter((piece) => piece.kind !== kind)
        .map(({ text }) => text)
        .join('');
    assert.equal(read('new'), before);
    assert.equal(read('gone'), after);
  }
});
