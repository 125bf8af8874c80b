/** What the engine as it ships must reach on other people's questions, by words alone and with the encoder. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CaseSet, hasAskSets, readAskSets } from './case-set.ts';
import { canEncode } from './encoder.ts';
import { askAll } from './engine.ts';
import { measure } from './measures.ts';
import { askOwn } from './own-report.ts';
import { openVectors, type Vectors } from './vectors.ts';

interface Floor {
  readonly decision: number;
  readonly falseMost: number;
  /** The right information is found first. */
  readonly first?: number;
}
type Floors = { readonly [set: string]: Floor };

const byWords: Floors = {
  'dstc10-spoken-faq': { decision: 0.62, falseMost: 0.25 },
  'mtrag-un': { decision: 0.62, falseMost: 0.25 },
  'tydiqa-sw': { decision: 0.8, falseMost: 0.25 },
  'afriqa-sw-to-en:sw': { decision: 0.72, falseMost: 0.25 },
  'afriqa-sw-to-en:en': { decision: 0.85, falseMost: 0.25 },
  squad2: { decision: 0.53, falseMost: 0.45 },
};
const withEncoder: Floors = {
  'dstc10-spoken-faq': { decision: 0.7, falseMost: 0.12, first: 0.78 },
  'mtrag-un': { decision: 0.65, falseMost: 0.12, first: 0.82 },
  'tydiqa-sw': { decision: 0.85, falseMost: 0.12, first: 0.93 },
  'afriqa-sw-to-en:sw': { decision: 0.85, falseMost: 0.12, first: 0.92 },
  'afriqa-sw-to-en:en': { decision: 0.92, falseMost: 0.12 },
  squad2: { decision: 0.53, falseMost: 0.6 },
};
const noSets = hasAskSets() ? false : 'shared/evals/ask is not here';
const noEncoder = canEncode() ? false : 'the encoder cannot run here';

describe('the decision on sets of others, by words alone', { skip: noSets }, () =>
  keep(byWords, async () => undefined),
);

describe('the decision on sets of others, with the encoder', { skip: noSets || noEncoder }, () => {
  let opening: ReturnType<typeof openVectors> | undefined;
  keep(withEncoder, () => {
    opening ??= openVectors();
    return opening;
  });
});

test('most of our own questions come out right, and few that have no answer get one', () =>
  keepOwn(undefined));

test('so they do with the encoder', { skip: noEncoder }, async () => keepOwn(await openVectors()));

function keep(floors: Floors, open: () => Promise<Vectors | undefined>): void {
  for (const [name, floor] of Object.entries(floors))
    test(`${name} is decided rightly at ${floor.decision} and answered falsely at most at ${floor.falseMost}`, async () => {
      const measures = measure(await askAll(setOf(name), await open()));
      assert.ok((measures.decision ?? 0) >= floor.decision, `decision ${measures.decision}`);
      const { falseAnswers = 1, hitFirst } = measures;
      assert.ok(falseAnswers <= floor.falseMost, `false answers ${falseAnswers}`);
      assert.ok(hitFirst >= (floor.first ?? 0), `found first ${hitFirst}`);
    });
}

async function keepOwn(vectors: Vectors | undefined): Promise<void> {
  const results = await askOwn(vectors);
  const right = results.filter(({ faults }) => faults.length === 0);
  const hopeless = results.filter(({ question }) => !question.answered);
  const wrongly = hopeless.filter(({ faults }) => faults.includes('was answered'));
  assert.ok(right.length / results.length >= 0.72, `${right.length} of ${results.length}`);
  assert.ok(wrongly.length / hopeless.length <= 0.18, `${wrongly.length} of ${hopeless.length}`);
}

function setOf(name: string): CaseSet {
  const set = readAskSets().find((each) => each.name === name);
  assert.ok(set);
  return set;
}
