import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugOf } from './slug.ts';

test('the short name of a site is made from the name of the business', () => {
  assert.equal(slugOf('Duka la Asha'), 'duka-la-asha');
  assert.equal(slugOf("  Ng'ombe & Maziwa – Café  "), 'ngombe-maziwa-cafe');
  assert.equal(slugOf('!!!'), '');
  assert.ok(slugOf('a b '.repeat(40)).length <= 40);
});
