/** Child process of the encoder: texts from its parent in, vectors out; exits when the parent does. */
import { setImmediate } from 'node:timers/promises';
import type { EncoderFiles, FromEncoder, ToEncoder } from './encoder-messages.ts';
import { openModel } from './model.ts';

interface Request {
  readonly id: number;
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
}

const urgent: Request[] = [];
const patient: Request[] = [];
let working = false;

// A Ctrl-C reaches the whole group; the parent still has questions to answer, and ends this one.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));

const encode = await openModel(JSON.parse(process.argv[2] ?? '{}') as EncoderFiles);
process.on('message', (message: ToEncoder) => {
  if ('forget' in message) return cancelRequest(message.forget);
  const { id, texts, isUrgent } = message;
  (isUrgent ? urgent : patient).push({ id, texts, vectors: [] });
  if (!working) void processQueue();
});
sendToParent({ ready: true });

/**
 * One text at a time: a batch spares no time on one thread, its company would change a vector by
 * the rounding that it shares, and a question would have to wait for the whole of it.
 */
async function processQueue(): Promise<void> {
  working = true;
  for (;;) {
    const request = urgent[0] ?? patient[0];
    if (request === undefined) break;
    const text = request.texts[request.vectors.length];
    if (text === undefined) {
      cancelRequest(request.id);
      sendToParent({ id: request.id, vectors: concatVectors(request.vectors) });
      continue;
    }
    request.vectors.push(await encode(text));
    // What came in meanwhile is read here, before the next text is chosen.
    await setImmediate();
  }
  working = false;
}

function cancelRequest(id: number): void {
  for (const queue of [urgent, patient]) {
    const place = queue.findIndex((request) => request.id === id);
    if (place >= 0) queue.splice(place, 1);
  }
}

function concatVectors(vectors: readonly Float32Array[]): Float32Array {
  const width = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * width);
  vectors.forEach((vector, index) => {
    all.set(vector, index * width);
  });
  return all;
}

function sendToParent(message: FromEncoder): void {
  process.send?.(message);
}
