import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteCache } from './byte-cache.ts';

/** A cache that counts how often an item is computed. */
function openCache(bytesMax = 1_000_000) {
  const cache = createByteCache<{ bytes: number; stamp: string }>(bytesMax);
  let count = 0;
  const ask = (name: string, stamp = '1', fails = false) =>
    cache.of(name, stamp, async () => {
      count += 1;
      if (fails) throw new Error('no');
      return { stamp, item: { bytes: 10_000, stamp } };
    });
  return { ask, count: () => count };
}

test('concurrent callers share one computation, even when it fails', async () => {
  const { ask, count } = openCache();
  const failing = Array.from({ length: 5 }, () => ask('a', '1', true));
  for (const { status } of await Promise.allSettled(failing)) assert.equal(status, 'rejected');
  assert.equal(count(), 1);
  const found = await Promise.all(Array.from({ length: 50 }, () => ask('a')));
  assert.equal(new Set(found).size, 1);
  await ask('a');
  assert.equal(count(), 2);
});

test('another stamp replaces the item', async () => {
  const { ask, count } = openCache();
  await ask('a', '1');
  assert.equal((await ask('a', '2')).stamp, '2');
  await ask('a', '1');
  assert.equal(count(), 3);
});

test('the least recently used item is dropped first, and one larger than the cache is not kept', async () => {
  const { ask, count } = openCache(100_000);
  for (let site = 0; site < 1_000; site += 1) {
    await ask(`site-${site}`);
    await ask('busy');
  }
  assert.equal(count(), 1_001);
  await ask('site-0');
  assert.equal(count(), 1_002);
  const small = openCache(1_000);
  for (let times = 0; times < 2; times += 1) assert.equal((await small.ask('a')).stamp, '1');
  assert.equal(small.count(), 2);
});
