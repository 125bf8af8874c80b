import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure, type Outcome, table } from './measures.ts';

const outcome = (
  answerable: boolean,
  answered: boolean,
  confidence: number,
  first = true,
): Outcome => ({
  answerable,
  answered,
  confidence,
  first: answerable && first,
  firstFive: answerable,
});

test('an answer from the wrong entry is a wrong decision; a refusal is right if nothing answers', () => {
  const measures = measure([
    outcome(true, true, 0.9),
    outcome(true, true, 0.8, false),
    outcome(true, false, 0.2),
    outcome(false, false, 0.1),
    outcome(false, true, 0.8),
  ]);
  assert.deepEqual(measures, {
    questions: 5,
    hitFirst: 2 / 3,
    hitFive: 1,
    auroc: 4.5 / 6,
    falseAnswers: 0.5,
    decision: 0.4,
  });
});

test('a set without unanswerable questions has no decision, and its row shows a dash', () => {
  const measures = measure([outcome(true, true, 1)]);
  assert.equal(measures.decision, undefined);
  assert.match(
    table([{ name: 'one', measures, last: '7' }], 'CPU'),
    /one +1 +1\.000 +1\.000 +– +– +– +7$/,
  );
});
