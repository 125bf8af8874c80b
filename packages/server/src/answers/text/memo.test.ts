import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byWord } from './memo.ts';

test('a word is computed once, even where its result is undefined; a long one is not kept', () => {
  const computed: string[] = [];
  const lengthOf = byWord((word) => {
    computed.push(word);
    return word === 'none' ? undefined : word.length;
  });
  const long = 'a'.repeat(41);
  const words = ['bei', 'none', long, 'bei', 'none', long];
  assert.deepEqual(words.map(lengthOf), [3, undefined, 41, 3, undefined, 41]);
  assert.deepEqual(computed, ['bei', 'none', long, long]);
});
