/** Child process that decodes untrusted audio files: exceeding its memory limit ends only itself. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { childInput, serveParent } from '../child.ts';
import type { ReadRequest, RecordingInput } from './messages.ts';
import { readRecording } from './recording.ts';

const { secondsMax, memoryBytesMax } = childInput<RecordingInput>();
// Decoders are synchronous, so the memory limit is watched from a worker thread.
const guard = new Worker(new URL('./memory-guard.ts', import.meta.url), {
  workerData: memoryBytesMax,
});
await once(guard, 'online');
guard.unref();
serveParent<ReadRequest & { readonly id: number }>(({ file }) => readRecording(file, secondsMax));
