import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTurns } from './turns.ts';

const leaving = new AbortController();
after(() => leaving.abort());
const size = { atOnce: 4, waitingMax: 8, waitMs: 60_000 };

/** Who has got a turn, in order, with what ends it. */
function hall(share: { readonly ofOneMax?: number; readonly waitingOfOneMax?: number } = {}) {
  const turns = createTurns({ ...size, ...share });
  const got: { readonly party: string; readonly end: () => void }[] = [];
  return {
    got,
    names: () => got.map(({ party }) => party).join(' '),
    come: async (party: string, times = 1) => {
      for (let time = 0; time < times; time += 1)
        turns.take(leaving.signal, party).then(
          (end) => got.push({ party, end }),
          ({ code = 'left' }) => got.push({ party: `${party}:${code}`, end: () => {} }),
        );
      await settled();
    },
    end: async (place: number) => {
      got[place]?.end();
      await settled();
    },
  };
}

test('one who takes all that there is leaves the share of the others free', async () => {
  const { names, come } = hall({ ofOneMax: 3 });
  await come('greedy', 6);
  assert.equal(names(), 'greedy greedy greedy');
  await come('modest');
  assert.equal(names(), 'greedy greedy greedy modest');
});

test('a place that gets free goes to who has fewest, then to who came first', async () => {
  const { names, come, end } = hall({ ofOneMax: 3 });
  await come('greedy', 6);
  await come('modest');
  await come('late');
  await end(0);
  assert.equal(names(), 'greedy greedy greedy modest late');
  await end(3);
  assert.equal(names(), 'greedy greedy greedy modest late greedy');
});

test('one who fills the queue refuses nobody but themselves', async () => {
  const { names, come, end } = hall({ ofOneMax: 4, waitingOfOneMax: 4 });
  await come('greedy', 9);
  assert.equal(names(), 'greedy greedy greedy greedy greedy:busy');
  await come('modest');
  await end(0);
  assert.equal(names(), 'greedy greedy greedy greedy greedy:busy modest');
});

async function settled(): Promise<void> {
  await new Promise(setImmediate);
}
