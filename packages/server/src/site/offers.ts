import type { SpeechEngines } from '../speech/speech.ts';

/** The speech features that applications can rely on; voices are named, engines are not. */
export interface Offers {
  readonly audio: {
    /** Media types of the responses of `speak`. */
    readonly speak: readonly string[];
    /** Audio formats that a live session accepts. */
    readonly live_in: readonly string[];
    /** Languages that are transcribed, the best first. */
    readonly hears: readonly string[];
  };
  readonly voices: readonly string[];
}

/** Media types of the responses of `speak`; the first is the default. */
export const spokenTypes = ['audio/wav', 'audio/pcm'] as const;
const liveForms = ['pcm_s16le', 'mulaw'] as const;

export function offersOf({ transcriber, speaker }: SpeechEngines): Offers {
  return {
    audio: {
      speak: speaker === undefined ? [] : spokenTypes,
      live_in: transcriber === undefined ? [] : liveForms,
      hears: transcriber?.languages ?? [],
    },
    voices: speaker?.voices.map(({ name }) => name) ?? [],
  };
}
