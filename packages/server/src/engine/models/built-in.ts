/** The built-in encoder and reader: weights that are run in this process, one text or passage at a time. */

import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ReadablePassage, Reading, ReadScore } from '../../answers/read/read-passages.ts';
import type { EngineVectors } from '../editions.ts';
import type { ModelFiles } from '../messages.ts';
import { first, openTokenizer, separator } from './wordpiece.ts';

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

/** A model on one thread. */
function openSession({ weights }: ModelFiles): Promise<InferenceSession> {
  return InferenceSession.create(weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
  });
}

/** One text as the numbers of its pieces, all of which count. */
function inputOf(ids: BigInt64Array) {
  return {
    input_ids: rowOf(ids),
    attention_mask: rowOf(new BigInt64Array(ids.length).fill(1n)),
  };
}

function rowOf(values: BigInt64Array): Tensor {
  return new Tensor('int64', values, [1, values.length]);
}

const piecesMax = 256;

/** The encoder as an ONNX session in this process: one text in, one vector out. */
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

// The limits at which `training/reader/reader_batches.py` cuts texts.
const questionPiecesMax = 64;
const beforePiecesMax = 32;
const titlePiecesMax = 48;
const pairPiecesMax = 192;

/** Reads one passage. A batch saves no time on one thread, and a score would depend on the other passages in it. */
type ReadPassage = (
  asked: Pick<Reading, 'question' | 'before'>,
  passage: ReadablePassage,
) => Promise<ReadScore>;

/** The reader as an ONNX session in this process: a question and a passage in, their scores out. */
export async function openReaderModel(files: ModelFiles): Promise<ReadPassage> {
  const { pieces } = openTokenizer(files.vocabulary);
  const session = await openSession(files);

  const questionPieces = ({ question, before }: Pick<Reading, 'question' | 'before'>) => {
    const own = pieces(question, questionPiecesMax);
    if (before === '') return own;
    return [...pieces(before, beforePiecesRead).slice(-beforePiecesMax), separator, ...own];
  };

  return async (asked, { title, sentences }) => {
    const question = questionPieces(asked);
    const begin = question.length + 2;
    const room = pairPiecesMax - begin - 1;
    const body = pieces(title, Math.min(titlePiecesMax, room));
    const spans = sentences.map((sentence) => {
      const from = body.length;
      body.push(...pieces(sentence, Math.max(0, room - from)));
      return { from: begin + from, to: begin + body.length };
    });
    const ids = BigInt64Array.from([first, ...question, separator, ...body, separator], BigInt);
    const side = rowOf(new BigInt64Array(ids.length).fill(1n, begin));
    const { answer, said, evidence } = await session.run({ ...inputOf(ids), side });
    const marks = evidence?.data as Float32Array;
    return {
      answer: Number(answer?.data[0]),
      said: Number(said?.data[0]),
      evidence: spans.map(({ from, to }) => meanOf(marks.subarray(from, to))),
    };
  };
}

// More than are kept, because the next question refers to the end of the turn before it.
const beforePiecesRead = 128;
/** The score of a sentence that was cut off. */
const unread = -20;

function meanOf(marks: Float32Array): number {
  return marks.length === 0 ? unread : marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
}
