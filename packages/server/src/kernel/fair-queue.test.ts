import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createFairQueue, type FairQueueSize } from './fair-queue.ts';

const leaving = new AbortController();
after(() => leaving.abort());
const never = new AbortController().signal;
const busy = { name: 'Problem', code: 'busy' };
const size = { atOnce: 4, waitingMax: 8, waitMs: 60_000 };

function open(given: Partial<FairQueueSize> = {}) {
  return createFairQueue({ ...size, ...given }, { sentence: 'Too many.', retryAfterSeconds: 7 });
}

/** Accounts in the order in which they got a slot, with the release functions. */
function openAccounts(share: Partial<FairQueueSize> = {}) {
  const queue = open(share);
  const got: { readonly account: string; readonly giveBack: () => void }[] = [];
  return {
    got,
    names: () => got.map(({ account }) => account).join(' '),
    come: async (account: string, times = 1) => {
      for (let time = 0; time < times; time += 1)
        queue.take({ account, signal: leaving.signal }).then(
          (giveBack) => got.push({ account, giveBack }),
          ({ code = 'left' }) => got.push({ account: `${account}:${code}`, giveBack: () => {} }),
        );
      await settled();
    },
    giveBack: async (place: number) => {
      got[place]?.giveBack();
      await settled();
    },
  };
}

test('an account that takes all it can leaves the share of the others free', async () => {
  const { names, come } = openAccounts({ ofOneMax: 3 });
  await come('greedy', 6);
  assert.equal(names(), 'greedy greedy greedy');
  await come('modest');
  assert.equal(names(), 'greedy greedy greedy modest');
});

test('a free place goes to the account that holds fewest, then to the first in order', async () => {
  const { names, come, giveBack } = openAccounts({ ofOneMax: 3 });
  await come('greedy', 6);
  await come('modest');
  await come('late');
  await giveBack(0);
  assert.equal(names(), 'greedy greedy greedy modest late');
  await giveBack(3);
  assert.equal(names(), 'greedy greedy greedy modest late greedy');
});

test('accounts take turns at a single place, and one that has many waiting goes last', async () => {
  const { names, come, giveBack } = openAccounts({ atOnce: 1 });
  await come('greedy', 4);
  await come('modest', 2);
  await come('late');
  for (const place of [0, 1, 2, 3, 4, 5]) await giveBack(place);
  assert.equal(names(), 'greedy modest late greedy modest greedy greedy');
});

test('a place that is given back twice is free once', async () => {
  const { names, come, giveBack } = openAccounts();
  await come('a', 6);
  await giveBack(0);
  await giveBack(0);
  assert.equal(names(), 'a a a a a');
});

test('an account that fills its part of the queue is refused, and no other', async () => {
  const { names, come, giveBack } = openAccounts({ ofOneMax: 4, waitingOfOneMax: 4 });
  await come('greedy', 9);
  assert.equal(names(), 'greedy greedy greedy greedy greedy:busy');
  await come('modest');
  await giveBack(0);
  assert.equal(names(), 'greedy greedy greedy greedy greedy:busy modest');
});

test('the numbers of running and waiting jobs are bounded, and the next is refused', async () => {
  const queue = open({ atOnce: 2, waitingMax: 3 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const job = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
  };
  const admitted = Array.from({ length: 5 }, () => queue.run(job, { signal: never }));
  const refusal = { ...busy, message: 'Too many.', retryAfterSeconds: 7 };
  await assert.rejects(queue.run(job, { signal: never }), refusal);
  gate.resolve();
  await Promise.all(admitted);
  assert.equal(most, 2);
  await queue.run(async () => {}, { signal: never });
});

test('a waiter leaves the queue after its time, and when it gives up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = open({ atOnce: 1, waitingMax: 1, waitMs: 30_000 });
  const gate = Promise.withResolvers<void>();
  const first = queue.run(() => gate.promise);
  const late = assert.rejects(
    queue.run(async () => {}),
    busy,
  );
  t.mock.timers.tick(30_000);
  await late;
  const giving = new AbortController();
  const left = assert.rejects(
    queue.run(async () => {}, { signal: giving.signal }),
    /enough/,
  );
  giving.abort(new Error('enough'));
  await left;
  const next = queue.run(async () => 'served');
  gate.resolve();
  await first;
  assert.equal(await next, 'served');
});

test('an aborted caller takes no place', async () => {
  const queue = open({ atOnce: 1 });
  await assert.rejects(queue.take({ signal: AbortSignal.abort(new Error('left')) }), /left/);
  assert.equal(await queue.run(async () => 'served'), 'served');
});

test('a job that fails gives its place to the next', async () => {
  const queue = open({ atOnce: 1 });
  const failing = assert.rejects(
    queue.run(() => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await queue.run(async () => 'yes'), 'yes');
  await failing;
});

async function settled(): Promise<void> {
  await new Promise(setImmediate);
}
