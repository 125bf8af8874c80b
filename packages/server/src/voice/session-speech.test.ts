import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { course, long, openStage, type Stage } from '../../test/fixtures/live-stage.ts';

describe('a spoken answer', () => {
  test('the first sentence is spoken while the second is still being written', async () => {
    const isHeld = Promise.withResolvers<void>();
    const stage = openStage({
      ask: async (_, onToken) => {
        onToken('Yes, we deliver. It ');
        await isHeld.promise;
        onToken('costs 200 shillings.');
        return { answered: true, language: 'en', sources: [], handoff: '', id: 'q_1' };
      },
    });
    stage.say({ type: 'ask', question: 'Do you deliver?' });
    await stage.time.pass(1_000);
    assert.ok(stage.soundMs() > 700);
    assert.equal(stage.speech.spoken.length, 1);
    isHeld.resolve();
    await stage.time.pass(3_000);
    assert.equal(stage.sent('audio_end')[0]?.duration_ms, Math.round(stage.soundMs()));
    assert.equal(stage.sent('audio').length, 1);
    assert.equal(stage.sent('done').length, 1);
  });

  test('audio is sent at most two seconds ahead of playback', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.settle();
    const begunMs = stage.time.nowMs();
    for (let at = 0; at < 100; at += 1) {
      const aheadMs = stage.soundMs() - (stage.time.nowMs() - begunMs);
      assert.ok(aheadMs <= liveLimits.aheadMsMax, `${aheadMs} ms ahead`);
      assert.ok(aheadMs > 0 || stage.sent('audio_end').length > 0, `${aheadMs} ms behind`);
      await stage.time.pass(100);
    }
    assert.ok(Math.abs(stage.soundMs() - long.length * 50) < 120);
  });

  test('no audio is sent while the socket is under backpressure', async () => {
    const stage = openStage({ answer: long });
    stage.waitingBytes = 300_000;
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(3_000);
    assert.equal(stage.soundMs(), 0);
    stage.waitingBytes = 0;
    await stage.time.pass(1_000);
    assert.ok(stage.soundMs() > 1_000);
  });

  test('a client that reads nothing is cut off', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'start' });
    stage.waitingBytes = 2_000_000;
    stage.say({ type: 'ping', t: 1 });
    assert.equal(stage.isCut(), true);
    assert.equal(stage.ends(), 1);
  });

  test('after a false alarm it resumes at the playback position, and counts once', async () => {
    const stage = openStage({ answer: long });
    stage.units = 1;
    stage.say({ type: 'ask', question: 'x' });
    await stage.quiet(2_000);
    stage.speech.texts.push('mmh');
    await stage.voice(400);
    await stage.quiet(800);
    const [resumed] = stage.sent('resumed');
    // Two seconds of silence, and the voice until it was detected.
    assert.ok(resumed !== undefined && resumed.from_ms > 2_200 && resumed.from_ms < 2_500);
    assert.equal(stage.sent('audio').length, 2);
    const from = stage.log.findLastIndex(
      (entry) => !(entry instanceof Uint8Array) && entry.type === 'audio',
    );
    const first = stage.log.slice(from).find((entry) => entry instanceof Uint8Array) as Uint8Array;
    const sample = new DataView(first.buffer, first.byteOffset).getInt16(0, true);
    assert.equal(sample, (Math.round((resumed.from_ms * 22_050) / 1_000) << 16) >> 16);
    await stage.time.pass(10_000);
    assert.equal(stage.sent('done').length, 1);
    assert.equal(stage.sent('done')[0]?.interrupted, undefined);
    assert.equal(stage.units, 0);
  });

  test('it resumes at the position that the client reports', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'ask', question: 'x' });
    await stage.quiet(2_000);
    stage.speech.texts.push('');
    await stage.voice(400);
    stage.say({ type: 'played', answer: 'a1', ms: 1_900, ended: false });
    await stage.quiet(800);
    assert.equal(stage.sent('resumed')[0]?.from_ms, 1_900);
  });

  test('a client that reports late playback is waited for, up to a limit', async () => {
    const stage = openStage({ answer: 'Yes, we deliver.' });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(700);
    stage.say({ type: 'played', answer: 'a1', ms: 0, ended: false });
    await stage.time.pass(700);
    assert.equal(stage.sent('done').length, 0);
    await stage.time.pass(200);
    assert.equal(stage.sent('done').length, 1);
    stage.say({ type: 'ask', question: 'y' });
    for (let times = 0; times < 45; times += 1) {
      await stage.time.pass(100);
      stage.say({ type: 'played', answer: 'a2', ms: 0, ended: false });
    }
    assert.equal(stage.sent('done').length, 2);
  });

  test('a client that reports the end of playback is not waited for', async () => {
    const stage = openStage({ answer: 'Yes, we deliver.' });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(100);
    stage.say({ type: 'played', answer: 'a1', ms: 800, ended: true });
    await stage.time.settle();
    assert.equal(stage.sent('done').length, 1);
  });

  test('after an interruption the history has the words that were played', async () => {
    const stage = openStage({
      answer: 'We deliver in Nairobi. It costs 200 shillings in the city.',
    });
    stage.say({ type: 'ask', question: 'Do you deliver?' });
    await stage.quiet(1_500);
    stage.speech.texts.push('And in Mombasa?');
    await stage.voice(800);
    await stage.quiet(800);
    const [first] = stage.sent('done');
    assert.equal(first?.interrupted, true);
    assert.deepEqual(stage.questions[1]?.history, [
      { role: 'user', content: 'Do you deliver?' },
      { role: 'assistant', content: 'We deliver in Nairobi. It costs' },
    ]);
    await stage.time.pass(10_000);
    assert.deepEqual(fieldsOf(stage.sent('done'), 'answer', 'interrupted'), [
      ['a1', true],
      ['a3', undefined],
    ]);
  });

  test('the client interrupts it and reports how far it was played', async () => {
    const stage = openStage({ answer: long });
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(1_000);
    stage.say({ type: 'interrupt', played_ms: 500 });
    await stage.time.settle();
    const soundMs = stage.soundMs();
    await stage.time.pass(5_000);
    assert.equal(stage.soundMs(), soundMs);
    assert.deepEqual(course(stage).slice(-3), ['binary', 'interrupted', 'done']);
    stage.say({ type: 'ask', question: 'y' });
    await stage.time.settle();
    const heard = stage.questions[1]?.history[1]?.content ?? '';
    assert.ok(long.startsWith(heard) && heard.length > 0 && heard.length < 20, heard);
  });

  test('a backchannel word in a partial transcript does not interrupt', async () => {
    const stage = openStage({ answer: long, partials: true });
    stage.say({ type: 'ask', question: 'x' });
    await stage.quiet(1_000);
    stage.speech.partials = ['mmh'];
    stage.speech.texts.push('mmh', 'mmh');
    await stage.voice(400);
    await stage.quiet(800);
    assert.equal(stage.sent('interrupted').length, 0);
    stage.speech.partials = ['how much'];
    await stage.voice(400);
    assert.equal(stage.sent('interrupted').length, 1);
  });

  test('the voice is the requested one, else one of the language', async () => {
    for (const [start, voice] of [
      [{ voice: 'juma' }, 'juma'],
      [{ voice: 'sw' }, 'amina'],
      [{ voice: 'nobody' }, 'grace'],
      [{ language: 'sw' }, 'amina'],
    ] as const) {
      const stage = openStage();
      stage.say({ type: 'start', ...start });
      stage.say({ type: 'ask', question: 'x' });
      await stage.time.settle();
      assert.equal(stage.speech.spoken[0]?.voice, voice);
    }
  });

  test('it is text with one warning when the plan has no spoken answers left', async () => {
    const stage = openStage();
    stage.units = 1;
    for (const question of ['x', 'y', 'z']) {
      stage.say({ type: 'ask', question });
      await stage.time.pass(3_000);
    }
    assert.deepEqual(fieldsOf(stage.questions, 'spoken'), [true, false, false]);
    assert.deepEqual(fieldsOf(stage.sent('warning'), 'code', 'fatal'), [['plan', false]]);
    assert.equal(stage.sent('done').length, 3);
  });

  test('an answer that cannot be synthesised is text, and is not counted', async () => {
    const stage = openStage();
    stage.units = 3;
    stage.speech.failure = new Error('no synthesis');
    stage.say({ type: 'ask', question: 'x' });
    await stage.time.pass(100);
    assert.equal(stage.units, 3);
    assert.equal(stage.sent('done').length, 1);
    assert.equal(stage.sent('warning')[0]?.code, 'upstream');
    assert.equal(stage.sent('audio').length, 0);
  });
});

describe('a turn that is probably complete', () => {
  const transcripts = (stage: Stage) =>
    stage.sent('transcript').map(({ turn, text, final }) => `${turn} ${text}${final ? '.' : ' …'}`);

  test('is transcribed in the pause, and only once', async () => {
    const stage = openStage({ startsEarly: true });
    stage.speech.texts.push('Do you deliver?');
    await stage.voice(1_000);
    await stage.quiet(300);
    assert.deepEqual(transcripts(stage), ['t1 Do you deliver? …']);
    assert.equal(stage.questions.length, 0);
    await stage.quiet(400);
    assert.deepEqual(transcripts(stage), ['t1 Do you deliver? …', 't1 Do you deliver?.']);
    assert.deepEqual([stage.speech.heard.length, stage.questions.length], [1, 1]);
  });

  test('is transcribed again, as a whole, when the visitor goes on', async () => {
    const stage = openStage({ startsEarly: true });
    const late = Promise.withResolvers<string>();
    stage.speech.texts.push(late.promise, 'Do you deliver to Nakuru?');
    await stage.voice(1_000);
    await stage.quiet(300);
    await stage.voice(1_000);
    late.resolve('Do you deliver');
    await stage.quiet(700);
    assert.deepEqual(transcripts(stage).slice(-1), ['t1 Do you deliver to Nakuru?.']);
    assert.ok(!transcripts(stage).includes('t1 Do you deliver …'), 'retracted words are not sent');
    const [early = 0, whole = 0] = stage.speech.heard;
    assert.ok(whole > early + 1, 'the whole turn');
  });

  test('is transcribed as a whole after a failure, and a dropped one not at all', async () => {
    const stage = openStage({ startsEarly: true });
    stage.speech.texts.push(new Error('no memory'), 'Do you deliver?');
    await stage.voice(1_000);
    await stage.quiet(700);
    assert.deepEqual(transcripts(stage), ['t1 Do you deliver?.']);
    assert.deepEqual(stage.sent('warning'), []);
    stage.speech.texts.push('Never mind', 'How much?');
    await stage.voice(1_000);
    await stage.quiet(300);
    stage.say({ type: 'clear' });
    await stage.voice(1_000);
    await stage.quiet(700);
    assert.deepEqual(transcripts(stage).at(-1), 't4 How much?.');
  });

  test('waits where other clips are transcribed', async () => {
    const stage = openStage({ startsEarly: false });
    await stage.voice(1_000);
    await stage.quiet(500);
    assert.deepEqual(stage.speech.heard, []);
  });
});
