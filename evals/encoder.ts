/**
 * The shipped encoder, or another of its shape, without its server: one text at a time, so that a
 * vector does not depend on the texts beside it.
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

/** Whether the weights and the program that runs them are on the machine. */
export function canEncode({ weights, vocabulary } = shippedEncoder): boolean {
  try {
    const runtime = fileURLToPath(import.meta.resolve('onnxruntime-node'));
    return [weights, vocabulary, runtime].every((file) => existsSync(file));
  } catch {
    return false;
  }
}

/** Undefined where the weights or the program that runs them are not on the machine. */
export async function openEncoder(files = shippedEncoder): Promise<Encoder | undefined> {
  const model = canEncode(files) ? await modelHere() : undefined;
  return model && { encode: await model.openEncoderModel(files) };
}

// Its runtime is an optional package, and may be one that does not run on this machine.
async function modelHere() {
  try {
    return await import('../packages/server/src/engine/models/encoder-model.ts');
  } catch {
    return undefined;
  }
}
