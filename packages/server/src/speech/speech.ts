/**
 * The ports to speech engines: recognition, synthesis, voice activity detection and audio decoding.
 * Audio for the engines is mono, 16 kHz, floats from -1 to 1; synthesised speech is 16-bit samples
 * at the rate of its voice.
 */
import type { Language } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';

export const engineSampleRate = 16_000;

export interface Transcriber {
  /** Best first. Other languages may work too. */
  readonly languages: readonly Language[];
  /** Whether `onPartial` is ever called. */
  readonly capabilities: { readonly partials: boolean };
  /**
   * Whether audio may be transcribed before it is known to be complete: no other clip waits, and a wasted attempt
   * costs only time.
   */
  readonly canStartEarly?: () => boolean;
  /**
   * The transcript, "" for audio without words. Rejects with a `Problem`: `busy` when the queue is
   * full, `upstream` when the engine fails; and as soon as the signal aborts.
   */
  readonly transcribe: (
    samples: Float32Array,
    options: {
      /** Undefined: detected. */
      readonly language: Language | undefined;
      /** Prompt with likely words, the likeliest first; a word is written only if the audio supports it. */
      readonly hints?: Hints;
      readonly onPartial?: (text: string) => void;
    },
    signal: AbortSignal,
  ) => Promise<Transcript>;
  readonly close: () => Promise<void>;
}

/** Prompts by the language that is spoken. */
export type Hints = { readonly [language in Language]?: string };

export interface Transcript {
  readonly text: string;
  readonly language: Language;
}

export interface Speaker {
  readonly voices: readonly Voice[];
  /**
   * Starts synthesis; `chunks` arrive as they are made, and returning from them cancels the work.
   * Resolves when the first chunk is known, so that another speaker can still take over. Rejects, as
   * `chunks` do, with a `Problem` when it fails, and as soon as the signal aborts.
   */
  readonly speak: (text: string, voice: Voice, signal: AbortSignal) => Promise<Speech>;
  readonly close: () => Promise<void>;
}

export interface Voice {
  readonly name: string;
  readonly language: Language;
}

export interface Speech {
  /** The voice that speaks, if it is not the requested one. */
  readonly voice?: Voice;
  readonly sampleRate: number;
  readonly chunks: AsyncIterable<Int16Array>;
}

export interface VoiceDetector {
  /** Opens a stream with its own recurrent state. */
  readonly listen: () => VoiceListener;
  readonly close: () => Promise<void>;
}

export interface VoiceListener {
  /** Probability that the window of 512 samples is speech; windows are processed in call order. */
  readonly speechProbability: (window: Float32Array) => Promise<number>;
  readonly close: () => void;
}

/** A voice detector that also takes whole recordings. */
export interface RecordingDetector extends VoiceDetector {
  /** Probability of speech for each window of 512 samples. Rejects as a transcriber does. */
  readonly windowProbabilities: (
    samples: Float32Array,
    signal: AbortSignal,
  ) => Promise<Float32Array>;
}

export interface RecordingReader {
  /**
   * Decodes an audio file by its content, not its declared type: WAV, MP3, Ogg, WebM or MP4. Rejects
   * with a `Problem`: `audio_type` for what cannot be decoded, `audio_too_long`, `busy` when the
   * queue is full; and as soon as the signal aborts. Sites take turns, and so do the networks of a site's visitors.
   */
  readonly read: (file: Uint8Array, from: RecordedFrom, signal: AbortSignal) => Promise<Recording>;
  readonly close: () => Promise<void>;
}

interface RecordedFrom {
  readonly site: string;
  /** Recordings without one share one line. */
  readonly network?: string | undefined;
}

interface Recording {
  readonly samples: Float32Array;
  readonly durationMs: number;
}

/** The speech engines of a server; undefined if it has none. Each is loaded on first use. */
export interface SpeechEngines {
  readonly transcriber: Transcriber | undefined;
  readonly speaker: Speaker | undefined;
  readonly detector: RecordingDetector | undefined;
  readonly recordings: RecordingReader | undefined;
  readonly close: () => Promise<void>;
}

export const noSpeech: SpeechEngines = {
  transcriber: undefined,
  speaker: undefined,
  detector: undefined,
  recordings: undefined,
  close: async () => {},
};

export const cannotHear = asUpstream('Speech cannot be recognised now; try again shortly.');
export const cannotSpeak = asUpstream('Speech cannot be generated now; try again shortly.');

/** Handles the failure of an engine: refusals and aborts are passed on, anything else is `upstream`. */
function asUpstream(sentence: string) {
  return (signal: AbortSignal) =>
    (cause: unknown): never => {
      if (signal.aborted || cause instanceof Problem) throw cause;
      throw new Problem('upstream', sentence, { cause });
    };
}
