import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { billOf, dataAfter, needOf, questionCosts } from './capacity.ts';
import { readCosts } from './costs.ts';

const costs = readCosts();

describe('the calculation of capacity', () => {
  test('twice the questions need twice the cores, and no fewer machines', () => {
    const [one, two] = [needOf(100_000, costs, 30), needOf(100_000, costs, 60)];
    assert.equal(two.engineCores, 2 * one.engineCores);
    assert.equal(two.threads, 2 * one.threads);
    assert.ok(two.machines >= one.machines && two.databaseCores >= one.databaseCores);
  });

  test('the machines that are left after the loss of a zone carry the busiest hour', () => {
    for (const sites of [100, 10_000, 123_456, 1_000_000]) {
      const { machines, machinesWithSpare } = needOf(sites, costs);
      assert.equal(machinesWithSpare % 3, 0);
      assert.ok((machinesWithSpare * 2) / 3 >= machines, `${sites} sites`);
    }
  });

  test('a question that is not read costs what was measured for it', () => {
    const { engines, thread } = questionCosts(costs, 1, 0);
    assert.equal(engines, costs.engine.withoutReadingMs);
    assert.equal(thread, costs.server.withoutReadingMs);
  });

  test('data grows until the retention deletes as much as is added', () => {
    assert.equal(dataAfter(180, 1_000, costs).questions, 180_000);
    assert.equal(dataAfter(365, 1_000, costs).questions, 180_000);
    assert.ok(dataAfter(90, 1_000, costs).tableGB < dataAfter(180, 1_000, costs).tableGB);
  });

  test('the total of a bill is the sum of its parts', () => {
    const { parts, sum } = billOf(needOf(10_000, costs), costs);
    const added = parts.machines + parts.database + parts.disks + parts.backups + parts.network;
    assert.ok(Math.abs(sum - added) < 1e-6);
  });
});
