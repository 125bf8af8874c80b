/** Messages between the server and the Whisper process. */
import type { Language } from '@baraza/contract';
import type { Hints } from '../speech.ts';

export interface WhisperFiles {
  readonly encoder: string;
  readonly decoder: string;
  readonly vocabulary: string;
  readonly merges: string;
  readonly added: string;
  readonly generation: string;
  /** Word and bigram frequencies of spoken Swahili; without them there is no phonetic correction. */
  readonly swahiliWords?: string;
}

export interface WhisperRequest {
  /** 30 s at most. */
  readonly samples: Float32Array;
  readonly language: Language | undefined;
  readonly hints: Hints;
}

export interface WhisperReply {
  readonly text: string;
  readonly language: Language;
}
