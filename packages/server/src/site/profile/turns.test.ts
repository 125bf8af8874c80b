import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

test('jobs of one key run one after the other in the order of asking, also after one that fails', async () => {
  const inTurn = createTurns();
  const told: string[] = [];
  const job = (name: string, fails = false) =>
    inTurn('site', async () => {
      told.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      told.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const outcomes = await Promise.allSettled([job('one'), job('two', true), job('three')]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(told, [
    'one begins',
    'one ends',
    'two begins',
    'two ends',
    'three begins',
    'three ends',
  ]);
});

test('jobs of different keys do not wait for each other', async () => {
  const inTurn = createTurns();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow = inTurn('one', () => held);
  assert.equal(await inTurn('two', async () => 'done'), 'done');
  release();
  await slow;
});
