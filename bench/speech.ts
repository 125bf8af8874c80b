/**
 * CPU time of the parts of a transcription, by the length of the clip, and of a whole English transcription.
 * `node bench/speech.ts`
 */
import { existsSync, readFileSync } from 'node:fs';
import { findSpeech } from '../packages/server/src/speech/packages.ts';
import { engineSampleRate } from '../packages/server/src/speech/speech.ts';
import { readWavHeader } from '../packages/server/src/speech/wav.ts';
import { openWhisperModel } from '../packages/server/src/speech/whisper/model.ts';
import { openRecogniser } from '../packages/server/src/speech/whisper/recogniser.ts';

const recording = new URL('../../shared/fixtures/speech/jfk.wav', import.meta.url);
const { whisper: files } = findSpeech();
if (files === undefined || !existsSync(recording)) {
  console.log('The recording or the packages for speech are missing.');
  process.exit(0);
}
const start = [50_258, 50_259, 50_359, 50_363];
const text = [...start, 440, 370, 452, 7177, 6280, 1029, 406, 437, 428, 1941];
const rounds = 5;
const voice = readSamples(readFileSync(recording));
const model = await openWhisperModel(files);
const recognise = await openRecogniser(files);

for (const seconds of [2, 5, 10, 20]) {
  const clip = clipOf(seconds);
  const sound = await model.encode(clip);
  const state = await model.decode(sound, start);
  const request = { samples: clip, language: 'en', hints: {} } as const;
  const parts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['encoder', () => model.encode(clip)],
    ['first pass', () => model.decode(sound, start)],
    ['next token', () => model.decodeNext(sound, state, 440)],
    ['a text judged', () => model.judge(sound, text, start.length - 1)],
    ['English, whole', () => recognise(request, new AbortController().signal)],
  ];
  for (const [name, run] of parts)
    console.log(`${seconds} s, ${name}: ${(await medianCpuMs(run)).toFixed(0)} ms of CPU`);
}
console.log(`${Math.round(process.resourceUsage().maxRSS / 1024)} MB at the most`);
process.exit(0);

async function medianCpuMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return times.toSorted((one, other) => one - other)[rounds >> 1] ?? 0;
}

/** The recording, again and again. */
function clipOf(seconds: number): Float32Array {
  const samples = Math.floor(seconds * engineSampleRate);
  return Float32Array.from({ length: samples }, (_, at) => voice[at % voice.length] ?? 0);
}

function readSamples(file: Buffer): Float32Array {
  const from = readWavHeader(file)?.dataFrom ?? 0;
  const count = (file.length - from) >> 1;
  return Float32Array.from({ length: count }, (_, at) => file.readInt16LE(from + at * 2) / 32_768);
}
