import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  beginsOnly,
  breaksOff,
  closesLater,
  fails,
  hangs,
  sends,
  sendsThenStalls,
  streams,
} from '../fakes/model-server.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { collect, type ModelSetup, openModelSetup, request } from '../fixtures/model-setup.ts';

const pauseMs = 15_000;

async function failFiveTimes({ server, model }: ModelSetup): Promise<void> {
  server.behaves(breaksOff('Bei '));
  for (let times = 0; times < 5; times += 1) await collect(model);
  assert.equal(model.state(), 'paused');
}

describe('the circuit breaker of a model', () => {
  test('opens after five failures in a row, not after four', async (t) => {
    const setup = await openModelSetup(t);
    setup.server.behaves(fails(500));
    for (let times = 0; times < 4; times += 1) await collect(setup.model);
    assert.equal(setup.model.state(), 'ready');
    setup.server.behaves(streams('Sawa.'));
    await collect(setup.model);
    setup.server.behaves(fails(500));
    for (let times = 0; times < 4; times += 1) await collect(setup.model);
    assert.equal(setup.model.state(), 'ready');
    await collect(setup.model);
    assert.equal(setup.model.state(), 'paused');
  });

  test('refuses calls at once while it is open, with the time of the next attempt', async (t) => {
    const setup = await openModelSetup(t);
    await failFiveTimes(setup);
    const calls = setup.server.received.length;
    const answer = await collect(setup.model);
    assert.equal(answer.error?.code, 'busy');
    assert.equal(answer.error.retryAfterSeconds, pauseMs / 1_000);
    assert.equal(setup.server.received.length, calls);
  });

  test('a probe that the server refuses, such as for an unknown model, makes way for the next', async (t) => {
    const setup = await openModelSetup(t);
    await failFiveTimes(setup);
    setup.advanceClock(pauseMs);
    setup.server.behaves(fails(400), streams('Sawa.'));
    assert.equal((await collect(setup.model)).error?.code, 'upstream');
    assert.equal((await collect(setup.model)).text, 'Sawa.');
  });

  test('a probe whose reader stops in the middle counts as a success', async (t) => {
    const setup = await openModelSetup(t);
    await failFiveTimes(setup);
    setup.advanceClock(pauseMs);
    setup.server.behaves(sendsThenStalls('Bei ', 'ni '));
    for await (const _ of setup.model.write(request, AbortSignal.timeout(60_000))) break;
    setup.server.behaves(streams('Sawa.'));
    const both = await Promise.all([collect(setup.model), collect(setup.model)]);
    assert.deepEqual(fieldsOf(both, 'text'), ['Sawa.', 'Sawa.']);
  });

  for (const [name, behaviour] of [
    ['broken JSON', sends('data: {\n\n')],
    ['another type', sends('<p>', 'text/html')],
    ['nothing', streams()],
    ['a rate limit', fails(429, { 'retry-after': '60' })],
    ['an error in the stream', sends('data: {"error":{"message":"x"}}\n\n')],
  ] as const)
    test(`${name} counts as a failure`, async (t) => {
      const setup = await openModelSetup(t);
      setup.server.behaves(behaviour);
      for (let times = 0; times < 5; times += 1) await collect(setup.model);
      assert.equal(setup.model.state(), 'paused');
    });

  test('unknown models do not count, and a broken model does not stop the others', async (t) => {
    const setup = await openModelSetup(t, {}, { models: ['small', 'broken'] });
    setup.server.behaves((response, received) =>
      (received.body.model === 'broken' ? fails(500) : streams('Sawa.'))(response, received),
    );
    for (let times = 0; times < 6; times += 1) {
      await collect(setup.model, { model: 'unknown' });
      await collect(setup.model, { model: 'broken' });
    }
    assert.equal((await collect(setup.model, { model: 'broken' })).error?.code, 'busy');
    assert.equal(setup.model.state(), 'ready');
    assert.equal((await collect(setup.model)).text, 'Sawa.');
  });

  test('callers who leave after waiting long count as failures', async (t) => {
    const setup = await openModelSetup(t);
    setup.server.behaves(hangs, beginsOnly);
    for (let times = 0; times < 5; times += 1) {
      const leaving = new AbortController();
      const answer = collect(setup.model, {}, leaving.signal);
      await setup.server.chat(times);
      setup.advanceClock(5_000);
      leaving.abort(new Error('left'));
      assert.equal((await answer).error?.message, 'left');
    }
    assert.equal(setup.model.state(), 'paused');
  });

  test('callers who leave in the middle of an answer do not count', async (t) => {
    const setup = await openModelSetup(t);
    setup.server.behaves(sendsThenStalls('Bei '));
    for (let times = 0; times < 6; times += 1) {
      const leaving = new AbortController();
      await assert.rejects(async () => {
        for await (const _ of setup.model.write(request, leaving.signal)) {
          setup.advanceClock(5_000);
          leaving.abort(new Error('left'));
        }
      }, /left/);
    }
    assert.equal(setup.model.state(), 'ready');
  });

  test('callers who leave soon do not count', async (t) => {
    const setup = await openModelSetup(t);
    setup.server.behaves(hangs);
    for (let times = 0; times < 6; times += 1) {
      const leaving = new AbortController();
      const answer = collect(setup.model, {}, leaving.signal);
      await setup.server.chat(times);
      leaving.abort(new Error('left'));
      await answer;
    }
    assert.equal(setup.model.state(), 'ready');
  });
});

describe('the slots of a model', () => {
  test('are limited, and so are those who wait; the next is refused with a time', async (t) => {
    const setup = await openModelSetup(t, { atOnce: 2, waitingMax: 1 });
    setup.server.behaves(sendsThenStalls('Bei '), sendsThenStalls('Bei '), streams('Sawa.'));
    const first = new AbortController();
    const writing = [collect(setup.model, {}, first.signal), collect(setup.model)];
    await setup.server.chat(1);
    const waiting = collect(setup.model);
    const refused = await collect(setup.model);
    assert.equal(refused.error?.code, 'busy');
    assert.ok((refused.error.retryAfterSeconds ?? 0) > 0);
    assert.equal(setup.server.received.length, 2);
    first.abort();
    assert.equal((await waiting).text, 'Sawa.');
    await setup.model.close();
    await Promise.all(writing);
  });

  test('are given back by a reader who stops in the middle', async (t) => {
    const setup = await openModelSetup(t, { atOnce: 1, waitingMax: 0 });
    setup.server.behaves(sendsThenStalls('Bei ', 'ni '), streams('Sawa.'));
    for await (const _ of setup.model.write(
      { instructions: '', messages: [{ role: 'user', content: 'x' }] },
      new AbortController().signal,
    ))
      break;
    await (await setup.server.chat(0)).left;
    assert.equal((await collect(setup.model)).text, 'Sawa.');
  });

  test('share connections: a connection is reused once its answer was read to the end', async (t) => {
    const setup = await openModelSetup(t);
    const times = 20;
    setup.server.behaves(closesLater('Sawa.'));
    for (let time = 0; time < times; time += 1) {
      assert.equal((await collect(setup.model)).text, 'Sawa.');
      await (await setup.server.chat(time)).sent;
      await new Promise(setImmediate);
    }
    assert.ok(setup.server.connections() < times, `${setup.server.connections()} connections`);
  });

  test('are closed with the model: running calls are aborted, and new ones refused', async (t) => {
    const setup = await openModelSetup(t);
    setup.server.behaves(sendsThenStalls('Bei '));
    const writing = collect(setup.model);
    const chat = await setup.server.chat(0);
    await setup.model.close();
    await chat.left;
    assert.equal((await writing).error?.code, 'draining');
    assert.equal((await collect(setup.model)).error?.code, 'draining');
    assert.equal(setup.server.received.length, 1);
  });
});
