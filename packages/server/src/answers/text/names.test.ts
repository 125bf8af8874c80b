import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOf } from './lexicon.ts';

test('a thing is known by its other names, in both languages and in the plural', () => {
  assert.ok(namesOf('yoghurt').includes('mtindi'));
  assert.ok(namesOf('adaptors').includes('adapta'));
  assert.deepEqual(namesOf('xylophones'), []);
});
