import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayAfter, weeksOf } from './month.ts';

test('a month starts on its weekday and has all its days, also in leap years', () => {
  const november = weeksOf(2026, 10);
  assert.equal(november[0]?.[6], '2026-11-01');
  assert.equal(november.flat().filter(Boolean).length, 30);
  assert.equal(weeksOf(2028, 1).flat().filter(Boolean).length, 29);
});

test('days are counted across the ends of months and years', () => {
  assert.equal(dayAfter('2026-12-31', 1), '2027-01-01');
  assert.equal(dayAfter('2026-03-01', -7), '2026-02-22');
});
