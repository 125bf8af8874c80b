import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loudnessOf } from '../../speech/samples.ts';
import {
  copyBytes,
  createSampleReader,
  isRecording,
  millisecondsOf,
  resampleLinear,
} from './audio.ts';
import { createBudget } from './byte-budget.ts';
import { createRecorder } from './recorder.ts';
import type { SpeechWindow } from './speech-segments.ts';
import { createEnergyGate, createWindowJudge } from './window-judge.ts';

describe('audio', () => {
  test('samples are read at any offset of a buffer, and an odd byte is ignored', () => {
    const read = createSampleReader('pcm_s16le');
    for (const offset of [0, 1, 2, 3]) {
      const bytes = Buffer.alloc(32);
      for (const [at, value] of [1, -2, 300, -30_000].entries())
        bytes.writeInt16LE(value, offset + at * 2);
      const frame = bytes.subarray(offset, offset + 9);
      assert.deepEqual([...read(frame)], [1, -2, 300, -30_000]);
    }
    assert.deepEqual([...read(Buffer.alloc(1))], []);
    assert.deepEqual([...read(Buffer.alloc(0))], []);
  });

  test('a copy does not share memory with its buffer', () => {
    const buffer = Buffer.from([1, 2, 3]);
    const own = copyBytes(buffer);
    buffer.fill(9);
    assert.deepEqual([...own], [1, 2, 3]);
  });

  test('mu-law is decoded as G.711 says and doubled to 16 kHz', () => {
    const read = createSampleReader('mulaw');
    const samples = read(Uint8Array.of(0xff, 0x80, 0x00, 0x7f));
    assert.deepEqual(
      [...samples].filter((_, at) => at % 2 === 1),
      [0, 32_124, -32_124, 0],
    );
    assert.equal(read(new Uint8Array(320)).length, 640);
    assert.equal(millisecondsOf(new Uint8Array(320), 'mulaw'), 40);
    assert.equal(millisecondsOf(new Uint8Array(1_280), 'pcm_s16le'), 40);
  });

  test('resampling keeps duration and level', () => {
    const wave = Int16Array.from({ length: 24_000 }, (_, at) => 10_000 * Math.sin(at / 20));
    const slower = resampleLinear(wave, 24_000, 22_050);
    assert.equal(slower.length, 22_050);
    assert.ok(Math.abs(loudnessOf(slower) - loudnessOf(wave)) < 300);
    assert.equal(resampleLinear(wave, 8_000, 8_000), wave);
  });

  test('raw samples are not taken for a file', () => {
    assert.equal(isRecording(Buffer.from('RIFFxxxxAVI LIST')), false);
    assert.equal(isRecording(Buffer.alloc(1_280)), false);
    assert.equal(isRecording(Buffer.from('Ogg')), false);
    assert.equal(isRecording(new Uint8Array()), false);
  });
});

describe('the energy gate', () => {
  test('passes a quiet voice and blocks steady noise', () => {
    const isLoud = createEnergyGate();
    for (let at = 0; at < 200; at += 1) isLoud(0.0005);
    assert.equal(isLoud(0.004), true);
    let passed = 0;
    for (let at = 0; at < 500; at += 1) if (isLoud(0.012)) passed += 1;
    assert.ok(passed < 120, `${passed} of 500`);
    assert.equal(isLoud(0.05), true);
  });

  test('stays open during a minute of speech', () => {
    const isLoud = createEnergyGate();
    let lost = 0;
    for (let at = 0; at < 2_000; at += 1) if (!isLoud(at % 20 === 0 ? 0.002 : 0.05)) lost += 1;
    assert.equal(lost, 100);
  });
});

describe('the window judge', () => {
  const loud = new Int16Array(512).fill(9_000);
  const quiet = new Int16Array(512);

  test('emits windows in order, whenever the detector answers', async () => {
    const verdicts: ((likely: number) => void)[] = [];
    const emitted: boolean[] = [];
    const judge = createWindowJudge(
      {
        speechProbability: () => new Promise((resolve) => verdicts.push(resolve)),
        close: () => {},
      },
      ({ voiced }) => emitted.push(voiced),
    );
    judge.hear(loud);
    judge.hear(quiet);
    judge.hear(loud);
    judge.afterPending(() => emitted.push(true));
    verdicts[1]?.(0.1);
    await Promise.resolve();
    assert.deepEqual(emitted, []);
    verdicts[0]?.(0.9);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(emitted, [true, false, false, true]);
  });

  test('a command comes after all audio before it, the last partial window included', () => {
    const windows: SpeechWindow[] = [];
    const judge = createWindowJudge(undefined, (window) => windows.push(window));
    judge.hear(new Int16Array(700));
    assert.equal(windows.length, 1);
    let length = 0;
    judge.afterPending(() => {
      length = windows.length;
    });
    assert.equal(length, 2);
    assert.equal(windows[1]?.endMs, 64);
  });

  test('the gate decides alone when the detector fails or falls behind', async () => {
    const emitted: boolean[] = [];
    const failing = createWindowJudge(
      { speechProbability: () => Promise.reject(new Error('no answer')), close: () => {} },
      ({ voiced }) => emitted.push(voiced),
    );
    failing.hear(loud);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(emitted, [true]);
    let asked = 0;
    let emittedLate = 0;
    const late = createWindowJudge(
      {
        speechProbability: () => {
          asked += 1;
          return new Promise(() => {});
        },
        close: () => {},
      },
      () => {
        emittedLate += 1;
      },
    );
    for (let at = 0; at < 1_000; at += 1) late.hear(loud);
    assert.equal(asked, 64);
    // Nothing piles up behind a detector that does not answer.
    assert.ok(emittedLate >= 900, String(emittedLate));
  });
});

describe('the recorder', () => {
  const window = (value: number) => new Int16Array(512).fill(value);

  test('a turn starts with the pre-roll', () => {
    const budget = createBudget(1_000_000);
    const recorder = createRecorder(budget);
    for (let at = 1; at <= 100; at += 1) recorder.addWindow(window(at), at * 32);
    recorder.open(3_200 - 64);
    recorder.addWindow(window(101), 3_232);
    const taken = recorder.take();
    const { samples = new Float32Array() } = taken ?? {};
    assert.deepEqual(
      [samples[0], samples[512], samples[1_024]].map((value) => Math.round((value ?? 0) * 32_768)),
      [99, 100, 101],
    );
    // Floats take twice the memory of the 16-bit samples.
    assert.equal(budget.usedBytes(), 2 * 3 * 1_024);
    taken?.free();
    assert.equal(budget.usedBytes(), 0);
    recorder.open(0);
    assert.equal(recorder.take()?.samples.length, 0);
  });

  test('a dropped turn releases its memory', () => {
    const budget = createBudget(1_000_000);
    const recorder = createRecorder(budget);
    recorder.addWindow(window(1), 32);
    recorder.open(0);
    recorder.addWindow(window(2), 64);
    recorder.drop();
    assert.equal(budget.usedBytes(), 0);
    assert.equal(recorder.snapshot()?.samples.length, 0);
  });
});
