/** What a server and the process of its recogniser tell each other. */
import type { Language } from '@baraza/contract';
import type { Hints } from '../speech.ts';

export interface WhisperFiles {
  readonly encoder: string;
  readonly decoder: string;
  readonly vocabulary: string;
  readonly merges: string;
  readonly added: string;
  readonly generation: string;
  /** How often words come in spoken Swahili; without it only what is heard is written. */
  readonly swahiliWords?: string;
}

export interface WhisperRequest {
  /** Half a minute at most. */
  readonly samples: Float32Array;
  readonly language: Language | undefined;
  readonly hints: Hints;
}

export interface WhisperReply {
  readonly text: string;
  readonly language: Language;
}
