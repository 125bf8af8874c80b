/** What a server and the process that reads recordings tell each other. */
import type { Read } from './recording.ts';

export interface RecordingInput {
  readonly secondsMax: number;
  readonly memoryBytesMax: number;
}

export interface ReadRequest {
  readonly file: Uint8Array;
}

export type ReadReply = Read;
