import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breathe } from './breathe.ts';

test('the event loop turns between slices of concurrent work', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const work = async () => {
    for (let step = 0; step < 4; step += 1) {
      spin(12);
      await breathe();
    }
  };
  await Promise.all([work(), work(), work()]);
  isOver = true;
  assert.ok(turns >= 12, `${turns} turns`);
});

test('short work is not interrupted', async () => {
  // The first call may end an old slice.
  await breathe();
  assert.equal(breathe(), undefined);
});

test('aborted work stops with the reason', async () => {
  const abort = new AbortController();
  const endless = async () => {
    for (;;) {
      spin(12);
      await breathe(abort.signal);
    }
  };
  const running = endless();
  setImmediate(() => abort.abort(new Error('the visitor left')));
  await assert.rejects(running, /the visitor left/);
});

function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}
