import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTurns, type Turn } from '../../packages/server/src/engine/turns.ts';
import { createChance } from './chance.ts';
import { createSimulation } from './events.ts';
import { createVirtualTurns, usualLimits } from './virtual-turns.ts';

interface Arrival {
  readonly name: string;
  readonly atMs: number;
  readonly readingMs: number;
  readonly site: string;
  readonly network: string;
}

// An odd number, while all other times are even, so that the longest wait never coincides with another event.
const limits = { expectedMax: 2_500, waitMax: 3_999 };

/** Twice as many questions as two engines can read; some take long, so that later ones wait longer than expected. */
function overload(seed: number): readonly Arrival[] {
  const chance = createChance(seed);
  let atMs = 0;
  return Array.from({ length: 900 }, (_, at) => {
    atMs += 2 * Math.ceil(chance.exponential(12));
    return {
      name: String(at),
      atMs,
      readingMs: 2 * (10 + chance.below(at % 300 < 200 ? 80 : 400)),
      site: String(chance.below(5)),
      network: String(chance.below(3)),
    };
  });
}

const engines = [0, 1];

async function runVirtually(arrivals: readonly Arrival[]): Promise<readonly string[]> {
  const simulation = createSimulation();
  const turns = createVirtualTurns(simulation, engines.length, limits);
  const log: string[] = [];
  for (const { name, atMs, readingMs, site, network } of arrivals)
    simulation.after(atMs, () =>
      turns.take(
        { owner: site, site, network, choices: engines, holders: () => engines },
        (turn) => {
          log.push(`${simulation.nowMs()} ${name} on ${turn.engine}`);
          simulation.after(readingMs, () => turns.end(turn, readingMs));
        },
        () => log.push(`${simulation.nowMs()} ${name} refused`),
      ),
    );
  await simulation.run(1e6);
  return log;
}

/** The queue of the server on a mocked clock. */
async function runProduct(
  arrivals: readonly Arrival[],
  tick: (ms: number) => void,
): Promise<readonly string[]> {
  const turns = createTurns(engines.length, limits);
  const never = new AbortController().signal;
  const log: string[] = [];
  const ends = new Map<number, { readonly turn: Turn; readonly busyMs: number }[]>();
  const byTime = Map.groupBy(arrivals, ({ atMs }) => atMs);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  // The last question waits at most this long, and is read in less than a second.
  const lastMs = (arrivals.at(-1)?.atMs ?? 0) + limits.waitMax + 1_000;
  let clockMs = 0;
  for (let nowMs = 1; nowMs <= lastMs; nowMs += 1) {
    clockMs = nowMs;
    tick(1);
    await settled();
    for (const { name, readingMs, site, network } of byTime.get(nowMs) ?? []) {
      const choices = () => engines;
      const wanted = { owner: site, site, network, choices, holders: choices };
      turns.take(wanted, never).then(
        (turn) => {
          log.push(`${clockMs} ${name} on ${turn.engine}`);
          const endMs = clockMs + readingMs;
          ends.set(endMs, [...(ends.get(endMs) ?? []), { turn, busyMs: readingMs }]);
        },
        () => log.push(`${clockMs} ${name} refused`),
      );
      await settled();
    }
    for (const { turn, busyMs } of ends.get(nowMs) ?? []) {
      turn.end(busyMs);
      await settled();
    }
  }
  return log;
}

describe('admission in virtual time', () => {
  test('admits, serves and refuses at the same times as the server’s queue', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const arrivals = overload(4);
    const product = await runProduct(arrivals, (ms) => t.mock.timers.tick(ms));
    t.mock.timers.reset();
    assert.deepEqual(await runVirtually(arrivals), product);
    const arrivedMs = new Map(arrivals.map(({ name, atMs }) => [name, atMs]));
    const refusals = product.flatMap((line) => {
      const [at, name = ''] = line.split(' ');
      return line.endsWith('refused') ? [Number(at) - (arrivedMs.get(name) ?? 0)] : [];
    });
    // Both kinds of refusals occurred: at once, and after the longest wait.
    assert.deepEqual(
      [...new Set(refusals)].toSorted((one, other) => one - other),
      [0, limits.waitMax],
    );
  });

  test('has the same longest wait as the server', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const turns = createTurns(1);
    const wanted = { owner: 'o', site: 's', choices: () => [0], holders: () => [0] };
    const never = new AbortController().signal;
    await turns.take(wanted, never);
    const waiting = turns.take(wanted, never);
    t.mock.timers.tick(usualLimits.waitMax - 1);
    assert.equal(turns.waitingCount(), 1);
    t.mock.timers.tick(1);
    assert.equal(turns.waitingCount(), 0);
    await assert.rejects(waiting);
  });

  test('has the same longest expected wait as the server', async () => {
    const turns = createTurns(1);
    const wanted = {
      owner: 'o',
      site: 's',
      choices: () => [0],
      holders: () => [0],
    };
    const leaving = new AbortController();
    let admitted = 0;
    const asked = Array.from({ length: 100 }, () =>
      turns.take({ ...wanted, onAdmitted: () => (admitted += 1) }, leaving.signal).catch(() => {}),
    );
    leaving.abort();
    await Promise.all(asked);
    // The first is read; the others expect 60 ms each, the default before any measurement.
    assert.equal(admitted, 1 + Math.floor(usualLimits.expectedMax / 60 + 0.5));
  });
});
