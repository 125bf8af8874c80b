import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteCache } from './byte-cache.ts';

const made = (stamp: string, bytes = 10_000) => ({ stamp, item: { bytes, stamp } });

test('askers that come together for what is not there wait for one making', async () => {
  const cache = createByteCache<{ bytes: number; stamp: string }>(1_000_000);
  let count = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const make = async () => {
    count += 1;
    await promise;
    return made('1');
  };
  const asked = Array.from({ length: 50 }, () => cache.of('a', '1', make));
  resolve();
  const found = await Promise.all(asked);
  assert.equal(count, 1);
  assert.equal(new Set(found).size, 1);
  await cache.of('a', '1', make);
  assert.equal(count, 1);
});

test('another stamp is another item, and the old one is gone', async () => {
  const cache = createByteCache<{ bytes: number; stamp: string }>(1_000_000);
  await cache.of('a', '1', async () => made('1'));
  const bytes = cache.bytes();
  assert.equal((await cache.of('a', '2', async () => made('2'))).stamp, '2');
  assert.equal(cache.bytes(), bytes);
});

test('the bytes stay within their number; what was used last stays', async () => {
  const cache = createByteCache<{ bytes: number; stamp: string }>(100_000);
  let makes = 0;
  const ask = (site: string) =>
    cache.of(site, '1', async () => {
      makes += 1;
      return made('1');
    });
  for (let site = 0; site < 10_000; site += 1) {
    await ask(`site-${site}`);
    await ask('busy');
    assert.ok(cache.bytes() <= 100_000);
  }
  assert.equal(makes, 10_001);
});

test('one that is larger than the room is used and forgotten', async () => {
  const cache = createByteCache<{ bytes: number; stamp: string }>(1_000);
  assert.equal((await cache.of('a', '1', async () => made('1'))).stamp, '1');
  assert.equal(cache.bytes(), 0);
});

test('a failure is not kept: the next asker tries again', async () => {
  const cache = createByteCache<{ bytes: number; stamp: string }>(1_000_000);
  await assert.rejects(
    cache.of('a', '1', async () => {
      throw new Error('no');
    }),
  );
  assert.equal((await cache.of('a', '1', async () => made('1'))).stamp, '1');
});

test('an item is replaced under its own stamp only, and its new size counts', async () => {
  const cache = createByteCache<{ bytes: number; stamp: string }>(1_000_000);
  await cache.of('a', '1', async () => made('1'));
  const before = cache.bytes();
  cache.replace('a', '0', { bytes: 50_000, stamp: 'of an older edition' });
  cache.replace('b', '1', { bytes: 50_000, stamp: 'of nobody' });
  assert.equal(cache.bytes(), before);
  cache.replace('a', '1', { bytes: 50_000, stamp: 'joined' });
  assert.equal(cache.bytes(), before + 40_000);
  const found = await cache.of('a', '1', () => assert.fail('it is kept'));
  assert.equal(found.stamp, 'joined');
});
