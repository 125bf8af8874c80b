import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheck } from './check.ts';
import { Problem } from './problem.ts';

const times = { everyMs: 2_000, waitMs: 10, limitMs: 15_000 };

test('callers share an attempt until it is too old', async () => {
  let attempts = 0;
  let nowMs = 0;
  const check = createCheck(
    'It',
    async () => {
      attempts += 1;
      if (attempts > 1) throw new Problem('busy', 'The disk is full; try again later.');
    },
    times,
    () => nowMs,
  );
  assert.deepEqual(await Promise.all([check(), check()]), [undefined, undefined]);
  nowMs = 1_999;
  assert.equal(await check(), undefined);
  nowMs = 2_000;
  assert.equal(await check(), 'The disk is full; try again later.');
  assert.equal(attempts, 2);
});

test('a slow check keeps its last result; one that hangs has failed, until it ends', async () => {
  let nowMs = 0;
  let attempts = 0;
  let end = () => {};
  const check = createCheck(
    'The database',
    () => {
      attempts += 1;
      return attempts === 1 ? Promise.resolve() : new Promise<void>((resolve) => (end = resolve));
    },
    times,
    () => nowMs,
  );
  assert.equal(await check(), undefined);
  nowMs = 2_000;
  assert.equal(await check(), undefined, 'it was up a moment ago');
  nowMs = 17_000;
  assert.equal(await check(), 'The database does not respond.');
  assert.equal(attempts, 2, 'it is not tried again meanwhile');
  end();
  assert.equal(await check(), undefined);
});

test('a part that has never responded is down', async () => {
  const check = createCheck('The database', () => new Promise(() => {}), times);
  assert.equal(await check(), 'The database does not respond.');
});
