import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdleCollector } from './tidy-memory.ts';

const MB = 1024 * 1024;

function openHouse() {
  const house = { cpuMs: 500, heapBytes: 30 * MB, collected: 0 };
  const tidy = createIdleCollector(
    {
      cpuMs: () => house.cpuMs,
      heapBytes: () => house.heapBytes,
      collect: () => {
        house.collected += 1;
        house.cpuMs += 300;
        house.heapBytes = 20 * MB;
      },
    },
    5_000,
  );
  return { house, tidy };
}

test('what a busy moment left is cleared away in the first quiet one, once', () => {
  const { house, tidy } = openHouse();
  house.cpuMs += 2_000;
  tidy();
  assert.equal(house.collected, 0);
  house.cpuMs += 20;
  tidy();
  assert.equal(house.collected, 1);
  for (let look = 0; look < 10; look += 1) tidy();
  assert.equal(house.collected, 1);
});

test('a busy server is never held up, and next to nothing is not worth it', () => {
  const { house, tidy } = openHouse();
  for (let look = 0; look < 10; look += 1) {
    house.cpuMs += 101;
    tidy();
  }
  assert.equal(house.collected, 0);
  tidy();
  assert.equal(house.collected, 1);
  house.heapBytes += MB;
  tidy();
  assert.equal(house.collected, 1);
  house.heapBytes += 2 * MB;
  tidy();
  assert.equal(house.collected, 2);
});
