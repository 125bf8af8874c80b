/** Child process of the voice detector (Silero): live windows per talker in order, whole recordings in between. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { childInput, serveRequests } from '../../kernel/process/child-program.ts';
import { loudnessOf, silenceLevel, windowSamples } from '../samples.ts';
import { engineSampleRate } from '../speech.ts';

export interface DetectorInput {
  readonly weights: string;
}

export type DetectorRequest =
  /** The next window of a talker's stream. */
  | { readonly talker: number; readonly window: Float32Array }
  /** A whole recording: one probability for each window. */
  | { readonly recording: Float32Array };

export interface DetectorReply {
  readonly probabilities: Float32Array;
}

export interface DetectorNote {
  readonly closedTalker: number;
}

/** Recurrent state of one stream, carried from window to window. */
interface StreamState {
  state: Tensor;
  readonly context: Float32Array;
}

// The network's input starts with the end of the previous window.
const contextSamples = 64;
const silentWindowsMax = 8;
const session = await InferenceSession.create(childInput<DetectorInput>().weights, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  logSeverityLevel: 4,
});
const sampleRate = new Tensor('int64', [BigInt(engineSampleRate)], []);
const talkers = new Map<number, { readonly stream: StreamState; last: Promise<unknown> }>();

serveRequests<DetectorRequest>(
  (request, { signal }) =>
    'window' in request
      ? detectInWindow(request.talker, request.window)
      : detectInRecording(request.recording, signal),
  (message) => talkers.delete((message as DetectorNote).closedTalker),
);

/** Chained per talker: each window depends on the state that the one before left. */
async function detectInWindow(name: number, window: Float32Array): Promise<DetectorReply> {
  const talker = talkers.get(name) ?? { stream: createStream(), last: Promise.resolve() };
  talkers.set(name, talker);
  const probability = talker.last.then(() => speechProbability(talker.stream, window));
  talker.last = probability.catch(() => {});
  return { probabilities: Float32Array.of(await probability) };
}

async function detectInRecording(
  samples: Float32Array,
  signal: AbortSignal,
): Promise<DetectorReply> {
  const probabilities = new Float32Array(Math.ceil(samples.length / windowSamples));
  let stream = createStream();
  let silentWindows = 0;
  for (let at = 0; at < probabilities.length && !signal.aborted; at += 1) {
    const window = samples.subarray(at * windowSamples, (at + 1) * windowSamples);
    silentWindows = loudnessOf(window) < silenceLevel ? silentWindows + 1 : 0;
    // The first silent windows still belong to the end of a word; after them the network is skipped.
    if (silentWindows > silentWindowsMax) stream = createStream();
    else probabilities[at] = await speechProbability(stream, window);
  }
  return { probabilities };
}

function createStream(): StreamState {
  return {
    state: new Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]),
    context: new Float32Array(contextSamples),
  };
}

/** Updates the stream in place. */
async function speechProbability(stream: StreamState, window: Float32Array): Promise<number> {
  const samples = new Float32Array(contextSamples + windowSamples);
  samples.set(stream.context);
  samples.set(window.subarray(0, windowSamples), contextSamples);
  stream.context.set(samples.subarray(windowSamples));
  const input = new Tensor('float32', samples, [1, samples.length]);
  const { output, stateN } = await session.run({ input, state: stream.state, sr: sampleRate });
  if (output === undefined || stateN === undefined) throw new Error('the network gave no output');
  stream.state = stateN as Tensor;
  return Number(output.data[0]);
}
