import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlaces } from './places.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}

test('an account that holds its share waits, while another is served at once', async () => {
  const places = createPlaces({ max: 4, perAccount: 2, waitMs: 60_000 });
  const slow = gate();
  const held = [1, 2].map(() => places.hold('slow', () => slow.promise));
  let started = false;
  const third = places.hold('slow', async () => {
    started = true;
  });
  assert.equal(await places.hold('other', async () => 'served'), 'served');
  assert.equal(started, false);
  slow.open();
  await Promise.all([...held, third]);
  assert.equal(started, true);
});

test('all places are used, never more, and every waiter gets its turn', async () => {
  const places = createPlaces({ max: 3, perAccount: 3, waitMs: 60_000 });
  let now = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      places.hold(`account ${index % 7}`, async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
      }),
    ),
  );
  assert.equal(most, 3);
});

test('who waits too long is told to come back, and leaves no trace', async () => {
  const places = createPlaces({ max: 1, perAccount: 1, waitMs: 1 });
  const slow = gate();
  const first = places.hold('one', () => slow.promise);
  await assert.rejects(
    places.hold('two', async () => {}),
    { name: 'Problem', code: 'busy' },
  );
  slow.open();
  await first;
  assert.equal(await places.hold('two', async () => 'served'), 'served');
});

test('a job that fails gives its place back', async () => {
  const places = createPlaces({ max: 1, perAccount: 1, waitMs: 60_000 });
  await assert.rejects(
    places.hold('one', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await places.hold('one', async () => 'served'), 'served');
});
