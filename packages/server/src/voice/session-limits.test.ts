import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { sound } from '../../test/fakes/scripted-speech.ts';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { long, openStage, type Stage } from '../../test/fixtures/live-stage.ts';
import { done } from '../../test/fixtures/turn-floor.ts';
import { Problem } from '../kernel/problem.ts';
import type { AskDone } from './turn-events.ts';

/** It ended with this code and one error, and left nothing behind. */
async function assertEnded(stage: Stage, code: number, word: string): Promise<void> {
  assert.equal(stage.closed()?.code, code);
  assert.deepEqual(fieldsOf(stage.sent('error'), 'code', 'fatal'), [[word, true]]);
  assert.equal(stage.ends(), 1);
  const { length } = stage.log;
  await stage.time.pass(60_000);
  assert.equal(stage.log.length, length, 'something was sent after the end');
  assert.equal(stage.time.waiting(), 0, 'a timer is still running');
  assert.equal(stage.turnBytes.usedBytes(), 0, 'memory is held');
}

/** Input every second. */
async function stayActive(stage: Stage, seconds: number, answersPings = true): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    stage.say({ type: 'clear' });
    if (answersPings) stage.session.onPong();
    await stage.time.pass(1_000);
  }
}

function sendFrames(stage: Stage, count: number): void {
  for (let frames = 0; frames < count; frames += 1) stage.session.onBinary(sound(40, false));
}

describe('the limits of a session', () => {
  test('a session without any input ends after 10 seconds', async () => {
    const stage = openStage();
    await stage.time.pass(9_900);
    assert.equal(stage.closed(), undefined);
    await stage.time.pass(1_200);
    await assertEnded(stage, 4408, 'idle');
  });

  test('a session ends after 60 seconds without input, and pings are not input', async () => {
    const stage = openStage();
    stage.say({ type: 'start' });
    for (let seconds = 0; seconds < 59; seconds += 1) {
      stage.say({ type: 'ping', t: seconds });
      stage.session.onPong();
      await stage.time.pass(1_000);
    }
    assert.equal(stage.closed(), undefined);
    await stage.time.pass(2_000);
    await assertEnded(stage, 4408, 'idle');
  });

  test('a client that does not answer two pings is disconnected', async () => {
    const stage = openStage();
    stage.say({ type: 'start' });
    await stayActive(stage, 50, false);
    stage.session.onPong();
    assert.equal(stage.closed(), undefined);
    assert.equal(stage.pings(), 2);
    await stayActive(stage, 80, false);
    assert.equal(stage.closed()?.code, 4408);
  });

  test('a session ends after 600 seconds, with a warning 30 seconds before', async () => {
    const stage = openStage();
    await stayActive(stage, 569);
    assert.deepEqual(stage.sent('closing'), []);
    await stayActive(stage, 32);
    const [closing] = stage.sent('closing');
    assert.equal(stage.sent('closing').length, 1);
    assert.ok(closing !== undefined && closing.in_ms > 28_000 && closing.in_ms <= 30_000);
    assert.equal(stage.sent('bye')[0]?.seconds, 600);
    assert.equal(stage.closed()?.code, 1000);
  });

  test('audio faster than real time ends it with 4413', async () => {
    const stage = openStage();
    sendFrames(stage, 125);
    assert.equal(stage.closed(), undefined);
    sendFrames(stage, 1);
    await assertEnded(stage, 4413, 'too_large');
  });

  test('a burst after a network stall is accepted, but idle time earns no credit', async () => {
    const stage = openStage();
    await stage.quiet(1_000);
    await stage.time.pass(20_000);
    sendFrames(stage, 120);
    assert.equal(stage.closed(), undefined);
    sendFrames(stage, 120);
    assert.equal(stage.closed()?.code, 4413);
  });

  test('the audio of open turns is bounded in memory: 4503', async () => {
    const stage = openStage({ turnBytesMax: 64 * 1_024 });
    stage.say({ type: 'start' });
    await stage.voice(1_500);
    assert.equal(stage.closed(), undefined);
    assert.ok(stage.turnBytes.usedBytes() > 32_000);
    await stage.voice(1_000);
    await assertEnded(stage, 4503, 'busy');
  });

  test('recordings that wait count against the memory, and are bounded in number: 4429', async () => {
    const stage = openStage();
    const file = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(60_000)]);
    for (let times = 0; times < liveLimits.recordingsMax; times += 1) {
      stage.speech.texts.push(new Promise(() => {}));
      stage.session.onBinary(file);
    }
    assert.equal(stage.turnBytes.usedBytes(), liveLimits.recordingsMax * file.length);
    assert.deepEqual([...stage.speech.decodedFor], ['site_1'], 'whose turn they take');
    assert.equal(stage.closed(), undefined);
    stage.session.onBinary(file);
    assert.equal(stage.closed()?.code, 4429);
  });

  test('a flood of messages ends it with 4429, the usual rate does not', async () => {
    const stage = openStage();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      for (let times = 0; times < 20; times += 1) stage.say({ type: 'ping', t: times });
      stage.say({ type: 'clear' });
      await stage.time.pass(1_050);
    }
    assert.equal(stage.closed(), undefined);
    for (let times = 0; times < 201; times += 1) stage.say({ type: 'ping', t: times });
    await assertEnded(stage, 4429, 'rate');
  });

  test('an internal failure ends it with 4500 and reveals nothing of its cause', async () => {
    const stage = openStage();
    stage.session.stop(
      new Problem('unavailable', 'Something failed on our side; try again shortly.', {
        cause: new Error('secret'),
      }),
    );
    assert.doesNotMatch(JSON.stringify(stage.log), /secret/);
    await assertEnded(stage, 4500, 'fault');
  });

  for (const [why, code, word] of [
    [new Problem('site_key', 'x'), 4401, 'site_key'],
    [new Problem('plan', 'x'), 4402, 'plan'],
    [new Problem('voice', 'x'), 4403, 'voice'],
    ['replaced', 4409, 'replaced'],
  ] as const)
    test(`the server can end it with ${code} in the middle of an answer`, async () => {
      const stage = openStage({ answer: long });
      stage.say({ type: 'ask', question: 'x' });
      await stage.voice(200);
      stage.session.stop(why);
      await assertEnded(stage, code, word);
      assert.equal(stage.sent('done').length, 1);
    });

  test('a closed connection leaves no timers and no memory', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'ask', question: 'x' });
    await stage.voice(800);
    stage.session.onClose();
    assert.equal(stage.ends(), 1);
    assert.equal(stage.closed(), undefined);
    await stage.time.pass(60_000);
    assert.equal(stage.time.waiting(), 0);
    assert.equal(stage.turnBytes.usedBytes(), 0);
  });
});

describe('the end of a session', () => {
  test('by the client in the middle of an answer: interrupted, done, bye, 1000', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(500);
    stage.say({ type: 'end' });
    await stage.time.settle();
    const types = stage.log.flatMap((entry) => (entry instanceof Uint8Array ? [] : [entry.type]));
    assert.deepEqual(types.slice(-3), ['interrupted', 'done', 'bye']);
    assert.deepEqual(stage.sent('bye'), [
      { type: 'bye', session: 'live_1', seconds: 1, answers: 1 },
    ]);
    assert.equal(stage.closed()?.code, 1000);
  });

  test('by a restart: the open answer is finished, then 1001', async () => {
    const stage = openStage({ answer: 'Yes, we deliver.' });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(200);
    const drained = stage.session.drain(4_000);
    await stage.voice(800);
    await stage.quiet(800);
    assert.equal(stage.sent('closing')[0]?.reason, 'restart');
    await drained;
    assert.equal(stage.sent('done')[0]?.interrupted, undefined);
    assert.equal(stage.sent('transcript').length, 0);
    assert.equal(stage.closed()?.code, 1001);
  });

  test('by a restart: an answer that takes too long is stopped and gets its done event', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(200);
    const drained = stage.session.drain(2_000);
    await stage.time.pass(2_100);
    await drained;
    assert.equal(stage.sent('done')[0]?.interrupted, true);
    assert.equal(stage.closed()?.code, 1001);
  });

  test('by a restart: an ask that does not end is waited for, up to a limit', async () => {
    const asked = Promise.withResolvers<AskDone>();
    const stage = openStage({ ask: () => asked.promise });
    stage.say({ type: 'ask', question: 'x' });
    const drained = stage.session.drain(1_000);
    await stage.time.pass(4_000);
    await drained;
    assert.equal(stage.closed()?.code, 1001);
    asked.resolve(done);
    await stage.time.settle();
    assert.deepEqual(
      stage.sent('done').map(({ error }) => error?.code),
      ['busy'],
    );
  });

  test('by a restart: without an open answer at once', async () => {
    const stage = openStage();
    stage.say({ type: 'start' });
    await stage.session.drain(4_000);
    assert.equal(stage.closed()?.code, 1001);
    assert.equal(stage.sent('bye').length, 1);
  });
});
