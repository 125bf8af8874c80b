import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSlowWorkBudget } from './slow-work-budget.ts';

describe('budget with an owner', () => {
  const withClock = () => {
    let nowMs = 0;
    const budget = createSlowWorkBudget(() => nowMs);
    return {
      ...budget,
      advance: (ms: number) => {
        nowMs += ms;
      },
    };
  };

  test('work of an honest length is free, however often it is done', () => {
    const { spend, hasLeft } = withClock();
    for (let times = 0; times < 10_000; times += 1) spend('own_a', 99);
    assert.ok(hasLeft('own_a'));
  });

  test('slow work is borne for a second altogether, of each owner alone', () => {
    const { spend, hasLeft } = withClock();
    for (let times = 0; times < 4; times += 1) {
      assert.ok(hasLeft('own_a'));
      spend('own_a', 250);
    }
    assert.equal(hasLeft('own_a'), false);
    assert.ok(hasLeft('own_b'));
  });

  test('it comes back with time, and never grows beyond what it was', () => {
    const { spend, hasLeft, advance } = withClock();
    spend('own_a', 1_000);
    assert.equal(hasLeft('own_a'), false);
    advance(100);
    assert.ok(hasLeft('own_a'));
    advance(24 * 60 * 60_000);
    spend('own_a', 1_000);
    assert.equal(hasLeft('own_a'), false);
  });
});
