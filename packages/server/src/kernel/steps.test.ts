import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce, inSteps, inStepsWith } from './steps.ts';

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

function* asking(wanted: readonly unknown[]): Generator<unknown, unknown[]> {
  const got: unknown[] = [];
  for (const one of wanted) got.push(yield one);
  return got;
}

test('work gets what it asks for, and a mere pause asks for nothing', async () => {
  const asked: unknown[] = [];
  const serve = async (wanted: unknown) => {
    asked.push(wanted);
    return `served ${wanted}`;
  };
  const got = await inStepsWith(asking(['a', undefined, 'b']), serve);
  assert.deepEqual(got, ['served a', undefined, 'served b']);
  assert.deepEqual(asked, ['a', 'b']);
});

test('where nobody serves, work gets undefined and goes on', async () => {
  assert.deepEqual(await inSteps(asking(['a', 'b'])), [undefined, undefined]);
  assert.deepEqual(atOnce(asking(['a', 'b'])), [undefined, undefined]);
});

test('what cannot be served is thrown where it was asked for', async () => {
  const careful = function* (): Generator<unknown, unknown> {
    try {
      return yield 'a';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const serve = () => Promise.reject(new Error('none left'));
  assert.equal(await inStepsWith(careful(), serve), 'none left');
  await assert.rejects(inStepsWith(asking(['a']), serve), { message: 'none left' });
});

test('work whose signal aborts does not wait for what it asked for, and cleans up', async () => {
  const ending = new AbortController();
  let isClean = false;
  const waiting = function* (): Generator<unknown, unknown> {
    try {
      return yield 'never';
    } finally {
      isClean = true;
    }
  };
  const serve = () => {
    ending.abort(new Error('enough'));
    return new Promise(() => {});
  };
  await assert.rejects(inStepsWith(waiting(), serve, { signal: ending.signal }), {
    message: 'enough',
  });
  assert.ok(isClean);
});

test('work that is served without waiting still lets others in', async () => {
  let seen: number | undefined;
  let served = 0;
  setImmediate(() => {
    seen = served;
  });
  const serve = async () => {
    served += 1;
  };
  const work = function* (): Generator<unknown, number> {
    for (const _ of busy(30, 2)) {
      yield 'a';
      yield;
    }
    return 0;
  };
  await inStepsWith(work(), serve);
  assert.ok(seen !== undefined && seen < 30, `others were let in after ${seen} steps`);
});

test('however many works come at once, others are let in between any two slices of them', async () => {
  const seen: ('slice' | 'other')[] = [];
  let isOver = false;
  const other = () => {
    seen.push('other');
    if (!isOver) setImmediate(other);
  };
  // Each step is longer than a slice, so each is a slice of its own.
  const slices = function* (): Generator<undefined, undefined> {
    for (let step = 0; step < 3; step += 1) {
      const until = performance.now() + 12;
      while (performance.now() < until);
      seen.push('slice');
      yield;
    }
    return undefined;
  };
  setImmediate(other);
  await Promise.all(Array.from({ length: 8 }, () => inSteps(slices())));
  isOver = true;
  const together = seen.filter((one, at) => one === 'slice' && seen[at + 1] === 'slice');
  assert.equal(seen.filter((one) => one === 'slice').length, 24);
  assert.equal(together.length, 0, seen.join(' '));
});

test('slices go round by account: one with many works does not hold up another with one', async () => {
  const seen: string[] = [];
  const slices = function* (account: string): Generator<undefined, undefined> {
    for (let step = 0; step < 3; step += 1) {
      const until = performance.now() + 12;
      while (performance.now() < until);
      seen.push(account);
      yield;
    }
    return undefined;
  };
  const many = Array.from({ length: 8 }, () =>
    inStepsWith(slices('many'), undefined, { account: 'many' }),
  );
  await Promise.all([...many, inStepsWith(slices('one'), undefined, { account: 'one' })]);
  // In the order of asking, its last slice would come after all others.
  assert.ok(seen.lastIndexOf('one') < 12, seen.join(' '));
  assert.equal(seen.length, 27);
});
