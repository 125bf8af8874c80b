import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../kernel/problem.ts';
import { createTurns, type Turn } from './turns.ts';

const never = new AbortController().signal;

/** A queue before `atOnce` engines whose questions are served in the order in which tests end them. */
function open(atOnce = 1, times = { expectedMax: 1_000_000, waitMax: 1_000_000 }) {
  const turns = createTurns(atOnce, times);
  const served: string[] = [];
  const running: Turn[] = [];
  const engines = Array.from({ length: atOnce }, (_, number) => number);
  const ask = (owner: string, site: string, choices = engines, signal = never, holders = choices) =>
    turns.take(wantedTurn(owner, site, choices, holders), signal).then((turn) => {
      served.push(site);
      running.push(turn);
      return turn;
    });
  const endOne = async (busyMs?: number) => {
    running.shift()?.end(busyMs);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turns, served, ask, endOne };
}

function wantedTurn(
  owner: string,
  site: string,
  choices: readonly number[],
  holders: readonly number[] = choices,
) {
  return { owner, site, choices: () => choices, holders: () => holders };
}

describe('turns', () => {
  test('go round by owner, and among the sites of an owner', async () => {
    const { served, ask, endOne } = open();
    const all = [
      ask('hot', 'h1'),
      ...['h1', 'h1', 'h1', 'h2'].map((site) => ask('hot', site)),
      ask('calm', 'c1'),
      ask('quiet', 'q1'),
    ];
    for (let left = all.length; left > 0; left -= 1) await endOne();
    await Promise.all(all);
    assert.deepEqual(served, ['h1', 'h1', 'c1', 'q1', 'h2', 'h1', 'h1']);
  });

  test('go round by the networks of a site: one question is read before the others of a crowd', async () => {
    const turns = createTurns(1, { expectedMax: 1_500, waitMax: 1_000_000 });
    const wanted = (network: string) => ({ ...wantedTurn('a', 's', [0]), network });
    const first = await turns.take(wanted('crowd'), never);
    const served: string[] = [];
    const refused: string[] = [];
    let running = first;
    const ask = (network: string) =>
      turns.take(wanted(network), never).then(
        (turn) => {
          served.push(network);
          running = turn;
        },
        () => refused.push(network),
      );
    const asked = Array.from({ length: 40 }, () => ask('crowd'));
    asked.push(ask('single'), ask('other'));
    while (turns.waitingCount() > 0) {
      running.end(undefined);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(asked);
    assert.deepEqual(served.slice(0, 4), ['crowd', 'single', 'other', 'crowd']);
    assert.ok(refused.length > 0, 'the crowd is too large for the time that it may wait');
    assert.deepEqual(new Set(refused), new Set(['crowd']));
  });

  test('are given on every engine at once, and only on engines that the question may use', async () => {
    const { served, ask, endOne } = open(2);
    const first = await ask('a', 'a1', [0]);
    const waiting = ask('a', 'a2', [0]);
    const other = await ask('b', 'b1', [0, 1]);
    assert.deepEqual([first.engine, other.engine], [0, 1]);
    await endOne();
    assert.equal((await waiting).engine, 0);
    assert.deepEqual(served, ['a1', 'b1', 'a2']);
  });

  test('go first to questions whose edition is open on the free engine, and to others before it is idle', async () => {
    const { served, ask, endOne } = open(2);
    await ask('a', 'a1', [0]);
    const waiting = [
      ask('c', 'second', [0, 1], never, [0]),
      ask('d', 'third', [0, 1], never, [0]),
      ask('e', 'open', [1, 0], never, [1]),
    ];
    await waiting[2];
    assert.deepEqual(served, ['a1', 'open']);
    await endOne();
    await endOne();
    await Promise.all(waiting);
    assert.deepEqual(served, ['a1', 'open', 'second', 'third']);
  });

  test('are never two on one engine, though two end at the same moment', async () => {
    const { turns } = open(2);
    const wanted = wantedTurn('a', 's', [0, 1]);
    const [first, second] = [await turns.take(wanted, never), await turns.take(wanted, never)];
    const later = [turns.take(wanted, never), turns.take(wanted, never)];
    first?.end(1);
    second?.end(1);
    const engines = (await Promise.all(later)).map(({ engine }) => engine);
    assert.deepEqual(engines.toSorted(), [0, 1]);
  });

  test('are refused at once when the measured time says that the wait would be too long', async () => {
    const { turns, ask, endOne } = open(1, { expectedMax: 1_000, waitMax: 60_000 });
    for (let count = 0; count < 100; count += 1) {
      await ask('a', 'a1');
      await endOne(400);
    }
    // One is being read for 400 ms: the second and third wait 200 and 600 ms, the fourth would wait 1,000.
    const running = ask('a', 'a1');
    const waiting = [ask('a', 'a1'), ask('a', 'a1')];
    const expectedMs = turns.expectedWaitMs(wantedTurn('a', 'a1', [0]));
    assert.ok(Math.abs(expectedMs - 1_000) < 5, `${expectedMs}`);
    waiting.push(ask('a', 'a1'));
    await assert.rejects(
      ask('a', 'a1'),
      (error: Problem) => error.code === 'busy' && error.retryAfterSeconds === 2,
    );
    // Another owner is served after the one being read and one of the first owner's.
    const otherMs = turns.expectedWaitMs(wantedTurn('b', 'b1', [0]));
    assert.ok(Math.abs(otherMs - 600) < 5, `${otherMs}`);
    for (let left = 5; left > 0; left -= 1) await endOne(400);
    await Promise.all([running, ...waiting]);
  });

  test('are refused at once to a site whose engines are busy, though others are free', async () => {
    const { turns, ask, endOne } = open(4, { expectedMax: 1_000, waitMax: 60_000 });
    for (let count = 0; count < 100; count += 1) {
      await ask('a', 'a1', [0]);
      await endOne(600);
    }
    await ask('a', 'a1', [0, 1]);
    await ask('a', 'a1', [0, 1]);
    const waiting = [1, 2, 3].map(() => ask('a', 'a1', [0, 1]));
    await assert.rejects(ask('a', 'a1', [0, 1]), (error: Problem) => error.code === 'busy');
    assert.equal(turns.expectedWaitMs(wantedTurn('a', 'a2', [2, 3])), 0);
    for (let left = 5; left > 0; left -= 1) await endOne(600);
    await Promise.all(waiting);
  });

  test('are refused later when the wait was longer than expected', async () => {
    const { ask } = open(1, { expectedMax: 1_000, waitMax: 20 });
    await ask('a', 'a1');
    await assert.rejects(ask('a', 'a1'), (error: Problem) => error.code === 'busy');
  });

  test('are not given to a question that was taken back', async () => {
    const { served, turns, ask, endOne } = open();
    await ask('a', 'a1');
    const leaving = new AbortController();
    const left = ask('a', 'a2', [0], leaving.signal);
    const last = ask('a', 'a3');
    leaving.abort(new Error('the visitor left'));
    await assert.rejects(left, /the visitor left/);
    assert.equal(turns.waitingCount(), 1);
    await endOne();
    await last;
    assert.deepEqual(served, ['a1', 'a3']);
    assert.equal(turns.waitingCount(), 0);
  });

  test('wait for an engine that starts', async () => {
    const { turns } = open(2);
    const running = [0];
    const wanted = wantedTurn('a', 's', running);
    await turns.take(wanted, never);
    const second = turns.take(wanted, never);
    running.push(1);
    turns.recheck();
    assert.equal((await second).engine, 1);
  });
});
