/** The shipped encoder without its server: one text at a time, so that a vector does not depend on the texts beside it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Encoder {
  encode(text: string): Promise<Float32Array>;
}

export const encoderFile = new URL('../packages/answer-model/encoder.onnx', import.meta.url);
const vocabularyFile = new URL('../packages/answer-model/vocab.txt', import.meta.url);

/** Whether the weights and the program that runs them are on the machine. */
export function canEncode(): boolean {
  try {
    const runtime = fileURLToPath(import.meta.resolve('onnxruntime-node'));
    return [encoderFile, vocabularyFile, runtime].every((file) => existsSync(file));
  } catch {
    return false;
  }
}

/** Undefined where the weights or the program that runs them are not on the machine. */
export async function openEncoder(): Promise<Encoder | undefined> {
  const model = canEncode() ? await modelHere() : undefined;
  if (model === undefined) return undefined;
  const encode = await model.openModel({
    weights: fileURLToPath(encoderFile),
    vocabulary: fileURLToPath(vocabularyFile),
  });
  return { encode };
}

// Its runtime is an optional package, and may be one that does not run on this machine.
async function modelHere() {
  try {
    return await import('../packages/server/src/models/model.ts');
  } catch {
    return undefined;
  }
}
