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
  // The first call begins the first slice.
  assert.ok(turns >= 11, `${turns} turns`);
});

test('short work is not interrupted, however long ago the last pause was', async () => {
  await breathe();
  spin(12);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(breathe(), undefined);
});

test('many pieces of short work in one turn are interrupted', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  const pauses = Array.from({ length: 4 }, () => {
    spin(4);
    return breathe();
  });
  assert.notEqual(pauses.at(-1), undefined);
  await Promise.all(pauses);
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
