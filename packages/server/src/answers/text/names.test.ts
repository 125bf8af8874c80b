import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOf } from './lexicon.ts';

test('other names of a thing are found, in both languages and in the plural', () => {
  assert.ok(namesOf('yoghurt').includes('mtindi'));
  assert.ok(namesOf('adaptors').includes('adapta'));
  assert.deepEqual(namesOf('xylophones'), []);
});
