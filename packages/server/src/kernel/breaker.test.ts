import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreaker } from './breaker.ts';

test('several failures in a row open it for this receiver alone', () => {
  const breaker = createBreaker({ failuresMax: 3, openMs: 100 });
  for (const nowMs of [1, 2]) breaker.note('one', false, nowMs);
  assert.equal(breaker.admits('one', 3), true);
  breaker.note('one', false, 3);
  assert.deepEqual([breaker.admits('one', 4), breaker.admits('other', 4)], [false, true]);
  assert.deepEqual([breaker.openIds(4), breaker.retryAtMs(4)], [['one'], [103]]);
});

test('after its time one probe is admitted, and its outcome decides', () => {
  const breaker = createBreaker({ failuresMax: 1, openMs: 100 });
  breaker.note('one', false, 0);
  assert.deepEqual(
    [100, 101].map((nowMs) => breaker.admits('one', nowMs)),
    [true, false],
  );
  breaker.note('one', false, 110);
  assert.deepEqual(
    [209, 210].map((nowMs) => breaker.admits('one', nowMs)),
    [false, true],
  );
  breaker.note('one', true, 220);
  assert.deepEqual(
    [221, 221].map((nowMs) => breaker.admits('one', nowMs)),
    [true, true],
  );
});

test('a released probe makes way for the next at once', () => {
  const breaker = createBreaker({ failuresMax: 1, openMs: 100 });
  breaker.note('one', false, 0);
  breaker.release('one', 50);
  assert.deepEqual(
    [100, 101].map((nowMs) => breaker.admits('one', nowMs)),
    [true, false],
  );
  breaker.release('one', 102);
  assert.deepEqual(
    [102, 103].map((nowMs) => breaker.admits('one', nowMs)),
    [true, false],
  );
  breaker.note('one', true, 104);
  breaker.release('one', 105);
  assert.equal(breaker.admits('one', 105), true);
});

test('a probe without an outcome is replaced after another period', () => {
  const breaker = createBreaker({ failuresMax: 1, openMs: 100 });
  breaker.note('one', false, 0);
  assert.deepEqual(
    [100, 199, 200].map((nowMs) => breaker.admits('one', nowMs)),
    [true, false, true],
  );
});
