import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPriorities } from './work.ts';

test('long work pauses while a question is read, and gets a slice after it', async () => {
  const { startQuestion, breathe } = createPriorities();
  const log: string[] = [];
  const endFirst = startQuestion();
  const work = (async () => {
    for (let step = 1; step <= 2; step += 1) {
      await breathe();
      log.push(`step ${step}`);
      spin(30);
    }
  })();
  await turns();
  assert.deepEqual(log, []);
  const endSecond = startQuestion();
  endFirst();
  await turns();
  assert.deepEqual(log, ['step 1'], 'a slice between two questions, even if the second has begun');
  endSecond();
  await work;
  assert.deepEqual(log, ['step 1', 'step 2']);
});

test('without questions long work goes on', async () => {
  const { breathe } = createPriorities();
  for (let step = 0; step < 3; step += 1) {
    await breathe();
    spin(30);
  }
});

function spin(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
