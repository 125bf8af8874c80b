import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChance, fromQuantiles, zipf } from './chance.ts';
import { waitMDc, waitMM1 } from './closed-forms.ts';
import { readCosts } from './costs.ts';
import { createConnections, createDatabase } from './database.ts';
import { createEngines } from './engines.ts';
import { createSimulation } from './events.ts';
import { createStation } from './station.ts';

// So many that the mean wait differs by only about 1 % between seeds.
const questions = 200_000;
// Fewer are enough here, because each wait is compared with the exact wait for the same draws.
const engineQuestions = 10_000;

/** Mean wait at a station, with arrivals at random moments. */
async function waitAtStation(servers: number, meanGapMs: number, service: () => number) {
  const simulation = createSimulation();
  const chance = createChance(7);
  const station = createStation(simulation, servers);
  let waitedMs = 0;
  let left = questions;
  const arrive = (): void => {
    const arrivedMs = simulation.nowMs();
    const workMs = service();
    station.use(workMs, () => {
      waitedMs += simulation.nowMs() - arrivedMs - workMs;
    });
    left -= 1;
    if (left > 0) simulation.after(chance.exponential(meanGapMs), arrive);
  };
  arrive();
  await simulation.run(Number.POSITIVE_INFINITY);
  return waitedMs / questions;
}

/** Mean wait for the engines of a server, with the product's own queue and no refusals; and the exact mean. */
async function waitForEngines(servers: number, meanGapMs: number, service: () => number) {
  const simulation = createSimulation();
  const chance = createChance(11);
  const limits = { expectedMax: Number.POSITIVE_INFINITY, waitMax: 1e9 };
  const engines = createEngines(simulation, { count: servers, editionsMax: 1, limits });
  const choices = Array.from({ length: servers }, (_, engine) => engine);
  const wanted = { owner: 'o', site: 's', network: 'n', choices, holders: () => choices };
  let waitedMs = 0;
  let left = engineQuestions;
  // The recursion of Kiefer and Wolfowitz: each question goes to the engine that is free first.
  const freeMs = choices.map(() => 0);
  let exactMs = 0;
  const arrive = (): void => {
    const arrivedMs = simulation.nowMs();
    const workMs = service();
    engines.turns.take(
      wanted,
      (turn) => {
        waitedMs += simulation.nowMs() - arrivedMs;
        engines.read(turn, { workMs, isMeasured: true }, () => {});
      },
      () => assert.fail('refused'),
    );
    left -= 1;
    const first = freeMs.indexOf(Math.min(...freeMs));
    const startMs = Math.max(arrivedMs, freeMs[first] ?? 0);
    exactMs += startMs - arrivedMs;
    freeMs[first] = startMs + workMs;
    if (left > 0) simulation.after(chance.exponential(meanGapMs), arrive);
  };
  arrive();
  await simulation.run(1e8);
  return { meanMs: waitedMs / engineQuestions, exactMs: exactMs / engineQuestions };
}

function assertNear(found: number, expected: number, share: number): void {
  const error = found / expected - 1;
  assert.ok(
    Math.abs(error) <= share,
    `${found.toFixed(3)} instead of ${expected.toFixed(3)}: ${(error * 100).toFixed(1)} %`,
  );
}

describe('the simulator agrees with queueing theory', () => {
  test('with one server, Crommelin’s series equals the known formula', () => {
    assertNear(waitMDc(0.06, 10, 1), (0.6 / (2 * 0.4)) * 10, 1e-9);
  });

  test('M/M/1: the mean wait at a station is within 3 %', async () => {
    const chance = createChance(3);
    const found = await waitAtStation(1, 10 / 0.6, () => chance.exponential(10));
    assertNear(found, waitMM1(0.06, 10), 0.03);
  });

  test('M/D/4: the mean wait at a station is within 3 %', async () => {
    assertNear(await waitAtStation(4, 10 / 3, () => 10), waitMDc(0.3, 10, 4), 0.03);
  });

  test('M/M/1: each wait for the product’s queue is exact, and the mean within 10 %', async () => {
    const chance = createChance(5);
    const { meanMs, exactMs } = await waitForEngines(1, 20, () => chance.exponential(10));
    assertNear(meanMs, exactMs, 1e-6);
    assertNear(meanMs, waitMM1(0.05, 10), 0.1);
  });

  test('M/D/3: each wait for the product’s queue is exact, and the mean within 10 %', async () => {
    const { meanMs, exactMs } = await waitForEngines(3, 10 / 2.1, () => 10);
    assertNear(meanMs, exactMs, 1e-6);
    assertNear(meanMs, waitMDc(0.21, 10, 3), 0.1);
  });
});

describe('draws', () => {
  test('with Zipf’s law, the second rank is half as frequent as the first', () => {
    const chance = createChance(1);
    const draw = zipf(1_000, 1);
    const counts = [0, 0];
    for (let at = 0; at < 200_000; at += 1) {
      const rank = draw(chance);
      if (rank < 2) counts[rank] = (counts[rank] ?? 0) + 1;
    }
    assertNear((counts[1] ?? 0) / (counts[0] ?? 1), 0.5, 0.03);
  });

  test('draws from quantiles have the mean of the distribution', () => {
    const chance = createChance(2);
    const draw = fromQuantiles([0, 10, 40]);
    let sum = 0;
    for (let at = 0; at < 200_000; at += 1) sum += draw(chance);
    assertNear(sum / 200_000, (5 + 25) / 2, 0.01);
  });
});

describe('the database', () => {
  const size = { cores: 4, flushMs: 5, roundTripMs: 0 };

  test('flushes once for all waiting commits', async () => {
    const simulation = createSimulation();
    const database = createDatabase(simulation, size, readCosts());
    const connections = createConnections(simulation, { count: 100, waitMaxMs: 10_000 });
    let stored = 0;
    for (let site = 0; site < 40; site += 1)
      database.store({
        connections,
        site,
        done: () => {
          stored += 1;
        },
        refuse: assert.fail,
      });
    await simulation.run(10_000);
    assert.equal(stored, 40);
    assert.ok(database.flushes() < 40, `${database.flushes()} flushes`);
  });

  test('stores the questions of one site one at a time', async () => {
    const simulation = createSimulation();
    const database = createDatabase(simulation, size, readCosts());
    const connections = createConnections(simulation, { count: 100, waitMaxMs: 10_000 });
    for (let count = 0; count < 10; count += 1)
      database.store({ connections, site: 1, done: () => {}, refuse: assert.fail });
    await simulation.run(10_000);
    assert.equal(database.flushes(), 10);
  });

  test('refuses a transaction that waits too long for a connection', async () => {
    const simulation = createSimulation();
    const connections = createConnections(simulation, { count: 1, waitMaxMs: 100 });
    const ends: string[] = [];
    connections.acquire(
      () => ends.push('first'),
      () => ends.push('refused'),
    );
    connections.acquire(
      () => ends.push('second'),
      () => ends.push('refused'),
    );
    await simulation.run(1_000);
    connections.release();
    assert.deepEqual(ends, ['first', 'refused']);
  });
});
