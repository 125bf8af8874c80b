import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdleCollector } from './tidy-memory.ts';

const MB = 1024 * 1024;

function openTidy() {
  const usage = { cpuMs: 500, heapBytes: 30 * MB, collected: 0 };
  const tidy = createIdleCollector(
    {
      cpuMs: () => usage.cpuMs,
      heapBytes: () => usage.heapBytes,
      collect: () => {
        usage.collected += 1;
        usage.cpuMs += 300;
        usage.heapBytes = 20 * MB;
      },
    },
    5_000,
  );
  return { usage, tidy };
}

test('what a busy moment left is cleared away in the first quiet one, once', () => {
  const { usage, tidy } = openTidy();
  usage.cpuMs += 2_000;
  tidy();
  assert.equal(usage.collected, 0);
  usage.cpuMs += 20;
  tidy();
  assert.equal(usage.collected, 1);
  for (let look = 0; look < 10; look += 1) tidy();
  assert.equal(usage.collected, 1);
});

test('a busy server is never held up, and next to nothing is not worth it', () => {
  const { usage, tidy } = openTidy();
  for (let look = 0; look < 10; look += 1) {
    usage.cpuMs += 101;
    tidy();
  }
  assert.equal(usage.collected, 0);
  tidy();
  assert.equal(usage.collected, 1);
  usage.heapBytes += MB;
  tidy();
  assert.equal(usage.collected, 1);
  usage.heapBytes += 2 * MB;
  tidy();
  assert.equal(usage.collected, 2);
});
