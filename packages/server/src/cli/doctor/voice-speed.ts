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
  const steps: Step[] = [];
  try {
    await measureEngines(engines, steps, signal);
  } catch {
    if (!signal.aborted)
      return missing(name, 'built-in speech failed', 'see the lines on hearing and speaking');
  }
  return findingOf(steps, signal.aborted);
}

interface Step {
  readonly what: string;
  readonly msMax: number;
  /** Undefined if it has not ended. */
  ms?: number;
}

async function measureEngines(
  { speaker, transcriber }: SpeechEngines,
  steps: Step[],
  signal: AbortSignal,
): Promise<void> {
  if (speaker === undefined) return;
  const time = async <Result>(what: string, msMax: number, work: Promise<Result>) => {
    const startedMs = performance.now();
    const step: Step = { what, msMax };
    steps.push(step);
    const result = await work;
    step.ms = performance.now() - startedMs;
    return result;
  };
  const english = await clipOf(speaker, 'en', signal);
  // The first sentence also starts the process.
  const swahili = await time(
    'a sentence is spoken in',
    speakingMsMax,
    clipOf(speaker, 'sw', signal),
  );
  if (transcriber === undefined) return;
  const hear = (what: string, samples: Float32Array, language: Language) =>
    time(what, hearingMsMax, transcriber.transcribe(samples, { language }, signal));
  await start(transcriber, english, signal);
  await hear('an English clip of 3 s is heard in', english, 'en');
  await hear('a Swahili one in', swahili, 'sw');
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

function findingOf(steps: readonly Step[], isCut: boolean): Finding {
  const most = `${timeoutMs / 1_000} s`;
  const figures = steps
    .map(({ what, ms }) => `${what} ${ms === undefined ? `more than ${most}` : secondsOf(ms)}`)
    .join(', ');
  if (!isCut && steps.every(({ ms = 0, msMax }) => ms <= msMax)) return ok(name, figures);
  return missing(
    name,
    `slow: ${figures || `nothing was measured within ${most}`}`,
    'use a faster processor, run fewer other programs, or set BARAZA_STT_URL and BARAZA_TTS_URL to a speech server',
  );
}

function secondsOf(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
