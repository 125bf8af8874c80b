import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ModelFiles } from '../messages.ts';

/** A model on one thread. */
export function openSession({ weights }: ModelFiles): Promise<InferenceSession> {
  return InferenceSession.create(weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
  });
}

/** One text as the numbers of its pieces, all of which count. */
export function inputOf(ids: BigInt64Array) {
  return {
    input_ids: rowOf(ids),
    attention_mask: rowOf(new BigInt64Array(ids.length).fill(1n)),
  };
}

export function rowOf(values: BigInt64Array): Tensor {
  return new Tensor('int64', values, [1, values.length]);
}
