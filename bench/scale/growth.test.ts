import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCosts } from './costs.ts';
import { billOf, grown } from './growth.ts';

describe('growth', () => {
  test('ends when the retention begins to delete', () => {
    const costs = readCosts();
    assert.equal(grown(180, 1_000, costs).questions, 180_000);
    assert.equal(grown(365, 1_000, costs).questions, 180_000);
    assert.ok(grown(90, 1_000, costs).tableGB < grown(180, 1_000, costs).tableGB);
  });

  test('the total of a bill is the sum of its parts', () => {
    const size = { machines: 10, databaseCores: 4, peakPerSecond: 100, backupsKept: 7 };
    const { sumMonth, perMillion: _, ...parts } = billOf(size, readCosts());
    const sum = Object.values(parts).reduce((total, part) => total + part, 0);
    assert.ok(Math.abs(sumMonth - sum) < 1e-6);
  });
});
