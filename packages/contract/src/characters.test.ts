import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutCharacters, hasAtLeast, hasAtMost } from './characters.ts';

test('a character of two places counts once and is never cut in two', () => {
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
