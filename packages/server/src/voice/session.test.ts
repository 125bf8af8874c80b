import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveServerMessages } from '@baraza/contract';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { course, openStage, types } from '../../test/fixtures/live-stage.ts';
import { Problem } from '../kernel/problem.ts';

describe('a session', () => {
  test('a spoken question gets its transcript, tokens, audio and one done event, in that order', async () => {
    const stage = openStage();
    stage.say({ type: 'start', version: 1, language: 'en' });
    await stage.quiet(400);
    await stage.voice(1_200);
    await stage.quiet(800);
    await stage.time.pass(3_000);
    assert.deepEqual(course(stage), [
      'ready',
      'speech',
      'transcript',
      'answer',
      'token',
      'audio',
      'binary',
      'audio_end',
      'done',
    ]);
    assert.equal(stage.questions[0]?.question, 'Do you deliver?');
    assert.deepEqual([stage.questions[0]?.spoken, stage.questions[0]?.language], [true, 'en']);
    // The voice, 300 ms before it, and the silence that ended the turn.
    const [seconds = 0] = stage.speech.heard;
    assert.ok(seconds > 1.2 + 0.3 + 0.5 && seconds < 1.2 + 0.4 + 0.75, String(seconds));
  });

  test('every message matches its schema', async () => {
    const stage = openStage();
    stage.say({ type: 'ping', t: 5 });
    await stage.voice(800);
    await stage.quiet(800);
    await stage.voice(400);
    await stage.quiet(800);
    stage.say({ type: 'start' });
    stage.say({ type: 'end' });
    await stage.time.pass(100);
    for (const entry of stage.log)
      if (!(entry instanceof Uint8Array)) liveServerMessages[entry.type].parse(entry);
    assert.deepEqual(stage.sent('pong'), [{ type: 'pong', t: 5 }]);
    assert.equal(stage.sent('bye').length, 1);
    assert.equal(stage.closed()?.code, 1000);
  });

  test('audio or a question before start starts with the defaults', async () => {
    const stage = openStage();
    await stage.quiet(40);
    assert.deepEqual(stage.sent('ready')[0]?.turn, {
      mode: 'auto',
      silence_ms: 600,
      interrupt: true,
    });
    assert.equal(stage.sent('ready')[0]?.greeting, 'Welcome!');
    const other = openStage();
    other.say({ type: 'ask', question: 'Do you deliver?' });
    await other.time.pass(2_000);
    assert.equal(types(other)[0], 'ready');
    assert.equal(other.sent('done').length, 1);
  });

  test('a second start is ignored with a warning', async () => {
    const stage = openStage();
    stage.say({ type: 'start', language: 'sw' });
    stage.say({ type: 'start', language: 'en' });
    assert.equal(stage.sent('ready').length, 1);
    assert.deepEqual(fieldsOf(stage.sent('warning'), 'code', 'fatal'), [['invalid', false]]);
    assert.equal(stage.closed(), undefined);
  });

  test('unknown types and fields are ignored', async () => {
    const stage = openStage();
    stage.say({ type: 'dance', hard: true });
    stage.say({ type: 'start', colour: 'green', turn: { mode: 'auto', mood: 1 } });
    assert.deepEqual(types(stage), ['ready']);
  });

  test('a message that cannot be read ends the session with 4400 and one error, and is not logged', async () => {
    for (const bad of [
      '',
      'null',
      '[]',
      '{"type":1}',
      '{}',
      '{',
      '{"type":"ask"}',
      '{"type":"ask","question":""}',
      '{"type":"ask","question":"\\ud800"}',
      '{"type":"start","language":"fr"}',
      '{"type":"start","version":2}',
      '{"type":"start","turn":{"mode":"wild"}}',
      '{"type":"played","answer":"a1","ms":-1}',
      `{"type":"start","history":${'['.repeat(200)}${']'.repeat(200)}}`,
    ]) {
      const stage = openStage();
      stage.session.onText(Buffer.from(bad));
      assert.equal(stage.closed()?.code, 4400, bad);
      const [error, ...others] = stage.sent('error');
      assert.deepEqual([error?.code, error?.fatal, others], ['invalid', true, []]);
      if (['', 'null', '[]', '{'].includes(bad))
        assert.equal(error?.error, 'A message must be one JSON object.');
      stage.say({ type: 'ask', question: 'More?' });
      await stage.time.pass(5_000);
      assert.deepEqual(
        [stage.ends(), stage.isCut(), stage.questions, stage.faults, stage.time.waiting()],
        [1, true, [], [], 0],
      );
    }
  });

  test('a typed question that is too long gets a warning, and the session continues', async () => {
    const stage = openStage();
    stage.say({ type: 'ask', question: 'x'.repeat(2_001) });
    assert.deepEqual(types(stage), ['ready', 'warning']);
    assert.deepEqual(stage.sent('warning'), [
      {
        type: 'warning',
        code: 'invalid',
        error: 'question must have 1 to 2000 characters.',
        fatal: false,
      },
    ]);
    // 2,000 characters may be more code units.
    stage.say({ type: 'ask', question: '😀'.repeat(2_000) });
    await stage.time.pass(3_000);
    assert.equal(stage.questions.length, 1);
    assert.equal(stage.sent('done').length, 1);
    assert.equal(stage.closed(), undefined);
  });

  for (const input of ['opus', { encoding: 'pcm_s16le', sample_rate: 48_000 }])
    test(`the audio format ${JSON.stringify(input)} ends it with 4415`, () => {
      const stage = openStage();
      stage.say({ type: 'start', audio: { input } });
      assert.equal(stage.closed()?.code, 4415);
    });

  test('mu-law at 8 kHz is transcribed', async () => {
    const stage = openStage();
    stage.say({ type: 'start', audio: { input: { encoding: 'mulaw', sample_rate: 8_000 } } });
    assert.deepEqual(stage.sent('ready')[0]?.audio.input, {
      encoding: 'mulaw',
      sample_rate: 8_000,
    });
    const frame = (loud: boolean) =>
      Buffer.from(
        Array.from({ length: 320 }, (_, at) => (loud ? (at % 8 < 4 ? 0x10 : 0x90) : 0xff)),
      );
    for (let at = 0; at < 60; at += 1) {
      stage.session.onBinary(frame(at > 5 && at < 35));
      await stage.time.pass(40);
    }
    assert.equal(stage.sent('transcript')[0]?.text, 'Do you deliver?');
  });

  test('a first frame that is an audio file is a whole turn', async () => {
    for (const head of ['\x1a\x45\xdf\xa3', 'OggS', '\0\0\0\x18ftypisom', 'RIFF\0\0\0\0WAVE']) {
      const stage = openStage();
      stage.session.onBinary(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(500)]));
      await stage.time.pass(2_000);
      assert.equal(stage.sent('transcript')[0]?.text, 'Do you deliver?');
      assert.deepEqual(stage.speech.heard, [1]);
      assert.equal(stage.sent('done').length, 1);
    }
  });

  test('a manual turn is all audio until commit', async () => {
    const stage = openStage();
    stage.say({ type: 'start', turn: { mode: 'manual' } });
    await stage.quiet(400);
    await stage.voice(800);
    await stage.quiet(2_000);
    assert.equal(stage.sent('transcript').length, 0);
    stage.say({ type: 'commit' });
    await stage.time.settle();
    assert.equal(stage.sent('transcript')[0]?.text, 'Do you deliver?');
    assert.ok(Math.abs((stage.speech.heard[0] ?? 0) - 3.2) < 0.05);
    assert.equal(stage.sent('speech').length, 0);
  });

  test('quiet frames do not reach the detector', async () => {
    const stage = openStage();
    await stage.quiet(4_000);
    assert.equal(stage.speech.windowsExamined(), 0);
    await stage.voice(400);
    assert.ok(stage.speech.windowsExamined() >= 12);
  });

  test('without a transcriber audio gets one warning, and questions can be typed', async () => {
    const stage = openStage({ hears: false });
    await stage.voice(2_000);
    await stage.quiet(1_000);
    assert.equal(stage.sent('ready')[0]?.audio.input, null);
    assert.deepEqual(fieldsOf(stage.sent('warning'), 'code'), ['voice']);
    stage.say({ type: 'ask', question: 'Do you deliver?' });
    await stage.time.pass(2_000);
    assert.ok(stage.soundMs() > 500);
    assert.equal(stage.sent('done').length, 1);
  });

  for (const [why, options, start] of [
    ['a server without a speaker', { speaks: false }, {}],
    ['a client that wants no speech', {}, { speech: false }],
  ] as const)
    test(`${why} answers in text`, async () => {
      const stage = openStage(options);
      stage.say({ type: 'start', ...start });
      await stage.voice(800);
      await stage.quiet(800);
      assert.equal(stage.sent('ready')[0]?.audio.output, null);
      assert.deepEqual(course(stage).slice(-4), ['transcript', 'answer', 'token', 'done']);
      assert.equal(stage.questions[0]?.spoken, false);
      assert.equal(stage.soundMs(), 0);
    });

  test('a failed transcription gets a warning, and the session continues', async () => {
    const stage = openStage();
    stage.speech.texts.push(new Problem('busy', 'Too many wait.'));
    await stage.voice(800);
    await stage.quiet(800);
    assert.deepEqual(stage.sent('warning')[0]?.code, 'busy');
    assert.equal(stage.sent('transcript')[0]?.text, '');
    await stage.voice(800);
    await stage.quiet(800);
    assert.equal(stage.sent('transcript')[1]?.text, 'Do you deliver?');
    assert.equal(stage.closed(), undefined);
  });
});
