import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readCosts } from './costs.ts';
import { play, type Scenario } from './model.ts';

const small: Scenario = {
  seed: 1,
  sites: 50,
  perSecond: 40,
  seconds: 30,
  warmUpSeconds: 5,
  servers: 3,
  server: { engines: 2 },
  database: { cores: 2, flushMs: 1, roundTripMs: 0.5 },
  routing: 'any',
};
const summaryOf = async (changes: Partial<Scenario>) =>
  (await play({ ...small, ...changes }, readCosts())).summary();

describe('the simulation', () => {
  test('gives the same result for the same seed, and a different one for another seed', async () => {
    const first = await summaryOf({});
    assert.deepEqual(await summaryOf({}), first);
    assert.notDeepEqual(await summaryOf({ seed: 2 }), first);
  });

  test('answers or refuses every visitor, and loses none', async () => {
    const found = await summaryOf({ perSecond: 400, seconds: 7 });
    assert.ok(found.busyFinalShare > 0.1);
    const sum = found.answeredShare + found.busyFinalShare + found.unavailableShare;
    assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
  });

  test('does the work that follows from the costs', async () => {
    const costs = readCosts();
    const found = await summaryOf({ withoutReadingShare: 0, commonShare: 0, perSecond: 20 });
    assert.ok(found.readShare > 0.999);
    const use = (found.readPerSecond * costs.reading.meanMs) / (1_000 * 3 * 2);
    assert.ok(Math.abs(found.engineUse / use - 1) < 0.1, `${found.engineUse} and ${use}`);
  });

  test('remembers more questions if a site has few servers', async () => {
    const many = { servers: 10, commonShare: 0.7 };
    const toAny = await summaryOf(many);
    const toOwn = await summaryOf({ ...many, routing: 1 });
    assert.ok(toOwn.readShare <= toAny.readShare);
  });

  test('after servers are lost, visitors wait or are refused until the loss is detected', async () => {
    const results = await play(
      { ...small, loss: { atSeconds: 10, share: 1 / 3 }, seconds: 40 },
      readCosts(),
    );
    const late = results.seconds().slice(25);
    const worst = results.seconds().slice(8, 16);
    const longest = (all: typeof late) => Math.max(...all.flatMap(({ timesMs }) => timesMs));
    assert.ok(longest(worst) > 5_000);
    assert.ok(longest(late) < 2_000, `${longest(late)}`);
  });

  test('a crowd on one site is refused, and visitors of other sites are still answered', async () => {
    const crowd = { site: 40, perSecond: 300, fromSeconds: 5, toSeconds: 15 };
    const found = await summaryOf({ crowd, routing: 1, commonShare: 0, seconds: 15 });
    assert.ok(found.busyShare > 0.1);
    // The refused share of the others is not known here, but answers to them are part of this share.
    assert.ok(found.answeredShare > 0.15);
  });

  test('a slow database delays all answers, and the delay ends with its cause', async () => {
    const slowDatabase = { fromSeconds: 5, toSeconds: 10, factor: 30 };
    const results = await play({ ...small, slowDatabase, seconds: 40 }, readCosts());
    const p = (from: number, to: number) =>
      Math.max(
        ...results
          .seconds()
          .slice(from, to)
          .flatMap(({ timesMs }) => timesMs),
      );
    assert.ok(p(5, 10) > 2 * p(25, 40), `${p(5, 10)} and ${p(25, 40)}`);
  });
});
