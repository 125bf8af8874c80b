/** A small network that tells a voice from other sounds, in the memory of this process. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { windowSamples } from '../loudness.ts';
import { houseRate } from '../speech.ts';

/** What it heard before, which decides what it hears next. */
export interface Heard {
  state: Tensor;
  readonly before: Float32Array;
}

interface Silero {
  readonly begin: () => Heard;
  /** How likely the window is a voice. */
  readonly hear: (heard: Heard, window: Float32Array) => Promise<number>;
}

// It sees the end of the window before, too.
const beforeSamples = 64;

export async function openSilero(weights: string): Promise<Silero> {
  const session = await InferenceSession.create(weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
  });
  const rate = new Tensor('int64', [BigInt(houseRate)], []);
  return {
    begin: () => ({
      state: new Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]),
      before: new Float32Array(beforeSamples),
    }),
    hear: async (heard, window) => {
      const seen = new Float32Array(beforeSamples + windowSamples);
      seen.set(heard.before);
      seen.set(window.subarray(0, windowSamples), beforeSamples);
      heard.before.set(seen.subarray(windowSamples));
      const input = new Tensor('float32', seen, [1, seen.length]);
      const { output, stateN } = await session.run({ input, state: heard.state, sr: rate });
      if (output === undefined || stateN === undefined) throw new Error('the weights said nothing');
      heard.state = stateN as Tensor;
      return Number(output.data[0]);
    },
  };
}
