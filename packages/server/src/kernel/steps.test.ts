import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce, inSteps } from './steps.ts';

function* busy(steps: number, stepMs: number, taken: number[] = []): Generator<undefined, number> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + stepMs;
    while (performance.now() < until);
    taken.push(step);
    yield;
  }
  return taken.length;
}

test('work in steps lets others in before it is done', async () => {
  const taken: number[] = [];
  let seen: number | undefined;
  setImmediate(() => {
    seen = taken.length;
  });
  assert.equal(await inSteps(busy(30, 2, taken)), 30);
  assert.ok(seen !== undefined && seen < 30, `others were let in after ${seen} steps`);
});

test('work at once gives the same result', () => {
  assert.equal(atOnce(busy(3, 0)), 3);
});

test('a fault in a step rejects', async () => {
  const faulty = function* (): Generator<undefined, never> {
    yield;
    throw new Error('no');
  };
  await assert.rejects(inSteps(faulty()), { message: 'no' });
});

test('work whose signal has aborted is not gone on with', async () => {
  const taken: number[] = [];
  const ending = new AbortController();
  setImmediate(() => ending.abort(new Error('enough')));
  await assert.rejects(inSteps(busy(200, 5, taken), ending.signal), { message: 'enough' });
  assert.ok(taken.length < 200, `${taken.length} steps were taken`);
});
