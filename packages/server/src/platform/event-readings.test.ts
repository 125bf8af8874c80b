import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { type ActivityBatch, createEventReadings } from './event-readings.ts';

const batch: ActivityBatch = { rows: [], records: new Map(), after: 0, isFull: false };

/** Readings that last until they are released, in the order in which they began. */
function openReadings() {
  const readings = createEventReadings();
  const begun: { readonly name: string; readonly release: () => void }[] = [];
  return {
    names: () => begun.map(({ name }) => name).join(' '),
    release: (place: number) => begun[place]?.release(),
    want: (ownerId: string, name: string, signal = new AbortController().signal) =>
      readings.read({ ownerId, name, signal }, async () => {
        await new Promise<void>((release) => begun.push({ name, release }));
        return batch;
      }),
  };
}

async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await immediate();
}

test('streams that want the same share a reading, but never one that has begun', async () => {
  const { names, release, want } = openReadings();
  const first = [want('a', 'same'), want('a', 'same'), want('a', 'other')];
  await settled();
  assert.equal(names(), 'same other');
  const late = want('a', 'same');
  release(0);
  release(1);
  assert.deepEqual(await Promise.all(first), [batch, batch, batch]);
  await settled();
  assert.equal(names(), 'same other same');
  release(2);
  assert.equal(await late, batch);
});

test('an owner has two readings at a time, and others do not wait for them', async () => {
  const { names, release, want } = openReadings();
  const all = ['1', '2', '3', '4', '5'].map((name) => want('greedy', name));
  await settled();
  assert.equal(names(), '1 2');
  all.push(want('modest', 'm'));
  await settled();
  assert.equal(names(), '1 2 m');
  // Those that still wait can be joined.
  all.push(want('greedy', '5'));
  for (let place = 0; place < 6; place += 1) {
    release(place);
    await settled();
  }
  assert.equal(names(), '1 2 m 3 4 5');
  assert.equal((await Promise.all(all)).length, 7);
});

test('a reading goes on while one stream waits for it, and is dropped when all have left', async () => {
  const { names, release, want } = openReadings();
  const held = [want('a', '1'), want('a', '2')];
  const [one, other] = [new AbortController(), new AbortController()];
  const shared = [want('a', 'shared', one.signal), want('a', 'shared')];
  const left = want('a', 'left', other.signal);
  await settled();
  one.abort();
  other.abort();
  assert.deepEqual([await shared[0], await left], [undefined, undefined]);
  // A stream that comes now does not join the dropped one.
  const again = want('a', 'left');
  for (const place of [0, 1, 2, 3]) {
    release(place);
    await settled();
  }
  assert.equal(names(), '1 2 shared left');
  assert.deepEqual(await Promise.all([...held, shared[1], again]), [batch, batch, batch, batch]);
});
