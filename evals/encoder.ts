/**
 * Runs the shipped encoder, or another of the same shape, in this process: one text at a time, so that a vector does
 * not depend on a batch.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '../packages/server/src/engine/messages.ts';

export interface Encoder {
  encode(text: string): Promise<Float32Array>;
}

export const shippedEncoder: ModelFiles = {
  weights: fileURLToPath(new URL('../packages/answer-model/encoder.onnx', import.meta.url)),
  vocabulary: fileURLToPath(new URL('../packages/answer-model/vocab.txt', import.meta.url)),
};

/** Whether the weights and their runtime are installed. */
export function canEncode({ weights, vocabulary } = shippedEncoder): boolean {
  try {
    const runtime = fileURLToPath(import.meta.resolve('onnxruntime-node'));
    return [weights, vocabulary, runtime].every((file) => existsSync(file));
  } catch {
    return false;
  }
}

/** Undefined if the weights or their runtime are missing. */
export async function openEncoder(files = shippedEncoder): Promise<Encoder | undefined> {
  const model = canEncode(files) ? await importModel() : undefined;
  const vectors = await model?.openEncoder({ ...files, model: 'local' });
  return (
    vectors && {
      encode: async (text) => {
        const [vector] = await vectors.encodeQuestion([text]);
        if (vector === undefined) throw new Error('the encoder returned no vector');
        return vector;
      },
    }
  );
}

// The runtime is an optional package and may not support this machine.
async function importModel() {
  try {
    return await import('../packages/server/src/engine/models/built-in.ts');
  } catch {
    return undefined;
  }
}
