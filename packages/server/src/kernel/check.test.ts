import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheck } from './check.ts';
import { Problem } from './problem.ts';

const times = { everyMs: 2_000, limitMs: 20 };

test('callers share an attempt until it is too old', async () => {
  let attempts = 0;
  let nowMs = 0;
  const check = createCheck(
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

test('what hangs has failed, is not tried a second time meanwhile, and works again when it ends', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let attempts = 0;
  const check = createCheck(() => {
    attempts += 1;
    return promise;
  }, times);
  assert.equal(await check(), 'It did not respond within 0.02 s.');
  assert.equal(await check(), 'It did not respond within 0.02 s.');
  assert.equal(attempts, 1);
  resolve();
  assert.equal(await check(), undefined);
});
