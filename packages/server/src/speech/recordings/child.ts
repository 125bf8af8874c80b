/** Child process that decodes untrusted audio files: exceeding its memory limit ends only itself. */
import { childInput, serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import { readRecording } from './recording.ts';

export interface RecordingInput {
  readonly secondsMax: number;
}

export interface ReadRequest {
  readonly file: Uint8Array;
}

const { secondsMax } = childInput<RecordingInput>();
await watchMemory();
serveRequests<ReadRequest>(({ file }) => readRecording(file, secondsMax));
