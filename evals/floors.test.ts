/** What the engine as it ships must reach on other people's questions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasAskSets, readAskSets } from './case-set.ts';
import { askAll } from './engine.ts';
import { measure } from './measures.ts';
import { askOwn } from './own-report.ts';

const floors: {
  readonly [set: string]: { readonly decision: number; readonly falseMost: number };
} = {
  'dstc10-spoken-faq': { decision: 0.62, falseMost: 0.25 },
  'mtrag-un': { decision: 0.62, falseMost: 0.25 },
  'tydiqa-sw': { decision: 0.8, falseMost: 0.25 },
  'afriqa-sw-to-en:sw': { decision: 0.72, falseMost: 0.25 },
  'afriqa-sw-to-en:en': { decision: 0.85, falseMost: 0.25 },
  squad2: { decision: 0.53, falseMost: 0.45 },
};
const skip = hasAskSets() ? false : 'shared/evals/ask is not here';

describe('the decision on sets of others', { skip }, () => {
  const sets = skip ? [] : readAskSets();
  for (const [name, { decision, falseMost }] of Object.entries(floors))
    test(`${name} is decided rightly at ${decision} and answered falsely at most at ${falseMost}`, () => {
      const set = sets.find((each) => each.name === name);
      assert.ok(set);
      const measures = measure(askAll(set));
      assert.ok((measures.decision ?? 0) >= decision, `decision ${measures.decision}`);
      assert.ok(
        (measures.falseAnswers ?? 1) <= falseMost,
        `false answers ${measures.falseAnswers}`,
      );
    });
});

test('most of our own questions come out right, and few that have no answer get one', () => {
  const results = askOwn();
  const right = results.filter(({ faults }) => faults.length === 0);
  const hopeless = results.filter(({ question }) => !question.answered);
  const wrongly = hopeless.filter(({ faults }) => faults.includes('was answered'));
  assert.ok(right.length / results.length >= 0.72, `${right.length} of ${results.length}`);
  assert.ok(wrongly.length / hopeless.length <= 0.18, `${wrongly.length} of ${hopeless.length}`);
});
