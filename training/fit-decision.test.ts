import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row, RowSet } from '../evals/rows.ts';
import { evidenceNames } from '../packages/server/src/answers/evidence.ts';
import { confidenceOfRow, fitDecision } from './fit-decision.ts';

const row = (answered: boolean, told: { readonly [name: string]: number }): Row => ({
  answered,
  first: answered,
  firstFive: answered,
  evidence: evidenceNames.map((name) => told[name] ?? 0),
});

const set = (name: string, rows: readonly Row[]): RowSet => ({ name, kin: name, rows });

test('what tells the answerable apart gets weight, and a weight keeps the sign that reason gives it', () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    row(true, { window: 0.8 + (at % 5) / 25, nearness: 0.1 }),
    row(false, { window: (at % 5) / 25, nearness: 0.9 }),
  ]).flat();
  const { weights, bias } = fitDecision([set('one', rows), set('two-swapped', rows)]);
  assert.ok((weights.window ?? 0) > 1);
  assert.equal(weights.nearness, 0);
  const [good, bad] = rows;
  assert.ok(good && bad);
  assert.ok(confidenceOfRow(good, { weights, bias }) > 0.5);
  assert.ok(confidenceOfRow(bad, { weights, bias }) < 0.5);
});

test('a large set does not outvote a small one', () => {
  const say = (count: number, answered: boolean, window: number) =>
    Array.from({ length: count }, () => row(answered, { window }));
  const small = set('small', [...say(5, true, 0.4), ...say(5, false, 0.1)]);
  const large = set('large-swapped', [...say(500, true, 0.9), ...say(500, false, 0.3)]);
  const both = fitDecision([small, large]);
  const one = fitDecision([set('small', [...say(500, true, 0.4), ...say(500, false, 0.1)]), large]);
  assert.deepEqual(both, one);
});

test('a stricter site asks for more confidence', () => {
  const rows = Array.from({ length: 50 }, (_, at) => [
    row(true, { window: 0.5 + at / 100 }),
    row(false, { window: at / 60 }),
  ]).flat();
  const { least } = fitDecision([set('tricks-swapped', rows)]);
  assert.ok(least.low < least.normal && least.normal < least.high);
});

test('a question that found nothing has no confidence', () => {
  const nothing: Row = { answered: true, first: false, firstFive: false, evidence: undefined };
  assert.equal(confidenceOfRow(nothing, { bias: 5, weights: {} }), 0);
});
