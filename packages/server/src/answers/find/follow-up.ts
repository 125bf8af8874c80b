/** What earlier turns add to a question that leans on them. */
import type { Ask } from '../knowledge.ts';
import { contentWords, wordsOf } from '../text/text.ts';

/**
 * Words of the visitor's last turns, nearest first; none for a first question. What the assistant
 * said is never used.
 */
export function earlierWords(question: string, history: Ask['history']) {
  const turns = history
    .filter((turn) => turn.role === 'user')
    .slice(-turnsMax)
    .reverse();
  const strength = leans(question) ? leaningWeight : plainWeight;
  const words = new Map<string, number>();
  turns.forEach((turn, age) => {
    const weight = strength * fade ** age;
    for (const word of contentWords(turn.content.slice(0, turnCharsMax)))
      if (!words.has(word)) words.set(word, weight);
  });
  return [...words].map(([word, weight]) => ({ word, weight }));
}

const turnsMax = 2;
const turnCharsMax = 400;
const leaningWeight = 0.5;
const plainWeight = 0.25;
const fade = 0.5;

const pronouns = new Set(
  `it its they them their that this those these he she him her his there one ones same hiyo hizo hicho hilo
    hao huyo hapo huko yake zake lake chake wake yao zao hii hizi`.split(/\s+/),
);

/** Whether a question cannot be understood alone: it is short, or points back. */
export function leans(question: string): boolean {
  const pointsBack = wordsOf(question).some((word) => pronouns.has(word));
  return pointsBack || contentWords(question).length < 3;
}
