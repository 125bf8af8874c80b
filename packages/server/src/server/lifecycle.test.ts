import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLifecycle } from '../kernel/lifecycle.ts';

test('what never stops is given up at the limit, and the rest is stopped after it, in reverse order', async () => {
  const late: string[] = [];
  const stopped: string[] = [];
  const lifecycle = createLifecycle({ limitMs: 10, onLate: (name) => late.push(name) });
  for (const name of ['the lock', 'the store', 'the backups']) {
    lifecycle.onStop(name, () => {
      stopped.push(name);
      return name === 'the backups' ? new Promise<void>(() => {}) : undefined;
    });
  }
  await lifecycle.stop();
  assert.deepEqual(stopped, ['the backups', 'the store', 'the lock']);
  assert.deepEqual(late, ['the backups']);
});

test('a failing stop does not keep the others from stopping, and is reported at the end', async () => {
  const stopped: string[] = [];
  const lifecycle = createLifecycle();
  lifecycle.onStop('the lock', () => void stopped.push('the lock'));
  lifecycle.onStop('the store', () => {
    throw new Error('no');
  });
  await assert.rejects(lifecycle.stop(), { message: 'the store did not stop cleanly' });
  await assert.rejects(lifecycle.stop(), 'a second stop is the same stop');
  assert.deepEqual(stopped, ['the lock']);
});
