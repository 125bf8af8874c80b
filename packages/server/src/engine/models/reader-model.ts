/** The reader as an ONNX session in this process: a question and a passage in, their scores out. */
import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ReadablePassage, Reading, ReadScore } from '../../answers/read/reading.ts';
import type { ModelFiles } from '../messages.ts';
import { createTokenizer, first, separator } from './wordpiece.ts';

// As `training/reader/reader_batches.py` cuts them.
const questionPiecesMax = 64;
const beforePiecesMax = 32;
const titlePiecesMax = 48;
const pairPiecesMax = 192;

/** Reads one passage: a batch would spare no time on one thread, and its company would change a score. */
type ReadPassage = (
  asked: Pick<Reading, 'question' | 'before'>,
  passage: ReadablePassage,
) => Promise<ReadScore>;

export async function openReaderModel(files: ModelFiles): Promise<ReadPassage> {
  const { pieces } = createTokenizer(readFileSync(files.vocabulary, 'utf8'));
  const session = await InferenceSession.create(files.weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
  });

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
    const side = new BigInt64Array(ids.length).fill(1n, begin);
    const row = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length]);
    const { answer, said, evidence } = await session.run({
      input_ids: row(ids),
      attention_mask: row(new BigInt64Array(ids.length).fill(1n)),
      side: row(side),
    });
    const marks = evidence?.data as Float32Array;
    return {
      answer: Number(answer?.data[0]),
      said: Number(said?.data[0]),
      evidence: spans.map(({ from, to }) => meanOf(marks.subarray(from, to))),
    };
  };
}

// More than are kept, because the end of the turn is what the next one leans on.
const beforePiecesRead = 128;
/** A sentence that had no room is none that answers. */
const unread = -20;

function meanOf(marks: Float32Array): number {
  return marks.length === 0 ? unread : marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
}
