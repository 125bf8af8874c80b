import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerOf } from './recordings/recording.ts';
import { resample } from './recordings/resample.ts';
import { loudnessOf } from './samples.ts';
import { readWavHeader, wavFile, wavHeader } from './wav.ts';
import { logMelSpectrogram, melBands } from './whisper/spectrogram.ts';

test('resampling keeps a tone, and removes one above the new range', () => {
  for (const from of [8_000, 22_050, 44_100, 48_000]) {
    const low = resample(tone(440, from, 1), from, 16_000);
    const same = tone(440, 16_000, 1);
    const off = low.subarray(200, -200).map((value, at) => value - (same[at + 200] ?? 0));
    assert.ok(loudnessOf(off) < 0.01, `${from}: ${loudnessOf(off)}`);
  }
  const high = resample(tone(11_000, 48_000, 1), 48_000, 16_000).subarray(200, -200);
  assert.ok(loudnessOf(high) < 0.005, `${loudnessOf(high)}`);
});

test('the mel spectrogram of a tone peaks in its band, that of silence is flat', () => {
  const melFrames = 400;
  const mel = logMelSpectrogram(tone(1_000, 16_000, 2), melFrames);
  assert.equal(mel.length, melBands * melFrames);
  const column = Array.from({ length: melBands }, (_, band) => mel[band * melFrames + 100] ?? 0);
  // A thousand hertz is 15 of the 45.2 steps up to eight thousand.
  assert.equal(column.indexOf(Math.max(...column)), Math.round((15 / 45.2453) * 81) - 1);
  assert.equal(new Set(logMelSpectrogram(new Float32Array(16_000), melFrames)).size, 1);
});

test('a WAV header is read as it was written', () => {
  const file = wavFile(Float32Array.of(0, 0.5, -1, 2), 16_000);
  assert.deepEqual(readWavHeader(file), { sampleRate: 16_000, dataFrom: 44 });
  assert.deepEqual(
    [0, 1, 2, 3].map((at) => file.readInt16LE(44 + at * 2)),
    [0, 16_384, -32_767, 32_767],
  );
  assert.equal(wavHeader(22_050, undefined).readUInt32LE(40), 0xffff_ffff);
  assert.equal(readWavHeader(file.subarray(0, 30)), undefined);
});

test('containers are recognised by their bytes', () => {
  const bytes = (text: string) => Buffer.from(text.padEnd(64, '\0'), 'latin1');
  for (const [text, kind] of [
    ['RIFF\0\0\0\0WAVE', 'wav'],
    ['RIFF\0\0\0\0AVI ', undefined],
    ['\x1a\x45\xdf\xa3', 'webm'],
    ['\0\0\0\x20ftypisom', 'm4a'],
    [`OggS${'\0'.repeat(24)}OpusHead`, 'opus'],
    [`OggS${'\0'.repeat(24)}\x01vorbis`, 'oga'],
    [`OggS${'\0'.repeat(24)}\x7fFLAC`, undefined],
    ['ID3\x04', 'mp3'],
    ['\xff\xfb\x90', 'mp3'],
    ['\xff\xf1\x50', 'aac'],
    ['PK\x03\x04', undefined],
    ['<html>', undefined],
    ['', undefined],
  ] as const)
    assert.equal(containerOf(bytes(text)), kind, JSON.stringify(text));
});

function tone(frequency: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from(
    { length: rate * seconds },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * frequency * at) / rate),
  );
}
