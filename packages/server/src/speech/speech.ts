/**
 * The ports to speech: what hears, what speaks, and what tells a voice from a noise. Sound inside
 * of the house is mono, 16,000 samples a second, from -1 to 1; what is spoken is 16-bit samples at
 * the voice's own rate.
 */
export type SpokenLanguage = 'sw' | 'en';

export interface Transcriber {
  /** Best first; what it does not list it may still try. */
  readonly languages: readonly SpokenLanguage[];
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
      readonly language: SpokenLanguage | undefined;
      readonly onPartial?: (text: string) => void;
    },
    signal: AbortSignal,
  ) => Promise<Transcript>;
  readonly close: () => Promise<void>;
}

export interface Transcript {
  readonly text: string;
  readonly language: SpokenLanguage;
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
  readonly language: SpokenLanguage;
}

export interface Speech {
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
