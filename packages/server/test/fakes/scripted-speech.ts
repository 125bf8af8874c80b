/** Speech that says and hears what a test wants, as fast as it wants. */
import type { Language } from '@baraza/contract';
import type { SpeechEngines, Transcriber, Transcript, Voice } from '../../src/speech/speech.ts';

export interface ScriptedSpeech extends SpeechEngines {
  /** Results of the next transcriptions, in order. If empty, a loud recording gives `question`, a quiet one ''. */
  readonly texts: (string | Promise<string> | Error)[];
  /** What partials a transcription gives before its text. */
  partials: readonly string[];
  /** The sites whose recordings were decoded. */
  readonly decodedFor: Set<string>;
  /** Seconds of sound that were transcribed, one entry a turn. */
  readonly heard: number[];
  /** Sentences that were spoken, in order, and how many chunks of each were requested. */
  readonly spoken: { readonly text: string; readonly voice: string; chunks: number }[];
  /** Makes the speaker fail from now on. */
  failure: Error | undefined;
  /** Called before each sentence is synthesised. */
  onSpeak: (text: string) => Promise<void> | void;
  readonly windowsExamined: () => number;
  /** When the detector found a voice, by the clock of the machine. */
  readonly voicedAt: number[];
}

export interface ScriptOptions {
  readonly hears?: boolean;
  readonly speaks?: boolean;
  readonly partials?: boolean;
  /** Whether a turn is transcribed before it is certainly complete. */
  readonly startsEarly?: boolean;
  readonly question?: string;
  readonly language?: Language;
  readonly sampleRate?: number;
  /** How long a letter sounds. */
  readonly letterMs?: number;
}

const voices: readonly Voice[] = [
  { name: 'amina', language: 'sw' },
  { name: 'grace', language: 'en' },
  { name: 'juma', language: 'sw' },
];
const loudFrom = 0.05;

export function scriptedSpeech(options: ScriptOptions = {}): ScriptedSpeech {
  const { question = 'Do you deliver?', language = 'en' } = options;
  const { sampleRate = 22_050, letterMs = 50 } = options;
  let windowsExamined = 0;
  const transcribe: Transcriber['transcribe'] = async (samples, { onPartial }, signal) => {
    signal.throwIfAborted();
    for (const partial of speech.partials) onPartial?.(partial);
    speech.heard.push(samples.length / 16_000);
    const next = speech.texts.shift();
    if (next instanceof Error) throw next;
    const text = await (next ?? (isLoud(samples) ? question : ''));
    signal.throwIfAborted();
    return { text, language } satisfies Transcript;
  };
  const speech: ScriptedSpeech = {
    texts: [],
    partials: [],
    decodedFor: new Set(),
    heard: [],
    spoken: [],
    voicedAt: [],
    failure: undefined,
    onSpeak: () => {},
    windowsExamined: () => windowsExamined,
    transcriber:
      options.hears === false
        ? undefined
        : {
            languages: ['en', 'sw'],
            capabilities: { partials: options.partials === true },
            canStartEarly: () => options.startsEarly === true,
            transcribe,
            close: async () => {},
          },
    speaker:
      options.speaks === false
        ? undefined
        : {
            voices,
            speak: async (text, voice, signal) => {
              signal.throwIfAborted();
              await speech.onSpeak(text);
              if (speech.failure !== undefined) throw speech.failure;
              const sentence = { text, voice: voice.name, chunks: 0 };
              speech.spoken.push(sentence);
              return { sampleRate, chunks: sounds(sentence, signal) };
            },
            close: async () => {},
          },
    detector: {
      listen: () => ({
        speechProbability: async (window) => {
          windowsExamined += 1;
          if (!isLoud(window)) return 0.1;
          speech.voicedAt.push(Date.now());
          return 0.9;
        },
        close: () => {},
      }),
      windowProbabilities: async (samples) =>
        Float32Array.from({ length: Math.ceil(samples.length / 512) }, (_, at) =>
          isLoud(samples.subarray(at * 512, (at + 1) * 512)) ? 0.9 : 0.1,
        ),
      close: async () => {},
    },
    recordings: {
      read: async (file, { site }) => {
        speech.decodedFor.add(site);
        return { samples: new Float32Array(16_000).fill(0.5), durationMs: file.length };
      },
      close: async () => {},
    },
    close: async () => {},
  };

  // Sample n of a sentence is n, so that a test sees which of them came.
  async function* sounds(sentence: { readonly text: string; chunks: number }, signal: AbortSignal) {
    const length = Math.round((sentence.text.length * letterMs * sampleRate) / 1_000);
    const size = Math.round(sampleRate / 10);
    for (let from = 0; from < length; from += size) {
      signal.throwIfAborted();
      sentence.chunks += 1;
      yield Int16Array.from({ length: Math.min(size, length - from) }, (_, at) => from + at);
    }
  }
  return speech;
}

function isLoud(samples: Float32Array): boolean {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length)) > loudFrom;
}

/** So many milliseconds of a microphone: a voice, or next to nothing. */
export function sound(ms: number, isVoice: boolean): Buffer {
  const samples = Int16Array.from({ length: ms * 16 }, (_, at) =>
    isVoice ? Math.round(8_000 * Math.sin(at / 8)) : at % 3,
  );
  return Buffer.from(samples.buffer);
}
