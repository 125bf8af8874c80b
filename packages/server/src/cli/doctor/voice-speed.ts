/** Measures the built-in speech on this machine: one sentence is spoken, and one clip of about 3 s is transcribed. */
import { freemem } from 'node:os';
import type { Language } from '@baraza/contract';
import { loadSpeech } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { silentLog } from '../../kernel/log.ts';
import { resample } from '../../speech/recordings/resample.ts';
import { joinSamples } from '../../speech/samples.ts';
import {
  engineSampleRate,
  type Speaker,
  type SpeechEngines,
  type Transcriber,
} from '../../speech/speech.ts';
import { type Finding, missing, ok } from './doctor-check.ts';

const name = 'voice speed';
const timeoutMs = 10_000;
const memoryMin = 1_000_000_000;
// After this time the widget asks its visitor for patience; in a live session it is silence.
const hearingMsMax = 4_000;
const speakingMsMax = 1_000;

const sentences = {
  sw: 'Karibu dukani, unga wa mahindi ni bei gani leo?',
  en: 'Welcome to the shop, how much is the maize flour?',
} as const;

let measured: Promise<Finding> | undefined;

/** Once in each process; the engines end with it. */
export function measureVoice(config: Config): Promise<Finding> {
  measured ??= measure(config);
  return measured;
}

async function measure(config: Config): Promise<Finding> {
  if (freemem() < memoryMin)
    return missing(
      name,
      'not measured: less than 1 GB of memory is free',
      'run doctor while less runs here',
    );
  const engines = await loadSpeech(config, silentLog);
  return measureSpeech(engines, AbortSignal.timeout(timeoutMs)).finally(engines.close);
}

export async function measureSpeech(engines: SpeechEngines, signal: AbortSignal): Promise<Finding> {
  const timer = createTimer();
  try {
    await measureEngines(engines, timer, signal);
  } catch {
    if (!signal.aborted)
      return missing(name, 'built-in speech failed', 'see the lines on hearing and speaking');
  }
  return findingOf(timer, signal.aborted);
}

type Timer = ReturnType<typeof createTimer>;

type Timed = 'speaking' | 'hearing English' | 'hearing Swahili';

function createTimer() {
  const took = new Map<Timed, number>();
  let running: Timed | undefined;
  return {
    took,
    /** The step that has begun and not ended. */
    unfinished: () => running,
    time: async <Result>(what: Timed, work: Promise<Result>) => {
      const startedMs = performance.now();
      running = what;
      const result = await work;
      running = undefined;
      took.set(what, performance.now() - startedMs);
      return result;
    },
  };
}

async function measureEngines(
  { speaker, transcriber }: SpeechEngines,
  { time }: Timer,
  signal: AbortSignal,
): Promise<void> {
  if (speaker === undefined) return;
  const english = await clipOf(speaker, 'en', signal);
  // The first sentence also starts the process.
  const swahili = await time('speaking', clipOf(speaker, 'sw', signal));
  if (transcriber === undefined) return;
  const hear = (samples: Float32Array, language: Language) =>
    transcriber.transcribe(samples, { language }, signal);
  await start(transcriber, english, signal);
  await time('hearing English', hear(english, 'en'));
  await time('hearing Swahili', hear(swahili, 'sw'));
}

/** The first clip also loads the networks. */
async function start(transcriber: Transcriber, samples: Float32Array, signal: AbortSignal) {
  const short = samples.subarray(0, engineSampleRate);
  await transcriber.transcribe(short, { language: 'en' }, signal);
}

async function clipOf(
  speaker: Speaker,
  language: Language,
  signal: AbortSignal,
): Promise<Float32Array> {
  const voice = speaker.voices.find((each) => each.language === language);
  if (voice === undefined) throw new Error(`no voice speaks ${language}`);
  const { chunks, sampleRate } = await speaker.speak(sentences[language], voice, signal);
  const parts: Int16Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const samples = Float32Array.from(joinSamples(Int16Array, parts), (sample) => sample / 32_768);
  return resample(samples, sampleRate, engineSampleRate);
}

function findingOf({ took, unfinished }: Timer, isCut: boolean): Finding {
  const late = isCut ? unfinished() : undefined;
  const figures = [
    ...[...took].map(([what, ms]) => `${phrases[what]} ${(ms / 1_000).toFixed(1)} s`),
    ...(late === undefined ? [] : [`${phrases[late]} more than ${timeoutMs / 1_000} s`]),
  ];
  const slow = [...took].some(
    ([what, ms]) => ms > (what === 'speaking' ? speakingMsMax : hearingMsMax),
  );
  if (!isCut && !slow) return ok(name, figures.join(', '));
  return missing(
    name,
    `slow: ${figures.join(', ') || `nothing was measured within ${timeoutMs / 1_000} s`}`,
    'use a faster processor, run fewer other programs, or set BARAZA_STT_URL and BARAZA_TTS_URL to a speech server',
  );
}

const phrases: { readonly [what in Timed]: string } = {
  speaking: 'a sentence is spoken in',
  'hearing English': 'an English clip of 3 s is heard in',
  'hearing Swahili': 'a Swahili one in',
};
