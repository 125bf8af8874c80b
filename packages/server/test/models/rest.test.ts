import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  beginsOnly,
  closesLater,
  fails,
  hangs,
  sends,
  stops,
  streams,
  tears,
} from '../fakes/model-server.ts';
import { collect, type ModelHouse, openModelHouse, order } from '../fixtures/models-house.ts';

const restMs = 15_000;

async function failFiveTimes({ server, model }: ModelHouse): Promise<void> {
  server.behaves(tears('Bei '));
  for (let times = 0; times < 5; times += 1) await collect(model);
  assert.equal(model.state(), 'resting');
}

describe('the circuit breaker of a model', () => {
  test('opens after five failures in a row, not after four', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(fails(500));
    for (let times = 0; times < 4; times += 1) await collect(house.model);
    assert.equal(house.model.state(), 'ready');
    house.server.behaves(streams('Sawa.'));
    await collect(house.model);
    house.server.behaves(fails(500));
    for (let times = 0; times < 4; times += 1) await collect(house.model);
    assert.equal(house.model.state(), 'ready');
    await collect(house.model);
    assert.equal(house.model.state(), 'resting');
  });

  test('refuses calls at once while it is open, with the time of the next attempt', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    const calls = house.server.received.length;
    const answer = await collect(house.model);
    assert.equal(answer.error?.code, 'busy');
    assert.equal(answer.error.retryAfterSeconds, restMs / 1_000);
    assert.equal(house.server.received.length, calls);
  });

  test('lets one probe through after its time, and closes when that succeeds', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    assert.equal(house.model.state(), 'ready');
    house.server.behaves(stops('Bei '));
    const probe = collect(house.model, {}, AbortSignal.timeout(60_000));
    const calls = house.server.received.length;
    await house.server.chat(calls);
    assert.equal((await collect(house.model)).error?.code, 'busy');
    assert.equal(house.server.received.length, calls + 1);
    house.server.behaves(streams('Sawa.'));
    house.pass(restMs);
    assert.equal((await collect(house.model)).text, 'Sawa.');
    assert.equal((await collect(house.model)).text, 'Sawa.');
    await house.model.close();
    assert.equal((await probe).error?.code, 'draining');
  });

  test('a probe whose caller leaves soon makes way for the next', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    house.server.behaves(hangs, streams('Sawa.'));
    const leaving = new AbortController();
    const calls = house.server.received.length;
    const probe = collect(house.model, {}, leaving.signal);
    await house.server.chat(calls);
    leaving.abort(new Error('left'));
    assert.equal((await probe).error?.message, 'left');
    assert.equal((await collect(house.model)).text, 'Sawa.');
  });

  test('a probe that the server refuses, such as for an unknown model, makes way for the next', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    house.server.behaves(fails(400), streams('Sawa.'));
    assert.equal((await collect(house.model)).error?.code, 'upstream');
    assert.equal((await collect(house.model)).text, 'Sawa.');
  });

  test('a probe whose reader stops in the middle counts as a success', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    house.server.behaves(stops('Bei ', 'ni '));
    for await (const _ of house.model.write(order, AbortSignal.timeout(60_000))) break;
    house.server.behaves(streams('Sawa.'));
    const both = await Promise.all([collect(house.model), collect(house.model)]);
    assert.deepEqual(
      both.map(({ text }) => text),
      ['Sawa.', 'Sawa.'],
    );
  });

  test('a probe that fails opens it again', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    await collect(house.model);
    assert.equal(house.model.state(), 'resting');
    house.pass(restMs);
    house.server.behaves(streams('Sawa.'));
    assert.equal((await collect(house.model)).text, 'Sawa.');
    assert.equal(house.model.state(), 'ready');
  });

  for (const [name, behaviour] of [
    ['broken JSON', sends('data: {\n\n')],
    ['another type', sends('<p>', 'text/html')],
    ['nothing', streams()],
    ['a rate limit', fails(429, { 'retry-after': '60' })],
    ['an error in the stream', sends('data: {"error":{"message":"x"}}\n\n')],
  ] as const)
    test(`${name} counts as a failure`, async (t) => {
      const house = await openModelHouse(t);
      house.server.behaves(behaviour);
      for (let times = 0; times < 5; times += 1) await collect(house.model);
      assert.equal(house.model.state(), 'resting');
    });

  test('unknown models do not count, and a broken model does not stop the others', async (t) => {
    const house = await openModelHouse(t, {}, { models: ['small', 'broken'] });
    house.server.behaves((response, received) =>
      (received.body.model === 'broken' ? fails(500) : streams('Sawa.'))(response, received),
    );
    for (let times = 0; times < 6; times += 1) {
      await collect(house.model, { model: 'unknown' });
      await collect(house.model, { model: 'broken' });
    }
    assert.equal((await collect(house.model, { model: 'broken' })).error?.code, 'busy');
    assert.equal(house.model.state(), 'ready');
    assert.equal((await collect(house.model)).text, 'Sawa.');
  });

  test('callers who leave after waiting long count as failures', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(hangs, beginsOnly);
    for (let times = 0; times < 5; times += 1) {
      const leaving = new AbortController();
      const answer = collect(house.model, {}, leaving.signal);
      await house.server.chat(times);
      house.pass(5_000);
      leaving.abort(new Error('left'));
      assert.equal((await answer).error?.message, 'left');
    }
    assert.equal(house.model.state(), 'resting');
  });

  test('callers who leave in the middle of an answer do not count', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(stops('Bei '));
    for (let times = 0; times < 6; times += 1) {
      const leaving = new AbortController();
      await assert.rejects(async () => {
        for await (const _ of house.model.write(order, leaving.signal)) {
          house.pass(5_000);
          leaving.abort(new Error('left'));
        }
      }, /left/);
    }
    assert.equal(house.model.state(), 'ready');
  });

  test('callers who leave soon do not count', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(hangs);
    for (let times = 0; times < 6; times += 1) {
      const leaving = new AbortController();
      const answer = collect(house.model, {}, leaving.signal);
      await house.server.chat(times);
      leaving.abort(new Error('left'));
      await answer;
    }
    assert.equal(house.model.state(), 'ready');
  });
});

describe('the places of a model', () => {
  test('are limited, and so are those who wait; the next is refused with a time', async (t) => {
    const house = await openModelHouse(t, { atOnce: 2, waitingMax: 1 });
    house.server.behaves(stops('Bei '), stops('Bei '), streams('Sawa.'));
    const first = new AbortController();
    const writing = [collect(house.model, {}, first.signal), collect(house.model)];
    await house.server.chat(1);
    const waiting = collect(house.model);
    const refused = await collect(house.model);
    assert.equal(refused.error?.code, 'busy');
    assert.ok((refused.error.retryAfterSeconds ?? 0) > 0);
    assert.equal(house.server.received.length, 2);
    first.abort();
    assert.equal((await waiting).text, 'Sawa.');
    await house.model.close();
    await Promise.all(writing);
  });

  test('are not taken by callers who leave while waiting or wait too long', async (t) => {
    const house = await openModelHouse(t, { atOnce: 1, waitingMax: 2, waitMs: 50 });
    house.server.behaves(stops('Bei '), streams('Sawa.'));
    const first = new AbortController();
    const writing = collect(house.model, {}, first.signal);
    await house.server.chat(0);
    const leaving = new AbortController();
    const left = collect(house.model, {}, leaving.signal);
    leaving.abort(new Error('left'));
    assert.equal((await left).error?.message, 'left');
    assert.equal((await collect(house.model)).error?.code, 'busy');
    first.abort();
    await writing;
    assert.equal((await collect(house.model)).text, 'Sawa.');
    assert.equal((await collect(house.model)).text, 'Sawa.');
  });

  test('are given back by a reader who stops in the middle', async (t) => {
    const house = await openModelHouse(t, { atOnce: 1, waitingMax: 0 });
    house.server.behaves(stops('Bei ', 'ni '), streams('Sawa.'));
    for await (const _ of house.model.write(
      { instructions: '', messages: [{ role: 'user', content: 'x' }] },
      new AbortController().signal,
    ))
      break;
    await (await house.server.chat(0)).left;
    assert.equal((await collect(house.model)).text, 'Sawa.');
  });

  test('share connections: one whose answer was read to its end serves the next call', async (t) => {
    const house = await openModelHouse(t);
    const times = 20;
    house.server.behaves(closesLater('Sawa.'));
    for (let time = 0; time < times; time += 1) {
      assert.equal((await collect(house.model)).text, 'Sawa.');
      await (await house.server.chat(time)).sent;
      await new Promise(setImmediate);
    }
    assert.ok(house.server.connections() < times, `${house.server.connections()} connections`);
  });

  test('are closed with the model: calls are aborted, and new ones refused', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(stops('Bei '));
    const writing = collect(house.model);
    const chat = await house.server.chat(0);
    await house.model.close();
    await chat.left;
    assert.equal((await writing).error?.code, 'draining');
    assert.equal((await collect(house.model)).error?.code, 'draining');
    assert.equal(house.server.received.length, 1);
  });
});
