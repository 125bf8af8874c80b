/** The encoder as an ONNX session in this process: one text in, one vector out. */
import type { ModelFiles } from '../messages.ts';
import { inputOf, openSession } from './session.ts';
import { openTokenizer } from './wordpiece.ts';

const piecesMax = 256;

export async function openEncoderModel(
  files: ModelFiles,
): Promise<(text: string) => Promise<Float32Array>> {
  const tokenizer = openTokenizer(files.vocabulary);
  const session = await openSession(files);
  return async (text) => {
    const ids = BigInt64Array.from(tokenizer.single(text, piecesMax), BigInt);
    const { embedding } = await session.run(inputOf(ids), ['embedding']);
    if (embedding === undefined) throw new Error('the encoder returned no vector');
    return embedding.data as Float32Array;
  };
}
