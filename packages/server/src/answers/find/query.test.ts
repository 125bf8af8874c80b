import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weightOf } from './query.ts';

test('all forms of a word have one weight; common words weigh less than rare ones; unknown words have none', () => {
  assert.equal(weightOf('tunalipa', 'sw'), weightOf('kulipa', 'sw'));
  assert.equal(weightOf('opening', 'en'), weightOf('open', 'en'));
  assert.equal(weightOf('qwxz', 'sw'), undefined);
  assert.ok((weightOf('year', 'en') ?? 1) < (weightOf('wifi', 'en') ?? 0));
  assert.ok((weightOf('idadi', 'sw') ?? 1) < (weightOf('mkopo', 'sw') ?? 0));
});
