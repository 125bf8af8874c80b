/** Silero voice activity detection as an ONNX session in this process. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { windowSamples } from '../loudness.ts';
import { engineSampleRate } from '../speech.ts';

/** State carried from window to window of one stream. */
export interface RecurrentState {
  state: Tensor;
  readonly context: Float32Array;
}

interface Silero {
  readonly createState: () => RecurrentState;
  /** Updates the state in place. */
  readonly speechProbability: (memory: RecurrentState, window: Float32Array) => Promise<number>;
}

// The network's input starts with the end of the previous window.
const contextSamples = 64;

export async function openSilero(weights: string): Promise<Silero> {
  const session = await InferenceSession.create(weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
  });
  const rate = new Tensor('int64', [BigInt(engineSampleRate)], []);
  return {
    createState: () => ({
      state: new Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]),
      context: new Float32Array(contextSamples),
    }),
    speechProbability: async (memory, window) => {
      const samples = new Float32Array(contextSamples + windowSamples);
      samples.set(memory.context);
      samples.set(window.subarray(0, windowSamples), contextSamples);
      memory.context.set(samples.subarray(windowSamples));
      const input = new Tensor('float32', samples, [1, samples.length]);
      const { output, stateN } = await session.run({ input, state: memory.state, sr: rate });
      if (output === undefined || stateN === undefined) throw new Error('the weights said nothing');
      memory.state = stateN as Tensor;
      return Number(output.data[0]);
    },
  };
}
