import assert from 'node:assert/strict';
import { test } from 'node:test';
import { race } from './race.ts';

const never = new Promise<never>(() => {});

test('the result or error of the work comes first where it is first', async () => {
  const { signal } = new AbortController();
  assert.equal(await race(Promise.resolve(1), { signal, limitMs: 60_000 }), 1);
  await assert.rejects(race(Promise.reject(new Error('no')), { signal }), /no/);
});

test('an abort, also an earlier one, rejects with its reason, and a late failure of the work is ignored', async () => {
  const leaving = new AbortController();
  const work = Promise.withResolvers<void>();
  const raced = race(work.promise, { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await assert.rejects(raced, /left/);
  await assert.rejects(race(never, { signal: leaving.signal }), /left/);
  work.reject(new Error('late'));
});

test('after the time the result is what otherwise returns or throws', async () => {
  assert.equal(await race(never, { limitMs: 1 }, () => 'late'), 'late');
  await assert.rejects(race(never, { limitMs: 1 }), /no result within 1 ms/);
});
