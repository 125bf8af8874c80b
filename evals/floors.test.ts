import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CaseSet, hasAskSets, readAskSets, sampleOf } from './case-set.ts';
import { canEncode } from './encoder.ts';
import { askAll } from './engine.ts';
import { belowFloor, type Floors, floorsByWords, floorsWithEncoder } from './floors.ts';
import { measure } from './measures.ts';
import { askOwn } from './own-report.ts';
import { askSwaps, bothHalves } from './swaps.ts';
import { openVectors, type Vectors } from './vectors.ts';

const noSets = hasAskSets() ? false : 'shared/evals/ask is not here';
const noEncoder = canEncode() ? false : 'the encoder cannot run here';

describe('the decision on sets of others, by words alone', { skip: noSets }, () =>
  keep(floorsByWords, setOf, async () => undefined),
);

// Vectors take their time where none are kept yet: all questions are asked by `npm run evals`,
// which minds the same floors.
describe('the decision on a sample of them, with the encoder', {
  skip: noSets || noEncoder,
}, () => {
  let opening: ReturnType<typeof openVectors> | undefined;
  const part = (name: string) => sampleOf(setOf(name));
  keep(floorsWithEncoder, part, () => {
    opening ??= openVectors();
    return opening;
  });
});

test('most of our own questions come out right, and few that have no answer get one', () =>
  keepOwn(undefined));

test('so they do with the encoder', { skip: noEncoder }, async () => keepOwn(await openVectors()));

test('one thing swapped for another of its kind is seldom answered, and the thing itself still is', () =>
  keepSwaps(undefined, { twinsMost: 0.22, originalsLeast: 0.72 }));

test('so it is with the encoder, and other names for the thing are understood', {
  skip: noEncoder,
}, async () => {
  const floors = { twinsMost: 0.2, originalsLeast: 0.85, otherNamesLeast: 0.6 };
  await keepSwaps(await openVectors(), floors);
});

function keep(
  floors: Floors,
  pick: (name: string) => CaseSet,
  open: () => Promise<Vectors | undefined>,
): void {
  for (const [name, floor] of Object.entries(floors))
    test(`${name} is decided rightly at ${floor.decision}, falsely at most at ${floor.falseMost}`, async () => {
      const measures = measure(await askAll(pick(name), await open()));
      assert.deepEqual(belowFloor(floor, measures), []);
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

async function keepSwaps(
  vectors: Vectors | undefined,
  floors: {
    readonly twinsMost: number;
    readonly originalsLeast: number;
    readonly otherNamesLeast?: number;
  },
): Promise<void> {
  const { twins, originals, otherNames } = bothHalves(
    await askSwaps('seen', vectors),
    await askSwaps('unseen', vectors),
  );
  const { twinsMost, originalsLeast, otherNamesLeast = 0 } = floors;
  assert.ok(twins.count / twins.of <= twinsMost, `${twins.count} of ${twins.of}`);
  assert.ok(
    originals.count / originals.of >= originalsLeast,
    `${originals.count} of ${originals.of}`,
  );
  assert.ok(
    otherNames.count / otherNames.of >= otherNamesLeast,
    `${otherNames.count} of ${otherNames.of}`,
  );
}

function setOf(name: string): CaseSet {
  const set = readAskSets().find((each) => each.name === name);
  assert.ok(set);
  return set;
}
