/** Child process that decodes untrusted audio files: exceeding its memory limit ends only itself. */
import { childInput, serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import { type Decode, readRecording } from './recording.ts';

export interface RecordingInput {
  readonly secondsMax: number;
  /** Address of the decoder's module. */
  readonly decoder: string;
}

export interface ReadRequest {
  readonly file: Uint8Array;
}

const { secondsMax, decoder } = childInput<RecordingInput>();
const { default: decode } = (await import(decoder)) as { readonly default: Decode };
await watchMemory();
serveRequests<ReadRequest>(({ file }) => readRecording(file, secondsMax, decode));
