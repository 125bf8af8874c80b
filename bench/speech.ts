/**
 * Cost and accuracy of the built-in speech: CPU of the parts of a transcription and of whole clips by language and
 * length, the speed of the voices, and memory. After five minutes, the remaining measurements are skipped.
 * `node bench/speech.ts`
 */
import { existsSync, readFileSync } from 'node:fs';
import { spokenSwahiliFile } from '../packages/server/src/engine/models/files.ts';
import { silentLog } from '../packages/server/src/kernel/log.ts';
import { loadSpeech } from '../packages/server/src/server/assemble.ts';
import { demoProfile } from '../packages/server/src/server/demo/demo-profile.ts';
import { readConfig } from '../packages/server/src/setup/config.ts';
import { readProfileInput } from '../packages/server/src/site/profile/profile.ts';
import { hintsOf } from '../packages/server/src/site/voice/hints.ts';
import { readAloud } from '../packages/server/src/speech/aloud/aloud.ts';
import { findSpeech } from '../packages/server/src/speech/packages.ts';
import { resample } from '../packages/server/src/speech/recordings/resample.ts';
import { joinSamples } from '../packages/server/src/speech/samples.ts';
import { engineSampleRate } from '../packages/server/src/speech/speech.ts';
import { readWavHeader } from '../packages/server/src/speech/wav.ts';
import { openWhisperModel } from '../packages/server/src/speech/whisper/model.ts';
import { openRecogniser } from '../packages/server/src/speech/whisper/recogniser.ts';
import { wordErrors } from '../packages/server/test/fixtures/fixture-files.ts';

type Language = 'sw' | 'en';

const endMs = performance.now() + 5 * 60_000;
const never = new AbortController().signal;
const { whisper } = findSpeech();
const { speaker, transcriber, close } = await loadSpeech(readConfig({}), silentLog);
if (whisper === undefined || speaker === undefined || transcriber === undefined) {
  console.log('The packages for speech are missing.');
  process.exit(0);
}
const voices = speaker;

const texts: readonly (readonly [Language, string])[] = [
  ['en', 'How much is the sugar?'],
  ['en', 'Do you deliver to Kileleshwa on Sunday morning?'],
  [
    'en',
    'Orders of one thousand shillings or more are delivered free of charge in the city, on the same day.',
  ],
  ['sw', 'Sukari ni bei gani?'],
  ['sw', 'Mnaleta bidhaa nyumbani siku ya Jumapili asubuhi?'],
  ['sw', 'Naweza kurudisha bidhaa nikiwa na risiti, na pesa zangu zitarudi baada ya siku ngapi?'],
];

const clips: {
  readonly language: Language;
  readonly said: string;
  readonly samples: Float32Array;
}[] = [];
for (const [language, said] of texts)
  clips.push({ language, said, samples: await spoken(said, language) });
for (const [name, said] of [
  ['LDC93S1', 'She had your dark suit in greasy wash water all year.'],
  [
    'jfk',
    'And so my fellow Americans ask not what your country can do for you ask what you can do for your country',
  ],
] as const) {
  const file = new URL(`../../shared/fixtures/speech/${name}.wav`, import.meta.url);
  if (existsSync(file))
    clips.push({ language: 'en', said, samples: readSamples(readFileSync(file)) });
}
await printVoices();
const hints = hintsOf(readProfileInput(demoProfile).profile);
await printMemory();
await close();

const recognise = await openRecogniser({ ...whisper, swahiliWords: spokenSwahiliFile() });
for (const { language, said, samples } of clips) {
  if (performance.now() > endMs) break;
  const heard = { text: '' };
  const run = async () => {
    heard.text = (await recognise({ samples, language, hints }, never)).text;
  };
  const cpuMs = await medianCpuMs(run, 3);
  console.log(
    `${language}, ${(samples.length / engineSampleRate).toFixed(1)} s: ${(cpuMs / 1_000).toFixed(2)} s of CPU, ` +
      `${wordErrors(said, heard.text).toFixed(2)} of the words wrong  (${heard.text})`,
  );
}
await printParts();
process.exit(0);

/** The parts of a transcription, by the length of the clip. */
async function printParts(): Promise<void> {
  if (whisper === undefined) return;
  const model = await openWhisperModel(whisper);
  const start = [50_258, 50_259, 50_359, 50_363];
  const text = [...start, 440, 370, 452, 7177, 6280, 1029, 406, 437, 428, 1941];
  for (const seconds of [2, 5, 10]) {
    const sound = await model.encode(clipOf(seconds));
    const state = await model.decode(sound, start);
    const parts: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['encoder', () => model.encode(clipOf(seconds))],
      ['first pass', () => model.decode(sound, start)],
      ['next token', () => model.decodeNext(sound, [{ state, token: 440 }])],
      [
        'next token of five texts',
        () => model.decodeNext(sound, Array(5).fill({ state, token: 440 })),
      ],
      ['three texts judged', () => model.judge(sound, [text, text, text], start.length - 1)],
    ];
    for (const [name, run] of parts)
      console.log(`${seconds} s, ${name}: ${(await medianCpuMs(run, 5)).toFixed(0)} ms of CPU`);
  }
}

/** Words per minute of every voice, over 20 sentences; people speak 130 to 170. */
async function printVoices(): Promise<void> {
  for (const voice of voices.voices) {
    const table = new URL(
      `../packages/server/test/speech/reading.${voice.language}.tsv`,
      import.meta.url,
    );
    const rows = readFileSync(table, 'utf8').trim().split('\n');
    let [words, seconds, madeMs] = [0, 0, 0];
    for (const row of rows.filter((_, at) => at % 5 === 0)) {
      const text = readAloud(row.split('\t')[0] ?? '', voice.language);
      const startedMs = performance.now();
      seconds += (await spoken(text, voice.language, voice.name)).length / engineSampleRate;
      madeMs += performance.now() - startedMs;
      words += text.split(' ').length;
    }
    const pace = Math.round((words / seconds) * 60);
    console.log(
      `${voice.name} (${voice.language}): ${pace} words a minute, a second made in ${(madeMs / seconds).toFixed(0)} ms`,
    );
  }
}

async function spoken(text: string, language: Language, name?: string): Promise<Float32Array> {
  const voice = voices.voices.find((each) =>
    name === undefined ? each.language === language : each.name === name,
  );
  if (voice === undefined) throw new Error(`no voice speaks ${language}`);
  const speech = await voices.speak(text, voice, never);
  const parts: Int16Array[] = [];
  for await (const chunk of speech.chunks) parts.push(chunk);
  const samples = Float32Array.from(joinSamples(Int16Array, parts), (sample) => sample / 32_768);
  return resample(samples, speech.sampleRate, engineSampleRate);
}

async function medianCpuMs(run: () => Promise<unknown>, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds && (round === 0 || performance.now() < endMs); round += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
}

/** Memory of the recogniser process: after its start, and the peak while it transcribes Swahili. */
async function printMemory(): Promise<void> {
  const list = `/proc/self/task/${process.pid}/children`;
  if (transcriber === undefined || !existsSync(list)) return;
  for (const { language, samples } of clips.slice(2, 5)) {
    await transcriber.transcribe(samples, { language, hints }, never);
    for (const pid of readFileSync(list, 'utf8').trim().split(' ')) {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('whisper')) continue;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const [now, most] = [/VmRSS:\s+(\d+)/, /VmHWM:\s+(\d+)/].map((size) =>
        Math.round(Number(size.exec(status)?.[1]) / 1024),
      );
      console.log(
        `memory of the recogniser after a clip (${language}): ${now} MB, at the most ${most} MB`,
      );
    }
  }
}

/** The last clip, repeated to the given length. */
function clipOf(seconds: number): Float32Array {
  const { samples } = clips.at(-1) ?? { samples: new Float32Array() };
  const count = Math.floor(seconds * engineSampleRate);
  return Float32Array.from({ length: count }, (_, at) => samples[at % samples.length] ?? 0);
}

function readSamples(file: Buffer): Float32Array {
  const from = readWavHeader(file)?.dataFrom ?? 0;
  const count = (file.length - from) >> 1;
  return Float32Array.from({ length: count }, (_, at) => file.readInt16LE(from + at * 2) / 32_768);
}
