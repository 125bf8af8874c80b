/**
 * The ports to speech: what hears, what speaks, and what tells a voice from a noise. Sound inside
 * of the house is mono, 16,000 samples a second, from -1 to 1; what is spoken is 16-bit samples at
 * the voice's own rate.
 */
import type { Language } from '@baraza/contract';
export const houseRate = 16_000;

export interface Transcriber {
  /** Best first; what it does not list it may still try. */
  readonly languages: readonly Language[];
  /** Whether `onPartial` is ever called. */
  readonly capabilities: { readonly partials: boolean };
  /**
   * What was said, "" for a sound without words. Rejects with a `Problem`: `busy` when too many
   * wait, `upstream` when it cannot be done; and as soon as the signal aborts.
   */
  readonly transcribe: (
    samples: Float32Array,
    options: {
      /** Undefined: found out. */
      readonly language: Language | undefined;
      /** What may well be said, the likeliest first: it is thought of, and written only where the sound supports it. */
      readonly hints?: Hints;
      readonly onPartial?: (text: string) => void;
    },
    signal: AbortSignal,
  ) => Promise<Transcript>;
  readonly close: () => Promise<void>;
}

/** By the language that is spoken. */
export type Hints = { readonly [language in Language]?: string };

export interface Transcript {
  readonly text: string;
  readonly language: Language;
}

export interface Speaker {
  readonly voices: readonly Voice[];
  /**
   * Begins to speak; `chunks` come as they are made, and leaving them stops the work. Rejects, as
   * `chunks` do, with a `Problem` when it cannot be done, and as soon as the signal aborts.
   */
  readonly speak: (text: string, voice: Voice, signal: AbortSignal) => Promise<Speech>;
  readonly close: () => Promise<void>;
}

export interface Voice {
  readonly name: string;
  readonly language: Language;
}

export interface Speech {
  /** The voice that speaks, where it is another than was asked for. */
  readonly voice?: Voice;
  readonly sampleRate: number;
  readonly chunks: AsyncIterable<Int16Array>;
}

export interface VoiceDetector {
  /** A talker of its own: what it heard before decides what it hears next. */
  readonly listen: () => VoiceListener;
  readonly close: () => Promise<void>;
}

export interface VoiceListener {
  /** How likely the window of 512 samples is a voice, from 0 to 1; in the order they were given. */
  readonly hear: (window: Float32Array) => Promise<number>;
  readonly close: () => void;
}

/** A detector that hears whole recordings too. */
export interface RecordingDetector extends VoiceDetector {
  /** How likely each window of 512 samples is a voice. Rejects as a transcriber does. */
  readonly hearRecording: (samples: Float32Array, signal: AbortSignal) => Promise<Float32Array>;
}

export interface RecordingReader {
  /**
   * The sound of a file, whatever it says it is: WAV, MP3, Ogg, WebM or MP4. Rejects with a
   * `Problem`: `audio_type` for what cannot be read, `audio_too_long`, `busy` when too many wait;
   * and as soon as the signal aborts.
   */
  readonly read: (file: Uint8Array, signal: AbortSignal) => Promise<Recording>;
  readonly close: () => Promise<void>;
}

interface Recording {
  readonly samples: Float32Array;
  readonly durationMs: number;
}

/** What a server can do with sound; what is undefined it cannot. All of it sleeps until it is used. */
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
