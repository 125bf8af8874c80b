import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutCharacters, hasAtLeast, hasAtMost } from './characters.ts';

test('a surrogate pair counts as one character and is never split', () => {
  assert.equal(cutCharacters('a🌍b🌍', 2), 'a🌍');
  assert.equal(cutCharacters('🌍🌍', 1), '🌍');
  assert.equal(cutCharacters('abc', 3), 'abc');
  assert.equal(cutCharacters('abc', 0), '');
  assert.ok(hasAtMost('🌍'.repeat(10), 10));
  assert.ok(!hasAtMost('🌍'.repeat(11), 10));
  assert.ok(!hasAtMost('a'.repeat(11), 10));
  assert.ok(hasAtLeast('🌍🌍🌍', 3));
  assert.ok(!hasAtLeast('🌍🌍', 3));
  assert.ok(!hasAtLeast('ab', 3));
});
