import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { sound } from '../../test/fakes/scripted-speech.ts';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { openStage } from '../../test/fixtures/live-stage.ts';
import { Problem } from '../kernel/problem.ts';
import type { AskDone } from './turn-events.ts';

const never = () => new Promise<string>(() => {});

describe('a hostile client', () => {
  for (const bytes of [0, 2])
    test(`a flood of frames with ${bytes} bytes ends the session with 4413`, () => {
      const stage = openStage();
      for (let frames = 0; frames < 3_000; frames += 1) stage.session.onBinary(Buffer.alloc(bytes));
      assert.equal(stage.closed()?.code, 4413);
    });

  test('frames as small as those of a browser are accepted at their usual rate', async () => {
    const stage = openStage();
    for (let frames = 0; frames < 2_000; frames += 1) {
      stage.session.onBinary(Buffer.alloc(86));
      if (frames % 15 === 0) await stage.time.pass(40);
    }
    assert.equal(stage.closed(), undefined);
  });

  test('without a transcriber audio may not come faster than real time either', () => {
    const stage = openStage({ hears: false });
    for (let frames = 0; frames < 130; frames += 1) stage.session.onBinary(sound(40, true));
    assert.equal(stage.closed()?.code, 4413);
  });

  test('unsolicited pings and pongs count as messages: 4429', () => {
    for (const frame of ['onPing', 'onPong'] as const) {
      const stage = openStage();
      for (let times = 0; times <= liveLimits.messagesMax; times += 1) stage.session[frame]();
      assert.equal(stage.closed()?.code, 4429);
    }
  });

  for (const [frame, code, name] of [
    ['onBroken', 4400, 'invalid'],
    ['onTooLarge', 4413, 'too_large'],
  ] as const)
    test(`${frame} ends the session with ${code} and one error`, () => {
      const stage = openStage();
      stage.session[frame]();
      assert.equal(stage.closed()?.code, code);
      assert.deepEqual(fieldsOf(stage.sent('error'), 'code'), [name]);
    });

  test('turns beyond the limit of those that wait for a transcript get a warning', async () => {
    const stage = openStage();
    stage.say({ type: 'start', turn: { mode: 'manual' } });
    for (let times = 0; times < 10; times += 1) {
      stage.speech.texts.push(never());
      stage.session.onBinary(sound(40, true));
      stage.say({ type: 'commit' });
      await stage.time.settle();
    }
    assert.equal(stage.speech.heard.length, liveLimits.turnsWaitingMax);
    assert.deepEqual(
      fieldsOf(stage.sent('warning'), 'code'),
      Array.from({ length: 10 - liveLimits.turnsWaitingMax }, () => 'busy'),
    );
    assert.equal(stage.closed(), undefined);
  });

  test('audio counts against the memory until its transcript is there', async () => {
    const stage = openStage();
    stage.speech.texts.push(never());
    await stage.voice(1_000);
    await stage.quiet(800);
    const [seconds = 0] = stage.speech.heard;
    assert.equal(stage.turnBytes.usedBytes(), seconds * 16_000 * 4);
    const other = openStage();
    const heard = Promise.withResolvers<string>();
    other.speech.texts.push(heard.promise);
    other.session.onBinary(Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500)]));
    await other.time.settle();
    assert.equal(other.turnBytes.usedBytes(), 16_000 * 4);
    heard.resolve('');
    await other.time.settle();
    assert.equal(other.turnBytes.usedBytes(), 0);
  });

  test('a small file that decodes to more than the memory ends it with 4503', async () => {
    const stage = openStage({ turnBytesMax: 60_000 });
    stage.session.onBinary(Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500)]));
    await stage.time.settle();
    assert.equal(stage.closed()?.code, 4503);
    assert.equal(stage.turnBytes.usedBytes(), 0);
  });

  test('a flood of questions ends it with 4429 after the done event of every question', async () => {
    const stage = openStage({ ask: () => new Promise(() => {}) });
    for (let times = 0; times <= liveLimits.answersMax; times += 1)
      stage.say({ type: 'ask', question: 'x' });
    await stage.time.settle();
    const answers = stage.sent('answer').map(({ answer }) => answer);
    assert.deepEqual(fieldsOf(stage.sent('done'), 'answer'), answers);
    assert.equal(stage.closed()?.code, 4429);
  });

  test('a spoken answer is given back when the visitor leaves before it starts', async () => {
    const asked = Promise.withResolvers<AskDone>();
    const stage = openStage({ ask: () => asked.promise });
    stage.units = 1;
    stage.say({ type: 'ask', question: 'x' });
    // The allowance is being read when the visitor leaves.
    stage.session.onClose();
    await stage.time.settle();
    asked.reject(new Problem('rate', 'Too fast.'));
    await stage.time.settle();
    assert.equal(stage.units, 1);
  });
});
