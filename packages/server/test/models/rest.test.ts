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
import { type ModelHouse, openModelHouse, order, tell } from '../fixtures/models-house.ts';

const restMs = 15_000;

async function failFiveTimes({ server, model }: ModelHouse): Promise<void> {
  server.behaves(tears('Bei '));
  for (let times = 0; times < 5; times += 1) await tell(model);
  assert.equal(model.state(), 'resting');
}

describe('a model server that keeps failing is left alone, and tried again by itself', () => {
  test('it rests after five failures in a row, not after four', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(fails(500));
    for (let times = 0; times < 4; times += 1) await tell(house.model);
    assert.equal(house.model.state(), 'ready');
    house.server.behaves(streams('Sawa.'));
    await tell(house.model);
    house.server.behaves(fails(500));
    for (let times = 0; times < 4; times += 1) await tell(house.model);
    assert.equal(house.model.state(), 'ready');
    await tell(house.model);
    assert.equal(house.model.state(), 'resting');
  });

  test('while it rests it is not called at all, and whoever asks is told at once when to ask again', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    const calls = house.server.received.length;
    const told = await tell(house.model);
    assert.equal(told.error?.code, 'busy');
    assert.equal(told.error.retryAfterSeconds, restMs / 1_000);
    assert.equal(house.server.received.length, calls);
  });

  test('after its rest one call is let through, and what works ends the rest', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    assert.equal(house.model.state(), 'ready');
    house.server.behaves(stops('Bei '));
    const probe = tell(house.model, {}, AbortSignal.timeout(60_000));
    const calls = house.server.received.length;
    await house.server.chat(calls);
    assert.equal((await tell(house.model)).error?.code, 'busy');
    assert.equal(house.server.received.length, calls + 1);
    house.server.behaves(streams('Sawa.'));
    house.pass(restMs);
    assert.equal((await tell(house.model)).text, 'Sawa.');
    assert.equal((await tell(house.model)).text, 'Sawa.');
    await house.model.close();
    assert.equal((await probe).error?.code, 'draining');
  });

  test('whoever leaves the one try soon leaves it to the next, and does not keep the door shut', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    house.server.behaves(hangs, streams('Sawa.'));
    const leaving = new AbortController();
    const calls = house.server.received.length;
    const probe = tell(house.model, {}, leaving.signal);
    await house.server.chat(calls);
    leaving.abort(new Error('left'));
    assert.equal((await probe).error?.message, 'left');
    assert.equal((await tell(house.model)).text, 'Sawa.');
  });

  test('one try that the server refuses, such as an unknown model, is left to the next', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    house.server.behaves(fails(400), streams('Sawa.'));
    assert.equal((await tell(house.model)).error?.code, 'upstream');
    assert.equal((await tell(house.model)).text, 'Sawa.');
  });

  test('a reader who has read enough ends the rest: the server wrote all that was wanted', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    house.server.behaves(stops('Bei ', 'ni '));
    for await (const _ of house.model.write(order, AbortSignal.timeout(60_000))) break;
    house.server.behaves(streams('Sawa.'));
    const both = await Promise.all([tell(house.model), tell(house.model)]);
    assert.deepEqual(
      both.map(({ text }) => text),
      ['Sawa.', 'Sawa.'],
    );
  });

  test('a try that fails begins the rest anew', async (t) => {
    const house = await openModelHouse(t);
    await failFiveTimes(house);
    house.pass(restMs);
    await tell(house.model);
    assert.equal(house.model.state(), 'resting');
    house.pass(restMs);
    house.server.behaves(streams('Sawa.'));
    assert.equal((await tell(house.model)).text, 'Sawa.');
    assert.equal(house.model.state(), 'ready');
  });

  for (const [name, behaviour] of [
    ['broken JSON', sends('data: {\n\n')],
    ['another type', sends('<p>', 'text/html')],
    ['nothing', streams()],
    ['a call for fewer calls', fails(429, { 'retry-after': '60' })],
    ['an error in the stream', sends('data: {"error":{"message":"x"}}\n\n')],
  ] as const)
    test(`${name} is a failure like any other`, async (t) => {
      const house = await openModelHouse(t);
      house.server.behaves(behaviour);
      for (let times = 0; times < 5; times += 1) await tell(house.model);
      assert.equal(house.model.state(), 'resting');
    });

  test('what one caller got wrong, or one model cannot do, stops nobody else', async (t) => {
    const house = await openModelHouse(t, {}, { models: ['small', 'broken'] });
    house.server.behaves((response, received) =>
      (received.body.model === 'broken' ? fails(500) : streams('Sawa.'))(response, received),
    );
    for (let times = 0; times < 6; times += 1) {
      await tell(house.model, { model: 'unknown' });
      await tell(house.model, { model: 'broken' });
    }
    assert.equal((await tell(house.model, { model: 'broken' })).error?.code, 'busy');
    assert.equal(house.model.state(), 'ready');
    assert.equal((await tell(house.model)).text, 'Sawa.');
  });

  test('a server too slow for everybody rests, though each of them left', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(hangs, beginsOnly);
    for (let times = 0; times < 5; times += 1) {
      const leaving = new AbortController();
      const told = tell(house.model, {}, leaving.signal);
      await house.server.chat(times);
      house.pass(5_000);
      leaving.abort(new Error('left'));
      assert.equal((await told).error?.message, 'left');
    }
    assert.equal(house.model.state(), 'resting');
  });

  test('visitors who leave in the middle of an answer say nothing about the server', async (t) => {
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

  test('visitors who leave soon say nothing about the server', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(hangs);
    for (let times = 0; times < 6; times += 1) {
      const leaving = new AbortController();
      const told = tell(house.model, {}, leaving.signal);
      await house.server.chat(times);
      leaving.abort(new Error('left'));
      await told;
    }
    assert.equal(house.model.state(), 'ready');
  });
});

describe('only so many at once', () => {
  test('a few write, a few wait, and the next is told when to come again', async (t) => {
    const house = await openModelHouse(t, { atOnce: 2, waitingMax: 1 });
    house.server.behaves(stops('Bei '), stops('Bei '), streams('Sawa.'));
    const first = new AbortController();
    const writing = [tell(house.model, {}, first.signal), tell(house.model)];
    await house.server.chat(1);
    const waiting = tell(house.model);
    const refused = await tell(house.model);
    assert.equal(refused.error?.code, 'busy');
    assert.ok((refused.error.retryAfterSeconds ?? 0) > 0);
    assert.equal(house.server.received.length, 2);
    first.abort();
    assert.equal((await waiting).text, 'Sawa.');
    await house.model.close();
    await Promise.all(writing);
  });

  test('whoever leaves while waiting, or waits too long, takes no place', async (t) => {
    const house = await openModelHouse(t, { atOnce: 1, waitingMax: 2, waitMs: 50 });
    house.server.behaves(stops('Bei '), streams('Sawa.'));
    const first = new AbortController();
    const writing = tell(house.model, {}, first.signal);
    await house.server.chat(0);
    const leaving = new AbortController();
    const left = tell(house.model, {}, leaving.signal);
    leaving.abort(new Error('left'));
    assert.equal((await left).error?.message, 'left');
    assert.equal((await tell(house.model)).error?.code, 'busy');
    first.abort();
    await writing;
    assert.equal((await tell(house.model)).text, 'Sawa.');
    assert.equal((await tell(house.model)).text, 'Sawa.');
  });

  test('a reader who stops in the middle gives the place back', async (t) => {
    const house = await openModelHouse(t, { atOnce: 1, waitingMax: 0 });
    house.server.behaves(stops('Bei ', 'ni '), streams('Sawa.'));
    for await (const _ of house.model.write(
      { instructions: '', messages: [{ role: 'user', content: 'x' }] },
      new AbortController().signal,
    ))
      break;
    await (await house.server.chat(0)).left;
    assert.equal((await tell(house.model)).text, 'Sawa.');
  });

  test('a connection whose answer was read to its end serves the next', async (t) => {
    const house = await openModelHouse(t);
    const times = 20;
    house.server.behaves(closesLater('Sawa.'));
    for (let time = 0; time < times; time += 1) {
      assert.equal((await tell(house.model)).text, 'Sawa.');
      await (await house.server.chat(time)).sent;
      await new Promise(setImmediate);
    }
    assert.ok(house.server.connections() < times, `${house.server.connections()} connections`);
  });

  test('when the server stops, what is under way is cut off and nothing new begins', async (t) => {
    const house = await openModelHouse(t);
    house.server.behaves(stops('Bei '));
    const writing = tell(house.model);
    const chat = await house.server.chat(0);
    await house.model.close();
    await chat.left;
    assert.equal((await writing).error?.code, 'draining');
    assert.equal((await tell(house.model)).error?.code, 'draining');
    assert.equal(house.server.received.length, 1);
  });
});
