import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createPieceQueue } from './piece-queue.ts';

const never = new AbortController().signal;

/** Whether a promise has settled by the time that everything at hand is done. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await setImmediate();
  return !settled;
}

describe('a queue of one piece', () => {
  test('the writer waits until the reader asks for more', async () => {
    const queue = createPieceQueue();
    const first = queue.put('one', never);
    assert.equal(await queue.take(), 'one');
    assert.ok(await isOpen(first), 'taken is not read');
    const next = queue.take();
    await first;
    const second = queue.put('two', never);
    assert.equal(await next, 'two');
    queue.end();
    assert.equal(await queue.take(), undefined);
    await second;
  });

  test('a reader that waits is told of the end', async () => {
    const queue = createPieceQueue();
    const next = queue.take();
    assert.ok(await isOpen(next));
    queue.end();
    assert.equal(await next, undefined);
  });

  test('a writer is let go when the visitor leaves, and what it had put can still be read', async () => {
    const left = new AbortController();
    const queue = createPieceQueue();
    const put = queue.put('one', left.signal);
    left.abort(new Error('the client left'));
    await assert.rejects(put, /the client left/);
    await assert.rejects(queue.put('two', left.signal), /the client left/);
    queue.end();
    assert.equal(await queue.take(), 'one');
    assert.equal(await queue.take(), undefined);
  });

  test('a reader that stops reading lets the writer go', async () => {
    const queue = createPieceQueue();
    const put = queue.put('one', never);
    queue.leave();
    await assert.rejects(put, /nobody listens/);
    await assert.rejects(queue.put('two', never), /nobody listens/);
  });
});
