import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from './store.ts';

test('it returns what each of them returned, in their order', async () => {
  assert.deepEqual(await together(Promise.resolve(1), Promise.resolve('two')), [1, 'two']);
});

test('it rejects only when all have ended, so that none runs after the rollback', async () => {
  const slow = Promise.withResolvers<void>();
  let hasEnded = false;
  const work = slow.promise.then(() => {
    hasEnded = true;
  });
  const both = together(Promise.reject(new Error('the first')), work);
  setImmediate(slow.resolve);
  await assert.rejects(both, /the first/);
  assert.ok(hasEnded);
});

test('it rejects with the fault that came first, which is the cause of the others', async () => {
  const later = Promise.withResolvers<void>();
  setImmediate(() => later.reject(new Error('refused after the fault')));
  const both = together(later.promise, Promise.reject(new Error('the fault')));
  await assert.rejects(both, /^Error: the fault$/);
});
