import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { sound } from '../../test/fakes/scripted-speech.ts';
import { openStage } from '../../test/fixtures/live-stage.ts';
import { Problem } from '../kernel/problem.ts';

const never = () => new Promise<string>(() => {});

describe('a client that means no good', () => {
  for (const [what, bytes] of [
    ['empty frames', 0],
    ['crumbs of sound', 2],
  ] as const)
    test(`${what} are a flood too: 4413`, async () => {
      const stage = openStage();
      for (let frames = 0; frames < 3_000; frames += 1) stage.session.onBinary(Buffer.alloc(bytes));
      assert.equal(stage.closed()?.code, 4413);
      // As small as the audio thread of a browser gives them, and as fast: nobody is hurt.
      const honest = openStage();
      for (let frames = 0; frames < 2_000; frames += 1) {
        honest.session.onBinary(Buffer.alloc(86));
        if (frames % 15 === 0) await honest.time.pass(40);
      }
      assert.equal(honest.closed(), undefined);
    });

  test('sound that nobody hears may not come faster than it sounds either', () => {
    const stage = openStage({ hears: false });
    for (let frames = 0; frames < 130; frames += 1) stage.session.onBinary(sound(40, true));
    assert.equal(stage.closed()?.code, 4413);
  });

  test('pings and pongs of the socket that nobody asked for are messages like others: 4429', () => {
    for (const frame of ['onPing', 'onPong'] as const) {
      const stage = openStage();
      for (let times = 0; times <= liveLimits.messagesMax; times += 1) stage.session[frame]();
      assert.equal(stage.closed()?.code, 4429);
    }
  });

  test('a broken frame is a bad message: 4400 and one error', () => {
    const stage = openStage();
    stage.session.onBroken();
    assert.equal(stage.closed()?.code, 4400);
    assert.equal(stage.sent('error')[0]?.code, 'invalid');
  });

  test('has so many turns waiting to be heard; the others are told so, and it goes on', async () => {
    const stage = openStage();
    stage.say({ type: 'start', turn: { mode: 'manual' } });
    for (let times = 0; times < 10; times += 1) {
      stage.speech.texts.push(never());
      stage.session.onBinary(sound(40, true));
      stage.say({ type: 'commit' });
      await stage.time.settle();
    }
    assert.equal(stage.speech.heard.length, liveLimits.turnsWaitingMax);
    const untold = 10 - liveLimits.turnsWaitingMax;
    assert.deepEqual(
      stage.sent('warning').map(({ code }) => code),
      Array.from({ length: untold }, () => 'busy'),
    );
    assert.equal(stage.closed(), undefined);
  });

  test('sound that waits to be heard is counted as large as it is', async () => {
    const stage = openStage();
    stage.speech.texts.push(never());
    await stage.voice(1_000);
    await stage.quiet(800);
    const [seconds = 0] = stage.speech.heard;
    assert.equal(stage.turnBytes.usedBytes(), seconds * 16_000 * 4);
    const other = openStage();
    let hear = (_text: string) => {};
    other.speech.texts.push(
      new Promise((resolve) => {
        hear = resolve;
      }),
    );
    other.session.onBinary(Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500)]));
    await other.time.settle();
    assert.equal(other.turnBytes.usedBytes(), 16_000 * 4);
    hear('');
    await other.time.settle();
    assert.equal(other.turnBytes.usedBytes(), 0);
  });

  test('a small file that is long ends it with 4503 where there is no memory for it', async () => {
    const stage = openStage({ turnBytesMax: 60_000 });
    stage.session.onBinary(Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500)]));
    await stage.time.settle();
    assert.equal(stage.closed()?.code, 4503);
    assert.equal(stage.turnBytes.usedBytes(), 0);
  });

  test('every question of a flood has its done before the session ends', async () => {
    const stage = openStage({ ask: () => new Promise(() => {}) });
    for (let times = 0; times <= liveLimits.answersMax; times += 1)
      stage.say({ type: 'ask', question: 'x' });
    await stage.time.settle();
    const answers = stage.sent('answer').map(({ answer }) => answer);
    assert.deepEqual(
      stage.sent('done').map(({ answer }) => answer),
      answers,
    );
    assert.equal(stage.closed()?.code, 4429);
  });

  test('who leaves before an ask is refused has its unit back', async () => {
    let refuse = () => {};
    const stage = openStage({
      ask: () =>
        new Promise((_, reject) => {
          refuse = () => reject(new Problem('rate', 'Too fast.'));
        }),
    });
    stage.units = 1;
    stage.say({ type: 'ask', question: 'x' });
    // The unit is on its way when the visitor leaves.
    stage.session.onClose();
    await stage.time.settle();
    refuse();
    await stage.time.settle();
    assert.equal(stage.units, 1);
  });
});
