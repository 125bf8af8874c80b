import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSlowWorkBudget } from './slow-work-budget.ts';

describe('CPU budget of an owner', () => {
  const withClock = () => {
    let nowMs = 0;
    const budget = createSlowWorkBudget(
      { capacityMs: 2_000, returnedMsPerSecond: 200 },
      () => nowMs,
    );
    return {
      ...budget,
      advance: (ms: number) => {
        nowMs += ms;
      },
    };
  };

  test('a thousand short pieces of work count as much as one long one', () => {
    const { spend, hasLeft } = withClock();
    for (let times = 0; times < 1_000; times += 1) {
      assert.ok(hasLeft('own_a'));
      spend('own_a', 2);
    }
    assert.equal(hasLeft('own_a'), false);
  });

  test('each owner has two seconds of slow work, whatever others use', () => {
    const { spend, hasLeft } = withClock();
    for (let times = 0; times < 4; times += 1) {
      assert.ok(hasLeft('own_a'));
      spend('own_a', 500);
    }
    assert.equal(hasLeft('own_a'), false);
    assert.ok(hasLeft('own_b'));
  });

  test('it refills with time, up to its capacity', () => {
    const { spend, hasLeft, secondsUntilLeft, advance } = withClock();
    spend('own_a', 2_000);
    assert.equal(hasLeft('own_a'), false);
    advance(100);
    assert.ok(hasLeft('own_a'));
    spend('own_a', 420);
    assert.equal(secondsUntilLeft('own_a'), 3);
    advance(3_000);
    assert.ok(hasLeft('own_a'));
    advance(24 * 60 * 60_000);
    spend('own_a', 2_000);
    assert.equal(hasLeft('own_a'), false);
  });
});
