/** Messages between the server and the decoder process. */
import type { ReadResult } from './recording.ts';

export interface RecordingInput {
  readonly secondsMax: number;
}

export interface ReadRequest {
  readonly file: Uint8Array;
}

export type ReadReply = ReadResult;
