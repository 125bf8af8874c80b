/** The reader as an ONNX session in this process: a question and a passage in, their scores out. */
import type { ReadablePassage, Reading, ReadScore } from '../../answers/read/read-passages.ts';
import type { ModelFiles } from '../messages.ts';
import { inputOf, openSession, rowOf } from './session.ts';
import { first, openTokenizer, separator } from './wordpiece.ts';

// As `training/reader/reader_batches.py` cuts them.
const questionPiecesMax = 64;
const beforePiecesMax = 32;
const titlePiecesMax = 48;
const pairPiecesMax = 192;

/** Reads one passage. A batch saves no time on one thread, and a score would depend on the other passages in it. */
type ReadPassage = (
  asked: Pick<Reading, 'question' | 'before'>,
  passage: ReadablePassage,
) => Promise<ReadScore>;

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
