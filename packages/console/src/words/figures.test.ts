import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day } from './figures.ts';

test('a date without a time is the same day in time zones west of Greenwich', (t) => {
  const before = process.env.TZ;
  t.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  process.env.TZ = 'America/New_York';
  assert.match(day('2026-12-25'), /25/);
  assert.match(day('2026-12-25T03:00:00Z'), /24/);
});
