/** The encoder as an ONNX session in this process: one text in, one vector out. */
import { readFileSync } from 'node:fs';
import type { ModelFiles } from '../messages.ts';
import { inputOf, openSession } from './session.ts';
import { createTokenizer } from './wordpiece.ts';

const piecesMax = 256;

export async function openEncoderModel(
  files: ModelFiles,
): Promise<(text: string) => Promise<Float32Array>> {
  const tokenizer = createTokenizer(readFileSync(files.vocabulary, 'utf8'));
  const session = await openSession(files);
  return async (text) => {
    const ids = BigInt64Array.from(tokenizer.single(text, piecesMax), BigInt);
    const { embedding } = await session.run(inputOf(ids), ['embedding']);
    if (embedding === undefined) throw new Error('the encoder returned no vector');
    return embedding.data as Float32Array;
  };
}
