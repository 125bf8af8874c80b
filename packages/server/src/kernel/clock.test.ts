import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoTime } from './clock.ts';

test('isoTime equals toISOString of Date', () => {
  const times = fc.integer({ min: 0, max: 253_402_300_799_999 });
  fc.assert(
    fc.property(times, (atMs) => {
      assert.equal(isoTime(atMs), new Date(atMs).toISOString());
    }),
  );
  // The date is cached: times on both sides of midnight must not share it.
  const midnight = Date.UTC(2028, 1, 29);
  for (const atMs of [midnight - 1, midnight, midnight - 1, midnight + 86_400_000])
    assert.equal(isoTime(atMs), new Date(atMs).toISOString());
});
