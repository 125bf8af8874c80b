/**
 * A reader that judges by the words that a question and a passage share. It stands in for the real one where a test is
 * about what happens around an answer; how well a question is understood is measured by `evals/`.
 */
import { answer } from '../../src/answers/answers.ts';
import type { Prepared } from '../../src/answers/find/prepared.ts';
import type { Ask, Reply } from '../../src/answers/knowledge.ts';
import type { Reading, ReadScore } from '../../src/answers/read/read-passages.ts';
import { contentWords, stemOf } from '../../src/answers/text/text.ts';

/** Answers with its scores. */
export function answerByOverlap(prepared: Prepared, ask: Ask): Promise<Reply> {
  return answer(prepared, ask, { read: overlapRead });
}

export async function overlapRead(reading: Reading): Promise<readonly ReadScore[]> {
  return overlapScores(reading);
}

export function overlapScores({ question, passages }: Reading): readonly ReadScore[] {
  const asked = stemsOf(question);
  return passages.map(({ title, sentences }) => ({
    answer: logitOf(asked, `${title} ${sentences.join(' ')}`),
    // Shared words do not show whether a passage states a sentence.
    said: -9,
    evidence: sentences.map((sentence) => logitOf(asked, sentence)),
  }));
}

// Three words of five are enough for a site of usual strictness.
function logitOf(asked: ReadonlySet<string>, text: string): number {
  const given = stemsOf(text);
  const share = asked.size === 0 ? 0 : asked.intersection(given).size / asked.size;
  return 8 * share - 4.5;
}

function stemsOf(text: string): Set<string> {
  return new Set(contentWords(text).map((word) => stemOf(stemOf(word, 'sw'), 'en')));
}
