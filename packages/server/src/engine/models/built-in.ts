/** The built-in encoder and reader: weights that are run in this process, one text or passage at a time. */
import type { Reading, ReadScore } from '../../answers/read/read-passages.ts';
import type { EngineVectors } from '../editions.ts';
import type { ModelFiles } from '../messages.ts';
import { openEncoderModel } from './encoder-model.ts';
import { openReaderModel } from './reader-model.ts';

export async function openEncoder(
  files: ModelFiles & { readonly model: string },
): Promise<EngineVectors> {
  const encode = await openEncoderModel(files);
  return {
    model: files.model,
    encodeQuestion: (texts) => inOrder(texts, encode),
    encodeTexts: (texts, breathe) =>
      inOrder(texts, async (text) => {
        await breathe();
        return encode(text);
      }),
  };
}

/**
 * One passage at a time: on one thread a batch saves no time, and a passage's score would depend on the others in its
 * batch.
 */
export async function openReader(
  files: ModelFiles,
): Promise<(reading: Reading, signal?: AbortSignal) => Promise<readonly ReadScore[]>> {
  const read = await openReaderModel(files);
  return (reading, signal) =>
    inOrder(reading.passages, (passage) => {
      signal?.throwIfAborted();
      return read(reading, passage);
    });
}

async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
