/** Child process that decodes untrusted audio files: exceeding its memory limit ends only itself. */
import { childInput, serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import type { ReadRequest, RecordingInput } from './messages.ts';
import { readRecording } from './recording.ts';

const { secondsMax } = childInput<RecordingInput>();
await watchMemory();
serveRequests<ReadRequest>(({ file }) => readRecording(file, secondsMax));
