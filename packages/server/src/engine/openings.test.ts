import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineSource } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import { createOpenings } from './openings.ts';

/** An engine that opens when the test says so. */
function slowEngine() {
  const waiting: { readonly id: string; readonly finish: () => void }[] = [];
  const child = {
    ask: ({ edition }: { readonly edition: { readonly id: string } }) =>
      new Promise((resolve) => {
        waiting.push({ id: edition.id, finish: () => resolve({ kind: 'opened', passages: 1 }) });
      }),
  } as unknown as EngineProcess;
  const ids = () => waiting.map(({ id }) => id).toSorted();
  const finish = (id = ids()[0]) => {
    const at = waiting.findIndex((one) => one.id === id);
    waiting.splice(at, 1)[0]?.finish();
  };
  return { child, ids, finish };
}

const never = new AbortController().signal;
const settle = () => new Promise(setImmediate);

function source(id: string, owner: string, characters: number): EngineSource {
  return { id, stamp: '1', owner, load: async () => ({ profile: 'x'.repeat(characters) }) };
}

test('an owner opens one site at a time, and others do not wait for that', async () => {
  const { child, ids, finish } = slowEngine();
  const openings = createOpenings([child], never);
  const all = ['a', 'b', 'c'].map((id) => openings.open(0, source(id, 'busy owner', 10)));
  all.push(openings.open(0, source('d', 'other', 10)));
  await settle();
  assert.deepEqual(ids(), ['a', 'd']);
  for (let left = all.length; left > 0; left -= 1) {
    finish();
    await settle();
  }
  await Promise.all(all);
});

test('the same edition is opened once however often it is wanted', async () => {
  const { child, ids, finish } = slowEngine();
  const openings = createOpenings([child], never);
  const all = Array.from({ length: 50 }, () => openings.open(0, source('a', 'owner', 10)));
  await settle();
  assert.deepEqual(ids(), ['a']);
  finish();
  assert.equal((await Promise.all(all)).length, 50);
});

test('large sites of different owners are opened one after the other, small ones meanwhile', async () => {
  const { child, ids, finish } = slowEngine();
  const openings = createOpenings([child], never);
  const all = [
    openings.open(0, source('large 1', 'one', 2_000_000)),
    openings.open(0, source('large 2', 'two', 2_000_000)),
    openings.open(0, source('small', 'three', 10)),
  ];
  await settle();
  assert.deepEqual(ids(), ['large 1', 'small']);
  finish('large 1');
  await settle();
  assert.deepEqual(ids(), ['large 2', 'small']);
  finish();
  finish();
  await Promise.all(all);
});
