import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueue } from './queue.ts';

const never = new AbortController().signal;
const busy = { code: 'busy' };

test('so many run, so many wait, and the next is busy', async () => {
  const queue = createQueue({ atOnce: 2, waitingMax: 3, waitMs: 60_000 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const job = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
  };
  const admitted = Array.from({ length: 5 }, () => queue.run(job, never));
  await assert.rejects(queue.run(job, never), busy);
  gate.resolve();
  await Promise.all(admitted);
  assert.equal(most, 2);
  await queue.run(async () => {}, never);
});

test('who waits too long is told, and who gives up makes room', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = createQueue({ atOnce: 1, waitingMax: 1, waitMs: 30_000 });
  const gate = Promise.withResolvers<void>();
  const first = queue.run(() => gate.promise, never);
  const late = assert.rejects(
    queue.run(async () => {}, never),
    busy,
  );
  t.mock.timers.tick(30_000);
  await late;
  const leaving = new AbortController();
  const left = assert.rejects(
    queue.run(async () => {}, leaving.signal),
    /enough/,
  );
  leaving.abort(new Error('enough'));
  await left;
  const next = queue.run(async () => 'served', never);
  gate.resolve();
  await first;
  assert.equal(await next, 'served');
});

test('a job that fails gives its place to the next', async () => {
  const queue = createQueue({ atOnce: 1, waitingMax: 5, waitMs: 60_000 });
  const failing = assert.rejects(
    queue.run(() => Promise.reject(new Error('no')), never),
    /no/,
  );
  assert.equal(await queue.run(async () => 'yes', never), 'yes');
  await failing;
});
