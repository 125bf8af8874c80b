import type { SpeechEngines } from '../speech/speech.ts';

/** What applications may count on where voice is concerned; names of voices, never of engines. */
export interface Offers {
  readonly audio: {
    /** Media types that speak may answer with. */
    readonly speak: readonly string[];
    /** Forms of audio that a live session takes. */
    readonly live_in: readonly string[];
    /** Languages that are heard, the best first. */
    readonly hears: readonly string[];
  };
  readonly voices: readonly string[];
}

/** What speak may answer with; the first is what those get who ask for nothing else. */
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
