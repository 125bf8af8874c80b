import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdleCollector, garbageCollector } from './tidy-memory.ts';

const MB = 1024 * 1024;

function openFigures() {
  const figures = { cpuMs: 500, heapBytes: 30 * MB, collected: 0 };
  const tidy = createIdleCollector(
    {
      cpuMs: () => figures.cpuMs,
      heapBytes: () => figures.heapBytes,
      collect: () => {
        figures.collected += 1;
        figures.cpuMs += 300;
        figures.heapBytes = 20 * MB;
      },
    },
    5_000,
  );
  return { figures, tidy };
}

test('garbage is collected once, in the first idle interval after load', () => {
  const { figures, tidy } = openFigures();
  figures.cpuMs += 2_000;
  tidy();
  assert.equal(figures.collected, 0);
  figures.cpuMs += 20;
  tidy();
  assert.equal(figures.collected, 1);
  for (let look = 0; look < 10; look += 1) tidy();
  assert.equal(figures.collected, 1);
});

test('nothing is collected under load, or for less than 2 MB', () => {
  const { figures, tidy } = openFigures();
  for (let look = 0; look < 10; look += 1) {
    figures.cpuMs += 101;
    tidy();
  }
  assert.equal(figures.collected, 0);
  tidy();
  assert.equal(figures.collected, 1);
  figures.heapBytes += MB;
  tidy();
  assert.equal(figures.collected, 1);
  figures.heapBytes += 2 * MB;
  tidy();
  assert.equal(figures.collected, 2);
});

test('garbage can be collected in a process that was started without a flag for it', () => {
  assert.equal(globalThis.gc, undefined);
  const held = new WeakRef({ text: 'x'.repeat(1_000) });
  return new Promise<void>((resolve) => {
    // A weak reference is kept until the end of the turn that made it.
    setImmediate(() => {
      garbageCollector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      assert.equal(held.deref(), undefined);
      assert.equal(globalThis.gc, undefined);
      resolve();
    });
  });
});
