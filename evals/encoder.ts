/** The shipped encoder without its server: one text at a time, so that a vector does not depend on the texts beside it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createTokenizer } from '../packages/server/src/models/wordpiece.ts';

export interface Encoder {
  encode(text: string): Promise<Float32Array>;
}

export const encoderFile = new URL('../packages/answer-model/encoder.onnx', import.meta.url);
const vocabularyFile = new URL('../packages/answer-model/vocab.txt', import.meta.url);
const numbersMax = 256;

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
  const runtime = canEncode() ? await runtimeHere() : undefined;
  if (runtime === undefined) return undefined;
  const session = await runtime.InferenceSession.create(fileURLToPath(encoderFile), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const tokenizer = createTokenizer(readFileSync(vocabularyFile, 'utf8'));
  return {
    async encode(text) {
      const numbers = tokenizer.single(text, numbersMax);
      const tensor = (values: BigInt64Array) =>
        new runtime.Tensor('int64', values, [1, numbers.length]);
      const { embedding } = await session.run(
        {
          input_ids: tensor(BigInt64Array.from(numbers, BigInt)),
          attention_mask: tensor(new BigInt64Array(numbers.length).fill(1n)),
          token_type_ids: tensor(new BigInt64Array(numbers.length)),
        },
        ['embedding'],
      );
      return Float32Array.from(embedding?.data as Float32Array);
    },
  };
}

async function runtimeHere() {
  try {
    return await import('onnxruntime-node');
  } catch {
    return undefined;
  }
}
