/** The encoder as an ONNX session in this process: one text in, one vector out. */
import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ModelFiles } from '../messages.ts';
import { createTokenizer } from './wordpiece.ts';

const piecesMax = 256;

export async function openEncoderModel(
  files: ModelFiles,
): Promise<(text: string) => Promise<Float32Array>> {
  const tokenizer = createTokenizer(readFileSync(files.vocabulary, 'utf8'));
  const session = await InferenceSession.create(files.weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
  });
  return async (text) => {
    const ids = BigInt64Array.from(tokenizer.single(text, piecesMax), BigInt);
    const row = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length]);
    const { embedding } = await session.run(
      {
        input_ids: row(ids),
        attention_mask: row(new BigInt64Array(ids.length).fill(1n)),
      },
      ['embedding'],
    );
    if (embedding === undefined) throw new Error('the weights gave no vector');
    return embedding.data as Float32Array;
  };
}
