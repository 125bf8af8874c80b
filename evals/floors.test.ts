import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Asked, askBusiness } from './businesses/ask-business.ts';
import { heldOutBusinesses } from './businesses/held-out.ts';
import { canRead, openReadings } from './businesses/readings.ts';
import { siteOf } from './businesses/site.ts';
import { type CaseSet, hasAskSets, readAskSets } from './case-set.ts';
import { askAll } from './engine.ts';
import { belowFloor, floorsByWords } from './floors.ts';
import { measure } from './measures.ts';
import { askOwn } from './own-report.ts';
import { askSwaps, bothHalves } from './swaps.ts';
import { openVectors } from './vectors.ts';

const noSets = hasAskSets() ? false : 'shared/evals/ask is not here';

describe('the decision on sets of others, by words alone', { skip: noSets }, () => {
  for (const [name, floor] of Object.entries(floorsByWords))
    test(`${name} is decided rightly at ${floor.decision}, falsely at most at ${floor.falseMost}`, async () => {
      const measures = measure(await askAll(setOf(name)));
      assert.deepEqual(belowFloor(floor, measures), []);
    });
});

test('most of our own questions come out right, and few that have no answer get one', async () => {
  const results = await askOwn();
  const right = results.filter(({ faults }) => faults.length === 0);
  const hopeless = results.filter(({ question }) => !question.answered);
  const wrongly = hopeless.filter(({ faults }) => faults.includes('was answered'));
  assert.ok(right.length / results.length >= 0.72, `${right.length} of ${results.length}`);
  assert.ok(wrongly.length / hopeless.length <= 0.18, `${wrongly.length} of ${hopeless.length}`);
});

test('one thing swapped for another of its kind is seldom answered, and the thing itself still is', async () => {
  const { twins, originals } = bothHalves(await askSwaps('seen'), await askSwaps('unseen'));
  assert.ok(twins.count / twins.of <= 0.22, `${twins.count} of ${twins.of}`);
  assert.ok(originals.count / originals.of >= 0.72, `${originals.count} of ${originals.of}`);
});

// Reading takes its time: all questions are asked by `npm run evals` and `node evals/businesses.ts`.
test('with the reader, most questions to a business that nothing was trained on come out right', {
  skip: canRead() ? false : 'the reader cannot run here',
}, async () => {
  const vectors = await openVectors();
  const read = await openReadings();
  const asked: Asked[] = [];
  for (const set of heldOutBusinesses().filter(({ name }) => sampled.includes(name)))
    asked.push(...(await askBusiness(set, siteOf(set), vectors, read)));
  const right = asked.filter(({ verdict }) => verdict === 'right');
  const hopeless = asked.filter(({ question }) => question.mark === '!');
  const answered = hopeless.filter(({ reply }) => reply.answered);
  assert.ok(asked.length > 80, `${asked.length} questions`);
  assert.ok(right.length / asked.length >= 0.7, `${right.length} of ${asked.length} right`);
  assert.ok(
    answered.length / hopeless.length <= 0.25,
    `${answered.length} of ${hopeless.length} answered falsely`,
  );
});

const sampled = ['Amazi Meza Rwamagana', 'Sherehe Tents & Chairs'];

function setOf(name: string): CaseSet {
  const set = readAskSets().find((each) => each.name === name);
  assert.ok(set);
  return set;
}
