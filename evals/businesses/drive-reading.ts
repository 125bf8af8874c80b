/** Runs the engine's work and serves what it asks to have read. */
import type { Reading, ReadScores } from '../../packages/server/src/answers/read/reading.ts';

export type Read = (reading: Reading) => Promise<ReadScores>;

export async function driveReading<Result>(
  work: Generator<unknown, Result, ReadScores>,
  read: Read,
): Promise<Result> {
  let scores: ReadScores;
  for (;;) {
    const step = work.next(scores);
    if (step.done) return step.value;
    scores = isReading(step.value) ? await read(step.value) : undefined;
  }
}

function isReading(value: unknown): value is Reading {
  return typeof value === 'object' && value !== null && 'passages' in value;
}
