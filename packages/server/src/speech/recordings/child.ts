/** The process that opens files of strangers: it holds nothing else, and too large a one costs only itself. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { childInput, serveParent } from '../child.ts';
import type { ReadRequest, RecordingInput } from './messages.ts';
import { readRecording } from './recording.ts';

const { secondsMax, memoryBytesMax } = childInput<RecordingInput>();
// Decoders do not stop in the middle, so somebody beside them has to watch.
const guard = new Worker(new URL('./memory-guard.ts', import.meta.url), {
  workerData: memoryBytesMax,
});
await once(guard, 'online');
guard.unref();
serveParent<ReadRequest & { readonly id: number }>(({ file }) => readRecording(file, secondsMax));
